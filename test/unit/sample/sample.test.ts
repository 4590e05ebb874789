import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { earlierUpload } from '../../support/sample/earlier-upload.js';
import { cellsOf, mapSample } from '../../support/sample/map-sample.js';
import { biochar, localService, samples } from '../../support/sample/samples.js';

/** `MRV_MAKE_SAMPLE=1 npx vitest run test/unit/sample` writes the samples anew. */
const make = process.env['MRV_MAKE_SAMPLE'] === '1';

beforeAll(async () => {
  if (!make) return;
  for (const sample of samples) {
    await rm(sample.evidence, { recursive: true, force: true });
    await mkdir(sample.evidence, { recursive: true });
    for (const [name, bytes] of sample.makeEvidence())
      await writeFile(path.join(sample.evidence, name), bytes);
    const fresh = await sample.makeWorkbook();
    // The bytes of a package differ each time: one that says the same is left as it is.
    const same = await cellsOf(sample.workbook).catch(() => null);
    if (JSON.stringify(same) !== JSON.stringify(await cellsOf(fresh)))
      await writeFile(sample.workbook, fresh);
  }
  const service = JSON.stringify(earlierUpload(await mapSample(biochar)), null, 1);
  await writeFile(localService, `${service}\n`);
});

describe.each(samples)('the sample $name', (sample) => {
  it('lies here with its evidence as the generator makes it', async () => {
    const made = sample.makeEvidence();
    expect((await readdir(sample.evidence)).toSorted()).toEqual([...made.keys()].toSorted());
    for (const [name, bytes] of made) {
      expect((await readFile(path.join(sample.evidence, name))).equals(bytes), name).toBe(true);
    }
    expect(await cellsOf(sample.workbook)).toEqual(await cellsOf(await sample.makeWorkbook()));
  });

  it('maps without an error, every row accounted for', async () => {
    const mapped = await mapSample(sample);
    expect(mapped.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(mapped.rows.read).toBe(mapped.rows.mapped + mapped.rows.skipped + mapped.rows.withErrors);
    expect(mapped.rows.mapped).toBeGreaterThan(70);
    expect(mapped.records.length).toBeGreaterThan(140);
  });
});

describe('the embedded service', () => {
  it('begins with an earlier upload of the biochar month', async () => {
    const there: unknown = JSON.parse(await readFile(localService, 'utf8'));
    expect(there).toEqual(JSON.parse(JSON.stringify(earlierUpload(await mapSample(biochar)))));
  });
});
