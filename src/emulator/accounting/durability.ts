import { Quantity, unitOf } from '../../quantity/index.js';

const one = unitOf('dimensionless');

function number(value: number): Quantity {
  return Quantity.constant(value, one);
}

function least(value: Quantity, limit: number): Quantity {
  return Quantity.min([value, number(limit)]);
}

/** min(mean(s) - sqrt(mean(s) (1 - mean(s)) / n), 0.95): the inertinite share, less its sampling error. */
export function inertShare(shares: readonly Quantity[]): Quantity {
  const mean = Quantity.mean(shares).to(one);
  const n = shares.length;
  const error = mean.apply(
    (s) => Math.sqrt(Math.max(0, (s * (1 - s)) / n)),
    (s) => (s > 0 && s < 1 ? (1 - 2 * s) / n / (2 * Math.sqrt((s * (1 - s)) / n)) : 0),
  );
  return least(mean.minus(error), 0.95);
}

/** min(1 - (-0.048 + (-0.383 + 0.35 ln T) mean(H/C)), 0.95), T in degrees Celsius as a plain number. */
export function durableShare(ratios: readonly Quantity[], soil: Quantity): Quantity {
  const celsius = soil.to(unitOf('degC'));
  const sd = celsius.standardDeviation;
  const [key] = celsius.contributions().map((part) => part.key);
  const plain =
    key === undefined
      ? number(celsius.magnitude.toNumber())
      : Quantity.measured(key, celsius.magnitude, one, sd);
  const slope = plain.apply(
    (t) => -0.383 + 0.35 * Math.log(t),
    (t) => 0.35 / t,
  );
  const lost = number(-0.048).plus(slope.times(Quantity.mean(ratios).to(one)));
  return least(number(1).minus(lost), 0.95);
}
