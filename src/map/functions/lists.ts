import { Decimal } from 'decimal.js';
import { Quantity } from '../../quantity/index.js';
import { dimensionless } from '../expressions/static-type.js';
import { unitOf } from '../../quantity/index.js';
import { ExpressionFault } from '../values.js';
import { type FunctionDefinition, listAt } from './definition.js';
import { meanOf, sumOf } from './offset-units.js';

const plain = unitOf('dimensionless');

/** Sample standard deviation (n - 1) in the unit of the first value; a fault for fewer than two. */
export function sampleDeviation(values: readonly Quantity[]): Quantity {
  const [first] = values;
  if (first === undefined || values.length < 2)
    throw new ExpressionFault('a standard deviation of replicates needs at least two values');
  const numbers = values.map((value) => value.to(first.unit).magnitude);
  const mean = numbers.reduce((sum, x) => sum.plus(x), new Decimal(0)).dividedBy(numbers.length);
  const squares = numbers.reduce((sum, x) => sum.plus(x.minus(mean).pow(2)), new Decimal(0));
  return Quantity.constant(squares.dividedBy(numbers.length - 1).sqrt(), first.unit);
}

/** The mean of replicates, with the standard deviation of that mean: s / sqrt(n). */
export function replicateMean(values: readonly Quantity[], key: string): Quantity {
  const [first] = values;
  if (first === undefined) throw new ExpressionFault('the mean of no values');
  const mean = values
    .reduce((sum, value) => sum.plus(value.to(first.unit).magnitude), new Decimal(0))
    .dividedBy(values.length);
  const deviation = sampleDeviation(values).magnitude.dividedBy(Math.sqrt(values.length));
  return Quantity.measured(key, mean, first.unit, deviation);
}

/** Identifies replicates by their values, so that the same ones used twice count as one. */
export function replicateKey(values: readonly Quantity[]): string {
  return `replicates ${values.map((value) => `${value.magnitude.toString()} ${value.unit.canonical}`).join(' ')}`;
}

function nonEmpty(values: readonly Quantity[]): readonly Quantity[] {
  if (values.length === 0) throw new ExpressionFault('none of the columns holds a value');
  return values;
}

export const listFunctions: readonly FunctionDefinition[] = [
  {
    name: 'sum',
    summary: 'The sum of the values of a column of type quantities.',
    example: 'sum(intervals)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => sumOf(nonEmpty(listAt(args, 0))),
      },
    ],
  },
  {
    name: 'mean',
    summary: 'The mean of the values of a column of type quantities; their standard deviations propagate.',
    example: 'mean(moisture)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => meanOf(nonEmpty(listAt(args, 0))),
      },
    ],
  },
  {
    name: 'replicate_mean',
    summary: 'The mean of replicates with the standard deviation of that mean, s / sqrt(n).',
    example: 'replicate_mean(moisture)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => replicateMean(listAt(args, 0), replicateKey(listAt(args, 0))),
      },
    ],
  },
  {
    name: 'sd',
    summary: 'The standard deviation of replicates (n - 1).',
    example: 'sd(moisture) < 2 %',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => sampleDeviation(listAt(args, 0)),
      },
    ],
  },
  {
    name: 'min',
    summary: 'The smallest value of a column of type quantities.',
    example: 'min(readings)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => Quantity.min(nonEmpty(listAt(args, 0))),
      },
    ],
  },
  {
    name: 'max',
    summary: 'The greatest value of a column of type quantities.',
    example: 'max(readings)',
    overloads: [
      {
        parameters: ['quantities'],
        result: 'quantity',
        evaluate: (args) => Quantity.max(nonEmpty(listAt(args, 0))),
      },
    ],
  },
  {
    name: 'count',
    summary: 'How many values a column of type quantities holds in this row.',
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
