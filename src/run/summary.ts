import { exitCodes, InternalError, type ExitCode } from '../model/errors.js';
import { actions, isWrite, type Operation } from '../model/operation.js';
import type { WritableKind } from '../model/record.js';
import type { ActionCounts, EntryResult, RequestCounts, Summary } from '../model/summary.js';
import { hasErrors, issuesOf, type Gathered } from './gathered.js';

/** What is known of a run besides what its stages gathered. */
export interface RunFacts {
  readonly runId: string;
  readonly program: string | null;
  readonly command: string;
  readonly dryRun: boolean;
  readonly environment: Summary['environment'];
  readonly requests: RequestCounts;
  readonly durationMs: number;
  readonly files: Summary['files'];
  /** Exit 4 instead of 0 where changes are pending and nothing was to be sent. */
  readonly detailedExitCode: boolean;
}

function countActions(operations: readonly Operation[]): ActionCounts {
  const counts = { create: 0, update: 0, replace: 0, unchanged: 0, blocked: 0 };
  for (const operation of operations) counts[operation.action] += 1;
  return counts;
}

function countByKind(operations: readonly Operation[]): Summary['by_kind'] {
  const kinds = [...new Set(operations.map((operation) => operation.kind))];
  const counts: Partial<Record<WritableKind, ActionCounts>> = {};
  for (const kind of kinds)
    counts[kind] = countActions(operations.filter((operation) => operation.kind === kind));
  return counts;
}

function countStates<S extends string>(items: readonly { readonly state: S }[], state: S): number {
  return items.filter((item) => item.state === state).length;
}

function entries(gathered: Gathered): readonly EntryResult[] {
  const bridges = gathered.decided?.bridges ?? [];
  const stepsOf = (reference: string) =>
    bridges.find((bridge) => bridge.reference === reference)?.steps ?? [];
  const after = gathered.reconciliation?.entries;
  if (after !== undefined) {
    return after.map((entry) => ({
      reference: entry.reference,
      co2e_net_removed_kg_before: entry.before?.net_kg ?? null,
      co2e_net_removed_kg_predicted: entry.predicted?.net_kg ?? null,
      co2e_net_removed_kg: entry.after?.net_kg ?? null,
      co2e_net_removed_standard_deviation_kg: entry.after?.standard_deviation_kg ?? null,
      steps: stepsOf(entry.reference),
    }));
  }
  return bridges.map((bridge) => ({
    reference: bridge.reference,
    co2e_net_removed_kg_before: bridge.before?.net_kg ?? null,
    co2e_net_removed_kg_predicted: bridge.predicted?.net_kg ?? null,
    co2e_net_removed_kg: null,
    co2e_net_removed_standard_deviation_kg: null,
    steps: bridge.steps,
  }));
}

/** Whether everything that was to be compared came out equal. */
function allEqual(gathered: Gathered): boolean {
  return (gathered.reconciliation?.verdicts ?? []).every((verdict) => verdict.state === 'verified');
}

/** Whether every document that was to be read back is what was uploaded. */
function allProven(gathered: Gathered): boolean {
  return (gathered.reconciliation?.documents ?? []).every(({ state }) => state === 'verified');
}

/** What the run comes to, by the contract's table of exit codes. */
function exitCodeOf(gathered: Gathered, facts: RunFacts): ExitCode {
  if (gathered.interrupted) return exitCodes.interrupted;
  if (gathered.error !== null) return gathered.error.exitCode;
  if (countStates(gathered.outcomes, 'in-doubt') + countStates(gathered.removals, 'in-doubt') > 0)
    return exitCodes.inDoubt;
  const operations = gathered.decided?.operations ?? [];
  const pending = operations.some(isWrite) && gathered.reconciliation === null;
  if (!pending && operations.some((operation) => operation.action === 'blocked')) return exitCodes.failures;
  const failed = countStates(gathered.outcomes, 'failed') + countStates(gathered.outcomes, 'skipped');
  if (failed + countStates(gathered.removals, 'left') > 0) return exitCodes.failures;
  const compared = gathered.reconciliation !== null;
  if (compared && facts.command === 'verify' && !allEqual(gathered)) {
    return facts.detailedExitCode ? exitCodes.changesPending : exitCodes.failures;
  }
  // Rows that were left out are not in the registry, so it does not equal the workbook.
  if (compared && (!allEqual(gathered) || !allProven(gathered) || hasErrors(issuesOf(gathered))))
    return exitCodes.failures;
  return pending && facts.detailedExitCode ? exitCodes.changesPending : exitCodes.done;
}

/** What became of the documents that were read back; nothing where nobody asked. */
function documentCounts({ reconciliation }: Gathered): Pick<Summary, 'documents'> {
  const documents = reconciliation?.documents ?? [];
  if (documents.length === 0) return {};
  return {
    documents: {
      verified: countStates(documents, 'verified'),
      diverged: countStates(documents, 'diverged'),
      not_read: countStates(documents, 'not-read'),
    },
  };
}

/** The identities that every summary keeps. A count that does not reconcile is a bug, not a report. */
function assertReconciled(summary: Summary, gathered: Gathered): void {
  const { rows, operations, outcomes } = summary;
  if (rows.read !== rows.mapped + rows.skipped + rows.with_errors) {
    throw new InternalError(
      `rows do not add up: ${rows.read} read, ${rows.mapped} mapped, ${rows.skipped} skipped, ${rows.with_errors} with errors`,
    );
  }
  const planned = operations.create + operations.update + operations.replace;
  const ended = outcomes.applied + outcomes.failed + outcomes.in_doubt + outcomes.skipped;
  if (gathered.outcomes.length > 0 && planned !== ended) {
    throw new InternalError(`operations do not add up: ${planned} to do, ${ended} ended`);
  }
  const total = actions.reduce((sum, action) => sum + operations[action], 0);
  if (total !== (gathered.decided?.operations.length ?? 0)) {
    throw new InternalError('actions do not add up to the operations');
  }
}

/** The contract's summary of a run, whole or cut short. @throws InternalError where its counts do not reconcile. */
export function summarise(gathered: Gathered, facts: RunFacts): Summary {
  const issues = issuesOf(gathered);
  const rows = gathered.mapped?.rows ?? { read: 0, mapped: 0, skipped: 0, withErrors: 0 };
  const operations = gathered.decided?.operations ?? [];
  const verdicts = gathered.reconciliation?.verdicts ?? [];
  const summary: Summary = {
    format: 'mrv-ingest/summary@1',
    program: facts.program,
    run_id: facts.runId,
    command: facts.command,
    dry_run: facts.dryRun,
    environment: facts.environment,
    workbooks: gathered.workbooks,
    mapping: gathered.mapping,
    rows: { read: rows.read, mapped: rows.mapped, skipped: rows.skipped, with_errors: rows.withErrors },
    issues: {
      errors: issues.filter((issue) => issue.severity === 'error').length,
      warnings: issues.filter((issue) => issue.severity === 'warning').length,
    },
    operations: countActions(operations),
    by_kind: countByKind(operations),
    outcomes: {
      applied: countStates(gathered.outcomes, 'applied'),
      failed: countStates(gathered.outcomes, 'failed'),
      in_doubt: countStates(gathered.outcomes, 'in-doubt'),
      skipped: countStates(gathered.outcomes, 'skipped'),
    },
    verdicts: {
      verified: countStates(verdicts, 'verified'),
      diverged: countStates(verdicts, 'diverged'),
      missing: countStates(verdicts, 'missing'),
    },
    ...documentCounts(gathered),
    requests: facts.requests,
    not_in_workbook: gathered.notInWorkbook.length,
    removals: {
      deleted: gathered.removals.filter(({ act, state }) => act === 'delete' && state === 'done').length,
      restored: gathered.removals.filter(({ act, state }) => act === 'restore' && state === 'done').length,
      left: countStates(gathered.removals, 'left'),
      in_doubt: countStates(gathered.removals, 'in-doubt'),
    },
    entries: entries(gathered),
    duration_ms: facts.durationMs,
    files: facts.files,
    error: gathered.error === null ? null : { code: gathered.error.code, message: gathered.error.message },
    exit_code: exitCodeOf(gathered, facts),
  };
  assertReconciled(summary, gathered);
  return summary;
}
