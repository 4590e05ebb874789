import type { Cell, Merge, Row } from '../../model/workbook.js';
import type { Picked } from './column-store.js';

const nothing: Picked = { cell: undefined, masterRow: null };

/** Knows, while rows stream by, which cell stands for the places below it that its merge covers. */
export class MergedCells {
  readonly #byColumn = new Map<number, Merge[]>();
  readonly #masters = new Map<Merge, Cell | undefined>();

  constructor(merges: readonly Merge[]) {
    for (const merge of merges) {
      if (merge.lastRow === merge.firstRow) continue;
      const list = this.#byColumn.get(merge.firstColumn);
      if (list === undefined) this.#byColumn.set(merge.firstColumn, [merge]);
      else list.push(merge);
    }
    for (const list of this.#byColumn.values()) list.sort((a, b) => a.firstRow - b.firstRow);
  }

  /** Whether no merge reaches over rows. */
  get isEmpty(): boolean {
    return this.#byColumn.size === 0;
  }

  /** Must see every row in order, before it is picked from. */
  see(row: Row): void {
    if (this.#byColumn.size === 0) return;
    for (const cell of row.cells) {
      const merge = this.vertical(row.number, cell.column);
      if (merge?.firstRow === row.number) this.#masters.set(merge, cell);
    }
  }

  /** The merge over several rows that covers a place in its first column. */
  vertical(row: number, column: number): Merge | undefined {
    const list = this.#byColumn.get(column);
    if (list === undefined) return undefined;
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((list[middle]?.firstRow ?? 0) <= row) low = middle + 1;
      else high = middle;
    }
    const nearest = list[low - 1];
    return nearest !== undefined && row <= nearest.lastRow ? nearest : undefined;
  }

  /** The cell at a place; where a merge covers it from above, the cell at the merge's top. */
  pick(row: number, column: number, cell: Cell | undefined): Picked {
    const merge = this.vertical(row, column);
    if (merge === undefined || merge.firstRow === row)
      return cell === undefined ? nothing : { cell, masterRow: null };
    const master = this.#masters.get(merge);
    return master === undefined ? nothing : { cell: master, masterRow: merge.firstRow };
  }
}
