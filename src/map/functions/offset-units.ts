import { Quantity, unitOf } from '../../quantity/index.js';
import { ExpressionFault } from '../values.js';

const kelvin = unitOf('K');

function hasOffset(quantity: Quantity): boolean {
  return !quantity.unit.offset.isZero();
}

/** Refuses arithmetic on temperatures whose zero is not absolute: 10 degC + 20 degC has no meaning. */
export function refuseOffset(...quantities: readonly Quantity[]): void {
  const [found] = quantities.filter(hasOffset);
  if (found === undefined) return;
  throw new ExpressionFault(
    `${found.magnitude.toString()} ${found.unit.canonical} cannot be added, subtracted, multiplied or divided, since its zero is not absolute: use to(x, "K"), or number_in(x, "degC") for a bare number`,
  );
}

/** The mean, also of temperatures in degC: taken in kelvin and given in the unit of the first. */
export function meanOf(values: readonly Quantity[]): Quantity {
  const [first] = values;
  if (first === undefined || !values.some(hasOffset)) return Quantity.mean(values);
  return Quantity.mean(values.map((value) => value.to(kelvin))).to(first.unit);
}

/** The sum of what can be added. */
export function sumOf(values: readonly Quantity[]): Quantity {
  refuseOffset(...values.slice(0, 1));
  return Quantity.sum(values);
}
