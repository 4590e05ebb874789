import { TextDecoder } from 'node:util';
import { resultHeaders, resultTexts, type SheetResults } from './sheet-results.js';
import type { CopyKind } from './edit-workbook.js';

/** How a CSV file is written. */
export interface CsvShape {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly delimiter: string;
  /** The character that encloses a field. */
  readonly quote: string;
  readonly hasSeparatorLine: boolean;
}

interface Field {
  readonly start: number;
  readonly end: number;
}

interface Line {
  readonly fields: readonly Field[];
  /** Of the record's text, without its line end. */
  readonly start: number;
  readonly end: number;
  /** Behind the line end. */
  readonly next: number;
}

/** Divides a text into records as its reader counts them: a line break within quotes does not end one. */
function* recordsOf(text: string, shape: CsvShape): Generator<Line> {
  let start = 0;
  let fieldStart = 0;
  let fields: Field[] = [];
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === shape.quote) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === shape.delimiter) {
      fields.push({ start: fieldStart, end: at });
      fieldStart = at + 1;
    } else if (character === '\n' || character === '\r') {
      const next = character === '\r' && text.charAt(at + 1) === '\n' ? at + 2 : at + 1;
      yield { fields: [...fields, { start: fieldStart, end: at }], start, end: at, next };
      fields = [];
      start = fieldStart = next;
      at = next - 1;
    }
  }
  if (start < text.length)
    yield {
      fields: [...fields, { start: fieldStart, end: text.length }],
      start,
      end: text.length,
      next: text.length,
    };
}

/**
 * A CSV file with the results behind each record, or with the rows to correct alone; written as the file itself is.
 * A text that a spreadsheet would take for a formula has an apostrophe before it.
 */
export function csvCopy(bytes: Buffer, shape: CsvShape, results: SheetResults, kind: CopyKind): Buffer {
  const { mark, text } = decode(bytes, shape.encoding);
  const lines = [...recordsOf(text, shape)];
  const isLine = (line: Line, index: number): boolean =>
    line.end > line.start && !(index === 0 && shape.hasSeparatorLine);
  const columns = Math.max(0, ...lines.filter(isLine).map((line) => line.fields.length));
  const quotesAll = allQuoted(text, lines.filter(isLine), shape);
  const write = (field: string): string => written(field, shape, quotesAll);
  const above = new Map<number, string>();
  let out = '';
  lines.forEach((line, index) => {
    const number = index + 1;
    if (results.headerRows.has(number)) above.clear();
    const result = results.rows.get(number);
    const isDropped = kind === 'corrections' && result?.inCorrections === 'leave-out';
    const record =
      kind === 'corrections'
        ? filledRecord(text, line, result?.inCorrections === 'correct', results, above, shape)
        : text.slice(line.start, line.end);
    if (isDropped) return;
    out += record;
    const isTold = kind === 'results' || result?.inCorrections === 'correct';
    const texts = results.headerRows.has(number)
      ? resultHeaders
      : result === undefined || !isTold
        ? ['', '', '', '']
        : resultTexts(result);
    if (isLine(line, index))
      out +=
        shape.delimiter.repeat(columns - line.fields.length) +
        texts.map((each) => shape.delimiter + write(each)).join('');
    out += text.slice(line.end, line.next);
  });
  return Buffer.concat([mark, encode(out, shape.encoding)]);
}

/** A record whose blank fields take the value above it, as the mapping fills them down. */
function filledRecord(
  text: string,
  line: Line,
  isFilled: boolean,
  results: SheetResults,
  above: Map<number, string>,
  shape: CsvShape,
): string {
  const fields = line.fields.map((field) => text.slice(field.start, field.end));
  for (const column of results.filledDown) {
    const own = fields[column - 1];
    if (own === undefined) continue;
    if (own.trim() !== '') above.set(column, own);
    else if (isFilled) fields[column - 1] = above.get(column) ?? own;
  }
  return fields.join(shape.delimiter);
}

function allQuoted(text: string, lines: readonly Line[], { quote }: CsvShape): boolean {
  const fields = lines
    .flatMap((line) => line.fields)
    .slice(0, 200)
    .map((field) => text.slice(field.start, field.end));
  const filled = fields.filter((field) => field !== '');
  return filled.length > 0 && filled.every((field) => field.startsWith(quote));
}

function written(field: string, { delimiter, quote }: CsvShape, quotesAll: boolean): string {
  const safe = /^[=+\-@\t]/.test(field) ? `'${field}` : field;
  const needsQuotes =
    quotesAll || [delimiter, quote, '\n', '\r'].some((each) => safe.includes(each)) || safe !== safe.trim();
  return needsQuotes ? quote + safe.replaceAll(quote, quote + quote) + quote : safe;
}

function decode(
  bytes: Buffer,
  encoding: CsvShape['encoding'],
): { readonly mark: Buffer; readonly text: string } {
  if (encoding === 'windows-1252') return { mark: Buffer.alloc(0), text: bytes.toString('latin1') };
  const decoder = new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
  const text = decoder.decode(bytes);
  if (!text.startsWith('\ufeff')) return { mark: Buffer.alloc(0), text };
  return { mark: bytes.subarray(0, encoding === 'utf-8' ? 3 : 2), text: text.slice(1) };
}

/** What Windows-1252 has at the bytes 80 to 9F; a blank where it has nothing. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** The byte of a character, `?` where there is none. The file's own characters are held as their bytes. */
function windowsByte(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const special = character === ' ' ? -1 : windows1252.indexOf(character);
  if (special !== -1) return 0x80 + special;
  return code <= 0xff ? code : 0x3f;
}

function encode(text: string, encoding: CsvShape['encoding']): Buffer {
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'windows-1252':
      return Buffer.from(Array.from(text, windowsByte));
  }
}
