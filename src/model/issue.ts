import type { IssueCode } from './issue-codes.js';
import type { Origin } from './origin.js';

/** `error` keeps the record from being sent; `warning` is told and sent; `note` is told once, in the report. */
export type Severity = 'error' | 'warning' | 'note';

/** A finding about the user's data or mapping. Collected, never thrown; faults of the run are `MrvError`s. */
export interface Issue {
  readonly code: IssueCode;
  readonly severity: Severity;
  /** What is wrong and what to do about it, without the place. */
  readonly message: string;
  /** Where; the first is shown, all are reported. */
  readonly origins: readonly Origin[];
  /** The record the finding is about, where there is one. */
  readonly reference?: string;
}
