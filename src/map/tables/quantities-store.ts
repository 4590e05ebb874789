import { Decimal } from 'decimal.js';
import { Quantity, type Unit } from '../../quantity/index.js';
import { type CellQuantityResult, type Place, quantityConverter } from '../cells/quantity-cell.js';
import type { CellSink } from '../cell-sink.js';
import { deviationOf } from '../deviation.js';
import { FaultyValue, MissingValue } from '../values.js';
import { notKept } from './column-store.js';
import type { ColumnStore, Picked, ReadingRow, RowPlaces, StoreUse, ValueLabel } from './column-store.js';
import type { CompiledColumn } from './compiled-table.js';
import type { LayoutColumn } from './layout.js';
import { leafKey, mergedUnsaid } from './quantity-store.js';
import type { UnitReader } from './unit-text.js';

interface Member {
  readonly position: number;
  /** The row of its cell: the one at the top of a merge, or the one that is filled down. */
  readonly row: number;
  readonly magnitude: number;
  readonly unit: Unit;
  readonly deviation: number | null;
}

/** Several columns of one meaning: intervals of a day, replicates of a sample. Blank ones are left out. */
export class QuantitiesStore implements ColumnStore {
  readonly #column: CompiledColumn;
  readonly #rows: RowPlaces;
  readonly #use: StoreUse;
  readonly #convert: (cell: Picked['cell'], place: Place) => CellQuantityResult;
  readonly #values: (readonly Member[] | null)[] = [];
  readonly #faults = new Set<number>();

  constructor(column: CompiledColumn, units: UnitReader, rows: RowPlaces, use: StoreUse) {
    this.#column = column;
    this.#rows = rows;
    this.#use = use;
    // A single blank is no fault here: `required` asks for at least one value.
    this.#convert = quantityConverter(
      { ...column, definition: { ...column.definition, required: false } },
      units,
    );
  }

  append(picked: readonly Picked[], layoutColumn: LayoutColumn | undefined, row: ReadingRow): void {
    const index = this.#values.length;
    if (layoutColumn === undefined || layoutColumn.faulty) {
      if (layoutColumn !== undefined) this.#faults.add(index);
      this.#values.push(null);
      return;
    }
    const members: Member[] = [];
    for (const [nth, position] of layoutColumn.positions.entries()) {
      const one = picked[nth];
      const masterRow = one?.masterRow ?? null;
      if (masterRow !== null && !this.#takesMerged(masterRow, position, row)) continue;
      const value = this.#convert(one?.cell, { row, at: position, column: layoutColumn });
      if (value === undefined) this.#faults.add(index);
      else if (value !== null) {
        const { magnitude, unit, deviation } = value;
        members.push({ position, row: masterRow ?? row.number, magnitude, unit, deviation });
      }
    }
    if (members.length === 0 && this.#column.definition.required === true && !this.#faults.has(index)) {
      row.report(
        'value-missing',
        `${this.#column.headerText}: none of the columns holds a value`,
        layoutColumn.positions[0] ?? 1,
      );
      this.#faults.add(index);
    }
    this.#values.push(members.length === 0 || !this.#use.keeps ? null : members);
  }

  pop(): void {
    this.#values.pop();
    this.#faults.delete(this.#values.length);
  }

  read(index: number): readonly Quantity[] {
    if (!this.#use.keeps) throw notKept(this.#column.key);
    if (this.#faults.has(index)) throw new FaultyValue(this.#column.key);
    const members = this.#values[index];
    if (members === null || members === undefined) {
      throw new MissingValue(this.#column.headerText, (cells) => {
        const layout = this.#rows.layout(index);
        for (const position of layout.columns.get(this.#column.key)?.positions ?? [])
          cells.add(layout.place, this.#rows.rowNumber(index), position);
      });
    }
    return members.map((member) => this.#quantity(member, index));
  }

  addOrigins(index: number, cells: CellSink): void {
    const { place } = this.#rows.layout(index);
    for (const { position, row } of this.#values[index] ?? []) cells.add(place, row, position);
  }

  labels(index: number): readonly ValueLabel[] {
    const layoutColumn = this.#rows.layout(index).columns.get(this.#column.key);
    return (this.#values[index] ?? []).map(({ position }) => ({
      position,
      label: layoutColumn?.labels[layoutColumn.positions.indexOf(position)] ?? '',
    }));
  }

  finish(): void {
    // Nothing shows only when all rows are there.
  }

  /** Whether the value of a merge counts in this row too. Unsaid, it is reported: it might be counted twice. */
  #takesMerged(masterRow: number, position: number, row: ReadingRow): boolean {
    const { merged, fill } = this.#column.definition;
    if (merged === 'each' || fill === 'down') return true;
    if (merged === undefined) {
      row.report('merged-quantity', mergedUnsaid(this.#column.headerText, masterRow), position);
      this.#faults.add(this.#values.length);
    }
    return false;
  }

  #quantity(member: Member, index: number): Quantity {
    const exact = new Decimal(member.magnitude);
    const { deviation: rule } = this.#column;
    const deviation =
      member.deviation !== null
        ? new Decimal(member.deviation)
        : rule === null
          ? null
          : deviationOf(rule, exact, member.unit, (key) => this.#use.columnValue(key, index));
    if (deviation === null) return Quantity.constant(exact, member.unit);
    return Quantity.measured(
      leafKey(this.#rows.layout(index), member.row, member.position),
      exact,
      member.unit,
      deviation,
    );
  }
}
