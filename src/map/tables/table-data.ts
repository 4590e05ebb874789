import { Quantity } from '../../quantity/index.js';
import type { CellSink, SheetPlace } from '../cell-sink.js';
import { FaultyValue, isDataFault, MissingValue, toKey, type Value } from '../values.js';
import { InternalError } from '../../model/errors.js';
import { settle } from '../settle.js';
import type { Frame, World } from '../expressions/scope.js';
import type { ColumnStore, ValueLabel } from './column-store.js';
import type { Layout } from './layout.js';

/** A column that is computed; the same answer for the same row. */
export interface DerivedColumn {
  readonly evaluate: (frame: Frame, table: TableData) => Value;
  readonly addOrigins: (frame: Frame, cells: CellSink) => void;
}

/** The rows of one table with their values, by column: small in memory, and each value is made when it is asked for. */
export class TableData {
  readonly name: string;
  readonly columns = new Map<string, ColumnStore>();
  readonly layouts: Layout[] = [];
  /** Rows that have an error of their own. */
  readonly faultyRows = new Set<number>();
  readonly #derived: ReadonlyMap<string, DerivedColumn>;
  readonly #rowNumbers: number[] = [];
  readonly #layoutOf: number[] = [];
  readonly #answers = new Map<string, { readonly index: number; readonly answer: () => Value }>();
  readonly #indexes = new Map<string, ReadonlyMap<string, readonly number[]>>();

  constructor(name: string, derived: ReadonlyMap<string, DerivedColumn>) {
    this.name = name;
    this.#derived = derived;
  }

  get size(): number {
    return this.#rowNumbers.length;
  }

  beginRow(number: number, layout: number): void {
    this.#rowNumbers.push(number);
    this.#layoutOf.push(layout);
  }

  /** Takes the last row back, after a rule of `skip` matched it. */
  dropRow(): void {
    this.#rowNumbers.pop();
    this.#layoutOf.pop();
    for (const store of this.columns.values()) store.pop();
    this.faultyRows.delete(this.size);
    // What was computed of the dropped row must not pass for the next one's.
    this.#answers.clear();
    this.#indexes.clear();
  }

  /** Takes back every row and layout behind those. */
  truncate(rows: number, layouts: number): void {
    while (this.size > rows) this.dropRow();
    this.layouts.length = layouts;
  }

  rowNumber(index: number): number {
    return this.#rowNumbers[index] ?? 0;
  }

  layout(index: number): Layout {
    const layout = this.layouts[this.#layoutOf[index] ?? 0];
    if (layout === undefined) throw new InternalError(`row ${index} of ${this.name} has no layout`);
    return layout;
  }

  place(index: number): SheetPlace {
    return this.layout(index).place;
  }

  allIndices(): readonly number[] {
    return Array.from({ length: this.size }, (_, index) => index);
  }

  /** The value of a column in a row; throws MissingValue or FaultyValue. A row with an error lends no value. */
  read(key: string, frame: Frame): Value {
    if (this.faultyRows.size > 0 && this.faultyRows.has(frame.index)) throw new FaultyValue(key);
    return this.readAnyway(key, frame);
  }

  /** As `read`, also in a row that has an error elsewhere. */
  readAnyway(key: string, frame: Frame): Value {
    const store = this.columns.get(key);
    if (store !== undefined) return store.read(frame.index);
    const derived = this.#derived.get(key);
    if (derived === undefined) throw new MissingValue(key);
    return this.#computed(key, derived, frame);
  }

  /** The quantity of a column in a row, also in one that has an error elsewhere; null where there is none. */
  quantity(key: string, frame: Frame): Quantity | null {
    try {
      const value = this.readAnyway(key, frame);
      return value instanceof Quantity ? value : null;
    } catch (error) {
      if (error instanceof MissingValue) return null;
      throw error;
    }
  }

  addOrigins(key: string, frame: Frame, cells: CellSink): void {
    const store = this.columns.get(key);
    if (store !== undefined) store.addOrigins(frame.index, cells);
    else this.#derived.get(key)?.addOrigins(frame, cells);
  }

  /** The headers and positions of a row's values in a column of type quantities. */
  labelsOf(key: string, index: number): readonly ValueLabel[] {
    return this.columns.get(key)?.labels?.(index) ?? [];
  }

  /** The rows that have each value of a column. Rows without one are in none. */
  indexBy(key: string, world: World): ReadonlyMap<string, readonly number[]> {
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const found = new Map<string, number[]>();
    for (let index = 0; index < this.size; index += 1) {
      const text = this.keyOf([key], index, world);
      if (text === null) continue;
      const rows = found.get(text);
      if (rows === undefined) found.set(text, [index]);
      else rows.push(index);
    }
    this.#indexes.set(key, found);
    return found;
  }

  /** The values of some columns as one text to compare; null where one is missing or faulty. */
  keyOf(keys: readonly string[], index: number, world: World): string | null {
    const frame: Frame = { world, table: this, index, members: null, extras: null, outer: null };
    const parts: string[] = [];
    for (const key of keys) {
      try {
        parts.push(toKey(this.readAnyway(key, frame)));
      } catch (error) {
        if (isDataFault(error)) return null;
        throw error;
      }
    }
    return parts.join('\u001f');
  }

  /** Remembers the last row alone: the parts of a record ask for one row again and again. */
  #computed(key: string, derived: DerivedColumn, frame: Frame): Value {
    const last = this.#answers.get(key);
    if (last?.index === frame.index) return last.answer();
    const answer = settle(() => derived.evaluate(frame, this));
    this.#answers.set(key, { index: frame.index, answer });
    return answer();
  }
}
