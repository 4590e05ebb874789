import { DimensionError, dimensionKey, Quantity, UnitError } from '../quantity/index.js';
import type { CellSink } from './cell-sink.js';

/** A day without time or zone: `2026-10-04`. */
export class LocalDate {
  readonly iso: string;
  constructor(iso: string) {
    this.iso = iso;
  }
}

/** A day and time without zone, to the second: `2026-10-04T08:15:00`. */
export class LocalDateTime {
  readonly iso: string;
  constructor(iso: string) {
    this.iso = iso;
  }
  get date(): LocalDate {
    return new LocalDate(this.iso.slice(0, 10));
  }
}

/** A time of day: `08:15:00`. */
export class LocalTime {
  readonly iso: string;
  constructor(iso: string) {
    this.iso = iso;
  }
}

/** A calendar month: `2026-10`, with its first and last day. */
export class Month {
  readonly iso: string;
  constructor(iso: string) {
    this.iso = iso;
  }
  get start(): LocalDate {
    return new LocalDate(`${this.iso}-01`);
  }
  get end(): LocalDate {
    const [year, month] = [Number(this.iso.slice(0, 4)), Number(this.iso.slice(5))];
    const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return new LocalDate(`${this.iso}-${String(days).padStart(2, '0')}`);
  }
}

/** What a cell, parameter or expression can hold. null: there is no value. */
export type Value =
  | Quantity
  | string
  | boolean
  | LocalDate
  | LocalDateTime
  | LocalTime
  | Month
  | readonly Quantity[]
  | readonly string[];

/** Thrown inside an expression that needs a value where there is none; `what` says which, `addCells` where. */
export class MissingValue extends Error {
  readonly what: string;
  readonly addCells: (cells: CellSink) => void;
  constructor(what: string, addCells: (cells: CellSink) => void = () => undefined) {
    super(`${what} has no value`);
    this.what = what;
    this.addCells = addCells;
  }
}

/** Thrown inside an expression over a cell that has an issue of its own, so that it is told once. */
export class FaultyValue extends Error {}

/** Thrown by a function of the language where its arguments make no sense; the message is for the user. */
export class ExpressionFault extends Error {}

/** How a value reads inside text: numbers without noise, quantities with their unit, dates as ISO 8601. */
export function toText(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value instanceof Quantity) {
    const digits = value.magnitude.toSignificantDigits(12).toFixed();
    const unit = value.unit.canonical;
    return unit === 'dimensionless' || unit === '' ? digits : `${digits} ${unit}`;
  }
  if (
    value instanceof LocalDate ||
    value instanceof LocalDateTime ||
    value instanceof LocalTime ||
    value instanceof Month
  ) {
    return value.iso;
  }
  return value.map((item: Quantity | string) => toText(item)).join(', ');
}

/** A text that is equal for equal values: what keys, groups and lookups compare. */
export function toKey(value: Value): string {
  if (value instanceof Quantity) {
    const { dimension, factor, offset } = value.unit;
    // In base units, so that 1 t is 1000 kg; a ninth of degF has no end.
    return `${value.magnitude.plus(offset).times(factor).toSignificantDigits(30).toString()} ${dimensionKey(dimension)}`;
  }
  return typeof value === 'string' ? value.normalize('NFKC').trim() : toText(value);
}

/** Faults that come of the data, as opposed to bugs. */
export function isDataFault(error: unknown): error is Error {
  return (
    error instanceof MissingValue ||
    error instanceof FaultyValue ||
    error instanceof ExpressionFault ||
    error instanceof DimensionError ||
    error instanceof UnitError
  );
}
