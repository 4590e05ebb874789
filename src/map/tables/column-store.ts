import type { Cell } from '../../model/workbook.js';
import { InternalError } from '../../model/errors.js';
import type { IssueCode } from '../../model/issue-codes.js';
import type { Quantity } from '../../quantity/index.js';
import type { CellSink } from '../cell-sink.js';
import { FaultyValue, MissingValue, type Value } from '../values.js';
import type { Layout, LayoutColumn } from './layout.js';

/** The row that is being read. */
export interface ReadingRow {
  readonly layout: Layout;
  readonly number: number;
  /** Reports a finding at a cell of this row. */
  readonly report: (code: IssueCode, message: string, column: number) => void;
  /** The text of another declared column's cell in this row; '' where it is blank. */
  readonly textOf: (key: string) => string;
}

/** A cell as it is picked: the cell itself, or the one whose merge covers the place. */
export interface Picked {
  readonly cell: Cell | undefined;
  /** The row the value was taken from, where that is not the row itself. */
  readonly masterRow: number | null;
}

/** The header over one value of a column of type quantities, and the column's number. */
export interface ValueLabel {
  readonly label: string;
  readonly position: number;
}

/** Tells a finding that only all cells of a column together show. */
export type ColumnReport = (
  code: IssueCode,
  message: string,
  layout: Layout,
  row: number,
  column: number,
) => void;

/** The values of one column, a place for each row of the table. */
export interface ColumnStore {
  /** `picked` is filled anew for each row: what is needed of it must be taken at once. */
  append(picked: readonly Picked[], column: LayoutColumn | undefined, row: ReadingRow): void;
  /** Takes the last row back. */
  pop(): void;
  /** Throws MissingValue or FaultyValue. */
  read(index: number): Value;
  addOrigins(index: number, cells: CellSink): void;
  /** For a column of type quantities, in the order of `read`. */
  labels?(index: number): readonly ValueLabel[];
  /** Told when a sheet is finished. */
  finish(report: ColumnReport): void;
}

/** What a table knows of its rows, as stores need it. */
export interface RowPlaces {
  readonly rowNumber: (index: number) => number;
  readonly layout: (index: number) => Layout;
}

/** Adds the cells of a column in a row, or the cell whose merge covers them. */
export function addCells(
  key: string,
  index: number,
  rows: RowPlaces,
  masterRows: ReadonlyMap<number, number>,
  cells: CellSink,
): void {
  const layout = rows.layout(index);
  const column = layout.columns.get(key);
  if (column === undefined) return;
  const row = masterRows.get(index) ?? rows.rowNumber(index);
  for (const position of column.positions) cells.add(layout.place, row, position);
}

/** What a store is made for. */
export interface StoreUse {
  /** The value of another column of the same row, for `sd: { column }`. */
  readonly columnValue: (key: string, index: number) => Quantity | null;
  /** Whether any value will be asked for. Without that every cell is still checked, and none is kept. */
  readonly keeps: boolean;
}

/** Thrown where a value is read that was not kept: a fault of the program, which did not say that it would ask. */
export function notKept(key: string): InternalError {
  return new InternalError(`the column ${key} was read, and nothing had asked for its values`);
}

/** A cell into a raw value; null for none, undefined where it was reported. */
export type SimpleConverter<Raw> = (
  cell: Cell | undefined,
  row: ReadingRow,
  column: LayoutColumn,
) => Raw | null | undefined;

interface SimpleColumn {
  readonly key: string;
  readonly label: string;
  readonly rows: RowPlaces;
  readonly keeps: boolean;
}

/** A store for values of any type but quantities: raw values are kept small and made into objects when read. */
export function simpleStore<Raw extends string | boolean>(
  { key, label, rows, keeps }: SimpleColumn,
  convert: SimpleConverter<Raw>,
  decode: (raw: Raw) => Value,
): ColumnStore {
  const values: (Raw | null)[] = [];
  const faults = new Set<number>();
  const masterRows = new Map<number, number>();
  if (!keeps) {
    return {
      append: (picked, column, row) => {
        if (column !== undefined && !column.faulty) convert(picked[0]?.cell, row, column);
      },
      pop: () => undefined,
      read: () => {
        throw notKept(key);
      },
      addOrigins: () => undefined,
      finish: () => undefined,
    };
  }
  return {
    append: (picked, column, row) => {
      const index = values.length;
      if (column === undefined) {
        values.push(null);
        return;
      }
      if (column.faulty) {
        faults.add(index);
        values.push(null);
        return;
      }
      const first = picked[0];
      if (first !== undefined && first.masterRow !== null) masterRows.set(index, first.masterRow);
      const raw = convert(first?.cell, row, column);
      if (raw === undefined) faults.add(index);
      values.push(raw ?? null);
    },
    pop: () => {
      values.pop();
      if (faults.size > 0) faults.delete(values.length);
      if (masterRows.size > 0) masterRows.delete(values.length);
    },
    read: (index) => {
      const raw = values[index];
      if (raw !== null && raw !== undefined) return decode(raw);
      if (faults.has(index)) throw new FaultyValue(key);
      throw new MissingValue(label, (cells) => {
        addCells(key, index, rows, masterRows, cells);
      });
    },
    addOrigins: (index, cells) => {
      addCells(key, index, rows, masterRows, cells);
    },
    finish: () => undefined,
  };
}
