import type { Operation } from '../../model/operation.js';
import { endedOf, type ReportInput, type Tone } from '../report-data.js';
import { toneOf } from '../sheets/operations.js';

/** More would take seconds to open and hundreds of megabytes in a browser; the report workbook has all of them. */
export const mostListed = 20_000;

/** What is listed first where not all are: what needs a person, then what changed, then what stayed. */
const order: readonly (readonly Tone[])[] = [['bad'], ['warning'], ['good', 'changed'], ['quiet']];

/** The operations that the page lists, in the plan's order: all, or those that matter most. */
export function listedOperations(input: ReportInput, most = mostListed): readonly Operation[] {
  const operations = input.plan?.operations ?? [];
  if (operations.length <= most) return operations;
  const { outcome, verdict } = endedOf(input);
  const tones = operations.map((operation) =>
    toneOf(operation, outcome(operation.reference), verdict(operation.reference)),
  );
  const chosen = new Set<number>();
  for (const group of order) {
    tones.forEach((tone, place) => {
      if (group.includes(tone) && chosen.size < most) chosen.add(place);
    });
  }
  return operations.filter((_, place) => chosen.has(place));
}
