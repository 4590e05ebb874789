import { Decimal } from 'decimal.js';
import { convert, sameDimension, type Unit, unitOf } from '../../quantity/index.js';
import type { Cell } from '../../model/workbook.js';
import type { CompiledColumn } from '../tables/compiled-table.js';
import type { LayoutColumn } from '../tables/layout.js';
import type { ReadingRow } from '../tables/column-store.js';
import { sameUnit, type UnitReader } from '../tables/unit-text.js';
import { cellText, isPercentFormat } from './cell-text.js';
import { textQuantity } from './text-quantity.js';
import { verdictOf } from './scalar-cell.js';

const plain = unitOf('dimensionless');
const percent = unitOf('%');

/** Where the cell lies. */
export interface Place {
  readonly row: ReadingRow;
  readonly at: number;
  readonly column: LayoutColumn;
}

/** What one cell of a quantity column holds. */
export interface CellQuantity {
  readonly magnitude: number;
  readonly unit: Unit;
  /** A ± inside the cell as a standard deviation, in `unit`; null where there is none. */
  readonly deviation: number | null;
  /** Whether the cell itself says percent, says nothing, or holds another unit. */
  readonly notation: 'percent' | 'plain' | 'unit';
}

/** null: no value. undefined: it was reported. */
export type CellQuantityResult = CellQuantity | null | undefined;

/** Whether a unit is a share: dimensionless or %. */
export function isFraction(unit: Unit): boolean {
  return sameDimension(unit, plain);
}

/** Reads a cell of type quantity or number. */
export function quantityConverter(
  column: CompiledColumn,
  units: UnitReader,
): (cell: Cell | undefined, place: Place) => CellQuantityResult {
  const read = (cell: Cell | undefined, place: Place): CellQuantityResult => {
    const verdict = verdictOf(cell, column, place.row, place.at);
    if (verdict === 'fault') return undefined;
    if (verdict === 'missing' || cell === undefined) {
      if (column.definition.required !== true) return null;
      place.row.report('value-missing', `${column.headerText} is blank, and it is required`, place.at);
      return undefined;
    }
    const unit = columnUnit(column, units, place);
    if (unit === undefined) return undefined;
    if (cell.type === 'number' && typeof cell.value === 'number')
      return fromNumber(cell, cell.value, unit, column, place);
    if (cell.type === 'text' && typeof cell.value === 'string')
      return textQuantity(cell.value, unit, column, units, place);
    place.row.report(
      'number-unreadable',
      `the cell holds a ${cell.type} (${cellText(cell)}) where a number belongs${cell.type === 'date' ? ': Excel may have turned a text such as 10-20 into a date' : ''}`,
      place.at,
    );
    return undefined;
  };
  return (cell, place) => {
    const value = read(cell, place);
    return value === null || value === undefined ? value : inRange(value, column, place);
  };
}

/** The unit of this row's cell: the column's, held against the one in the unit column. null: nobody says. */
function columnUnit(column: CompiledColumn, units: UnitReader, place: Place): Unit | null | undefined {
  if (column.definition.type === 'number' || column.definition.type === 'integer') return plain;
  const beside = column.definition.unit_column;
  if (beside === undefined) return place.column.unit;
  const text = place.row.textOf(beside);
  if (text === '') return place.column.unit;
  const parsed = units(text);
  if (!parsed.ok) {
    place.row.report(
      'unit-unknown',
      `${parsed.message}; if it is this workbook's spelling, add it under units`,
      place.at,
    );
    return undefined;
  }
  if (place.column.unit !== null && !sameUnit(place.column.unit, parsed.unit)) {
    place.row.report(
      'unit-disagreement',
      `the row says ${text}, and the column ${place.column.unit.canonical}`,
      place.at,
    );
    return undefined;
  }
  return parsed.unit;
}

/** The column's unit; without one the cell is reported. */
export function needUnit(unit: Unit | null, column: CompiledColumn, place: Place): Unit | undefined {
  if (unit !== null) return unit;
  place.row.report(
    'unit-missing',
    `nothing says in which unit ${column.headerText} is: state it in the header, below it, or as unit: in the mapping`,
    place.at,
  );
  return undefined;
}

function fromNumber(
  cell: Cell,
  value: number,
  unit: Unit | null,
  column: CompiledColumn,
  place: Place,
): CellQuantityResult {
  if (!Number.isFinite(value)) {
    place.row.report('number-unreadable', `${cell.stored} is too large a number`, place.at);
    return undefined;
  }
  if (isPercentFormat(cell.numberFormat)) {
    // What is stored under a percent format is the share itself.
    if (unit?.canonical === plain.canonical)
      return { magnitude: value, unit, deviation: null, notation: 'percent' };
    return fromPercent(new Decimal(value).times(100), unit, place);
  }
  const own = needUnit(unit, column, place);
  if (own === undefined) return undefined;
  return { ...plainNumber(value, own, column), deviation: null, notation: 'plain' };
}

/** A bare number, read as the mapping says where other cells of its column have a percent sign. */
export function plainNumber(
  value: number,
  unit: Unit,
  column: CompiledColumn,
): { magnitude: number; unit: Unit } {
  const reading = column.definition.plain;
  if (reading === undefined || !isFraction(unit)) return { magnitude: value, unit };
  const stated = reading === 'percent' ? percent : plain;
  return { magnitude: convert(value, stated, unit).toNumber(), unit };
}

function fromPercent(value: Decimal, unit: Unit | null, place: Place): CellQuantityResult {
  if (unit !== null && !isFraction(unit)) {
    place.row.report(
      'unit-disagreement',
      `the cell is a percentage (${value.toString()} %), and the column is in ${unit.canonical}`,
      place.at,
    );
    return undefined;
  }
  const target = unit ?? plain;
  return {
    magnitude: convert(value, percent, target).toNumber(),
    unit: target,
    deviation: null,
    notation: 'percent',
  };
}

function inRange(value: CellQuantity, column: CompiledColumn, place: Place): CellQuantity | undefined {
  if (column.definition.type === 'integer' && !Number.isInteger(value.magnitude)) {
    place.row.report('value-unreadable', `${value.magnitude} is not a whole number`, place.at);
    return undefined;
  }
  const range = column.definition.range;
  if (range === undefined) return value;
  const { magnitude, unit } = value;
  if (magnitude >= range[0] && magnitude <= range[1]) return value;
  place.row.report(
    'outside-range',
    `${magnitude} ${unit.canonical} lies outside the plausible range ${range[0]} to ${range[1]}: check the value and its unit`,
    place.at,
  );
  return undefined;
}
