import type { CellOrigin, Origin } from '../model/origin.js';
import { columnLetters } from '../model/workbook.js';

/** The sheet that a cell lies on. */
export interface SheetPlace {
  readonly file: string;
  readonly sheet: string;
}

/** Gathers the cells that a value was made from, and writes neighbours below one another as one range. */
export class CellSink {
  readonly #columns = new Map<SheetPlace, Map<number, Set<number>>>();
  readonly #others: Origin[] = [];

  add(place: SheetPlace, row: number, column: number): void {
    let columns = this.#columns.get(place);
    if (columns === undefined) {
      columns = new Map();
      this.#columns.set(place, columns);
    }
    const rows = columns.get(column);
    if (rows === undefined) columns.set(column, new Set([row]));
    else rows.add(row);
  }

  addOrigin(origin: Origin): void {
    this.#others.push(origin);
  }

  get isEmpty(): boolean {
    return this.#columns.size === 0 && this.#others.length === 0;
  }

  /** Cells in the order of sheet, column and row; then the rest. */
  origins(): readonly Origin[] {
    const found: Origin[] = [];
    for (const [place, columns] of this.#columns) {
      for (const [column, rows] of [...columns].sort(([a], [b]) => a - b)) {
        for (const [first, last] of runs(rows)) found.push(cellOrigin(place, column, first, last));
      }
    }
    return this.#others.length === 0 ? found : [...found, ...this.#others];
  }
}

function cellOrigin(place: SheetPlace, column: number, first: number, last: number): CellOrigin {
  const letters = columnLetters(column);
  const cell = first === last ? `${letters}${first}` : `${letters}${first}:${letters}${last}`;
  return { at: 'cell', file: place.file, sheet: place.sheet, cell };
}

/** Consecutive numbers as first and last. */
function runs(numbers: ReadonlySet<number>): [number, number][] {
  const sorted = [...numbers].sort((a, b) => a - b);
  const found: [number, number][] = [];
  for (const number of sorted) {
    const open = found.at(-1);
    if (open !== undefined && open[1] + 1 === number) open[1] = number;
    else found.push([number, number]);
  }
  return found;
}
