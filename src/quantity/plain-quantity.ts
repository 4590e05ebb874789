import type { Decimal } from 'decimal.js';
import { parseUnit } from './parse-unit.js';
import { convert, Exact, sameDimension, type Unit } from './unit.js';

/** A quantity as JSON holds it. */
export interface PlainQuantity {
  readonly magnitude: number;
  readonly unit: string | null;
  readonly standard_deviation?: number | null | undefined;
}

/**
 * How far two magnitudes may lie apart, relative to the greater, and be one: a double carries 15 to 16 digits and a
 * conversion on the registry's side costs it one or two, a supplier's instrument gives six at most.
 */
export const relativeTolerance = 1e-9;

function near(a: Decimal, b: Decimal): boolean {
  if (a.equals(b)) return true;
  const greater = Exact.max(a.abs(), b.abs());
  return a.minus(b).abs().lessThanOrEqualTo(greater.times(relativeTolerance));
}

/** A standard deviation is a difference, so that no offset applies to it. */
function spread(value: number, from: Unit, to: Unit): Decimal {
  return new Exact(value).times(from.factor).dividedBy(to.factor);
}

/**
 * Whether two quantities mean the same: units by what they are and not by name, within `relativeTolerance`; no
 * standard deviation equals none, and none does not equal zero. Units that cannot be read are equal as text only.
 */
export function equalQuantities(a: PlainQuantity, b: PlainQuantity): boolean {
  const [left, right] = [parseUnit(a.unit), parseUnit(b.unit)];
  const [sdA, sdB] = [a.standard_deviation ?? null, b.standard_deviation ?? null];
  if (!left.ok || !right.ok) return a.unit === b.unit && a.magnitude === b.magnitude && sdA === sdB;
  if (!sameDimension(left.unit, right.unit)) return false;
  if (!near(convert(a.magnitude, left.unit, right.unit), new Exact(b.magnitude))) return false;
  if (sdA === null || sdB === null) return sdA === sdB;
  return near(spread(sdA, left.unit, right.unit), new Exact(sdB));
}
