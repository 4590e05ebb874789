import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a ZIP archive; what is not stated is what an honest writer puts there. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | Buffer;
  readonly method?: 'deflated' | 'stored';
  /** Sizes and checksum as told in the headers, for parts that lie. */
  readonly toldSize?: number;
  readonly toldChecksum?: number;
  readonly encrypted?: boolean;
  /** Sizes behind the data instead of before it, as streaming writers do. */
  readonly descriptor?: boolean;
}

/** The bytes of a ZIP archive with these parts, in their order. */
export function zipFile(parts: readonly ZipPart[]): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const entry = entryOf(part);
    const header = headerOf(part, entry, 'local', 0);
    pieces.push(header, entry.data);
    directory.push(headerOf(part, entry, 'central', offset));
    offset += header.length + entry.data.length;
    if (part.descriptor === true) {
      const descriptor = Buffer.alloc(16);
      descriptor.writeUInt32LE(0x08074b50, 0);
      descriptor.writeUInt32LE(entry.checksum, 4);
      descriptor.writeUInt32LE(entry.data.length, 8);
      descriptor.writeUInt32LE(entry.size, 12);
      pieces.push(descriptor);
      offset += descriptor.length;
    }
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, list, end]);
}

interface ZipEntry {
  readonly data: Buffer;
  readonly size: number;
  readonly checksum: number;
  readonly method: number;
}

function entryOf(part: ZipPart): ZipEntry {
  const bytes = Buffer.isBuffer(part.content) ? part.content : Buffer.from(part.content, 'utf8');
  const isStored = part.method === 'stored';
  return {
    data: isStored ? bytes : deflateRawSync(bytes),
    size: part.toldSize ?? bytes.length,
    checksum: part.toldChecksum ?? crc32(bytes),
    method: isStored ? 0 : 8,
  };
}

function headerOf(part: ZipPart, entry: ZipEntry, kind: 'local' | 'central', offset: number): Buffer {
  const name = Buffer.from(part.name, 'utf8');
  const isCentral = kind === 'central';
  const header = Buffer.alloc(isCentral ? 46 : 30);
  header.writeUInt32LE(isCentral ? 0x02014b50 : 0x04034b50, 0);
  const at = isCentral ? 2 : 0;
  if (isCentral) header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 4 + at);
  const flags = 0x800 | (part.encrypted === true ? 1 : 0) | (part.descriptor === true ? 8 : 0);
  header.writeUInt16LE(flags, 6 + at);
  header.writeUInt16LE(entry.method, 8 + at);
  const isBehind = part.descriptor === true && !isCentral;
  header.writeUInt32LE(isBehind ? 0 : entry.checksum, 14 + at);
  header.writeUInt32LE(isBehind ? 0 : entry.data.length, 18 + at);
  header.writeUInt32LE(isBehind ? 0 : entry.size, 22 + at);
  header.writeUInt16LE(name.length, 26 + at);
  if (isCentral) header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}
