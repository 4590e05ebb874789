import { Decimal } from 'decimal.js';
import { Quantity, unitOf } from '../../quantity/index.js';
import { dimensionless } from '../expressions/static-type.js';
import { ExpressionFault } from '../values.js';
import { type FunctionDefinition, listAt } from './definition.js';
import { refuseOffset, sumOf } from './offset-units.js';

const plain = unitOf('dimensionless');

type Replicates = readonly [Quantity, ...Quantity[]];

function replicates(values: readonly Quantity[]): Replicates {
  const [first, second, ...rest] = values;
  if (first === undefined || second === undefined)
    throw new ExpressionFault('a standard deviation of replicates needs at least two values');
  return [first, second, ...rest];
}

/** Mean and sample standard deviation (n - 1), in the unit of the first value. */
function statistics(values: Replicates): { readonly mean: Decimal; readonly deviation: Decimal } {
  const [{ unit }] = values;
  const numbers = values.map((value) => value.to(unit).magnitude);
  const mean = numbers.reduce((sum, x) => sum.plus(x), new Decimal(0)).dividedBy(numbers.length);
  const squares = numbers.reduce((sum, x) => sum.plus(x.minus(mean).pow(2)), new Decimal(0));
  return { mean, deviation: squares.dividedBy(numbers.length - 1).sqrt() };
}

/** The standard deviation of replicates (n - 1). */
export function replicateDeviation(values: readonly Quantity[]): Quantity {
  const all = replicates(values);
  const [first] = all;
  refuseOffset(first);
  return Quantity.constant(statistics(all).deviation, first.unit);
}

/** The mean of replicates, with the standard deviation of that mean: s / sqrt(n). */
export function replicateMean(values: readonly Quantity[]): Quantity {
  const all = replicates(values);
  const { mean, deviation } = statistics(all);
  return Quantity.measured(replicateKey(all), mean, all[0].unit, deviation.dividedBy(Math.sqrt(all.length)));
}

/** Identifies replicates by their values, so that the same ones used twice count as one. */
function replicateKey(values: Replicates): string {
  return `replicates ${values.map((value) => `${value.magnitude.toString()} ${value.unit.canonical}`).join(' ')}`;
}

export const listFunctions: readonly FunctionDefinition[] = [
  {
    name: 'sum',
    // The sum of the values of a column of type quantities.
    example: 'sum(intervals)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => sumOf(listAt(args, 0)),
      },
    ],
  },
  {
    name: 'mean',
    // The mean of the values of a column of type quantities; their standard deviations propagate.
    example: 'mean(moisture)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => Quantity.mean(listAt(args, 0)),
      },
    ],
  },
  {
    name: 'replicate_mean',
    // The mean of replicates with the standard deviation of that mean, s / sqrt(n).
    example: 'replicate_mean(moisture)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => replicateMean(listAt(args, 0)),
      },
    ],
  },
  {
    name: 'sd',
    // The standard deviation of replicates (n - 1).
    example: 'sd(moisture) < 2 %',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => replicateDeviation(listAt(args, 0)),
      },
    ],
  },
  {
    name: 'min',
    // The smallest value of a column of type quantities.
    example: 'min(readings)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => Quantity.min(listAt(args, 0)),
      },
    ],
  },
  {
    name: 'max',
    // The greatest value of a column of type quantities.
    example: 'max(readings)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => Quantity.max(listAt(args, 0)),
      },
    ],
  },
  {
    name: 'count',
    // How many values a column of type quantities holds in this row.
    example: 'count(intervals) == 48',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        dimension: () => dimensionless,
        evaluate: (args) => Quantity.constant(listAt(args, 0).length, plain),
      },
    ],
  },
];
