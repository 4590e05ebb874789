import { fromBufferPromise } from 'yauzl';

/** The parts of a package, unpacked, in the order of the file. */
export async function packageParts(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry))
      if (Buffer.isBuffer(piece)) pieces.push(piece);
    parts.set(entry.fileName, Buffer.concat(pieces));
  }
  return parts;
}
