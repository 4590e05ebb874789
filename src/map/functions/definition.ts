import { InternalError } from '../../model/errors.js';
import { Quantity } from '../../quantity/index.js';
import type { Dimension, StaticType, TypeName } from '../expressions/static-type.js';
import { LocalDate, LocalDateTime, LocalTime, Month, type Value } from '../values.js';

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
  readonly evaluate: (args: readonly Value[]) => Value;
}

/** A function of the expression language over plain values. */
export interface FunctionDefinition {
  readonly name: string;
  /** For the reference: one line, and one example. */
  readonly summary: string;
  readonly example: string;
  readonly overloads: readonly Overload[];
}

/** A function over the rows of a table: `sum(deliveries, net, date > period.start)`. */
export interface AggregateDefinition {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  /** What is evaluated for each row, before the optional condition. */
  readonly perRow: readonly ('value' | 'weight' | 'text')[];
  /** The type of the result, or why the call is wrong. */
  readonly result: (types: readonly StaticType[]) => StaticType | string;
  /**
   * One entry of `rows` for each row that fits the condition, holding its `perRow` values. Entries are made as they are
   * taken, and each must be taken: a row without its value is an error.
   */
  readonly evaluate: (rows: Iterable<readonly Value[]>, types: readonly StaticType[]) => Value;
}

export function quantityAt(args: readonly Value[], index: number): Quantity {
  const value = args[index];
  if (value instanceof Quantity) return value;
  throw new InternalError(`argument ${index} is not a quantity`);
}

export function numberAt(args: readonly Value[], index: number): number {
  return quantityAt(args, index).magnitude.toNumber();
}

export function textAt(args: readonly Value[], index: number): string {
  const value = args[index];
  if (typeof value === 'string') return value;
  throw new InternalError(`argument ${index} is not text`);
}

export function listAt(args: readonly Value[], index: number): readonly Quantity[] {
  const value = args[index];
  if (Array.isArray(value)) return value.filter((item) => item instanceof Quantity);
  throw new InternalError(`argument ${index} is not a list of quantities`);
}

export function dateAt(args: readonly Value[], index: number): LocalDate {
  const value = args[index];
  if (value instanceof LocalDate) return value;
  if (value instanceof LocalDateTime) return value.date;
  throw new InternalError(`argument ${index} is not a date`);
}

export function timeAt(args: readonly Value[], index: number): LocalTime {
  const value = args[index];
  if (value instanceof LocalTime) return value;
  throw new InternalError(`argument ${index} is not a time of day`);
}

export function monthAt(args: readonly Value[], index: number): Month {
  const value = args[index];
  if (value instanceof Month) return value;
  throw new InternalError(`argument ${index} is not a month`);
}
