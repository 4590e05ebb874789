/**
 * What a unit measures, as powers of base dimensions: `{ mass: 1, length: -3 }`. CO2e has a dimension of its own, so
 * that a tonne of biochar can never pass for a tonne of CO2e; each currency has one too, named by its code.
 */
export type BaseDimension =
  'mass' | 'length' | 'time' | 'amount' | 'temperature' | 'current' | 'co2e' | 'angle' | `currency:${string}`;

/** What a unit measures: the power of each base dimension, those of 0 left out. */
export type Dimension = Readonly<Partial<Record<BaseDimension, number>>>;

/** Dimensions are asked for their key millions of times, and there are few of them. */
const keys = new WeakMap<Dimension, string>();

/** The powers in a fixed order, zeros left out: equal for equal dimensions. */
export function dimensionKey(dimension: Dimension): string {
  const known = keys.get(dimension);
  if (known !== undefined) return known;
  const key = powersOf(dimension)
    .filter(([, power]) => power !== 0)
    .map(([base, power]) => `${base}^${power}`)
    .toSorted()
    .join(' ');
  keys.set(dimension, key);
  return key;
}

/** The dimension of a product in which `right` is taken to a power. */
export function combine(left: Dimension, right: Dimension, power: number): Dimension {
  const powers = new Map(powersOf(left));
  for (const [base, own] of powersOf(right)) powers.set(base, (powers.get(base) ?? 0) + own * power);
  return Object.fromEntries([...powers].filter(([, own]) => own !== 0));
}

function powersOf(dimension: Dimension): readonly (readonly [string, number])[] {
  return Object.entries(dimension).map(([base, power]) => [base, power ?? 0]);
}
