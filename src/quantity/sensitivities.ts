/** How a quantity hangs on one measured value: the derivative by it, and its standard deviation (in base units). */
export interface Sensitivity {
  readonly derivative: number;
  readonly standardDeviation: number | null;
}

/** By the key of the measured value. */
export type Sensitivities = ReadonlyMap<string, Sensitivity>;

/** Of a number that is known exactly. */
export const none: Sensitivities = new Map();

/** The derivatives of a multiple. */
export function scale(sensitivities: Sensitivities, by: number): Sensitivities {
  if (sensitivities.size === 0 || by === 1) return sensitivities;
  return new Map(
    [...sensitivities].map(([key, { derivative, standardDeviation }]) => [
      key,
      { derivative: derivative * by, standardDeviation },
    ]),
  );
}

/** A value used twice adds up its derivatives and so counts as one. */
export function addInto(sum: Map<string, Sensitivity>, terms: Sensitivities): void {
  for (const [key, { derivative, standardDeviation }] of terms) {
    const own = sum.get(key);
    sum.set(key, { derivative: (own?.derivative ?? 0) + derivative, standardDeviation });
  }
}

/** The derivatives of a sum. */
export function add(left: Sensitivities, right: Sensitivities): Sensitivities {
  if (right.size === 0) return left;
  if (left.size === 0) return right;
  const sum = new Map(left);
  addInto(sum, right);
  return sum;
}
