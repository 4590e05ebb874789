import { TextDecoder } from 'node:util';
import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Parser } from 'csv-parse';
import type { Cell, Row, SheetReader, Workbook } from '../../model/workbook.js';
import type { FileFacts } from '../file-facts.js';
import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import { excerpt } from '../workbook-error.js';
import { detectShape } from './delimiter.js';
import { detectEncoding } from './encoding.js';
import type { CsvEncoding } from './encoding.js';

/** What a mapping may state of a CSV file; what it does not state is established from the file. */
export interface CsvOptions {
  /** One character. */
  readonly delimiter?: string;
  readonly encoding?: CsvEncoding;
  /** The character that encloses a field; null where a quote is a character like any other. */
  readonly quote?: string | null;
  /** The character before a quote within a field; the quote itself where it is doubled. */
  readonly escape?: string;
}

const batchRows = 200;

interface CsvFormat {
  readonly delimiter: string;
  readonly encoding: CsvEncoding;
  readonly quote: string | null;
  readonly escape: string | null;
  readonly hasSeparatorLine: boolean;
}

/** Opens a CSV file as a workbook of one sheet, named as the file without its extension. */
export function openCsv(
  facts: FileFacts,
  options: CsvOptions,
  limits: ReadLimits,
  refusal: Refusal,
): Workbook {
  const encoding = options.encoding ?? detectEncoding(facts, refusal);
  const quote = options.quote === undefined ? '"' : options.quote;
  const head = new TextDecoder(encoding).decode(facts.head, { stream: true });
  const shape = detectShape(head, quote);
  const format: CsvFormat = {
    encoding,
    quote,
    escape: options.escape ?? quote,
    delimiter: options.delimiter ?? shape.delimiter,
    hasSeparatorLine: shape.hasSeparatorLine,
  };
  const sheet: SheetReader = {
    info: { name: basename(facts.path, extname(facts.path)), state: 'visible' },
    merges: () => Promise.resolve([]),
    rows: () => rowsOf(facts.path, format, limits, refusal),
    batches: () => batched(rowsOf(facts.path, format, limits, refusal)),
  };
  return {
    path: facts.path,
    format: 'csv',
    sha256: facts.sha256,
    date1904: false,
    sheets: [sheet],
    close: () => Promise.resolve(),
  };
}

/** The parser hands over one record at a time. */
async function* batched(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* rowsOf(
  path: string,
  format: CsvFormat,
  limits: ReadLimits,
  refusal: Refusal,
): AsyncGenerator<Row> {
  const parser = parserOf(format, limits);
  // The callback keeps a failure of the file from being nobody's; the parser ends with the same error.
  pipeline(createReadStream(path), decoderOf(format.encoding), parser, () => undefined);
  let number = 0;
  try {
    for await (const record of parser) {
      number += 1;
      if (number > limits.rows) {
        refusal.refuse(
          'too-large',
          `it has more than the ${limits.rows} rows that are read: split it into several files`,
        );
      }
      const row = Array.isArray(record) ? rowOf(number, record, limits, refusal) : null;
      if (row !== null && !(number === 1 && format.hasSeparatorLine)) yield row;
    }
  } catch (error) {
    refuseCsv(error, refusal);
  } finally {
    parser.destroy();
  }
}

function parserOf(format: CsvFormat, limits: ReadLimits): Parser {
  return parse({
    delimiter: format.delimiter,
    quote: format.quote,
    escape: format.escape,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: limits.stringLength * 4,
  });
}

/** Decodes chunk by chunk; bytes that are none of the encoding's are refused rather than replaced. */
function decoderOf(encoding: CsvEncoding): (source: AsyncIterable<Buffer>) => AsyncGenerator<string> {
  return async function* decoded(source) {
    const decoder = new TextDecoder(encoding, { fatal: true });
    for await (const chunk of source) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  };
}

function rowOf(number: number, record: readonly unknown[], limits: ReadLimits, refusal: Refusal): Row | null {
  const cells: Cell[] = [];
  if (record.length > limits.columns) {
    refusal.refuse(
      'too-large',
      `its row ${number} has ${record.length} columns, more than the ${limits.columns} that are read: state its delimiter in the mapping`,
    );
  }
  record.forEach((field, index) => {
    if (typeof field !== 'string' || field === '') return;
    if (field.length > limits.stringLength) {
      refusal.refuse(
        'too-long',
        `its row ${number}, column ${index + 1} has more than ${limits.stringLength} characters: look for a quote that is not closed`,
      );
    }
    cells.push({
      row: number,
      column: index + 1,
      type: 'text',
      value: field,
      stored: field,
      numberFormat: 'General',
      formula: null,
      hidden: false,
    });
  });
  return cells.length === 0 ? null : { number, hidden: false, cells };
}

function refuseCsv(error: unknown, refusal: Refusal): never {
  if (error instanceof CsvError) {
    if (error.code === 'CSV_MAX_RECORD_SIZE' || error.code === 'CSV_QUOTE_NOT_CLOSED') {
      return refusal.refuse(
        'quoting',
        `a quote (") ${lineOf(error)}is not closed: close it, or state in the mapping that quotes are plain characters`,
        error,
      );
    }
    return refusal.refuse(
      'quoting',
      `a quote (") ${lineOf(error)}stands within a field: double it and enclose the field in quotes, or state in the mapping that quotes are plain characters (${excerpt(error.message, 120)})`,
      error,
    );
  }
  if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return refusal.refuse(
      'encoding',
      'it holds bytes that are not of its encoding: save it again as "CSV UTF-8", or state its encoding in the mapping',
      error,
    );
  }
  throw error;
}

function lineOf(error: CsvError): string {
  const lines: unknown = error['lines'];
  return typeof lines === 'number' ? `on line ${lines} ` : '';
}
