import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import {
  archiveEnd,
  deflated,
  most,
  noTime,
  ordinaryFile,
  partHeader,
  type PartFacts,
} from './zip-format.js';

/** What was put into an archive: the bytes as they will be unpacked. */
export interface WrittenPart {
  readonly name: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** A part is larger than an archive of ours holds. */
export class PartTooLarge extends RangeError {
  override readonly name = 'PartTooLarge';
}

/**
 * Writes an archive part by part; no part is ever held whole. The same parts in the same order give the same bytes:
 * no part has a time, an owner or a mode.
 */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #directory: Buffer[] = [];
  #position = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Begins an archive in a new file. @throws where the file is there already, or cannot be made. */
  static async create(path: string): Promise<ZipWriter> {
    return new ZipWriter(await open(path, 'wx'));
  }

  /** Adds a part. `name` has forward slashes. @throws PartTooLarge from 4 GB on, and whatever its source throws. */
  async add(name: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<WrittenPart> {
    const rawName = Buffer.from(name);
    const hash = createHash('sha256');
    const begin = this.#position;
    let [size, checksum] = [0, 0];
    const blank: PartFacts = {
      ...noTime,
      ...ordinaryFile,
      ...{ rawName, packedBytes: 0, size: 0, checksum: 0, method: deflated, utf8Name: true },
    };
    await this.#write(partHeader(blank, 'local', 0));
    const start = this.#position;
    async function* counted() {
      for await (const chunk of content) {
        hash.update(chunk);
        checksum = crc32(chunk, checksum);
        size += chunk.length;
        yield chunk;
      }
    }
    await pipeline(counted, createDeflateRaw(), async (packed: AsyncIterable<Uint8Array>) => {
      for await (const chunk of packed) await this.#write(chunk);
    });
    const packedBytes = this.#position - start;
    if (Math.max(size, packedBytes) >= most.bytes) throw new PartTooLarge(`${name} has 4 GB or more`);
    const facts = { ...blank, packedBytes, size, checksum };
    // The sizes are known only now; a file, unlike a pipe, lets them be put where every reader looks for them.
    const header = partHeader(facts, 'local', 0);
    await this.#file.write(header, 0, header.length, begin);
    this.#directory.push(partHeader(facts, 'central', begin));
    return { name, bytes: size, sha256: hash.digest('hex') };
  }

  /** Ends the archive and brings it to the disk. */
  async end(): Promise<void> {
    const list = Buffer.concat(this.#directory);
    const offset = this.#position;
    await this.#write(list);
    await this.#write(archiveEnd(this.#directory.length, list.length, offset));
    await this.#file.sync();
    await this.#file.close();
  }

  /** Lets the file go as it is: what was written is no archive. */
  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, this.#position);
      written += bytesWritten;
      this.#position += bytesWritten;
    }
  }
}
