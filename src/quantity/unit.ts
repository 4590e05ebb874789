import { Decimal } from 'decimal.js';
import { dimensionKey, type Dimension } from './dimension.js';

/** Enough digits that no conversion of the table loses one that a person could write. */
export const Exact = Decimal.clone({ precision: 60, defaults: true });

/** A unit of measure. A magnitude in it is `(magnitude + offset) * factor` in the coherent SI unit. */
export interface Unit {
  /** The spelling that the registry answers with: `kilogram`, `metric_ton`, `kgCO2e / kilowatt_hour`. */
  readonly canonical: string;
  readonly dimension: Dimension;
  readonly factor: Decimal;
  /** Other than zero for degrees Celsius and Fahrenheit only, as temperatures and never as differences. */
  readonly offset: Decimal;
}

/** A unit in our own code that does not parse: a fault of the program, not of anybody's data. */
export class UnitError extends Error {
  override readonly name = 'UnitError';
}

/** Two units that measure different things. */
export class DimensionError extends Error {
  override readonly name = 'DimensionError';

  constructor(act: string, left: Unit, right: Unit) {
    super(`cannot ${act} ${left.canonical} and ${right.canonical}: they measure different things`);
  }
}

export function sameDimension(a: Unit, b: Unit): boolean {
  return a.dimension === b.dimension || dimensionKey(a.dimension) === dimensionKey(b.dimension);
}

/**
 * A magnitude in another unit, exactly: 1.1 t is 1100 kg.
 * @throws DimensionError where the units measure different things.
 */
export function convert(magnitude: Decimal.Value, from: Unit, to: Unit): Decimal {
  if (!sameDimension(from, to)) throw new DimensionError('convert between', from, to);
  const exact = new Exact(magnitude);
  if (from === to || (from.factor.equals(to.factor) && from.offset.equals(to.offset))) return exact;
  const converted = exact.plus(from.offset).times(from.factor).dividedBy(to.factor).minus(to.offset);
  // A ninth has no end: 37 degC is 98.6 degF once the last digits are rounded.
  return converted.toSignificantDigits(40);
}
