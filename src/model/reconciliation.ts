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

/** What the registry holds of a document, by its bytes. */
export type DocumentVerdict =
  | { readonly reference: string; readonly state: 'verified'; readonly sha256: string }
  | { readonly reference: string; readonly state: 'diverged'; readonly message: string }
  | { readonly reference: string; readonly state: 'not-read'; readonly message: string };

/** What is true after the run. */
export interface Reconciliation {
  readonly verdicts: readonly Verdict[];
  readonly totals: readonly CheckedTotal[];
  readonly entries: readonly EntryOutcome[];
  /** The documents that were read back; empty where nobody asked for it. */
  readonly documents: readonly DocumentVerdict[];
}
