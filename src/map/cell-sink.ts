import type { CellOrigin, Origin } from '../model/origin.js';
import { columnLetters } from '../model/workbook.js';

/** The sheet that a cell lies on. */
export interface SheetPlace {
  readonly file: string;
  readonly sheet: string;
}

/** Gathers the cells that a value was made from, and writes neighbours below one another as one range. */
export class CellSink {
  /** Most values come from a cell or two: lists side by side are the least that remembers them. */
  readonly #places: SheetPlace[] = [];
  readonly #rows: number[] = [];
  readonly #columns: number[] = [];
  readonly #others: Origin[] = [];

  add(place: SheetPlace, row: number, column: number): void {
    this.#places.push(place);
    this.#rows.push(row);
    this.#columns.push(column);
  }

  addOrigin(origin: Origin): void {
    this.#others.push(origin);
  }

  get isEmpty(): boolean {
    return this.#places.length === 0 && this.#others.length === 0;
  }

  /** Forgets everything, to be filled anew. */
  clear(): void {
    this.#places.length = this.#rows.length = this.#columns.length = this.#others.length = 0;
  }

  /** The place, row and column of the only cell; null where there is none, another kind of origin, or several. */
  get single(): { readonly place: SheetPlace; readonly row: number; readonly column: number } | null {
    const [place] = this.#places;
    const [row] = this.#rows;
    const [column] = this.#columns;
    if (place === undefined || row === undefined || column === undefined) return null;
    return this.#places.length === 1 && this.#others.length === 0 ? { place, row, column } : null;
  }

  /** Cells in the order of sheet, column and row; then the rest. */
  origins(): readonly Origin[] {
    const { single } = this;
    if (single !== null) return [cellOrigin(single.place, single.column, single.row, single.row)];
    const found: Origin[] = [];
    for (const place of new Set(this.#places)) {
      for (const [column, rows] of this.#byColumn(place)) addRuns(place, column, rows, found);
    }
    return [...found, ...this.#others];
  }

  #byColumn(place: SheetPlace): readonly (readonly [number, number[]])[] {
    const columns = new Map<number, number[]>();
    for (let nth = 0; nth < this.#places.length; nth += 1) {
      const [row, column] = [this.#rows[nth], this.#columns[nth]];
      if (this.#places[nth] !== place || row === undefined || column === undefined) continue;
      const rows = columns.get(column);
      if (rows === undefined) columns.set(column, [row]);
      else rows.push(row);
    }
    return [...columns].sort(([a], [b]) => a - b);
  }
}

function cellOrigin(place: SheetPlace, column: number, first: number, last: number): CellOrigin {
  const letters = columnLetters(column);
  const cell = first === last ? `${letters}${first}` : `${letters}${first}:${letters}${last}`;
  return { at: 'cell', file: place.file, sheet: place.sheet, cell };
}

/** Adds the rows of a column, consecutive ones as one range. They mostly come in order, and may come twice. */
function addRuns(place: SheetPlace, column: number, rows: number[], found: Origin[]): void {
  if (rows.some((row, nth) => row < (rows[nth - 1] ?? 0))) rows.sort((a, b) => a - b);
  let first = 0;
  let last = 0;
  for (const row of rows) {
    if (row === last) continue;
    if (row !== last + 1 || first === 0) {
      if (first !== 0) found.push(cellOrigin(place, column, first, last));
      first = row;
    }
    last = row;
  }
  if (first !== 0) found.push(cellOrigin(place, column, first, last));
}
