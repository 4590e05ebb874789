import type { Workbook } from '../model/workbook.js';
import type { CsvOptions } from './csv/csv-workbook.js';
import { readFileFacts } from './file-facts.js';
import { defaultLimits } from './limits.js';
import type { ReadLimits } from './limits.js';
import { readableFormat } from './signature.js';
import { refusalOf } from './workbook-error.js';
import { openXlsx } from './xlsx/xlsx-workbook.js';

/** How a workbook is read. What is left out is found out, or is the usual. */
export interface ReadOptions {
  /** Those not named are `defaultLimits`. */
  readonly limits?: Partial<ReadLimits>;
  readonly csv?: CsvOptions;
}

/**
 * Opens a workbook, whatever its format: told by content, not by name. Rows are read when they are asked for.
 * Close it when done.
 *
 * @throws WorkbookError for a file that cannot be read, with what is wrong and what to do; so do `rows` and
 * `merges` where the fault lies deeper in the file.
 */
export async function openWorkbook(path: string, options: ReadOptions = {}): Promise<Workbook> {
  const limits: ReadLimits = { ...defaultLimits, ...options.limits };
  const refusal = refusalOf(path);
  const facts = await readFileFacts(path, limits, refusal);
  switch (readableFormat(facts, refusal)) {
    case 'xlsx':
      return openXlsx(facts, limits, refusal);
    case 'csv': {
      // Each format has a parser of its own to load, and most files are workbooks.
      const { openCsv } = await import('./csv/csv-workbook.js');
      return openCsv(facts, options.csv ?? {}, limits, refusal);
    }
  }
}
