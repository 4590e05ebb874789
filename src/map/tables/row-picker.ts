import type { Cell, Row } from '../../model/workbook.js';
import { cellText } from '../cells/cell-text.js';
import type { Picked } from './column-store.js';
import type { CompiledTable } from './compiled-table.js';
import type { Layout } from './layout.js';
import type { MergedCells } from './merges.js';

interface Slot {
  readonly key: string;
  readonly position: number;
  readonly fills: boolean;
  readonly picked: { cell: Cell | undefined; masterRow: number | null };
  /** The last cell that was filled, for `fill: down`. */
  above: Cell | undefined;
}

/** Takes the cells of the declared columns out of rows. The same places are filled anew for each row. */
export class RowPicker {
  readonly #slots: readonly Slot[];
  readonly #picked: ReadonlyMap<string, readonly Picked[]>;
  readonly #merged: MergedCells;

  constructor(layout: Layout, table: CompiledTable, merged: MergedCells) {
    const slots = [...layout.columns.values()].flatMap((column) =>
      column.positions.map((position): Slot => {
        const fills = table.columns.get(column.key)?.definition.fill === 'down';
        return {
          key: column.key,
          position,
          fills,
          picked: { cell: undefined, masterRow: null },
          above: undefined,
        };
      }),
    );
    this.#merged = merged;
    this.#picked = new Map(
      [...layout.columns.keys()].map((key) => [
        key,
        slots.filter((slot) => slot.key === key).map((slot) => slot.picked),
      ]),
    );
    this.#slots = slots.sort((a, b) => a.position - b.position);
  }

  /** The cells by column; what is needed of them must be taken before the next row. */
  pick(row: Row): ReadonlyMap<string, readonly Picked[]> {
    let next = 0;
    for (const slot of this.#slots) {
      while (next < row.cells.length && (row.cells[next]?.column ?? 0) < slot.position) next += 1;
      const here = row.cells[next];
      slot.picked.cell = here?.column === slot.position ? here : undefined;
      slot.picked.masterRow = null;
      if (!this.#merged.isEmpty) {
        const { cell, masterRow } = this.#merged.pick(row.number, slot.position, slot.picked.cell);
        slot.picked.cell = cell;
        slot.picked.masterRow = masterRow;
      }
      if (slot.fills) this.#fillDown(slot);
    }
    return this.#picked;
  }

  #fillDown(slot: Slot): void {
    const { cell } = slot.picked;
    if (cell !== undefined && cellText(cell) !== '') {
      slot.above = cell;
      return;
    }
    if (slot.above === undefined) return;
    slot.picked.cell = slot.above;
    slot.picked.masterRow = slot.above.row;
  }
}
