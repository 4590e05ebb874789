/** The headers of a ZIP archive: PKWARE's APPNOTE, 4.3. One description serves every archive that we write. */

export const stored = 0;
export const deflated = 8;
/** What the format holds without its 64-bit extension. */
export const most = { entries: 0xffff, bytes: 0xffffffff } as const;

/** 4.4.2.2, in the upper byte of what made the part. */
const systems = { dos: 0, unix: 0x0300 } as const;
/** A file that its owner writes and everybody reads, as Unix says it. */
export const ordinaryFile = { system: 'unix', attributes: 0x81a40000 } as const;

const signatures = { local: 0x04034b50, central: 0x02014b50 } as const;
const headerBytes = { local: 30, central: 46, end: 22, end64: 56, locator: 20, extra: 12 } as const;

/** What both headers of a part say of it. */
export interface PartFacts {
  readonly rawName: Buffer;
  readonly packedBytes: number;
  readonly size: number;
  readonly checksum: number;
  readonly method: number;
  readonly utf8Name: boolean;
  /** As DOS counts. */
  readonly time: number;
  readonly date: number;
  /** What `attributes` are of. Info-ZIP's unzip takes the names of a DOS system for names in an old code page. */
  readonly system: keyof typeof systems;
  readonly attributes: number;
}

/** The first day that DOS knows: what has it does not depend on when it was written. */
export const noTime = { time: 0, date: 0x21 } as const;

/**
 * Both headers of a part: 4.3.7 and 4.3.12. They share all fields but where they begin and end. An offset beyond what
 * 32 bits hold goes into the 64-bit extension, 4.5.3.
 */
export function partHeader(part: PartFacts, kind: 'local' | 'central', offset: number): Buffer {
  const isCentral = kind === 'central';
  const isFar = isCentral && offset >= most.bytes;
  const header = Buffer.alloc(headerBytes[kind]);
  header.writeUInt32LE(signatures[kind], 0);
  const at = isCentral ? 2 : 0;
  if (isCentral) header.writeUInt16LE(systems[part.system] + (isFar ? 45 : 20), 4);
  header.writeUInt16LE(isFar ? 45 : 20, 4 + at);
  header.writeUInt16LE(part.utf8Name ? 0x800 : 0, 6 + at);
  header.writeUInt16LE(part.method, 8 + at);
  header.writeUInt16LE(part.time, 10 + at);
  header.writeUInt16LE(part.date, 12 + at);
  header.writeUInt32LE(part.checksum, 14 + at);
  header.writeUInt32LE(part.packedBytes, 18 + at);
  header.writeUInt32LE(part.size, 22 + at);
  header.writeUInt16LE(part.rawName.length, 26 + at);
  if (!isCentral) return Buffer.concat([header, part.rawName]);
  header.writeUInt16LE(isFar ? headerBytes.extra : 0, 30);
  header.writeUInt32LE(part.attributes, 38);
  header.writeUInt32LE(isFar ? most.bytes : offset, 42);
  return Buffer.concat([header, part.rawName, ...(isFar ? [farOffset(offset)] : [])]);
}

function farOffset(offset: number): Buffer {
  const extra = Buffer.alloc(headerBytes.extra);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(offset), 4);
  return extra;
}

/** Whether an archive needs the 64-bit extension at its end. `offset`: where its directory begins. */
export function isLarge(entries: number, bytes: number, offset: number): boolean {
  return entries >= most.entries || bytes >= most.bytes || offset >= most.bytes;
}

/** The archive's end: 4.3.16, and before it 4.3.14 and 4.3.15 where the archive is too large for that. */
export function archiveEnd(entries: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(headerBytes.end);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, most.entries), 8);
  end.writeUInt16LE(Math.min(entries, most.entries), 10);
  end.writeUInt32LE(Math.min(bytes, most.bytes), 12);
  end.writeUInt32LE(Math.min(offset, most.bytes), 16);
  if (!isLarge(entries, bytes, offset)) return end;
  const large = Buffer.alloc(headerBytes.end64);
  large.writeUInt32LE(0x06064b50, 0);
  large.writeBigUInt64LE(BigInt(headerBytes.end64 - 12), 4);
  large.writeUInt16LE(45, 12);
  large.writeUInt16LE(45, 14);
  large.writeBigUInt64LE(BigInt(entries), 24);
  large.writeBigUInt64LE(BigInt(entries), 32);
  large.writeBigUInt64LE(BigInt(bytes), 40);
  large.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(headerBytes.locator);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}
