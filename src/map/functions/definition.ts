import { InternalError } from '../../model/errors.js';
import { Quantity, unitOf } from '../../quantity/index.js';
import {
  compatible,
  type Dimension,
  dimensionless,
  type StaticType,
  type TypeName,
} from '../expressions/static-type.js';
import { ExpressionFault, LocalDate, LocalDateTime, LocalTime, Month, type Value } from '../values.js';

/** One way to call a function. */
export interface Overload {
  readonly parameters: readonly TypeName[];
  readonly result: TypeName;
  /**
   * The dimension of a quantity result from those of the arguments and from literal texts among them; a text
   * says why the call is wrong. Without it the result has the dimension of the first argument.
   */
  readonly dimension?: (
    dimensions: readonly Dimension[],
    literals: readonly (string | null)[],
  ) => Dimension | string;
  /** What is wrong with the dimensions of the arguments; null where they fit. */
  readonly refuse?: (dimensions: readonly Dimension[]) => string | null;
  readonly evaluate: (args: readonly Value[]) => Value;
}

/** A function of the expression language over plain values. */
export interface FunctionDefinition {
  readonly name: string;
  /** How it is written, for messages. */
  readonly example: string;
  readonly overloads: readonly Overload[];
}

/** What was evaluated for each row, in the order of the sheet. */
export type Rows = Iterable<readonly Value[]>;

/** A function over the rows of a table: `sum(deliveries, net, date > period.start)`. */
export interface AggregateDefinition {
  readonly name: string;
  /** How it is written, for messages. */
  readonly example: string;
  /** What is evaluated for each row, before the optional condition. */
  readonly perRow: readonly ('value' | 'weight' | 'text')[];
  /** The type of the result, or why the call is wrong; what is not evaluated for a row is a plain number. */
  readonly result: (value: StaticType, weight: StaticType) => StaticType | string;
  /**
   * One entry of `rows` for each row that fits the condition, holding its `perRow` values; `type` is that of the first.
   * Entries are made as they are taken, and each must be taken: a row without its value is an error.
   */
  readonly evaluate: (rows: Rows, type: StaticType) => Value;
}

/** Takes an argument of one type, as it was checked to be when the mapping was loaded. */
function taking<Type extends Value>(what: string, is: (value: Value | undefined) => value is Type) {
  return (args: readonly Value[], index: number): Type => {
    const value = args[index];
    if (is(value)) return value;
    throw new InternalError(`argument ${index} is not ${what}`);
  };
}

export const quantityAt = taking('a quantity', (value) => value instanceof Quantity);
export const textAt = taking('text', (value) => typeof value === 'string');
export const timeAt = taking('a time of day', (value) => value instanceof LocalTime);
export const monthAt = taking('a month', (value) => value instanceof Month);
const dayAt = taking('a date', (value) => value instanceof LocalDate || value instanceof LocalDateTime);
const manyAt = taking('a list', (value): value is readonly Quantity[] | readonly string[] =>
  Array.isArray(value),
);

/** The day of a date, or of a date with time. */
export function dateAt(args: readonly Value[], index: number): LocalDate {
  const value = dayAt(args, index);
  return value instanceof LocalDate ? value : value.date;
}

export function listAt(args: readonly Value[], index: number): readonly Quantity[] {
  return manyAt(args, index).filter((item) => item instanceof Quantity);
}

const plain = unitOf('dimensionless');

/** A number to count with: so many characters, places, times. */
export function countAt(args: readonly Value[], index: number): number {
  return quantityAt(args, index).to(plain).magnitude.toNumber();
}

/** So many decimal places; a fault where no number has so many. */
export function decimalsAt(args: readonly Value[], index: number): number {
  const decimals = countAt(args, index);
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= 15) return decimals;
  throw new ExpressionFault(`${decimals} decimals: say a whole number from 0 to 15`);
}

/** Refuses arguments at these places (from 0) that have a unit. */
export function plainNumbers(...places: readonly number[]): NonNullable<Overload['refuse']> {
  return (dimensions) => {
    const wrong = dimensions.findIndex(
      (dimension, index) => places.includes(index) && !compatible(dimension, dimensionless),
    );
    return wrong < 0 ? null : `argument ${wrong + 1} must be a plain number`;
  };
}
