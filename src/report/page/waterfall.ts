import type { EntryBreakdown } from '../../model/breakdown.js';
import type { Co2eResult } from '../../model/record.js';
import { asWords, fixed } from './figures.js';

/** One bar of the waterfall, in kg CO2e. A part goes on where the last one ended; a total stands on zero. */
export interface Step {
  readonly shape: 'part' | 'total';
  readonly label: string;
  /** How many components it stands for, or why it is there; empty where the label says all. */
  readonly note: string;
  readonly from: number;
  readonly to: number;
}

/** Doubles that were added up in another order differ by less than this, relative to the sum. */
const noise = 1e-9;

function componentsIn(count: number): string {
  return count === 1 ? 'one component' : `${fixed(count, 0)} components`;
}

function notItemised(unknown: number, known: number): string {
  if (known === 0) return 'the registry says only the total';
  return unknown === 0
    ? "the registry's total less the parts above"
    : `${componentsIn(unknown)} whose formula or inputs are not known here, by difference`;
}

/**
 * From nothing to the net removal: what each group of components brings, then the discount for uncertainty. Parts that
 * could not be worked out are one step, so that the bars always end at what the registry says.
 */
export function waterfall(entry: Co2eResult, breakdown: EntryBreakdown | undefined): readonly Step[] {
  const groups = (breakdown?.groups ?? []).filter((group) => group.components > 0);
  const known = [
    ...groups.filter((group) => group.co2e_kg >= 0).toSorted((a, b) => b.co2e_kg - a.co2e_kg),
    ...groups.filter((group) => group.co2e_kg < 0).toSorted((a, b) => a.co2e_kg - b.co2e_kg),
  ];
  const unknown = (breakdown?.groups ?? []).reduce((sum, group) => sum + group.unknown, 0);
  const steps: Step[] = [];
  let level = 0;
  const part = (label: string, note: string, to: number) => {
    steps.push({ shape: 'part', label, note, from: level, to });
    level = to;
  };
  for (const group of known)
    part(asWords(group.group), componentsIn(group.components), level + group.co2e_kg);
  const rest = entry.without_discount_kg - level;
  if (Math.abs(rest) > noise * Math.max(1, Math.abs(entry.without_discount_kg)))
    part('Not itemised', notItemised(unknown, known.length), entry.without_discount_kg);
  level = entry.without_discount_kg;
  steps.push({ shape: 'total', label: 'Before the discount', note: '', from: 0, to: level });
  part('Discount for uncertainty', 'one standard deviation', entry.net_kg);
  steps.push({ shape: 'total', label: 'Net removal', note: 'as read back', from: 0, to: entry.net_kg });
  return steps;
}
