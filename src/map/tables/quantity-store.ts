import { Decimal } from 'decimal.js';
import { Quantity, type Unit, unitOf } from '../../quantity/index.js';
import { cellAddress } from '../../model/workbook.js';
import {
  type CellQuantityResult,
  isFraction,
  type Place,
  quantityConverter,
} from '../cells/quantity-cell.js';
import { deviationOf } from '../deviation.js';
import type { CellSink } from '../cell-sink.js';
import { FaultyValue, MissingValue } from '../values.js';
import {
  addCells,
  type ColumnReport,
  type ColumnStore,
  type Picked,
  type ReadingRow,
  type RowPlaces,
} from './column-store.js';
import type { CompiledColumn } from './compiled-table.js';
import type { Layout, LayoutColumn } from './layout.js';
import { PercentMixture } from './percent-mixture.js';
import type { UnitReader } from './unit-text.js';

const plain = unitOf('dimensionless');

/** What few cells have: a unit or a deviation of their own. */
interface Special {
  readonly unit: Unit;
  readonly deviation: number | null;
}

/** The value of another column of the same row, for `sd: { column }`. */
export type ColumnValue = (key: string, index: number) => Quantity | null;

/** A column of type quantity, number or integer: one double a row, and little else. */
export class QuantityStore implements ColumnStore {
  readonly #column: CompiledColumn;
  readonly #rows: RowPlaces;
  readonly #columnValue: ColumnValue;
  readonly #convert: (cell: Picked['cell'], place: Place) => CellQuantityResult;
  readonly #isSimple: boolean;
  readonly #magnitudes: number[] = [];
  readonly #faults = new Set<number>();
  readonly #specials = new Map<number, Special>();
  readonly #masterRows = new Map<number, number>();
  readonly #mixture = new PercentMixture();

  constructor(column: CompiledColumn, units: UnitReader, rows: RowPlaces, columnValue: ColumnValue) {
    this.#column = column;
    this.#rows = rows;
    this.#columnValue = columnValue;
    this.#convert = quantityConverter(column, units);
    const { type, range, unit_column: beside } = column.definition;
    this.#isSimple = type !== 'integer' && range === undefined && beside === undefined;
  }

  append(picked: readonly Picked[], layoutColumn: LayoutColumn | undefined, row: ReadingRow): void {
    const [first] = picked;
    if (layoutColumn === undefined) {
      this.#magnitudes.push(Number.NaN);
      return;
    }
    if (
      first !== undefined &&
      first.masterRow !== null &&
      first.cell !== undefined &&
      !this.#takesMerged(first.masterRow, layoutColumn, row)
    ) {
      this.#magnitudes.push(Number.NaN);
      return;
    }
    const cell = first?.cell;
    if (
      this.#isSimple &&
      cell?.type === 'number' &&
      typeof cell.value === 'number' &&
      this.#isPlainNumber(cell.numberFormat, cell.value, layoutColumn)
    ) {
      this.#magnitudes.push(cell.value);
      return;
    }
    const at = layoutColumn.positions[0] ?? 1;
    const result = layoutColumn.faulty ? undefined : this.#convert(cell, { row, at, column: layoutColumn });
    this.#keep(result, layoutColumn, row);
  }

  pop(): void {
    this.#magnitudes.pop();
    const index = this.#magnitudes.length;
    this.#faults.delete(index);
    this.#specials.delete(index);
    this.#masterRows.delete(index);
    this.#mixture.pop();
  }

  read(index: number): Quantity {
    const magnitude = this.#magnitudes[index];
    if (magnitude === undefined || Number.isNaN(magnitude)) {
      if (this.#faults.has(index)) throw new FaultyValue(this.#column.key);
      throw new MissingValue(this.#column.headerText, (cells) => {
        this.addOrigins(index, cells);
      });
    }
    const special = this.#specials.get(index);
    const layout = this.#rows.layout(index);
    const layoutColumn = layout.columns.get(this.#column.key);
    const unit = special?.unit ?? layoutColumn?.unit ?? plain;
    const exact = new Decimal(magnitude);
    const deviation = this.#deviation(special?.deviation ?? null, exact, unit, index);
    if (deviation === null) return Quantity.constant(exact, unit);
    const row = this.#masterRows.get(index) ?? this.#rows.rowNumber(index);
    return Quantity.measured(leafKey(layout, row, layoutColumn?.positions[0] ?? 1), exact, unit, deviation);
  }

  addOrigins(index: number, cells: CellSink): void {
    addCells(this.#column.key, index, this.#rows, this.#masterRows, cells);
  }

  finish(report: ColumnReport): void {
    for (const { index, layout, row, column, message } of this.#mixture.finish()) {
      report('percent-ambiguous', message, layout, row, column);
      this.#faults.add(index);
      this.#magnitudes[index] = Number.NaN;
    }
  }

  /** What nearly every cell is: a finite number in a column whose unit is known and no share. */
  #isPlainNumber(format: string, value: number, layoutColumn: LayoutColumn): boolean {
    const { unit, faulty } = layoutColumn;
    if (unit === null || faulty || !Number.isFinite(value) || format.includes('%')) return false;
    return this.#column.definition.type === 'number' || !isFraction(unit);
  }

  /** Whether the value of a merge counts in this row too. Unsaid, it is reported: it might be counted twice. */
  #takesMerged(masterRow: number, layoutColumn: LayoutColumn, row: ReadingRow): boolean {
    const index = this.#magnitudes.length;
    const { merged, fill } = this.#column.definition;
    this.#masterRows.set(index, masterRow);
    if (merged === 'each' || fill === 'down') return true;
    if (merged === 'first') return false;
    const message = `${this.#column.headerText} is merged with the cell in row ${masterRow}: say merged: each if it stands for every row, merged: first if it counts once`;
    row.report('merged-quantity', message, layoutColumn.positions[0] ?? 1);
    this.#faults.add(index);
    return false;
  }

  #keep(result: CellQuantityResult, layoutColumn: LayoutColumn, row: ReadingRow): void {
    const index = this.#magnitudes.length;
    if (result === undefined) this.#faults.add(index);
    this.#magnitudes.push(result?.magnitude ?? Number.NaN);
    if (result === null || result === undefined) return;
    if (result.unit !== layoutColumn.unit || result.deviation !== null) {
      this.#specials.set(index, { unit: result.unit, deviation: result.deviation });
    }
    const { plain: reading, type } = this.#column.definition;
    if (reading === undefined && type === 'quantity' && isFraction(result.unit)) {
      this.#mixture.note(index, row.layout, row.number, layoutColumn.positions[0] ?? 1, result);
    }
  }

  #deviation(stated: number | null, magnitude: Decimal, unit: Unit, index: number): Decimal | null {
    if (stated !== null) return new Decimal(stated);
    const { deviation } = this.#column;
    return deviation === null
      ? null
      : deviationOf(deviation, magnitude, unit, (key) => this.#columnValue(key, index));
  }
}

/** One cell is one measurement, however often it is used. */
export function leafKey(layout: Layout, row: number, column: number): string {
  return `${layout.place.file}|${layout.place.sheet}!${cellAddress(row, column)}`;
}
