import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import type { ReadLimits } from './limits.js';
import type { Refusal } from './workbook-error.js';

/** What one pass over the bytes of a file tells, before anything of it is understood. */
export interface FileFacts {
  /** As the user gave it. */
  readonly path: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** The first bytes, at most `headBytes` of them. */
  readonly head: Buffer;
  /** Whether all of it is UTF-8 text. */
  readonly isUtf8: boolean;
  readonly hasNul: boolean;
  /** Which of these texts, as UTF-16 names within a container of the old Office, occur. */
  readonly oleStreams: ReadonlySet<string>;
}

const headBytes = 256 * 1024;
const chunkBytes = 256 * 1024;
const oleMagic = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const oleNames = ['EncryptedPackage', 'Workbook', 'Book', 'WordDocument', 'PowerPoint Document'] as const;

/** Reads the file once, within its limit of size. */
export async function readFileFacts(path: string, limits: ReadLimits, refusal: Refusal): Promise<FileFacts> {
  const file = await openFile(path, refusal);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) refusal.refuse('unreadable', 'it is not a file: name the workbook itself');
    if (stats.size === 0)
      refusal.refuse('empty-file', 'it is empty (0 bytes): get the file again from where it came from');
    if (stats.size > limits.fileBytes) {
      refusal.refuse(
        'too-large',
        `it has ${Math.ceil(stats.size / 1_048_576)} MB, more than the ${Math.floor(limits.fileBytes / 1_048_576)} MB that are read: split it into several workbooks`,
      );
    }
    return await scan(path, file, limits, refusal);
  } finally {
    await file.close();
  }
}

async function openFile(path: string, refusal: Refusal): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return refusal.refuse('not-found', 'there is no such file: check the name and the folder', cause);
    }
    return refusal.refuse('unreadable', 'it cannot be opened: check that you may read it', cause);
  }
}

async function scan(
  path: string,
  file: FileHandle,
  limits: ReadLimits,
  refusal: Refusal,
): Promise<FileFacts> {
  const hash = createHash('sha256');
  const utf8 = new Utf8Check();
  const oleStreams = new Set<string>();
  let head = Buffer.alloc(0);
  let size = 0;
  let hasNul = false;
  let overlap = Buffer.alloc(0);
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    size += bytesRead;
    if (size > limits.fileBytes)
      refusal.refuse('changed', 'it grows while it is read: wait until it is complete');
    hash.update(chunk);
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
    if (head.subarray(0, 8).equals(oleMagic)) {
      const bytes = Buffer.concat([overlap, chunk]);
      for (const name of oleNames) if (bytes.includes(name, 0, 'utf16le')) oleStreams.add(name);
      overlap = Buffer.from(bytes.subarray(-64));
    } else if (head[0] !== 0x50) {
      utf8.add(chunk);
      hasNul ||= chunk.includes(0);
    }
  }
  return { path, size, sha256: hash.digest('hex'), head, isUtf8: utf8.end(), hasNul, oleStreams };
}

/** Checks text for UTF-8 piece by piece: a character may lie across two pieces. */
class Utf8Check {
  #isValid = true;
  #rest: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    if (!this.#isValid) return;
    const bytes: Buffer = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const complete = bytes.length - incompleteLength(bytes);
    this.#isValid = isUtf8(bytes.subarray(0, complete));
    this.#rest = Buffer.from(bytes.subarray(complete));
  }

  end(): boolean {
    return this.#isValid && this.#rest.length === 0;
  }
}

/** How many bytes at the end begin a character whose rest is still to come. */
function incompleteLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}
