import { exitCodes, MrvError } from '../model/errors.js';
import type { Issue } from '../model/issue.js';
import type { Change, Operation } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Fields, Link } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import { sameValue } from './equality.js';

/** What an earlier run left in the registry, by `kind reference`. */
export type LeftBefore = ReadonlyMap<string, Fields>;

/** What to do where somebody changed a record by hand since our last run. */
export const onDrift = ['fail', 'keep', 'overwrite'] as const;
/** What to do where somebody changed a record by hand: stop, keep it, or write over it. */
export type OnDrift = (typeof onDrift)[number];

/** A record that is not as we left it. */
export interface Drift {
  readonly operation: Operation;
  /** Empty where the record is gone. */
  readonly changes: readonly Change[];
}

export function leftKey(operation: Pick<Operation, 'kind' | 'desired'>): string {
  return `${operation.kind} ${operation.desired.reference}`;
}

function targetIn(remote: RemoteState): (link: Link) => string {
  return (link) =>
    link.by === 'reference'
      ? (remote.chain(link.kind, link.value).at(-1)?.id ?? `missing ${link.value}`)
      : (remote.find(link)?.id ?? link.value);
}

/** Three sides: what we wrote, what the workbook says, what is there. Where the last is not the first, it drifted. */
export function findDrift(plan: DecidedPlan, left: LeftBefore, remote: RemoteState): readonly Drift[] {
  const target = targetIn(remote);
  return plan.operations.flatMap((operation): readonly Drift[] => {
    const base = left.get(leftKey(operation));
    if (base === undefined) return [];
    if (operation.action === 'create') return [{ operation, changes: [] }];
    if (operation.action !== 'update' && operation.action !== 'replace') return [];
    const changes = operation.changes.filter(({ field, before }) => {
      const was = base[field];
      return (
        was !== undefined && (before === null || was.type !== before.type || !sameValue(was, before, target))
      );
    });
    return changes.length === 0 ? [] : [{ operation, changes }];
  });
}

function names(changes: readonly Change[]): string {
  return changes.map((change) => change.field.replaceAll('_', ' ')).join(', ');
}

function said({ operation, changes }: Drift): string {
  const { reference } = operation.desired;
  return changes.length === 0
    ? `${reference} was made by an earlier run and is gone: somebody removed it`
    : `${names(changes)} of ${reference} ${changes.length === 1 ? 'is' : 'are'} not as an earlier run left ${changes.length === 1 ? 'it' : 'them'}: somebody changed ${changes.length === 1 ? 'it' : 'them'} by hand`;
}

/** A plan over records that somebody changed by hand, with nobody's decision what to do about that. */
export class DriftError extends MrvError {
  override readonly name = 'DriftError';

  constructor(drifts: readonly Drift[]) {
    const shown = drifts.slice(0, 3).map(said).join('; ');
    const more = drifts.length > 3 ? `; and ${drifts.length - 3} more, all in the report` : '';
    super(
      'drift',
      `${shown}${more}. Nothing was sent. Look at it, then run again with --on-drift overwrite (the workbook wins) or --on-drift keep (what is there stays)`,
      exitCodes.refused,
    );
  }
}

function keep(operation: Operation, changes: readonly Change[]): Operation {
  if (operation.action === 'create') {
    const reason = 'somebody removed it since our last run, and that is kept (--on-drift keep)';
    return { ...operation, action: 'blocked', remote: null, changes: [], reason };
  }
  if (operation.action !== 'update' && operation.action !== 'replace') return operation;
  const { kind, desired, dependsOn, remote } = operation;
  const rest = operation.changes.filter((change) => !changes.includes(change));
  if (rest.length > 0) return { ...operation, changes: rest };
  return {
    kind,
    desired,
    dependsOn,
    remote,
    action: 'unchanged',
    reference: remote.reference ?? desired.reference,
    ignored: changes,
    reason: `${names(changes)} changed by hand since our last run, and that is kept (--on-drift keep)`,
  };
}

function issueOf(drift: Drift, policy: OnDrift): Issue {
  const ending = {
    fail: 'decide with --on-drift keep or --on-drift overwrite',
    keep: 'it stays as it is there',
    overwrite: "the workbook's value is sent over it",
  } as const;
  return {
    code: 'drift',
    severity: 'warning',
    message: `${said(drift)}; ${ending[policy]}`,
    origins: drift.changes.flatMap((change) => change.origins),
    reference: drift.operation.reference,
  };
}

/** The plan with what was decided about drift, which is told in any case. */
export function withDrift(plan: DecidedPlan, drifts: readonly Drift[], policy: OnDrift): DecidedPlan {
  const byOperation = new Map(drifts.map((drift) => [drift.operation, drift.changes]));
  const kept: Record<string, readonly string[]> = {};
  const operations = plan.operations.map((operation) => {
    const changes = byOperation.get(operation);
    if (changes === undefined || policy !== 'keep') return operation;
    kept[operation.desired.reference] = changes.map((change) => change.field);
    return keep(operation, changes);
  });
  return {
    ...plan,
    operations,
    kept,
    issues: [...plan.issues, ...drifts.map((drift) => issueOf(drift, policy))],
  };
}
