import { Quantity } from '../../quantity/index.js';
import { ExpressionFault } from '../values.js';

/** Refuses what hangs on where the zero of a temperature lies: 10 degC + 20 degC has no meaning. */
export function refuseOffset(quantity: Quantity): void {
  if (quantity.unit.offset.isZero()) return;
  throw new ExpressionFault(
    `${quantity.magnitude.toString()} ${quantity.unit.canonical} can be compared and averaged and nothing else, since its zero is not absolute: use to(x, "K"), or number_in(x, "degC") for a bare number`,
  );
}

/** The sum of what can be added. */
export function sumOf(values: Iterable<Quantity>): Quantity {
  return Quantity.sum(absolute(values));
}

function* absolute(values: Iterable<Quantity>): Iterable<Quantity> {
  for (const value of values) {
    refuseOffset(value);
    yield value;
  }
}
