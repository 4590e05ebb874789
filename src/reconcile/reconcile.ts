import { decide } from '../diff/decide.js';
import { writableRules } from '../kinds/registry.js';
import type { ControlTotal } from '../model/mapped.js';
import type { Operation } from '../model/operation.js';
import type { Outcome, Verdict } from '../model/outcome.js';
import type { DecidedPlan, Plan } from '../model/plan.js';
import type { CheckedTotal, EntryOutcome, Reconciliation } from '../model/reconciliation.js';
import type { Co2eResult, FieldValue } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import { convert, parseUnit, sameDimension } from '../quantity/index.js';

function fieldNames(operation: { readonly changes: readonly { readonly field: string }[] }): string {
  return operation.changes.map((change) => change.field.replaceAll('_', ' ')).join(', ');
}

/** The second comparison's decision, read as a verdict: nothing to do is the only proof. */
function verdictOf(operation: Operation, kept: readonly string[]): Verdict {
  const { kind, reference } = operation;
  if (
    (operation.action === 'update' || operation.action === 'replace') &&
    operation.changes.every((change) => kept.includes(change.field))
  )
    return {
      state: 'verified',
      kind,
      reference: operation.remote.reference ?? reference,
      id: operation.remote.id,
    };
  switch (operation.action) {
    case 'unchanged':
      return { state: 'verified', kind, reference, id: operation.remote.id };
    case 'create':
      return { state: 'missing', kind, reference, message: 'the registry does not hold it' };
    case 'update':
    case 'replace': {
      const message = `the registry's record differs in ${fieldNames(operation)}`;
      return {
        state: 'diverged',
        kind,
        reference,
        id: operation.remote.id,
        changes: operation.changes,
        message,
      };
    }
    case 'blocked':
      return operation.remote === null
        ? { state: 'missing', kind, reference, message: operation.reason }
        : {
            state: 'diverged',
            kind,
            reference,
            id: operation.remote.id,
            changes: operation.changes,
            message: operation.reason,
          };
  }
}

function magnitude(field: FieldValue | undefined, unit: string): number | null {
  if (field?.type !== 'quantity') return null;
  const [from, to] = [parseUnit(field.value.unit), parseUnit(unit)];
  // Somebody may have made a length of a mass since: it is told as a difference, and adds nothing to a sum of masses.
  if (!from.ok || !to.ok || !sameDimension(from.unit, to.unit)) return null;
  return convert(field.value.magnitude, from.unit, to.unit).toNumber();
}

/** Counts and sums what was read back of a definition's records. */
function checkTotal(wanted: ControlTotal, operations: readonly Operation[]): CheckedTotal {
  const remotes = operations
    .filter((operation) => operation.desired.definition === wanted.definition)
    .map((operation) => (operation.action === 'create' ? null : operation.remote))
    .filter((remote) => remote !== null);
  const parts = remotes
    .map((remote) => magnitude(remote.fields['quantity'], wanted.unit))
    .filter((part) => part !== null);
  const sum = parts.reduce((total, part) => total + part, 0);
  return { wanted, remote: { count: parts.length, sum }, difference: sum - wanted.sum };
}

function entryOutcomes(decided: DecidedPlan, now: DecidedPlan): readonly EntryOutcome[] {
  return now.operations
    .filter((operation) => writableRules(operation.kind).computesCo2e)
    .map((operation) => {
      const bridge = decided.bridges.find((candidate) => candidate.reference === operation.reference);
      const remote = operation.action === 'create' ? null : operation.remote;
      const after: Co2eResult | null = remote?.co2e ?? null;
      return {
        reference: operation.reference,
        id: remote?.id ?? null,
        before: bridge?.before ?? null,
        predicted: bridge?.predicted ?? null,
        after,
      };
    });
}

/**
 * Compares the wanted records with the remote side as it is now, by the same diff that made the plan: what it finds
 * nothing to do for is verified.
 */
export function reconcile(plan: Plan, decided: DecidedPlan, remote: RemoteState): Reconciliation {
  const now = decide(plan, remote, decided.environment);
  return {
    verdicts: now.operations.map((operation) =>
      verdictOf(operation, decided.kept[operation.desired.reference] ?? []),
    ),
    totals: decided.controlTotals.map((total) => checkTotal(total, now.operations)),
    entries: entryOutcomes(decided, now),
    documents: [],
  };
}

/** A doubt is settled where the record was read back and equals the workbook; else it stays a doubt. */
export function settle(outcomes: readonly Outcome[], verdicts: readonly Verdict[]): readonly Outcome[] {
  const byReference = new Map(verdicts.map((verdict) => [verdict.reference, verdict]));
  return outcomes.map((outcome): Outcome => {
    const verdict = byReference.get(outcome.reference);
    if (outcome.state !== 'in-doubt' || verdict?.state !== 'verified') return outcome;
    const { kind, reference, attempts } = outcome;
    const message = `in doubt at first, and found equal when it was read back (${outcome.message})`;
    return { kind, reference, attempts, state: 'applied', id: verdict.id, message };
  });
}
