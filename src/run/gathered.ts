import type { Drift } from '../diff/drift.js';
import type { EntryBreakdown } from '../model/breakdown.js';
import type { MrvError } from '../model/errors.js';
import type { Issue } from '../model/issue.js';
import type { InputFile, Mapped } from '../model/mapped.js';
import type { Outcome } from '../model/outcome.js';
import type { DecidedPlan, Plan } from '../model/plan.js';
import type { RemoteRecord } from '../model/record.js';
import type { Reconciliation } from '../model/reconciliation.js';
import type { RemoteState } from '../model/remote-state.js';
import type { Removal } from '../model/removal.js';

/**
 * What a run has come to know so far. Each stage adds its own part, so that a run that ends early, refused or
 * interrupted, still tells all it knows.
 */
export interface Gathered {
  workbooks: readonly InputFile[];
  mapping: InputFile | null;
  /** Where evidence was looked for, as it was named. */
  evidence: string | null;
  mapped: Mapped | null;
  plan: Plan | null;
  decided: DecidedPlan | null;
  /** The registry's state that the decision was made on. */
  remote: RemoteState | null;
  /** Records of the mapping that the workbook no longer wants. */
  notInWorkbook: readonly RemoteRecord[];
  /** What was taken away or put back. */
  removals: readonly Removal[];
  /** Records that somebody changed by hand since our last run. */
  drifts: readonly Drift[];
  outcomes: readonly Outcome[];
  reconciliation: Reconciliation | null;
  /** How the net removal of the entries that were read back comes about. */
  breakdowns: readonly EntryBreakdown[];
  /** The fault that ended the run early. */
  error: MrvError | null;
  interrupted: boolean;
}

export function nothingYet(): Gathered {
  return {
    workbooks: [],
    mapping: null,
    evidence: null,
    mapped: null,
    plan: null,
    decided: null,
    remote: null,
    notInWorkbook: [],
    removals: [],
    drifts: [],
    outcomes: [],
    reconciliation: null,
    breakdowns: [],
    error: null,
    interrupted: false,
  };
}

/** Every finding about the data, of the latest stage that ran. */
export function issuesOf(gathered: Gathered): readonly Issue[] {
  return gathered.decided?.issues ?? gathered.plan?.issues ?? gathered.mapped?.issues ?? [];
}

export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some((issue) => issue.severity === 'error');
}
