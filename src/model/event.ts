import type { Outcome } from './outcome.js';
import type { WritableKind } from './record.js';

/** What a run tells while it goes on. An observer can watch, and can change nothing. */
export type RunEvent =
  | {
      readonly type: 'stage';
      readonly stage: 'read' | 'map' | 'plan' | 'snapshot' | 'diff' | 'execute' | 'reconcile' | 'report';
    }
  | { readonly type: 'remote-read'; readonly kind: string; readonly records: number }
  | { readonly type: 'operation-started'; readonly kind: WritableKind; readonly reference: string }
  | { readonly type: 'operation-ended'; readonly outcome: Outcome }
  | {
      readonly type: 'request';
      readonly method: string;
      readonly path: string;
      readonly status: number | null;
      readonly duration_ms: number;
    }
  /** Another run writes to the project, and this one waits for its end. */
  | { readonly type: 'waiting-for-run'; readonly run_id: string }
  /** A run that died had left its lock behind. */
  | { readonly type: 'lock-taken-over'; readonly run_id: string }
  | { readonly type: 'throttled'; readonly hold_ms: number }
  | { readonly type: 'rate'; readonly requests_per_second: number };

export type Observer = (event: RunEvent) => void;
