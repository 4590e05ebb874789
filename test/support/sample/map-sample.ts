import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { loadMapping, mapWorkbooks } from '../../../src/map/index.js';
import type { Mapped } from '../../../src/model/mapped.js';
import { openEvidence } from '../../../src/read/evidence.js';
import { openWorkbook } from '../../../src/read/index.js';
import type { Sample } from './samples.js';

/** A sample as its mapping has it, offline. */
export async function mapSample(sample: Pick<Sample, 'workbook' | 'evidence' | 'mapping'>): Promise<Mapped> {
  const mapping = loadMapping(await readFile(sample.mapping, 'utf8'), sample.mapping, {
    environment: { MRV_PROJECT_ID: 'prj_0000000000000000' },
  });
  const workbook = await openWorkbook(sample.workbook);
  try {
    const evidence = await openEvidence(sample.evidence);
    return await mapWorkbooks(mapping, [workbook], { evidence, parameters: {}, projectId: null });
  } finally {
    await workbook.close();
  }
}

/** Every cell of a workbook, as our reader sees it: a package's bytes differ by the moment it was zipped. */
export async function cellsOf(source: string | Buffer): Promise<readonly unknown[]> {
  let file = source;
  if (typeof file !== 'string') {
    file = path.join(await mkdtemp(path.join(os.tmpdir(), 'mrv-ingest-')), 'sample.xlsx');
    await writeFile(file, source);
  }
  const workbook = await openWorkbook(file);
  const cells: unknown[] = [];
  try {
    for (const sheet of workbook.sheets) {
      cells.push(sheet.info, await sheet.merges());
      for await (const row of sheet.rows()) cells.push(row);
    }
  } finally {
    await workbook.close();
  }
  return cells;
}
