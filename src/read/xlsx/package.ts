import { crc32, createInflateRaw } from 'node:zlib';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import { excerpt } from '../workbook-error.js';
import { XmlParser } from '../xml/xml-parser.js';
import type { Skimmer, XmlHandler } from '../xml/xml-parser.js';
import { XmlText } from '../xml/xml-text.js';

/** Enough lies ready that unpacking, which runs on another thread, is not waited for. */
const inflateOptions = { chunkSize: 256 * 1024, highWaterMark: 1024 * 1024 };

const stored = 0;
const deflated = 8;

/**
 * The parts of an Office Open XML package by name, each unpacked as a stream of bytes that is held to the
 * limits and to its checksum. Names compare without regard to case, as the packaging standard has it.
 */
export class Package {
  readonly limits: ReadLimits;
  readonly refusal: Refusal;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: ReadLimits, refusal: Refusal) {
    this.#zip = zip;
    this.#entries = entries;
    this.limits = limits;
    this.refusal = refusal;
  }

  has(part: string): boolean {
    return this.#entries.has(part.toLowerCase());
  }

  /** Whether any part's name, in lower case, matches. */
  hasLike(pattern: RegExp): boolean {
    return [...this.#entries.keys()].some((name) => pattern.test(name));
  }

  close(): void {
    this.#zip.close();
  }

  /** The bytes of a part. Stopping early leaves nothing open. */
  async *bytes(part: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(part.toLowerCase());
    if (entry === undefined) {
      this.refusal.refuse(
        'damaged',
        `its part ${excerpt(part)} is missing: open it in Excel and save it anew`,
      );
    }
    let size = 0;
    let checksum = 0;
    for await (const chunk of this.#unpack(entry, part)) {
      size += chunk.length;
      if (size > entry.uncompressedSize) this.#damaged(part);
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (size !== entry.uncompressedSize || checksum !== entry.crc32) this.#damaged(part);
  }

  /** Parses a whole part with one handler, and with its quicker way where it has one. */
  async parse(part: string, handler: XmlHandler, skimmer: Skimmer | null = null): Promise<void> {
    const text = new XmlText(part, this.refusal);
    const parser = new XmlParser(part, handler, this.limits, this.refusal, 'start', skimmer);
    for await (const chunk of this.bytes(part)) parser.write(text.decode(chunk));
    parser.write(text.end());
    parser.end();
  }

  async *#unpack(entry: Entry, part: string): AsyncGenerator<Buffer> {
    if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated) {
      this.refusal.refuse(
        'damaged',
        `its part ${part} is packed by a method that workbooks do not use: open it in Excel and save it anew`,
      );
    }
    try {
      const packed = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
      if (entry.compressionMethod === stored) {
        yield* buffers(packed);
        return;
      }
      const inflate = createInflateRaw(inflateOptions);
      packed.on('error', (error) => inflate.destroy(error));
      packed.pipe(inflate);
      try {
        yield* buffers(inflate);
      } finally {
        packed.destroy();
        inflate.destroy();
      }
    } catch (cause) {
      this.#damaged(part, cause);
    }
  }

  #damaged(part: string, cause?: unknown): never {
    return this.refusal.refuse(
      'damaged',
      `its part ${part} is damaged (it does not unpack to what was packed): get the file again from where it came from`,
      cause,
    );
  }
}

/** Opens the package at `path`, of that many bytes. Refuses what is encrypted, truncated, damaged, or past a limit. */
export async function openPackage(
  path: string,
  size: number,
  limits: ReadLimits,
  refusal: Refusal,
): Promise<Package> {
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false });
  } catch (cause) {
    return refusal.refuse(
      'truncated',
      'it starts as a workbook but its end is missing or damaged: get the file again from where it came from',
      cause,
    );
  }
  try {
    if (zip.fileSize !== size)
      refusal.refuse('changed', 'it changed while it was read: wait until it is complete');
    return new Package(zip, await entriesOf(zip, limits, refusal), limits, refusal);
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function entriesOf(zip: ZipFile, limits: ReadLimits, refusal: Refusal): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) {
    refusal.refuse(
      'too-large',
      `it has ${zip.entryCount} parts, more than the ${limits.entries} that are read`,
    );
  }
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of each(zip, refusal)) {
    const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '');
    if (name.endsWith('/')) continue;
    const key = name.toLowerCase();
    if (entries.has(key)) {
      refusal.refuse(
        'damaged',
        `it has two parts of the name ${excerpt(name)}: open it in Excel and save it anew`,
      );
    }
    if (entry.isEncrypted()) {
      refusal.refuse('encrypted', 'it is protected by a password: remove the password and save it again');
    }
    unpacked += entry.uncompressedSize;
    checkSize(entry, name, unpacked, limits, refusal);
    entries.set(key, entry);
  }
  return entries;
}

function checkSize(entry: Entry, name: string, total: number, limits: ReadLimits, refusal: Refusal): void {
  const size = entry.uncompressedSize;
  if (size > limits.ratioFloorBytes && size > entry.compressedSize * limits.ratio) {
    refusal.refuse(
      'zip-bomb',
      `its part ${excerpt(name)} unpacks to ${mebibytes(size)} MB, ${Math.round(size / Math.max(entry.compressedSize, 1))} times its packed size, which no workbook does: do not use it`,
    );
  }
  if (size > limits.partBytes || total > limits.packageBytes) {
    refusal.refuse(
      'too-large',
      `it unpacks to more than ${mebibytes(size > limits.partBytes ? limits.partBytes : limits.packageBytes)} MB: split it into several workbooks`,
    );
  }
}

async function* each(zip: ZipFile, refusal: Refusal): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    let next: IteratorResult<Entry>;
    try {
      next = await entries.next();
    } catch (cause) {
      return refusal.refuse(
        cause instanceof Error && cause.message.includes('encryption') ? 'encrypted' : 'damaged',
        'its list of parts is damaged or encrypted: get the file again from where it came from',
        cause,
      );
    }
    if (next.done === true) return;
    yield next.value;
  }
}

async function* buffers(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (Buffer.isBuffer(chunk)) yield chunk;
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / (1024 * 1024));
}
