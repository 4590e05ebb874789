import { Quantity, unitOf } from '../../quantity/index.js';
import {
  combine,
  describeType,
  dimensionless,
  isPlain,
  type StaticType,
} from '../expressions/static-type.js';
import { ExpressionFault, MissingValue, toKey, toText, type Value } from '../values.js';
import { type AggregateDefinition, quantityAt, type Rows } from './definition.js';
import { replicateDeviation, replicateMean } from './lists.js';
import { refuseOffset, sumOf } from './offset-units.js';

const plain = unitOf('dimensionless');

function numeric(name: string): (value: StaticType) => StaticType | string {
  return (value) =>
    value.type === 'quantity' ? value : `${name} takes numbers, and this is ${describeType(value)}`;
}

function dated(name: string): (value: StaticType) => StaticType | string {
  return (value) =>
    value.type === 'date' || value.type === 'datetime'
      ? value
      : `${name} takes dates, and this is ${describeType(value)}`;
}

function condition(name: string): (value: StaticType) => StaticType | string {
  return (value) =>
    value.type === 'flag' ? value : `${name} takes a condition, and this is ${describeType(value)}`;
}

/** Of no rows there is no value, as there is none in a blank. */
function some<Item>(name: string, items: readonly Item[]): readonly [Item, ...Item[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new MissingValue(`${name} of no rows`);
  return [first, ...rest];
}

/** The first value of each row. */
function valuesOf(name: string, rows: Rows): readonly [Value, ...Value[]] {
  return some(name, [...rows].flat());
}

function quantitiesOf(name: string, rows: Rows): readonly [Quantity, ...Quantity[]] {
  return some(
    name,
    Array.from(rows, (row) => quantityAt(row, 0)),
  );
}

/** Adds up row by row, and keeps none of the values. Of no rows the sum is 0 where that needs no unit. */
function sumOfRows(rows: Rows, type: StaticType): Quantity {
  let count = 0;
  function* terms(): Iterable<Quantity> {
    for (const row of rows) {
      count += 1;
      const term = quantityAt(row, 0);
      refuseOffset(term);
      yield term;
    }
  }
  const sum = Quantity.sum(terms(), plain);
  if (count === 0 && !(type.type === 'quantity' && isPlain(type.dimension)))
    throw new MissingValue('sum of no rows');
  return sum;
}

function weightedMean(rows: Rows): Quantity {
  const pairs = some(
    'weighted_mean',
    Array.from(rows, (row) => ({ value: quantityAt(row, 0), weight: quantityAt(row, 1) })),
  );
  for (const { value } of pairs) refuseOffset(value);
  const total = sumOf(pairs.map(({ weight }) => weight));
  if (total.magnitude.isZero()) throw new ExpressionFault('the weights add up to nothing');
  return Quantity.sum(pairs.map(({ value, weight }) => value.times(weight))).dividedBy(total);
}

function extreme(name: string, rows: Rows, sign: 1 | -1): Value {
  const [first, ...rest] = valuesOf(name, rows);
  return rest.reduce<Value>(
    (best, value) => (toKey(value).localeCompare(toKey(best), 'en') === sign ? value : best),
    first,
  );
}

/** Whether two values are the same, as 1 t and 1000 kg are. */
function isSame(a: Value, b: Value): boolean {
  return a instanceof Quantity && b instanceof Quantity ? a.compare(b) === 0 : toKey(a) === toKey(b);
}

function theOnly(rows: Rows): Value {
  const [first, ...rest] = valuesOf('only', rows);
  const other = rest.find((value) => !isSame(value, first));
  if (other !== undefined)
    throw new ExpressionFault(`the rows differ: ${toText(first)} and ${toText(other)}`);
  return first;
}

export const aggregateFunctions: readonly AggregateDefinition[] = [
  {
    name: 'sum',
    // The sum of a value over rows, as SUMIF. A row without the value is an error.
    example: 'sum(rows, litres)  ·  sum(deliveries, net, date >= period.start)',
    perRow: ['value'],
    result: numeric('sum'),
    evaluate: sumOfRows,
  },
  {
    name: 'mean',
    // The mean of a value over rows; the standard deviations of the values propagate.
    example: 'mean(rows, moisture)',
    perRow: ['value'],
    result: numeric('mean'),
    evaluate: (rows) => Quantity.mean(quantitiesOf('mean', rows)),
  },
  {
    name: 'weighted_mean',
    // The mean of a value over rows, weighted by another.
    example: 'weighted_mean(rows, carbon, dry_mass)',
    perRow: ['value', 'weight'],
    result: (value, weight) =>
      value.type === 'quantity' && weight.type === 'quantity'
        ? {
            type: 'quantity',
            dimension: combine(combine(value.dimension, weight.dimension, 1), weight.dimension, -1),
          }
        : 'weighted_mean takes a number and a weight',
    evaluate: weightedMean,
  },
  {
    name: 'replicate_mean',
    // The mean over replicate rows with the standard deviation of that mean, s / sqrt(n).
    example: 'replicate_mean(rows, carbon)',
    perRow: ['value'],
    result: numeric('replicate_mean'),
    evaluate: (rows) => replicateMean(quantitiesOf('replicate_mean', rows)),
  },
  {
    name: 'sd',
    // The standard deviation of a value over rows (n - 1).
    example: 'sd(rows, carbon)',
    perRow: ['value'],
    result: numeric('sd'),
    evaluate: (rows) => replicateDeviation(quantitiesOf('sd', rows)),
  },
  {
    name: 'min',
    // The smallest value over rows.
    example: 'min(rows, temperature)',
    perRow: ['value'],
    result: numeric('min'),
    evaluate: (rows) => Quantity.min(quantitiesOf('min', rows)),
  },
  {
    name: 'max',
    // The greatest value over rows.
    example: 'max(rows, temperature)',
    perRow: ['value'],
    result: numeric('max'),
    evaluate: (rows) => Quantity.max(quantitiesOf('max', rows)),
  },
  {
    name: 'count',
    // How many rows there are, as COUNTIF.
    example: 'count(rows)  ·  count(lab, batch == this.batch)',
    perRow: [],
    result: () => ({ type: 'quantity', dimension: dimensionless }),
    evaluate: (rows) => Quantity.constant([...rows].length, plain),
  },
  {
    name: 'first',
    // The value of the first row.
    example: 'first(rows, started)',
    perRow: ['value'],
    result: (value) => value,
    evaluate: (rows) => valuesOf('first', rows)[0],
  },
  {
    name: 'last',
    // The value of the last row.
    example: 'last(rows, completed)',
    perRow: ['value'],
    result: (value) => value,
    evaluate: (rows) => valuesOf('last', [...rows].reverse())[0],
  },
  {
    name: 'earliest',
    // The earliest date over rows.
    example: 'earliest(rows, date)',
    perRow: ['value'],
    result: dated('earliest'),
    evaluate: (rows) => extreme('earliest', rows, -1),
  },
  {
    name: 'latest',
    // The latest date over rows.
    example: 'latest(rows, date)',
    perRow: ['value'],
    result: dated('latest'),
    evaluate: (rows) => extreme('latest', rows, 1),
  },
  {
    name: 'only',
    // The one value that all rows share; an error where they differ.
    example: 'only(rows, lab)',
    perRow: ['value'],
    result: (value) => value,
    evaluate: theOnly,
  },
  {
    name: 'listed',
    // The different texts of the rows, with a comma between.
    example: 'listed(rows, ticket)',
    perRow: ['text'],
    result: () => ({ type: 'text' }),
    evaluate: (rows) => [...new Set([...rows].flat().map(toText))].join(', ').slice(0, 2000),
  },
  {
    name: 'all',
    // Whether a condition holds for every row.
    example: 'all(rows, status == "final")',
    perRow: ['value'],
    result: condition('all'),
    evaluate: (rows) => [...rows].every(([value]) => value === true),
  },
  {
    name: 'any',
    // Whether a condition holds for at least one row.
    example: 'any(rows, estimated)',
    perRow: ['value'],
    result: condition('any'),
    evaluate: (rows) => [...rows].some(([value]) => value === true),
  },
];
