import { TextDecoder } from 'node:util';
import { detectShape } from './csv/delimiter.js';
import { detectEncoding, type CsvEncoding } from './csv/encoding.js';
import { readFileFacts } from './file-facts.js';
import { defaultLimits } from './limits.js';
import { readableFormat } from './signature.js';
import { refusalOf } from './workbook-error.js';

/** How a file is written, established from its content as `openWorkbook` does. */
export type FileFormat =
  | { readonly format: 'xlsx' }
  | {
      readonly format: 'csv';
      readonly encoding: CsvEncoding;
      readonly delimiter: string;
      readonly quote: string;
      /** Whether the first line is Excel's `sep=;`. */
      readonly hasSeparatorLine: boolean;
    };

/** Tells how a workbook is written. @throws WorkbookError for a file that is no workbook. */
export async function fileFormat(path: string): Promise<FileFormat> {
  const refusal = refusalOf(path);
  const facts = await readFileFacts(path, defaultLimits, refusal);
  if (readableFormat(facts, refusal) === 'xlsx') return { format: 'xlsx' };
  const encoding = detectEncoding(facts, refusal);
  const quote = '"';
  const head = new TextDecoder(encoding).decode(facts.head, { stream: true });
  return { format: 'csv', encoding, quote, ...detectShape(head, quote) };
}
