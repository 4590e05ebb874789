import type { BridgeStep } from './plan.js';
import type { ExitCode } from './errors.js';
import type { InputFile } from './mapped.js';
import type { Action } from './operation.js';
import type { WritableKind } from './record.js';

/** How many records have each action. */
export type ActionCounts = Readonly<Record<Action, number>>;

/** How many requests were sent, by what they were. */
export interface RequestCounts {
  readonly total: number;
  readonly reads: number;
  readonly writes: number;
  readonly uploads: number;
  readonly retries: number;
  readonly throttled: number;
}

/** The JSON object that `--json` prints and that lies in the run's folder, on every exit but a bug's. */
export interface Summary {
  readonly format: 'mrv-ingest/summary@1';
  /** What made the run, with its version: `mrv-ingest 0.1.0`; null where it did not say. */
  readonly program: string | null;
  readonly run_id: string;
  readonly command: string;
  readonly dry_run: boolean;
  readonly environment: {
    readonly name: string;
    readonly base_url: string | null;
    readonly project_id: string | null;
  };
  readonly workbooks: readonly InputFile[];
  readonly mapping: InputFile | null;
  readonly rows: {
    readonly read: number;
    readonly mapped: number;
    readonly skipped: number;
    readonly with_errors: number;
  };
  readonly issues: { readonly errors: number; readonly warnings: number };
  readonly operations: ActionCounts;
  readonly by_kind: Readonly<Partial<Record<WritableKind, ActionCounts>>>;
  readonly outcomes: {
    readonly applied: number;
    readonly failed: number;
    readonly in_doubt: number;
    readonly skipped: number;
  };
  readonly verdicts: { readonly verified: number; readonly diverged: number; readonly missing: number };
  /** Documents that were read back and compared by their bytes; absent where nobody asked. */
  readonly documents?: { readonly verified: number; readonly diverged: number; readonly not_read: number };
  readonly requests: RequestCounts;
  /** Records of the mapping that the workbook no longer wants, and what was taken away or put back. */
  readonly not_in_workbook: number;
  readonly removals: {
    readonly deleted: number;
    readonly restored: number;
    readonly left: number;
    readonly in_doubt: number;
  };
  readonly entries: readonly EntryResult[];
  readonly duration_ms: number;
  readonly files: {
    readonly run: string | null;
    readonly plan: string | null;
    readonly journal: string | null;
    readonly report: string | null;
    /** The report as one page for a browser. */
    readonly page: string | null;
    /** The copies of the workbooks with their results, and of the rows to correct. */
    readonly workbooks: readonly string[];
    /** Which workbook has no copy, and why; and what a reader of a copy must know. */
    readonly workbook_notes?: readonly string[];
  };
  /** The fault that ended the run early, in one line; null where it ran to its end. */
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly exit_code: ExitCode;
}

/** An entry's net removal in kg CO2e before and after the run; null: not known, or not there. */
export interface EntryResult {
  readonly reference: string;
  readonly co2e_net_removed_kg_before: number | null;
  readonly co2e_net_removed_kg_predicted: number | null;
  readonly co2e_net_removed_kg: number | null;
  readonly co2e_net_removed_standard_deviation_kg: number | null;
  /** From what it was to what it is predicted to be. */
  readonly steps: readonly BridgeStep[];
}
