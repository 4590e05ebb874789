import type { Cell } from '../../model/workbook.js';
import type { NumberFormat } from './number-format.js';
import { normalizeIso, serialToIso } from './serial-date.js';

/** A cell's value as typed by what the file says of it. */
export interface TypedValue {
  readonly type: Cell['type'];
  readonly value: Cell['value'];
}

/** The errors of Excel and of the programs that write their own into the same place. */
const errors: ReadonlySet<string> = new Set([
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#GETTING_DATA',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#CONNECT!',
  '#BUSY!',
  '#EXTERNAL!',
  '#UNKNOWN!',
  '#PYTHON!',
  '#TIMEOUT!',
  '#ERROR!',
]);

/** Whether the text is an error's: Google Sheets writes the errors of formulas as strings. */
function isErrorText(text: string): boolean {
  return text.startsWith('#') && errors.has(text);
}

/**
 * The value of a cell by the type that the file gives it (`t`). null: nothing is there, or, beside a formula, no
 * result is cached. An empty result is one only where the file says that it is a text.
 */
export function typedValue(
  type: string,
  stored: string,
  hasValue: boolean,
  format: NumberFormat,
  date1904: boolean,
): TypedValue | 'unknown' | null {
  switch (type) {
    case 's':
    case 'inlineStr':
      return { type: 'text', value: stored };
    case 'str':
      if (!hasValue) return null;
      return { type: isErrorText(stored) ? 'error' : 'text', value: stored };
    default:
      return stored === '' ? null : typedPlain(type, stored, format, date1904);
  }
}

function typedPlain(
  type: string,
  stored: string,
  format: NumberFormat,
  date1904: boolean,
): TypedValue | 'unknown' {
  switch (type) {
    case '':
    case 'n':
      return typedNumber(stored, format, date1904);
    case 'b':
      return typedBoolean(stored);
    case 'e':
      return { type: 'error', value: stored };
    case 'd':
      return typedIsoDate(stored);
    default:
      return 'unknown';
  }
}

/**
 * A number, unless its format makes it a date. What is stored as a number but is none (some writers put text
 * there) is text, so that no number is made of it.
 */
export function typedNumber(stored: string, format: NumberFormat, date1904: boolean): TypedValue {
  const value = parseStoredNumber(stored);
  if (value === null) return { type: 'text', value: stored };
  if (format.meaning !== 'number') {
    const iso = serialToIso(value, format.meaning, date1904);
    if (iso !== null) return { type: 'date', value: iso };
  }
  return { type: 'number', value };
}

function typedBoolean(stored: string): TypedValue {
  if (stored === '1' || stored === 'true') return { type: 'boolean', value: true };
  if (stored === '0' || stored === 'false') return { type: 'boolean', value: false };
  return { type: 'text', value: stored };
}

/** A `t="d"` cell: ISO 8601, whatever its number format says. */
function typedIsoDate(stored: string): TypedValue {
  const iso = normalizeIso(stored);
  return iso === null ? { type: 'text', value: stored } : { type: 'date', value: iso };
}

/** `0x10`, `0b1`, `0o7`: numbers to `Number`, but to no spreadsheet. */
const prefixed = /^0[xob]/i;

/** The number that the text in the file is; null for infinities, an empty text and other than decimal digits. */
function parseStoredNumber(stored: string): number | null {
  const value = Number(stored);
  if (!Number.isFinite(value)) return null;
  if (value === 0 && stored.trim() === '') return null;
  // Most numbers do not start with a zero, so the pattern is rarely tried.
  return stored.charCodeAt(0) === 48 && prefixed.test(stored) ? null : value;
}
