import { Decimal } from 'decimal.js';
import { Quantity, type Unit, unitOf } from '../../quantity/index.js';
import { cellAddress } from '../../model/workbook.js';
import { isPercentFormat } from '../cells/cell-text.js';
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
  notKept,
  type Picked,
  type ReadingRow,
  type RowPlaces,
  type StoreUse,
} from './column-store.js';
import type { CompiledColumn } from './compiled-table.js';
import type { Layout, LayoutColumn } from './layout.js';
import { NumberList } from './number-list.js';
import { PercentMixture } from './percent-mixture.js';
import type { UnitReader } from './unit-text.js';

const plain = unitOf('dimensionless');

/** What few cells have: a unit or a deviation of their own. */
interface Special {
  readonly unit: Unit;
  readonly deviation: number | null;
}

/** A column of type quantity, number or integer: one double a row, and little else. */
export class QuantityStore implements ColumnStore {
  readonly #column: CompiledColumn;
  readonly #rows: RowPlaces;
  readonly #use: StoreUse;
  readonly #convert: (cell: Picked['cell'], place: Place) => CellQuantityResult;
  readonly #isSimple: boolean;
  readonly #watchesMixture: boolean;
  #size = 0;
  readonly #magnitudes = new NumberList();
  readonly #faults = new Set<number>();
  readonly #specials = new Map<number, Special>();
  readonly #masterRows = new Map<number, number>();
  readonly #mixture = new PercentMixture();
  /** The column's unit under the header at hand, and whether it is a share: told anew where the header changes. */
  #layoutColumn: LayoutColumn | null = null;
  #isShare = false;
  #format = '';
  #isPercent = false;

  constructor(column: CompiledColumn, units: UnitReader, rows: RowPlaces, use: StoreUse) {
    this.#column = column;
    this.#rows = rows;
    this.#use = use;
    this.#convert = quantityConverter(column, units);
    const { type, range, unit_column: beside, plain: reading } = column.definition;
    this.#isSimple = type !== 'integer' && range === undefined && beside === undefined;
    this.#watchesMixture = type === 'quantity' && reading === undefined;
  }

  append(picked: readonly Picked[], layoutColumn: LayoutColumn | undefined, row: ReadingRow): void {
    const first = picked[0];
    if (layoutColumn === undefined) {
      this.#push(Number.NaN);
      return;
    }
    if (
      first !== undefined &&
      first.masterRow !== null &&
      first.cell !== undefined &&
      !this.#takesMerged(first.masterRow, layoutColumn, row)
    ) {
      this.#push(Number.NaN);
      return;
    }
    const cell = first?.cell;
    if (this.#isSimple && cell?.type === 'number' && typeof cell.value === 'number') {
      const notation = this.#plainNotation(cell.numberFormat, cell.value, layoutColumn);
      if (notation !== null) {
        this.#note(notation, cell.value, layoutColumn, row);
        this.#push(cell.value);
        return;
      }
    }
    const at = layoutColumn.positions[0] ?? 1;
    const result = layoutColumn.faulty ? undefined : this.#convert(cell, { row, at, column: layoutColumn });
    this.#keep(result, layoutColumn, row);
  }

  pop(): void {
    this.#size -= 1;
    if (this.#use.keeps) this.#magnitudes.pop();
    const index = this.#size;
    this.#faults.delete(index);
    this.#specials.delete(index);
    this.#masterRows.delete(index);
    this.#mixture.pop();
  }

  read(index: number): Quantity {
    if (!this.#use.keeps) throw notKept(this.#column.key);
    const magnitude = this.#magnitudes.at(index);
    if (Number.isNaN(magnitude)) {
      if (this.#faults.has(index)) throw new FaultyValue(this.#column.key);
      throw new MissingValue(this.#column.headerText, (cells) => {
        this.addOrigins(index, cells);
      });
    }
    const special = this.#specials.get(index);
    const layout = this.#rows.layout(index);
    const layoutColumn = layout.columns.get(this.#column.key);
    const unit = special?.unit ?? layoutColumn?.unit ?? plain;
    if (special === undefined && this.#column.deviation === null) return Quantity.constant(magnitude, unit);
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
      this.#magnitudes.set(index, Number.NaN);
    }
  }

  #push(magnitude: number): void {
    this.#size += 1;
    if (this.#use.keeps) this.#magnitudes.push(magnitude);
  }

  /**
   * How nearly every cell is to be read: a finite number, kept as it is stored, in a column whose unit is known. null:
   * it is not of that sort.
   */
  #plainNotation(format: string, value: number, layoutColumn: LayoutColumn): 'plain' | 'percent' | null {
    const { unit, faulty } = layoutColumn;
    if (unit === null || faulty || !Number.isFinite(value)) return null;
    if (layoutColumn !== this.#layoutColumn) {
      this.#layoutColumn = layoutColumn;
      this.#isShare = isFraction(unit);
    }
    if (format !== this.#format) {
      this.#format = format;
      this.#isPercent = isPercentFormat(format);
    }
    // What is stored under a percent format is the share itself.
    if (this.#isPercent) return unit.canonical === plain.canonical ? 'percent' : null;
    if (!this.#isShare || this.#column.definition.type === 'number') return 'plain';
    return this.#watchesMixture ? 'plain' : null;
  }

  /** A share may be meant as per cent, where other cells of the column are. */
  #note(notation: 'plain' | 'percent', magnitude: number, layoutColumn: LayoutColumn, row: ReadingRow): void {
    if (!this.#watchesMixture || !this.#isShare) return;
    const at = layoutColumn.positions[0] ?? 1;
    this.#mixture.note(this.#size, row.layout, row.number, at, notation, magnitude);
  }

  /** Whether the value of a merge counts in this row too. Unsaid, it is reported: it might be counted twice. */
  #takesMerged(masterRow: number, layoutColumn: LayoutColumn, row: ReadingRow): boolean {
    const index = this.#size;
    const { merged, fill } = this.#column.definition;
    this.#masterRows.set(index, masterRow);
    if (merged === 'each' || fill === 'down') return true;
    if (merged === 'first') return false;
    const message = mergedUnsaid(this.#column.headerText, masterRow);
    row.report('merged-quantity', message, layoutColumn.positions[0] ?? 1);
    this.#faults.add(index);
    return false;
  }

  #keep(result: CellQuantityResult, layoutColumn: LayoutColumn, row: ReadingRow): void {
    const index = this.#size;
    if (result === undefined) this.#faults.add(index);
    if (result !== null && result !== undefined) {
      if (this.#use.keeps && (result.unit !== layoutColumn.unit || result.deviation !== null))
        this.#specials.set(index, { unit: result.unit, deviation: result.deviation });
      if (this.#watchesMixture && isFraction(result.unit)) {
        const at = layoutColumn.positions[0] ?? 1;
        this.#mixture.note(index, row.layout, row.number, at, result.notation, result.magnitude);
      }
    }
    this.#push(result?.magnitude ?? Number.NaN);
  }

  #deviation(stated: number | null, magnitude: Decimal, unit: Unit, index: number): Decimal | null {
    if (stated !== null) return new Decimal(stated);
    const { deviation } = this.#column;
    return deviation === null
      ? null
      : deviationOf(deviation, magnitude, unit, (key) => this.#use.columnValue(key, index));
  }
}

/** What is said of a quantity that is merged over rows, where the mapping does not say how it counts. */
export function mergedUnsaid(header: string, masterRow: number): string {
  return `${header} is merged with the cell in row ${masterRow}: say merged: each if it stands for every row, merged: first if it counts once`;
}

/** One cell is one measurement, however often it is used. */
export function leafKey(layout: Layout, row: number, column: number): string {
  return `${layout.place.file}|${layout.place.sheet}!${cellAddress(row, column)}`;
}
