import type { CellOrigin } from '../../model/origin.js';
import { columnLetters } from '../../model/workbook.js';
import type { TableData } from '../tables/table-data.js';
import type { Layout } from '../tables/layout.js';

function span(layout: Layout): readonly [number, number] {
  let first = Number.POSITIVE_INFINITY;
  let last = 1;
  for (const column of layout.columns.values()) {
    for (const position of column.positions) {
      first = Math.min(first, position);
      last = Math.max(last, position);
    }
  }
  return [Number.isFinite(first) ? first : 1, last];
}

/** Rows of a table as ranges over its columns, neighbours as one: `A7:K7`, `A9:K12`. */
export function rowOrigins(table: TableData, rows: readonly number[]): readonly CellOrigin[] {
  const found: CellOrigin[] = [];
  let open: { layout: Layout; first: number; last: number } | null = null;
  const close = (): void => {
    if (open === null) return;
    const [left, right] = span(open.layout);
    const cell = `${columnLetters(left)}${open.first}:${columnLetters(right)}${open.last}`;
    found.push({ at: 'cell', file: open.layout.place.file, sheet: open.layout.place.sheet, cell });
  };
  for (const index of rows) {
    const layout = table.layout(index);
    const number = table.rowNumber(index);
    if (open !== null && open.layout === layout && open.last + 1 === number) open.last = number;
    else {
      close();
      open = { layout, first: number, last: number };
    }
  }
  close();
  return found;
}
