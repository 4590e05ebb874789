import { parseUnit, Quantity, type Unit, unitOf } from '../../quantity/index.js';
import { compatible, type Dimension, describeDimension, dimensionless } from '../expressions/static-type.js';
import { scaleDifference } from '../deviation.js';
import { ExpressionFault } from '../values.js';
import { type FunctionDefinition, quantityAt, textAt } from './definition.js';
import { refuseOffset } from './offset-units.js';

function readUnit(text: string): Unit {
  const parsed = parseUnit(text);
  if (!parsed.ok) throw new ExpressionFault(parsed.message);
  return parsed.unit;
}

/** The dimension that a literal unit gives, held against that of the value. */
function literalUnit(text: string | null | undefined, value: Dimension): Dimension | string {
  if (text === null || text === undefined) return null;
  const parsed = parseUnit(text);
  if (!parsed.ok) return parsed.message;
  return compatible(parsed.unit.dimension, value)
    ? parsed.unit.dimension
    : `${describeDimension(value)} cannot be converted to ${text} (${describeDimension(parsed.unit.dimension)})`;
}

/** The number of a temperature in degC, which cannot be divided by its unit. */
function bareNumber(quantity: Quantity): Quantity {
  const plain = unitOf('dimensionless');
  const deviation = quantity.standardDeviation;
  if (deviation === null) return Quantity.constant(quantity.magnitude, plain);
  return Quantity.measured(
    `number ${quantity.magnitude.toString()} ${deviation}`,
    quantity.magnitude,
    plain,
    deviation,
  );
}

export const unitFunctions: readonly FunctionDefinition[] = [
  {
    name: 'unit',
    // One of a unit that is more than a word; a single word may follow the number: `3 kg`.
    example: '2.57 * unit("kgCO2e/L")',
    overloads: [
      {
        parameters: ['text'],
        result: 'quantity',
        dimension: (_, [text]) => literalUnit(text, null),
        evaluate: (args) => Quantity.constant(1, readUnit(textAt(args, 0))),
      },
    ],
  },
  {
    name: 'to',
    // Converted to another unit of the same kind.
    example: 'to(net, "t")',
    overloads: [
      {
        parameters: ['quantity', 'text'],
        result: 'quantity',
        dimension: ([value], [, text]) => literalUnit(text, value ?? null),
        evaluate: (args) => quantityAt(args, 0).to(readUnit(textAt(args, 1))),
      },
    ],
  },
  {
    name: 'number_in',
    // The bare number in a unit. Its standard deviation comes along.
    example: 'number_in(temperature, "degC")',
    overloads: [
      {
        parameters: ['quantity', 'text'],
        result: 'quantity',
        dimension: ([value], [, text]) => {
          const dimension = literalUnit(text, value ?? null);
          return typeof dimension === 'string' ? dimension : dimensionless;
        },
        evaluate: (args) => {
          const unit = readUnit(textAt(args, 1));
          const converted = quantityAt(args, 0).to(unit);
          return unit.offset.isZero()
            ? converted.dividedBy(Quantity.constant(1, unit))
            : bareNumber(converted);
        },
      },
    ],
  },
  {
    name: 'with_sd',
    // The value with this standard deviation instead of what it had.
    example: 'with_sd(net, 20 kg)',
    overloads: [
      {
        parameters: ['quantity', 'quantity'],
        result: 'quantity',
        dimension: ([value, deviation]) =>
          compatible(value ?? null, deviation ?? null)
            ? (value ?? null)
            : 'the standard deviation must be of the same kind as the value',
        evaluate: (args) => {
          const value = quantityAt(args, 0);
          const stated = quantityAt(args, 1);
          const deviation = scaleDifference(stated.magnitude, stated.unit, value.unit).abs();
          return Quantity.measured(
            `with_sd ${value.magnitude.toString()} ${deviation.toString()}`,
            value.magnitude,
            value.unit,
            deviation,
          );
        },
      },
    ],
  },
  {
    name: 'sd',
    // The standard deviation of a value, or of replicates (n - 1).
    example: 'sd(moisture) < 2 %',
    overloads: [
      {
        parameters: ['quantity'],
        result: 'quantity',
        evaluate: (args) => {
          const quantity = quantityAt(args, 0);
          refuseOffset(quantity);
          return Quantity.constant(quantity.standardDeviation ?? 0, quantity.unit);
        },
      },
    ],
  },
  {
    name: 'is_whole',
    // Whether a plain number has no decimals.
    example: 'is_whole(bags)',
    overloads: [
      {
        parameters: ['quantity'],
        result: 'flag',
        evaluate: (args) => quantityAt(args, 0).magnitude.isInteger(),
      },
    ],
  },
];
