import { openPromise } from 'yauzl';
import { ZipWriter } from './zip-writer.js';

/**
 * Writes an archive once more, part by part, without the times that its writer put into it: so two workbooks with the
 * same content are the same bytes. `to` is a new file.
 */
export async function repack(from: string, to: string): Promise<void> {
  const zip = await openPromise(from, { lazyEntries: true, autoClose: false });
  try {
    const writer = await ZipWriter.create(to);
    for await (const entry of zip.eachEntry())
      await writer.add(entry.fileName, await zip.openReadStreamPromise(entry));
    await writer.end();
  } finally {
    zip.close();
  }
}
