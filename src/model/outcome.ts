import type { Change } from './operation.js';
import type { WritableKind } from './record.js';

interface OutcomeBase {
  readonly kind: WritableKind;
  readonly reference: string;
  /** Requests sent for this operation, retries included. */
  readonly attempts: number;
}

/** What happened to an operation that had something to send. */
export type Outcome =
  | (OutcomeBase & { readonly state: 'applied'; readonly id: string; readonly message: string | null })
  | (OutcomeBase & { readonly state: 'failed'; readonly message: string })
  | (OutcomeBase & {
      readonly state: 'in-doubt';
      /** What was sent and could not be established, and how to look for it. */
      readonly message: string;
    })
  | (OutcomeBase & { readonly state: 'skipped'; readonly message: string });

/** What is true afterwards, by reading the record back and comparing it again. */
export type Verdict =
  | {
      readonly state: 'verified';
      readonly kind: WritableKind;
      readonly reference: string;
      readonly id: string;
    }
  | {
      readonly state: 'diverged';
      readonly kind: WritableKind;
      readonly reference: string;
      readonly id: string;
      readonly changes: readonly Change[];
      readonly message: string;
    }
  | {
      readonly state: 'missing';
      readonly kind: WritableKind;
      readonly reference: string;
      readonly message: string;
    };
