import type { Issue } from '../model/issue.js';
import { isWritableKind, writableRules } from '../kinds/registry.js';
import type { Change, Operation } from '../model/operation.js';
import type { Origin } from '../model/origin.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Link, ReferencedRecord, RemoteRecord } from '../model/record.js';
import { readReference } from '../model/reference.js';
import type { RemoteState } from '../model/remote-state.js';

/** A remote record that another of its chain takes, or took, the place of. */
export interface Superseded {
  readonly remote: ReferencedRecord;
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

/**
 * Tells what the plan itself takes care of: its records, the parts that follow them, and what its records took the
 * place of, which stays as it was.
 */
function insideOf(plan: DecidedPlan): (record: RemoteRecord) => boolean {
  const remotes = plan.operations.flatMap((operation) =>
    operation.action === 'create' || operation.remote === null ? [] : [operation.remote],
  );
  const ids = new Set(remotes.flatMap((remote) => [remote.id, ...remote.parts]));
  const wanted = new Set(plan.operations.map(({ kind, desired }) => `${kind} ${desired.reference}`));
  return ({ id, kind, reference }) =>
    ids.has(id) || (reference !== null && wanted.has(`${kind} ${readReference(reference).base}`));
}

/** A record outside the workbook with all the superseded ones that it uses. */
export interface OutsideConsumer {
  readonly consumer: RemoteRecord;
  readonly uses: readonly [Superseded, ...Superseded[]];
}

/** The users of superseded records that are not of this workbook, each once. */
export function outsideConsumers(
  plan: DecidedPlan,
  users: readonly LeftBehind[],
): readonly OutsideConsumer[] {
  const isInside = insideOf(plan);
  const found = new Map<string, { consumer: RemoteRecord; uses: [Superseded, ...Superseded[]] }>();
  for (const { consumer, superseded } of users) {
    if (isInside(consumer)) continue;
    const known = found.get(consumer.id);
    if (known === undefined) found.set(consumer.id, { consumer, uses: [superseded] });
    else known.uses.push(superseded);
  }
  return [...found.values()];
}

/** Where a user of a superseded record is to point: to its successor, which may be yet to be made. */
function successor({ by }: Superseded): Link {
  return by.action === 'replace' || by.action === 'create' || by.remote === null
    ? { kind: by.kind, by: 'reference', value: by.desired.reference }
    : { kind: by.kind, by: 'id', value: by.remote.id };
}

function namesOf({ uses }: OutsideConsumer): string {
  return uses.map(({ remote }) => remote.reference).join(', ');
}

function originsOf({ uses }: OutsideConsumer): readonly Origin[] {
  return uses.flatMap(({ by }) => by.desired.origins[''] ?? []);
}

function repointed(outside: OutsideConsumer): Operation | null {
  const { consumer, uses } = outside;
  if (!isWritableKind(consumer.kind)) return null;
  const { repoint } = writableRules(consumer.kind);
  if (repoint === null) return null;
  const to = new Map(uses.map((superseded) => [superseded.remote.id, successor(superseded)]));
  const origins = originsOf(outside);
  const fields = repoint(consumer.fields, to);
  const changes = Object.entries(fields)
    .filter(([field, value]) => value !== consumer.fields[field])
    .map(([field, after]): Change => ({ field, before: consumer.fields[field] ?? null, after, origins }));
  const reference = consumer.reference ?? consumer.id;
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
    dependsOn: uses.map(({ by }) => by.reference),
    reason: `is not of this workbook and uses ${namesOf(outside)}, which ${uses.length === 1 ? 'is' : 'are'} superseded`,
    remote: consumer,
    changes,
  };
}

function word(outside: OutsideConsumer, why: string, severity: 'warning' | 'note'): Issue {
  const { consumer, uses } = outside;
  const successors = [...new Set(uses.map(({ by }) => by.reference))].join(', ');
  return {
    code: 'consumer-outside',
    severity,
    message: `"${consumer.displayName ?? consumer.id}" (${consumer.reference ?? consumer.id}) is not of this workbook and uses ${namesOf(outside)}, superseded by ${successors}: ${why}`,
    origins: originsOf(outside),
    reference: uses[0].by.reference,
  };
}

/**
 * What becomes of users outside the workbook: each is pointed to the successor. Those of a verified statement keep the
 * old value for good, and that is said; for those of a submitted one it is said that it must be submitted again.
 */
export function repointOutside(
  consumers: readonly OutsideConsumer[],
  standing: Standing,
): { readonly operations: readonly Operation[]; readonly issues: readonly Issue[] } {
  const operations: Operation[] = [];
  const issues: Issue[] = [];
  for (const outside of consumers) {
    const { id } = outside.consumer;
    const operation = standing.verified.has(id) ? null : repointed(outside);
    if (operation === null) {
      const why = 'it is of a verified statement, so it keeps the old value, which was verified';
      issues.push(word(outside, why, 'warning'));
      continue;
    }
    operations.push(operation);
    const why = standing.submitted.has(id)
      ? 'it is pointed to the new one, and its statement must be submitted again to reach the verifier'
      : 'it is pointed to the new one';
    issues.push(word(outside, why, standing.submitted.has(id) ? 'warning' : 'note'));
  }
  return { operations, issues };
}
