import type { EntryBreakdown } from '../../model/breakdown.js';
import type { DecidedPlan } from '../../model/plan.js';
import { asWords, fixed, plural } from './figures.js';

/** What like datapoints bring to the discount. */
export interface Contribution {
  readonly label: string;
  readonly note: string;
  /** In kg CO2e. */
  readonly standardDeviation: number;
  /** Of the entry's variance, from 0 to 1. */
  readonly share: number;
}

const mostShown = 8;
/** A share of the variance below which the rest is noise. */
const noise = 1e-6;

interface Heap {
  readonly label: string;
  readonly count: number;
  readonly variance: number;
}

/**
 * The variance of an entry by the mapping's definition of the datapoints it stands on, the greatest first. The shares
 * add up to one: what was not worked out is the last of them.
 */
export function contributions(
  standardDeviation: number,
  breakdown: EntryBreakdown | undefined,
  plan: DecidedPlan | null,
): readonly Contribution[] {
  const total = standardDeviation ** 2;
  if (total === 0) return [];
  const definitions = new Map(
    (plan?.operations ?? []).map(({ reference, desired }) => [reference, desired.definition]),
  );
  const heaps = new Map<string, Heap>();
  for (const { datapoint, standard_deviation_kg } of breakdown?.deviations ?? []) {
    const definition = definitions.get(datapoint)?.split('.').at(-1);
    const key = definition ?? `not in the workbook ${datapoint}`;
    const own = heaps.get(key) ?? {
      label: definition === undefined ? datapoint : asWords(definition),
      count: 0,
      variance: 0,
    };
    heaps.set(key, {
      ...own,
      count: own.count + 1,
      variance: own.variance + standard_deviation_kg ** 2,
    });
  }
  const sorted = [...heaps.values()].toSorted((a, b) => b.variance - a.variance);
  const [shown, others] = [sorted.slice(0, mostShown), sorted.slice(mostShown)];
  const variance = (list: readonly Heap[]) => list.reduce((sum, heap) => sum + heap.variance, 0);
  const line = (label: string, note: string, part: number): Contribution => ({
    label,
    note,
    standardDeviation: Math.sqrt(Math.max(0, part)),
    share: part / total,
  });
  const rest = total - variance(sorted);
  return [
    ...shown.map((heap) =>
      line(
        heap.label,
        heap.count === 1 ? 'one datapoint' : `${fixed(heap.count, 0)} datapoints`,
        heap.variance,
      ),
    ),
    ...(others.length === 0 ? [] : [line('Others', plural(others.length, 'definition'), variance(others))]),
    ...(rest <= noise * total ? [] : [line('Not itemised', 'the discount less the parts above', rest)]),
  ];
}
