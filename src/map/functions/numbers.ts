import { Decimal } from 'decimal.js';
import { Quantity, unitOf } from '../../quantity/index.js';
import { compatible, type Dimension, dimensionless, isPlain, raise } from '../expressions/static-type.js';
import { ExpressionFault, type Value } from '../values.js';
import {
  countAt,
  decimalsAt,
  type FunctionDefinition,
  type Overload,
  plainNumbers,
  quantityAt,
} from './definition.js';
import { refuseOffset } from './offset-units.js';

const plain = unitOf('dimensionless');

function onPlain(
  name: string,
  value: (x: number) => number,
  derivative: (x: number) => number,
  allowed: (x: number) => boolean,
): Overload {
  return {
    parameters: ['quantity'],
    result: 'quantity',
    dimension: ([dimension]) =>
      compatible(dimension ?? null, dimensionless)
        ? dimensionless
        : `${name} takes a plain number; divide by a unit first, as in ${name}(x / (1 kg))`,
    evaluate: (args) => {
      const x = quantityAt(args, 0).to(plain);
      if (!allowed(x.magnitude.toNumber()))
        throw new ExpressionFault(`${name}(${x.magnitude.toString()}) is not defined`);
      return x.apply(value, derivative);
    },
  };
}

function sameKind(name: string) {
  return (dimensions: readonly Dimension[]): Dimension | string => {
    const [a = null, b = null] = dimensions;
    return compatible(a, b) ? (a ?? b) : `${name} takes two quantities of one kind`;
  };
}

/** Rounds half away from zero in the quantity's own unit; the standard deviation stays. */
function rounded(args: readonly Value[], digits: number): Quantity {
  const quantity = quantityAt(args, 0);
  refuseOffset(quantity);
  const target = quantity.magnitude.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP);
  return quantity.plus(Quantity.constant(target.minus(quantity.magnitude), quantity.unit));
}

export const numberFunctions: readonly FunctionDefinition[] = [
  {
    name: 'abs',
    // The value without its sign.
    example: 'abs(gross - tare - net) < 20 kg',
    overloads: [
      {
        parameters: ['quantity'],
        result: 'quantity',
        evaluate: (args) => {
          const quantity = quantityAt(args, 0);
          refuseOffset(quantity);
          return quantity.magnitude.isNegative() ? quantity.negated() : quantity;
        },
      },
    ],
  },
  {
    name: 'round',
    // Rounded to so many decimal places in its own unit; half goes up.
    example: 'round(net, 1)',
    overloads: [
      { parameters: ['quantity'], result: 'quantity', evaluate: (args) => rounded(args, 0) },
      {
        parameters: ['quantity', 'quantity'],
        result: 'quantity',
        refuse: plainNumbers(1),
        evaluate: (args) => rounded(args, decimalsAt(args, 1)),
      },
    ],
  },
  {
    name: 'sqrt',
    // The square root.
    example: 'sqrt(area)',
    overloads: [
      {
        parameters: ['quantity'],
        result: 'quantity',
        dimension: ([dimension]) => raise(dimension ?? null, 0.5),
        evaluate: (args) => {
          const quantity = quantityAt(args, 0);
          refuseOffset(quantity);
          return quantity.squareRoot();
        },
      },
    ],
  },
  {
    name: 'power',
    // To the power of a plain number.
    example: 'power(diameter, 2)',
    overloads: [
      {
        parameters: ['quantity', 'quantity'],
        result: 'quantity',
        refuse: plainNumbers(1),
        // Which power it is only the row says.
        dimension: ([dimension]) => (isPlain(dimension) ? dimensionless : null),
        evaluate: (args) => {
          const quantity = quantityAt(args, 0);
          refuseOffset(quantity);
          return quantity.power(countAt(args, 1));
        },
      },
    ],
  },
  {
    name: 'ln',
    // The natural logarithm of a plain number.
    example: 'ln(ratio)',
    overloads: [
      onPlain(
        'ln',
        Math.log,
        (x) => 1 / x,
        (x) => x > 0,
      ),
    ],
  },
  {
    name: 'exp',
    // e to the power of a plain number.
    example: 'exp(-rate * years)',
    overloads: [onPlain('exp', Math.exp, Math.exp, (x) => x < 700)],
  },
  {
    name: 'min',
    // The smaller of two values.
    example: 'min(fraction, 0.95)',
    overloads: [
      {
        parameters: ['quantity', 'quantity'],
        result: 'quantity',
        dimension: sameKind('min'),
        evaluate: (args) => Quantity.min([quantityAt(args, 0), quantityAt(args, 1)]),
      },
    ],
  },
  {
    name: 'max',
    // The greater of two values.
    example: 'max(net, 0 kg)',
    overloads: [
      {
        parameters: ['quantity', 'quantity'],
        result: 'quantity',
        dimension: sameKind('max'),
        evaluate: (args) => Quantity.max([quantityAt(args, 0), quantityAt(args, 1)]),
      },
    ],
  },
];
