import { writeFile } from 'node:fs/promises';
import { blankWorkbook, draftMapping, explainCell, explainReference, mapWorkbooks } from '../map/index.js';
import { openEvidence } from '../read/evidence.js';
import { openWorkbook } from '../read/index.js';
import { writeBlankWorkbook } from '../report/index.js';
import { evidenceFolder, readMapping, type Inputs } from './stages.js';
import type { Mapped } from '../model/mapped.js';

type Environment = Inputs['environment'];

/** Writes the blank workbook of a mapping. @throws MappingError */
export async function writeTemplate(mapping: string, out: string, environment: Environment): Promise<void> {
  const loaded = await readMapping({ mapping, environment });
  await writeBlankWorkbook(blankWorkbook(loaded.mapping), out);
}

/** Maps workbooks offline, for the commands that only look. @throws MappingError, WorkbookError */
export async function mapOffline(inputs: Inputs): Promise<Mapped> {
  const { mapping } = await readMapping(inputs);
  const evidence = await openEvidence(await evidenceFolder(inputs));
  const workbooks = await Promise.all(inputs.workbooks.map((file) => openWorkbook(file)));
  try {
    return await mapWorkbooks(mapping, workbooks, {
      evidence,
      parameters: inputs.parameters,
      projectId: null,
    });
  } finally {
    await Promise.all(workbooks.map((workbook) => workbook.close()));
  }
}

export interface Drafted {
  readonly tables: number;
  /** How many lines are marked as guesses. */
  readonly doubts: number;
}

/**
 * Writes a draft of a mapping for a workbook. 'exists': the file was there and was left alone.
 * @throws WorkbookError where the workbook cannot be read.
 */
export async function draft(
  workbookPath: string,
  out: string,
  overwrite: boolean,
): Promise<Drafted | 'exists'> {
  const workbook = await openWorkbook(workbookPath);
  try {
    const text = await draftMapping(workbook);
    await writeFile(out, text, { flag: overwrite ? 'w' : 'wx' });
    return {
      tables: text.match(/^ {4}columns:$/gm)?.length ?? 0,
      doubts: text.match(/# \?/g)?.length ?? 0,
    };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'exists';
    throw error;
  } finally {
    await workbook.close();
  }
}

export { explainCell, explainReference };
