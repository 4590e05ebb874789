import type { Issue } from '../model/issue.js';
import { isWritableKind, writableRules } from '../kinds/registry.js';
import type { Change, Operation } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Link, RemoteRecord } from '../model/record.js';
import { readReference } from '../model/reference.js';
import type { RemoteState } from '../model/remote-state.js';

/** A remote record that another of its chain takes, or took, the place of. */
export interface Superseded {
  readonly remote: RemoteRecord;
  /** The operation of the record that takes its place. */
  readonly by: Operation;
}

/** Every remote record of the plan that is not the current one of its chain, or will not be after it. */
export function supersededRecords(plan: DecidedPlan, remote: RemoteState): readonly Superseded[] {
  return plan.operations.flatMap((operation) => {
    const chain = remote.chain(operation.kind, operation.desired.reference);
    const old = operation.action === 'replace' ? chain : chain.slice(0, -1);
    return old.map((record) => ({ remote: record, by: operation }));
  });
}

/** A record that still uses a superseded one. */
export interface LeftBehind {
  readonly superseded: Superseded;
  readonly consumer: RemoteRecord;
}

/** Which records may be changed: those of verified statements never, those of submitted ones with a word. */
export interface Standing {
  readonly verified: ReadonlySet<string>;
  readonly submitted: ReadonlySet<string>;
}

/** The ids that the plan itself takes care of: its records, and the parts that follow them. */
function insideIds(plan: DecidedPlan): ReadonlySet<string> {
  const remotes = plan.operations.flatMap((operation) =>
    operation.action === 'create' || operation.remote === null ? [] : [operation.remote],
  );
  return new Set(remotes.flatMap((remote) => [remote.id, ...remote.parts]));
}

/** The users of superseded records that are not of this workbook, with all that each of them uses. */
export function outsideConsumers(
  plan: DecidedPlan,
  users: readonly LeftBehind[],
): readonly (readonly LeftBehind[])[] {
  const inside = insideIds(plan);
  const groups = new Map<string, LeftBehind[]>();
  for (const user of users) {
    if (inside.has(user.consumer.id)) continue;
    const group = groups.get(user.consumer.id);
    if (group === undefined) groups.set(user.consumer.id, [user]);
    else group.push(user);
  }
  return [...groups.values()];
}

/** Where a user of a superseded record is to point: to its successor, which may be yet to be made. */
function successor({ by }: Superseded): Link {
  return by.action === 'replace' || by.action === 'create' || by.remote === null
    ? { kind: by.kind, by: 'reference', value: by.desired.reference }
    : { kind: by.kind, by: 'id', value: by.remote.id };
}

function repointed(group: readonly LeftBehind[], first: LeftBehind): Operation | null {
  const { consumer } = first;
  if (!isWritableKind(consumer.kind)) return null;
  const { repoint } = writableRules(consumer.kind);
  if (repoint === null) return null;
  const to = new Map(group.map(({ superseded }) => [superseded.remote.id, successor(superseded)]));
  const origins = group.flatMap(({ superseded }) => superseded.by.desired.origins[''] ?? []);
  const fields = repoint(consumer.fields, to);
  const changes = Object.entries(fields)
    .filter(([field, value]) => value !== consumer.fields[field])
    .map(([field, after]): Change => ({ field, before: consumer.fields[field] ?? null, after, origins }));
  const reference = consumer.reference ?? consumer.id;
  const names = group.map(({ superseded }) => superseded.remote.reference ?? superseded.remote.id);
  return {
    kind: consumer.kind,
    action: 'update',
    reference,
    desired: {
      kind: consumer.kind,
      reference: readReference(reference).base,
      fields,
      origins: { '': origins },
      definition: 'outside the workbook',
      onLocked: 'keep',
    },
    dependsOn: group.map(({ superseded }) => superseded.by.reference),
    reason: `is not of this workbook and uses ${names.join(', ')}, which ${group.length === 1 ? 'is' : 'are'} superseded`,
    remote: consumer,
    changes,
  };
}

function word(
  group: readonly LeftBehind[],
  first: LeftBehind,
  why: string,
  severity: 'warning' | 'note',
): Issue {
  const { consumer, superseded } = first;
  const names = group.map((user) => user.superseded.remote.reference ?? user.superseded.remote.id);
  return {
    code: 'consumer-outside',
    severity,
    message: `"${consumer.displayName ?? consumer.id}" (${consumer.reference ?? consumer.id}) is not of this workbook and uses ${names.join(', ')}, superseded by ${superseded.by.reference}: ${why}`,
    origins: superseded.by.desired.origins[''] ?? [],
    reference: superseded.by.reference,
  };
}

/**
 * What becomes of users outside the workbook: each is pointed to the successor. Those of a verified statement keep the
 * old value for good, and that is said; for those of a submitted one it is said that it must be submitted again.
 */
export function repointOutside(
  groups: readonly (readonly LeftBehind[])[],
  standing: Standing,
): { readonly operations: readonly Operation[]; readonly issues: readonly Issue[] } {
  const operations: Operation[] = [];
  const issues: Issue[] = [];
  for (const group of groups) {
    const [first] = group;
    if (first === undefined) continue;
    const { id } = first.consumer;
    const operation = standing.verified.has(id) ? null : repointed(group, first);
    if (operation === null) {
      const why = 'it is of a verified statement, so it keeps the old value, which was verified';
      issues.push(word(group, first, why, 'warning'));
      continue;
    }
    operations.push(operation);
    const why = standing.submitted.has(id)
      ? 'it is pointed to the new one, and its statement must be submitted again to reach the verifier'
      : 'it is pointed to the new one';
    issues.push(word(group, first, why, standing.submitted.has(id) ? 'warning' : 'note'));
  }
  return { operations, issues };
}
