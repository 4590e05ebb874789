import { columnLetters } from '../../model/workbook.js';
import { columnNumber, lastColumn, lastRow } from '../a1.js';

/** A reference within a formula; what is absolute stays where it is when the formula moves. */
interface Reference {
  readonly column: number | null;
  readonly columnAbsolute: boolean;
  readonly row: number | null;
  readonly rowAbsolute: boolean;
}

/**
 * A formula that several cells share, stored once at one of them: every other cell has it with its relative
 * references moved by the distance.
 */
export interface SharedFormula {
  readonly row: number;
  readonly column: number;
  readonly pieces: readonly (string | Reference)[];
}

// Texts, quoted sheet names and bracketed names of tables and workbooks hold no references; a name that goes
// on or is called (`LOG10(`, `A1_total`) is none either; a sheet's name before `!` may look like a reference.
const tokens =
  /("(?:[^"]|"")*(?:"|$))|('(?:[^']|'')*(?:'|$)!?)|(\[[^\]]*(?:\]|$))|((?<![\p{L}\p{N}_.$\\])(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d{0,6})(?![\p{L}\p{N}_.(!\\]))|((?<![\p{L}\p{N}_.$\\])(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})(?![\p{L}\p{N}_.(!:\\$]))|((?<![\p{L}\p{N}_.$\\])(\$?)([1-9]\d{0,6}):(\$?)([1-9]\d{0,6})(?![\p{L}\p{N}_.(!:\\$]))/gu;

/** Takes a formula's text (without `=`) apart at its references. */
export function parseSharedFormula(text: string, row: number, column: number): SharedFormula {
  const pieces: (string | Reference)[] = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    const references = referencesOf(match);
    if (references.length === 0) continue;
    pieces.push(text.slice(end, match.index));
    references.forEach((reference, index) => {
      if (index > 0) pieces.push(':');
      pieces.push(reference);
    });
    end = match.index + match[0].length;
  }
  pieces.push(text.slice(end));
  return { row, column, pieces };
}

/** The formula as the cell at that place has it, without `=`. */
export function formulaAt(formula: SharedFormula, row: number, column: number): string {
  let text = '';
  for (const piece of formula.pieces) {
    text += typeof piece === 'string' ? piece : moved(piece, row - formula.row, column - formula.column);
  }
  return text;
}

function referencesOf(match: RegExpExecArray): readonly Reference[] {
  const group = (index: number): string => match[index] ?? '';
  if (match[4] !== undefined) {
    const column = columnNumber(group(6));
    const row = Number(group(8));
    if (column === 0 || row > lastRow) return [];
    return [{ column, columnAbsolute: group(5) !== '', row, rowAbsolute: group(7) !== '' }];
  }
  if (match[9] !== undefined) {
    const sides = [columnSide(group(10), group(11)), columnSide(group(12), group(13))];
    return sides.some((side) => side.column === 0) ? [] : sides;
  }
  if (match[14] !== undefined) return [rowSide(group(15), group(16)), rowSide(group(17), group(18))];
  return [];
}

function columnSide(absolute: string, letters: string): Reference {
  return { column: columnNumber(letters), columnAbsolute: absolute !== '', row: null, rowAbsolute: false };
}

function rowSide(absolute: string, digits: string): Reference {
  return { column: null, columnAbsolute: false, row: Number(digits), rowAbsolute: absolute !== '' };
}

function moved(reference: Reference, rows: number, columns: number): string {
  let text = '';
  if (reference.column !== null) {
    const column = reference.columnAbsolute
      ? reference.column
      : wrapped(reference.column + columns, lastColumn);
    text += `${reference.columnAbsolute ? '$' : ''}${columnLetters(column)}`;
  }
  if (reference.row !== null) {
    const row = reference.rowAbsolute ? reference.row : wrapped(reference.row + rows, lastRow);
    text += `${reference.rowAbsolute ? '$' : ''}${row}`;
  }
  return text;
}

/** Excel's grid is a ring: one left of `A` is `XFD`. */
function wrapped(position: number, last: number): number {
  return ((((position - 1) % last) + last) % last) + 1;
}
