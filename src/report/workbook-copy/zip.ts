import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry } from 'yauzl';
import type { PackageSource } from './parts.js';
import { archiveEnd, deflated, isLarge, noTime, partHeader, stored, type PartFacts } from '../zip-format.js';
import { NotCopied } from './refused.js';

/** A part that unpacks to more is not edited: its text would not fit into memory beside its copy. */
const mostBytes = 256 * 1024 * 1024;

interface PackedPart extends PartFacts {
  readonly name: string;
  readonly packed: Buffer;
}

/** A ZIP archive in memory, whose parts stay packed until they are asked for. */
export class ZipArchive implements PackageSource {
  readonly #parts: readonly PackedPart[];
  readonly #byName: ReadonlyMap<string, PackedPart>;

  constructor(parts: readonly PackedPart[]) {
    this.#parts = parts;
    this.#byName = new Map(parts.map((part) => [part.name, part]));
  }

  get names(): readonly string[] {
    return this.#parts.map((part) => part.name);
  }

  read(name: string): string {
    const part = this.#byName.get(name);
    if (part === undefined) throw new NotCopied(`its part ${name} is missing`);
    if (part.size > mostBytes)
      throw new NotCopied(
        `its part ${name} unpacks to more than the ${mostBytes / 1024 / 1024} MB that are edited: split the workbook`,
      );
    let bytes: Buffer;
    try {
      bytes =
        part.method === stored
          ? part.packed
          : inflateRawSync(part.packed, { maxOutputLength: part.size + 1 });
    } catch {
      throw new NotCopied(`its part ${name} is damaged`);
    }
    if (bytes.length !== part.size || crc32(bytes) !== part.checksum)
      throw new NotCopied(`its part ${name} is damaged`);
    return bytes.toString('latin1');
  }

  /** The bytes of the archive with some parts changed (null: taken out) or added; all others stay packed as they are. */
  with(changed: ReadonlyMap<string, string | null>): Buffer {
    const kept = this.#parts.flatMap((part) => {
      const text = changed.get(part.name);
      if (text === null) return [];
      return [text === undefined ? part : { ...part, ...pack(text) }];
    });
    const added = [...changed].flatMap(([name, text]) =>
      text === null || this.#byName.has(name) ? [] : [newPart(name, text)],
    );
    return archiveOf([...kept, ...added]);
  }
}

/** Opens the archive in these bytes. @throws NotCopied where it is damaged or uses what workbooks do not. */
export async function openArchive(bytes: Buffer): Promise<ZipArchive> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false, decodeStrings: false });
    const parts: PackedPart[] = [];
    for await (const entry of zip.eachEntry()) {
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const part = partOf(entry, bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize));
      parts.push(part);
    }
    return new ZipArchive(parts);
  } catch (error) {
    if (error instanceof NotCopied) throw error;
    throw new NotCopied('its list of parts is damaged');
  }
}

function partOf(entry: Entry, packed: Buffer): PackedPart {
  const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/').replace(/^\/+/, '');
  if (entry.isEncrypted() || (entry.compressionMethod !== stored && entry.compressionMethod !== deflated))
    throw new NotCopied(`its part ${name} is packed by a method that workbooks do not use`);
  if (packed.length !== entry.compressedSize) throw new NotCopied(`its part ${name} is damaged`);
  return {
    name,
    rawName: entry.fileNameRaw,
    packed,
    packedBytes: packed.length,
    size: entry.uncompressedSize,
    checksum: entry.crc32,
    method: entry.compressionMethod,
    utf8Name: (entry.generalPurposeBitFlag & 0x800) !== 0,
    time: entry.lastModFileTime,
    date: entry.lastModFileDate,
    system: 'dos',
    attributes: entry.externalFileAttributes,
  };
}

function pack(text: string): Pick<PackedPart, 'packed' | 'packedBytes' | 'size' | 'checksum' | 'method'> {
  const bytes = Buffer.from(text, 'latin1');
  const packed = deflateRawSync(bytes);
  return { packed, packedBytes: packed.length, size: bytes.length, checksum: crc32(bytes), method: deflated };
}

/** New parts have the first day that DOS knows, so that the same run gives the same bytes. */
function newPart(name: string, text: string): PackedPart {
  return {
    name,
    rawName: Buffer.from(name),
    ...pack(text),
    utf8Name: true,
    ...noTime,
    system: 'dos',
    attributes: 0,
  };
}

function archiveOf(parts: readonly PackedPart[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const header = partHeader(part, 'local', 0);
    pieces.push(header, part.packed);
    directory.push(partHeader(part, 'central', offset));
    offset += header.length + part.packed.length;
  }
  const list = Buffer.concat(directory);
  if (isLarge(parts.length, list.length, offset + list.length))
    throw new NotCopied('the copy would be larger than 4 GB or have more than 65,534 parts');
  return Buffer.concat([...pieces, list, archiveEnd(parts.length, list.length, offset)]);
}
