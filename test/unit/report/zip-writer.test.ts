import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { archiveEnd, noTime, ordinaryFile, partHeader } from '../../../src/report/zip-format.js';
import { ZipWriter } from '../../../src/report/zip-writer.js';
import { temporaryFolder } from '../../support/line.js';
import { packageParts } from '../../support/package-parts.js';
import { hasProgram } from '../../support/programs.js';

const run = promisify(execFile);

async function written(parts: readonly (readonly [string, readonly Uint8Array[]])[]): Promise<string> {
  const file = path.join(await temporaryFolder(), 'made.zip');
  const zip = await ZipWriter.create(file);
  for (const [name, chunks] of parts) await zip.add(name, chunks);
  await zip.end();
  return file;
}

describe('an archive written part by part', () => {
  it('holds every part as it was given, under its name, in its order', async () => {
    const part = fc.tuple(
      fc.stringMatching(/^[a-zäЖ漢 ]{1,20}$/u),
      fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 4 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(part, { selector: ([name]) => name, maxLength: 8 }), async (parts) => {
        const read = await packageParts(await readFile(await written(parts)));
        expect([...read.keys()]).toEqual(parts.map(([name]) => name));
        for (const [name, chunks] of parts) expect(read.get(name)?.equals(Buffer.concat(chunks))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('tells the size and hash of each part', async () => {
    const zip = await ZipWriter.create(path.join(await temporaryFolder(), 'made.zip'));
    const part = await zip.add('abc.txt', [Buffer.from('a'), Buffer.from('bc')]);
    await zip.end();
    expect(part).toEqual({
      name: 'abc.txt',
      bytes: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
  });

  it('is never written over a file', async () => {
    const file = await written([['a', []]]);
    await expect(ZipWriter.create(file)).rejects.toThrow(/EEXIST/);
  });

  it('holds more parts than the format does without its extension', async () => {
    const count = 66_000;
    const facts = { packedBytes: 0, size: 0, checksum: 0, method: 0, utf8Name: true, ...ordinaryFile };
    const parts = Array.from({ length: count }, (_, place) => ({
      ...facts,
      ...noTime,
      rawName: Buffer.from(`part-${place}`),
    }));
    const locals = parts.map((part) => partHeader(part, 'local', 0));
    let offset = 0;
    const directory = parts.map((part, place) => {
      const header = partHeader(part, 'central', offset);
      offset += locals[place]?.length ?? 0;
      return header;
    });
    const list = Buffer.concat(directory);
    const archive = Buffer.concat([...locals, list, archiveEnd(count, list.length, offset)]);
    const names = [...(await packageParts(archive)).keys()];
    expect(names).toHaveLength(count);
    expect(names.at(-1)).toBe(`part-${count - 1}`);
    if (!(await hasProgram('unzip'))) return;
    const file = path.join(await temporaryFolder(), 'made.zip');
    await writeFile(file, archive);
    const { stdout } = await run('unzip', ['-Zh', file], { maxBuffer: 1 << 24 });
    expect(stdout).toContain(`number of entries: ${count}`);
  });

  it('points beyond 4 GB by the extension', () => {
    const facts = {
      rawName: Buffer.from('a'),
      packedBytes: 2,
      size: 0,
      checksum: 0,
      method: 8,
      utf8Name: true,
    };
    const header = partHeader({ ...facts, time: 0, date: 0, ...ordinaryFile }, 'central', 5_000_000_000);
    expect(header.readUInt32LE(42)).toBe(0xffffffff);
    expect(header.readUInt16LE(30)).toBe(12);
    expect(header.readBigUInt64LE(header.length - 8)).toBe(5_000_000_000n);
    const end = archiveEnd(1, header.length, 5_000_000_002);
    expect(end.readBigUInt64LE(48)).toBe(5_000_000_002n);
    expect(end.readUInt32LE(end.length - 6)).toBe(0xffffffff);
  });
});
