import { Quantity, unitOf } from '../../quantity/index.js';
import {
  combine,
  compatible,
  describeType,
  dimensionless,
  type StaticType,
} from '../expressions/static-type.js';
import { ExpressionFault, toKey, toText, type Value } from '../values.js';
import type { AggregateDefinition } from './definition.js';
import { refuseOffset, sumOf } from './offset-units.js';
import { replicateDeviation, replicateMean } from './lists.js';

const plain = unitOf('dimensionless');

function column(rows: Iterable<readonly Value[]>, index: number): Quantity[] {
  const quantities: Quantity[] = [];
  for (const row of rows) {
    const value = row[index];
    if (value instanceof Quantity) quantities.push(value);
  }
  return quantities;
}

function numeric(name: string): (types: readonly StaticType[]) => StaticType | string {
  return ([value]) => {
    if (value?.type === 'quantity') return value;
    return `${name} adds numbers, and this is ${value === undefined ? 'nothing' : describeType(value)}`;
  };
}

function some(name: string, rows: Iterable<readonly Value[]>): Quantity[] {
  const values = column(rows, 0);
  if (values.length === 0) throw new ExpressionFault(`${name} of no rows`);
  return values;
}

/** The first value of each row, as it comes. */
function* eachQuantity(rows: Iterable<readonly Value[]>): Generator<Quantity> {
  for (const [value] of rows) if (value instanceof Quantity) yield value;
}

/** Adds up row by row, and keeps none of the values. */
function sumOfRows(rows: Iterable<readonly Value[]>, type: StaticType | undefined): Quantity {
  const rest = eachQuantity(rows);
  const first = rest.next();
  if (first.done === true) return emptySum(type);
  function* terms(start: Quantity): Iterable<Quantity> {
    yield start;
    yield* rest;
  }
  return sumOf(terms(first.value));
}

/** `sum` of no rows is 0 in the base unit of what is summed. */
function emptySum(type: StaticType | undefined): Quantity {
  if (type?.type === 'quantity' && type.dimension !== null && Object.keys(type.dimension).length === 0)
    return Quantity.constant(0, plain);
  throw new ExpressionFault('sum of no rows: say what it is then, as in either(sum(…), 0 kg)');
}

function singleValue(types: readonly StaticType[]): StaticType | string {
  return types[0] ?? 'say which value';
}

export const aggregateFunctions: readonly AggregateDefinition[] = [
  {
    name: 'sum',
    summary: 'The sum of a value over rows, as SUMIF. A row without the value is an error.',
    example: 'sum(rows, litres)  ·  sum(deliveries, net, date >= period.start)',
    perRow: ['value'],
    result: numeric('sum'),
    evaluate: (rows, types) => sumOfRows(rows, types[0]),
  },
  {
    name: 'mean',
    summary: 'The mean of a value over rows; the standard deviations of the values propagate.',
    example: 'mean(rows, moisture)',
    perRow: ['value'],
    result: numeric('mean'),
    evaluate: (rows) => Quantity.mean(some('mean', rows)),
  },
  {
    name: 'weighted_mean',
    summary: 'The mean of a value over rows, weighted by another.',
    example: 'weighted_mean(rows, carbon, dry_mass)',
    perRow: ['value', 'weight'],
    result: ([value, weight]) => {
      if (value?.type !== 'quantity' || weight?.type !== 'quantity')
        return 'weighted_mean takes a number and a weight';
      return {
        type: 'quantity',
        dimension: combine(combine(value.dimension, weight.dimension, 1), weight.dimension, -1),
      };
    },
    evaluate: (each) => {
      const rows = [...each];
      const values = some('weighted_mean', rows);
      for (const value of values) refuseOffset(value);
      const weights = column(rows, 1);
      const total = sumOf(weights);
      if (total.magnitude.isZero()) throw new ExpressionFault('the weights add up to nothing');
      return Quantity.sum(
        values.map((value, index) => value.times(weights[index] ?? Quantity.constant(0, plain))),
      ).dividedBy(total);
    },
  },
  {
    name: 'replicate_mean',
    summary: 'The mean over replicate rows with the standard deviation of that mean, s / sqrt(n).',
    example: 'replicate_mean(rows, carbon)',
    perRow: ['value'],
    result: numeric('replicate_mean'),
    evaluate: (rows) => replicateMean(column(rows, 0)),
  },
  {
    name: 'sd',
    summary: 'The standard deviation of a value over rows (n - 1).',
    example: 'sd(rows, carbon)',
    perRow: ['value'],
    result: numeric('sd'),
    evaluate: (rows) => replicateDeviation(column(rows, 0)),
  },
  {
    name: 'min',
    summary: 'The smallest value over rows.',
    example: 'min(rows, temperature)',
    perRow: ['value'],
    result: numeric('min'),
    evaluate: (rows) => Quantity.min(some('min', rows)),
  },
  {
    name: 'max',
    summary: 'The greatest value over rows.',
    example: 'max(rows, temperature)',
    perRow: ['value'],
    result: numeric('max'),
    evaluate: (rows) => Quantity.max(some('max', rows)),
  },
  {
    name: 'count',
    summary: 'How many rows there are, as COUNTIF.',
    example: 'count(rows)  ·  count(lab, batch == this.batch)',
    perRow: [],
    result: () => ({ type: 'quantity', dimension: dimensionless }),
    evaluate: (rows) => Quantity.constant([...rows].length, plain),
  },
  {
    name: 'first',
    summary: 'The value of the first row.',
    example: 'first(rows, started)',
    perRow: ['value'],
    result: singleValue,
    evaluate: (rows) => {
      const value = [...rows][0]?.[0];
      if (value === undefined) throw new ExpressionFault('first of no rows');
      return value;
    },
  },
  {
    name: 'last',
    summary: 'The value of the last row.',
    example: 'last(rows, completed)',
    perRow: ['value'],
    result: singleValue,
    evaluate: (rows) => {
      const value = [...rows].at(-1)?.[0];
      if (value === undefined) throw new ExpressionFault('last of no rows');
      return value;
    },
  },
  {
    name: 'earliest',
    summary: 'The earliest date over rows.',
    example: 'earliest(rows, date)',
    perRow: ['value'],
    result: dated,
    evaluate: (rows) => extreme(rows, -1),
  },
  {
    name: 'latest',
    summary: 'The latest date over rows.',
    example: 'latest(rows, date)',
    perRow: ['value'],
    result: dated,
    evaluate: (rows) => extreme(rows, 1),
  },
  {
    name: 'only',
    summary: 'The one value that all rows share; an error where they differ.',
    example: 'only(rows, lab)',
    perRow: ['value'],
    result: singleValue,
    evaluate: (each) => {
      const rows = [...each];
      const value = rows[0]?.[0];
      if (value === undefined) throw new ExpressionFault('only of no rows');
      const key = toKey(value);
      const other = rows.find((row) => row[0] !== undefined && toKey(row[0]) !== key)?.[0];
      if (other !== undefined)
        throw new ExpressionFault(`the rows differ: ${toText(value)} and ${toText(other)}`);
      return value;
    },
  },
  {
    name: 'listed',
    summary: 'The different texts of the rows, with a comma between.',
    example: 'listed(rows, ticket)',
    perRow: ['text'],
    result: () => ({ type: 'text' }),
    evaluate: (rows) => {
      const texts = new Set<string>();
      for (const [value] of rows) if (value !== undefined) texts.add(toText(value));
      return [...texts].join(', ').slice(0, 2000);
    },
  },
  {
    name: 'all',
    summary: 'Whether a condition holds for every row.',
    example: 'all(rows, status == "final")',
    perRow: ['value'],
    result: ([value]) => (value?.type === 'flag' ? { type: 'flag' } : 'all takes a condition'),
    evaluate: (rows) => [...rows].every(([value]) => value === true),
  },
  {
    name: 'any',
    summary: 'Whether a condition holds for at least one row.',
    example: 'any(rows, estimated)',
    perRow: ['value'],
    result: ([value]) => (value?.type === 'flag' ? { type: 'flag' } : 'any takes a condition'),
    evaluate: (rows) => [...rows].some(([value]) => value === true),
  },
];

function dated(types: readonly StaticType[]): StaticType | string {
  const [type] = types;
  return type?.type === 'date' || type?.type === 'datetime' ? type : 'this takes a date';
}

function extreme(rows: Iterable<readonly Value[]>, sign: 1 | -1): Value {
  let best: Value | null = null;
  for (const [value] of rows) {
    if (value === undefined) continue;
    if (best === null || Math.sign(toKey(value).localeCompare(toKey(best), 'en')) === sign) best = value;
  }
  if (best === null) throw new ExpressionFault('there are no rows');
  return best;
}

/** Whether two static types may be compared or take each other's place. */
export function interchangeable(a: StaticType, b: StaticType): boolean {
  if (a.type !== b.type) return false;
  if (
    (a.type === 'quantity' || a.type === 'quantities') &&
    (b.type === 'quantity' || b.type === 'quantities')
  ) {
    return compatible(a.dimension, b.dimension);
  }
  return true;
}
