import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceFiles } from '../../support/sample/month.js';
import { sampleWorkbook } from '../../support/sample/workbook.js';
import { earlierUpload } from '../../support/sample/earlier-upload.js';
import { mapSample, cellsOf, samplePaths } from '../../support/sample/map-sample.js';

/** `MRV_MAKE_SAMPLE=1 npx vitest run test/unit/sample` writes the sample anew. */
const make = process.env['MRV_MAKE_SAMPLE'] === '1';

beforeAll(async () => {
  if (!make) return;
  await rm(samplePaths.evidence, { recursive: true, force: true });
  await mkdir(samplePaths.evidence, { recursive: true });
  for (const [name, bytes] of evidenceFiles()) await writeFile(path.join(samplePaths.evidence, name), bytes);
  await writeFile(samplePaths.workbook, await sampleWorkbook());
  await writeFile(samplePaths.service, `${JSON.stringify(earlierUpload(await mapSample()), null, 1)}\n`);
});

describe('the sample month', () => {
  it('lies here with its evidence as the generator makes it', async () => {
    for (const [name, bytes] of evidenceFiles()) {
      expect((await readFile(path.join(samplePaths.evidence, name))).equals(bytes), name).toBe(true);
    }
    const fresh = await sampleWorkbook();
    expect(await cellsOf(samplePaths.workbook)).toEqual(await cellsOf(fresh));
  });

  it('maps without an error, every row accounted for', async () => {
    const mapped = await mapSample();
    expect(mapped.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(mapped.rows.read).toBe(mapped.rows.mapped + mapped.rows.skipped + mapped.rows.withErrors);
    expect(mapped.rows.read).toBeGreaterThan(140);
    expect(mapped.records.length).toBeGreaterThan(280);
  });

  it('has the service begin with an earlier upload of the same month', async () => {
    expect(existsSync(samplePaths.service)).toBe(true);
    const there: unknown = JSON.parse(await readFile(samplePaths.service, 'utf8'));
    expect(there).toEqual(JSON.parse(JSON.stringify(earlierUpload(await mapSample()))));
  });
});
