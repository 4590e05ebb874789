import type { Outcome } from './outcome.js';
import type { WritableKind } from './record.js';

/** What a run tells while it goes on. An observer can watch, and can change nothing. */
export type RunEvent =
  | {
      readonly type: 'run-began';
      /** Of the whole file of events: a line an event, each with its `time`. */
      readonly format: 'mrv-ingest/events@1';
      readonly run_id: string;
      /** What makes the run, with its version. */
      readonly program: string;
      readonly command: string;
    }
  /** `exit_code`: null where a bug ended the run. */
  | { readonly type: 'run-ended'; readonly exit_code: number | null; readonly error: string | null }
  | {
      readonly type: 'stage';
      readonly stage: 'read' | 'map' | 'plan' | 'snapshot' | 'diff' | 'execute' | 'reconcile' | 'report';
    }
  | { readonly type: 'remote-read'; readonly kind: string; readonly records: number }
  /** What is about to be written: operations by kind, in the plan's order. */
  | { readonly type: 'planned'; readonly kinds: Readonly<Partial<Record<WritableKind, number>>> }
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
  /** Something that changes nothing of the run and is good to know when it is looked into. */
  | { readonly type: 'note'; readonly message: string }
  /** Lists do not show yet what was written: they are read again after so long. */
  | { readonly type: 'lists-lag'; readonly records: number; readonly wait_ms: number }
  | { readonly type: 'throttled'; readonly hold_ms: number }
  | { readonly type: 'rate'; readonly requests_per_second: number };

/** Is told what happens while it happens. It must not throw, and nothing waits for it. */
export type Observer = (event: RunEvent) => void;
