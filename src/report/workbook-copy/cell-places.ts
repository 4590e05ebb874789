import { columnLetters } from '../../model/workbook.js';

/** The last column of Excel's grid, `XFD`. */
export const lastColumn = 16_384;

export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells, inclusive. */
export interface Area {
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** `F` is 6. */
export function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

/** `F17`, `$F$17`; null for anything else. */
function placeOf(address: string): Place | null {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(address);
  return match === null ? null : { column: columnOf(match[1] ?? ''), row: Number(match[2]) };
}

/** `F17` or `F17:H20`; null for anything else. */
export function areaOf(range: string): Area | null {
  const [from = '', to = from] = range.split(':');
  const [a, b] = [placeOf(from), placeOf(to)];
  if (a === null || b === null) return null;
  return {
    firstRow: Math.min(a.row, b.row),
    firstColumn: Math.min(a.column, b.column),
    lastRow: Math.max(a.row, b.row),
    lastColumn: Math.max(a.column, b.column),
  };
}

export function areaAddress(area: Area): string {
  const from = `${columnLetters(area.firstColumn)}${area.firstRow}`;
  const to = `${columnLetters(area.lastColumn)}${area.lastRow}`;
  return from === to ? from : `${from}:${to}`;
}
