import { Decimal } from 'decimal.js';
import { Quantity, type Unit, unitOf } from '../../quantity/index.js';
import { cellAddress } from '../../model/workbook.js';
import { type CellQuantityResult, isFraction, quantityConverter } from '../cells/quantity-cell.js';
import { deviationOf } from '../deviation.js';
import { FaultyValue, MissingValue } from '../values.js';
import { addCells, type ColumnStore, type ReadingRow, type RowPlaces } from './column-store.js';
import type { CompiledColumn } from './compiled-table.js';
import type { Layout, LayoutColumn } from './layout.js';
import type { UnitReader } from './unit-text.js';

const plain = unitOf('dimensionless');

/** What few cells have: a unit or a deviation of their own. */
interface Special {
  readonly unit: Unit;
  readonly deviation: number | null;
}

/** A column of type quantity or number: one double a row, and little else. */
export function quantityStore(
  column: CompiledColumn,
  units: UnitReader,
  rows: RowPlaces,
  columnValue: (key: string, index: number) => Quantity | null,
): ColumnStore {
  const convertCell = quantityConverter(column, units);
  const magnitudes: number[] = [];
  const faults = new Set<number>();
  const specials = new Map<number, Special>();
  const masterRows = new Map<number, number>();
  const mixture = percentMixture();

  const append = (layoutColumn: LayoutColumn, row: ReadingRow, result: CellQuantityResult): void => {
    const index = magnitudes.length;
    if (result === undefined) faults.add(index);
    magnitudes.push(result?.magnitude ?? Number.NaN);
    if (result === null || result === undefined) return;
    if (result.unit !== layoutColumn.unit || result.deviation !== null) {
      specials.set(index, { unit: result.unit, deviation: result.deviation });
    }
    if (
      column.definition.plain === undefined &&
      column.definition.type === 'quantity' &&
      isFraction(result.unit)
    ) {
      mixture.note(index, row.layout, row.number, layoutColumn.positions[0] ?? 1, result);
    }
  };

  return {
    append: (picked, layoutColumn, row) => {
      const [first] = picked;
      const index = magnitudes.length;
      if (layoutColumn === undefined) {
        magnitudes.push(Number.NaN);
        return;
      }
      const at = layoutColumn.positions[0] ?? 1;
      if (first !== undefined && first.masterRow !== null && first.cell !== undefined) {
        masterRows.set(index, first.masterRow);
        if (column.definition.merged === undefined) {
          row.report(
            'merged-quantity',
            `${column.headerText} is merged with the cell in row ${first.masterRow}: say merged: each if it stands for every row, merged: first if it counts once`,
            at,
          );
          faults.add(index);
          magnitudes.push(Number.NaN);
          return;
        }
        if (column.definition.merged === 'first') {
          magnitudes.push(Number.NaN);
          return;
        }
      }
      append(
        layoutColumn,
        row,
        layoutColumn.faulty ? undefined : convertCell(first?.cell, { row, at, column: layoutColumn }),
      );
    },
    pop: () => {
      magnitudes.pop();
      faults.delete(magnitudes.length);
      specials.delete(magnitudes.length);
      masterRows.delete(magnitudes.length);
      mixture.pop();
    },
    read: (index) => {
      const magnitude = magnitudes[index];
      if (magnitude === undefined || Number.isNaN(magnitude)) {
        if (faults.has(index)) throw new FaultyValue(column.key);
        throw new MissingValue(column.headerText, (cells) => {
          addCells(column.key, index, rows, masterRows, cells);
        });
      }
      const special = specials.get(index);
      const layout = rows.layout(index);
      const layoutColumn = layout.columns.get(column.key);
      const unit = special?.unit ?? layoutColumn?.unit ?? plain;
      const stated = special?.deviation ?? null;
      const exact = new Decimal(magnitude);
      const deviation =
        stated !== null
          ? new Decimal(stated)
          : column.deviation === null
            ? null
            : deviationOf(column.deviation, exact, unit, (key) => columnValue(key, index));
      if (deviation === null) return Quantity.constant(exact, unit);
      const row = masterRows.get(index) ?? rows.rowNumber(index);
      return Quantity.measured(leafKey(layout, row, layoutColumn?.positions[0] ?? 1), exact, unit, deviation);
    },
    addOrigins: (index, cells) => {
      addCells(column.key, index, rows, masterRows, cells);
    },
    finish: (report) => {
      for (const [index, layout, row, at, message] of mixture.finish()) {
        report('percent-ambiguous', message, layout, row, at);
        faults.add(index);
        magnitudes[index] = Number.NaN;
      }
    },
  };
}

/** One cell is one measurement, however often it is used. */
export function leafKey(layout: Layout, row: number, column: number): string {
  return `${layout.place.file}|${layout.place.sheet}!${cellAddress(row, column)}`;
}

type Finding = readonly [number, Layout, number, number, string];
const most = 1000;

/** Watches for a column in which some cells are percentages and others bare numbers. */
function percentMixture(): {
  note: (
    index: number,
    layout: Layout,
    row: number,
    at: number,
    result: NonNullable<CellQuantityResult>,
  ) => void;
  pop: () => void;
  finish: () => readonly Finding[];
} {
  let last: 'percent' | 'plain' | null = null;
  let percents = 0;
  const bare: { index: number; layout: Layout; row: number; at: number; value: number }[] = [];
  return {
    note: (index, layout, row, at, result) => {
      last = null;
      if (result.notation === 'percent') {
        percents += 1;
        last = 'percent';
      } else if (result.notation === 'plain' && result.magnitude !== 0 && bare.length < most) {
        bare.push({ index, layout, row, at, value: result.magnitude });
        last = 'plain';
      }
    },
    pop: () => {
      if (last === 'percent') percents -= 1;
      else if (last === 'plain') bare.pop();
      last = null;
    },
    finish: () => {
      const found =
        percents === 0
          ? []
          : bare.map(({ index, layout, row, at, value }): Finding => [
              index,
              layout,
              row,
              at,
              `${value} may be ${value} % or ${new Decimal(value).times(100).toString()} %, since other cells of this column have a percent format: format all alike, or say plain: percent or plain: fraction`,
            ]);
      percents = 0;
      bare.length = 0;
      return found;
    },
  };
}
