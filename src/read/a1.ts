/** A rectangle of cells, inclusive, counting from 1. Open sides are `null`: `A:C` has no rows. */
export interface CellRange {
  readonly firstRow: number | null;
  readonly firstColumn: number | null;
  readonly lastRow: number | null;
  readonly lastColumn: number | null;
}

/** A sheet, and the cells of it that are meant; `cells` is null for the whole sheet. */
export interface SheetRange {
  /** null where the text names no sheet: the only one, or the first. */
  readonly sheet: string | null;
  readonly cells: CellRange | null;
}

export const lastRow = 1_048_576;
export const lastColumn = 16_384;

/** `AA` is 27; 0 for what is no column of Excel's grid. Letters of either case. */
export function columnNumber(letters: string): number {
  let column = 0;
  for (let index = 0; index < letters.length; index += 1) {
    const letter = letters.charCodeAt(index) & ~0x20;
    if (letter < 65 || letter > 90) return 0;
    column = column * 26 + (letter - 64);
    if (column > lastColumn) return 0;
  }
  return column;
}

const cellPattern = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/;
const columnPattern = /^\$?([A-Za-z]{1,3})$/;
const rowPattern = /^\$?([1-9]\d{0,6})$/;

/** `F17` is row 17, column 6; null for what is no address within Excel's grid. */
export function parseAddress(text: string): { readonly row: number; readonly column: number } | null {
  const match = cellPattern.exec(text);
  if (match === null) return null;
  const column = columnNumber(match[1] ?? '');
  const row = Number(match[2]);
  return column === 0 || row > lastRow ? null : { row, column };
}

/** `A1:D9`, `B3`, `A:C`, `2:5`; null for anything else. The corners may come in any order. */
export function parseRange(text: string): CellRange | null {
  const [left = '', right, ...more] = text.trim().split(':');
  if (more.length > 0) return null;
  const first = parseCorner(left);
  const last = right === undefined ? first : parseCorner(right);
  if (first === null || last === null) return null;
  const isCell = first.row !== null && first.column !== null;
  if ((right === undefined && !isCell) || isOpen(first) !== isOpen(last)) return null;
  return {
    firstRow: lower(first.row, last.row),
    firstColumn: lower(first.column, last.column),
    lastRow: upper(first.row, last.row),
    lastColumn: upper(first.column, last.column),
  };
}

/**
 * `Sheet!A1:D9`, `'Lab Data'!B3`, `'Lab Data'`, `Lab Data`, `A1:D9`. Text that could be both a sheet and an
 * address is the sheet if `sheets` has it.
 */
export function parseSheetRange(text: string, sheets: readonly string[]): SheetRange | null {
  const trimmed = text.trim();
  if (sheets.includes(trimmed)) return { sheet: trimmed, cells: null };
  const quoted = /^'((?:[^']|'')+)'(?:!(.*))?$/s.exec(trimmed);
  if (quoted !== null) return withCells((quoted[1] ?? '').replaceAll("''", "'"), quoted[2]);
  const bang = trimmed.lastIndexOf('!');
  if (bang > 0) return withCells(trimmed.slice(0, bang), trimmed.slice(bang + 1));
  const cells = parseRange(trimmed);
  if (cells !== null) return { sheet: null, cells };
  return trimmed === '' ? null : { sheet: trimmed, cells: null };
}

/** Whether the cell lies within the range. */
export function contains(range: CellRange, row: number, column: number): boolean {
  return (
    row >= (range.firstRow ?? 1) &&
    row <= (range.lastRow ?? lastRow) &&
    column >= (range.firstColumn ?? 1) &&
    column <= (range.lastColumn ?? lastColumn)
  );
}

interface Corner {
  readonly row: number | null;
  readonly column: number | null;
}

function parseCorner(text: string): Corner | null {
  const address = parseAddress(text);
  if (address !== null) return address;
  const letters = columnPattern.exec(text);
  if (letters !== null) {
    const column = columnNumber(letters[1] ?? '');
    return column === 0 ? null : { row: null, column };
  }
  const digits = rowPattern.exec(text);
  if (digits === null) return null;
  const row = Number(digits[1]);
  return row > lastRow ? null : { row, column: null };
}

/** Which side of a corner is open, so that `A1:C` is told from `A:C`. */
function isOpen(corner: Corner): 'rows' | 'columns' | 'none' {
  if (corner.row === null) return 'rows';
  return corner.column === null ? 'columns' : 'none';
}

function lower(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.min(a, b);
}

function upper(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : Math.max(a, b);
}

function withCells(sheet: string, cells: string | undefined): SheetRange | null {
  if (cells === undefined) return { sheet, cells: null };
  const range = parseRange(cells);
  return range === null ? null : { sheet, cells: range };
}
