import { exitCodes, MrvError } from '../model/errors.js';
import type { Issue } from '../model/issue.js';
import {
  isWrite,
  type Change,
  type Operation,
  type ReplaceOperation,
  type UpdateOperation,
  type WriteOperation,
} from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Fields, Link } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import { writableRules } from '../kinds/registry.js';
import { decideExisting } from './decide.js';
import { sameValue } from './equality.js';
import { ownLock } from './state.js';

/** What an earlier run left in the registry, by `kind reference`. */
export type LeftBefore = ReadonlyMap<string, Fields>;

/** What to do where somebody changed a record by hand since our last run. */
export const onDrift = ['fail', 'keep', 'overwrite'] as const;
/** What to do where somebody changed a record by hand: stop, keep it, or write over it. */
export type OnDrift = (typeof onDrift)[number];

/** A record that is not as we left it. */
export interface Drift {
  readonly operation: WriteOperation;
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
    if (base === undefined || !isWrite(operation)) return [];
    if (operation.action === 'create') return [{ operation, changes: [] }];
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

/** What is still to be done with a record of which some fields stay as somebody made them, in its successor too. */
function keepFields(operation: UpdateOperation | ReplaceOperation, changes: readonly Change[]): Operation {
  const { kind, desired, dependsOn } = operation;
  const remote = { ...operation.remote, reference: operation.remote.reference ?? desired.reference };
  const told = `${names(changes)} changed by hand since our last run, and that is kept (--on-drift keep)`;
  const rest = operation.changes.filter((change) => !changes.includes(change));
  if (rest.length === 0) {
    return {
      kind,
      desired,
      dependsOn,
      remote,
      action: 'unchanged',
      reference: remote.reference,
      ignored: changes,
      reason: told,
    };
  }
  const stays = new Set(changes.map(({ field }) => field));
  const fields: Fields = Object.fromEntries([
    ...Object.entries(desired.fields).filter(([field]) => !stays.has(field)),
    ...changes.flatMap(({ field, before }) => (before === null ? [] : [[field, before] as const])),
  ]);
  const base = { kind, desired: { ...desired, fields }, dependsOn };
  const decision = decideExisting(base, writableRules(kind), remote, rest, ownLock(remote));
  return { ...decision.operation, reason: `${decision.operation.reason}; ${told}` };
}

function keep({ operation, changes }: Drift): Operation {
  if (operation.action !== 'create') return keepFields(operation, changes);
  const reason = 'somebody removed it since our last run, and that is kept (--on-drift keep)';
  return { ...operation, action: 'blocked', remote: null, changes, reason };
}

/** Blocks what needs a record that is not made after all. In the plan's order, so that it goes all the way. */
function withoutBlocked(operations: readonly Operation[], blocked: Set<string>): readonly Operation[] {
  return operations.map((operation): Operation => {
    const needed = isWrite(operation) ? operation.dependsOn.filter((one) => blocked.has(one)) : [];
    if (!isWrite(operation) || needed.length === 0) return operation;
    blocked.add(operation.reference);
    const remote = operation.action === 'create' ? null : operation.remote;
    const reason = needed.map((one) => `it needs ${one}, which is blocked`).join('; ');
    return { ...operation, action: 'blocked', remote, changes: [], reason };
  });
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
  const issues = [...plan.issues, ...drifts.map((drift) => issueOf(drift, policy))];
  if (policy !== 'keep') return { ...plan, kept: {}, issues };
  const byOperation = new Map<Operation, Drift>(drifts.map((drift) => [drift.operation, drift]));
  const operations = plan.operations.map((operation) => {
    const drift = byOperation.get(operation);
    return drift === undefined ? operation : keep(drift);
  });
  const removed = drifts.filter(({ operation }) => operation.action === 'create');
  return {
    ...plan,
    operations: withoutBlocked(operations, new Set(removed.map(({ operation }) => operation.reference))),
    kept: Object.fromEntries(
      drifts.map(({ operation, changes }) => [
        operation.desired.reference,
        changes.map((change) => change.field),
      ]),
    ),
    issues,
  };
}
