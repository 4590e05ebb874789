import type { ControlTotal } from './mapped.js';
import type { Verdict } from './outcome.js';
import type { Co2eResult } from './record.js';

/** A control total beside what was read back. */
export interface CheckedTotal {
  readonly wanted: ControlTotal;
  /** null where nothing was read back. */
  readonly remote: { readonly count: number; readonly sum: number } | null;
  readonly difference: number | null;
}

/** What an entry was, was predicted to be, and is. */
export interface EntryOutcome {
  readonly reference: string;
  readonly id: string | null;
  readonly before: Co2eResult | null;
  readonly predicted: Co2eResult | null;
  readonly after: Co2eResult | null;
}

/** What is true after the run. */
export interface Reconciliation {
  readonly verdicts: readonly Verdict[];
  readonly totals: readonly CheckedTotal[];
  readonly entries: readonly EntryOutcome[];
}
