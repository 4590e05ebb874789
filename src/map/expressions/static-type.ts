import {
  type BaseDimension,
  combine as combineKnown,
  dimensionKey,
  parseUnit,
  type Unit,
} from '../../quantity/index.js';

/** Powers of the base dimensions; null where the mapping does not say, so that only the data can tell. */
export type Dimension = Readonly<Partial<Record<BaseDimension, number>>> | null;

/** What an expression yields, known when the mapping is loaded. */
export type StaticType =
  | { readonly type: 'quantity'; readonly dimension: Dimension }
  | { readonly type: 'quantities'; readonly dimension: Dimension }
  | { readonly type: 'text' | 'flag' | 'date' | 'datetime' | 'time' | 'month' | 'texts' };

export type TypeName = StaticType['type'];

/** The names under which the types are known to CEL. */
export const celNames: Readonly<Record<TypeName, string>> = {
  quantity: 'Quantity',
  quantities: 'list<Quantity>',
  text: 'string',
  flag: 'bool',
  date: 'LocalDate',
  datetime: 'LocalDateTime',
  time: 'LocalTime',
  month: 'Month',
  texts: 'list<string>',
};

/** The words for people. */
export const typeWords: Readonly<Record<TypeName, string>> = {
  quantity: 'a number or quantity',
  quantities: 'a list of quantities',
  text: 'text',
  flag: 'yes or no',
  date: 'a date',
  datetime: 'a date with time',
  time: 'a time of day',
  month: 'a month',
  texts: 'a list of texts',
};

export const dimensionless: Dimension = {};

export function dimensionOf(unit: Unit): Dimension {
  return unit.dimension;
}

/** The dimension of a unit's text; null where it cannot be read. */
export function dimensionOfText(unit: string): Dimension {
  const parsed = parseUnit(unit);
  return parsed.ok ? parsed.unit.dimension : null;
}

function entriesOf(dimension: NonNullable<Dimension>): [string, number][] {
  return Object.entries(dimension).filter(
    (entry): entry is [string, number] => entry[1] !== undefined && entry[1] !== 0,
  );
}

/** Whether a dimension is known to be that of a plain number. */
export function isPlain(dimension: Dimension | undefined): boolean {
  return dimension !== undefined && dimension !== null && entriesOf(dimension).length === 0;
}

/** Whether two dimensions may be added; an unknown one fits all. */
export function compatible(a: Dimension, b: Dimension): boolean {
  return a === null || b === null || dimensionKey(a) === dimensionKey(b);
}

/** The dimension that a type has, if it is one of numbers. */
export function dimensionIn(type: StaticType): Dimension {
  return 'dimension' in type ? type.dimension : null;
}

/** Whether two types may be compared or take each other's place. */
export function interchangeable(a: StaticType, b: StaticType): boolean {
  return a.type === b.type && compatible(dimensionIn(a), dimensionIn(b));
}

/** `a` times `b` to the power `sign`. */
export function combine(a: Dimension, b: Dimension, sign: 1 | -1): Dimension {
  return a === null || b === null ? null : combineKnown(a, b, sign);
}

/** `a` to a power. */
export function raise(a: Dimension, power: number): Dimension {
  return a === null ? null : combineKnown({}, a, power);
}

/** `mass`, `mass * length`, `dimensionless`. */
export function describeDimension(dimension: Dimension): string {
  if (dimension === null) return 'not known';
  const parts = entriesOf(dimension).map(([base, power]) => (power === 1 ? base : `${base}^${power}`));
  return parts.length === 0 ? 'a plain number' : parts.join(' * ');
}

/** What an expression yields, for people. */
export function describeType(type: StaticType): string {
  const dimension = dimensionIn(type);
  return dimension === null
    ? typeWords[type.type]
    : `${typeWords[type.type]} (${describeDimension(dimension)})`;
}
