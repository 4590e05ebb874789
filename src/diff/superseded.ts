import type { Issue } from '../model/issue.js';
import type { Operation } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import type { RemoteRecord } from '../model/record.js';
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
  readonly consumer: { readonly id: string; readonly reference: string | null; readonly name: string };
}

/** The ids that the plan itself takes care of: its records, and the parts that follow them. */
function insideIds(plan: DecidedPlan): ReadonlySet<string> {
  const remotes = plan.operations.flatMap((operation) =>
    operation.action === 'create' || operation.remote === null ? [] : [operation.remote],
  );
  return new Set(remotes.flatMap((remote) => [remote.id, ...remote.parts]));
}

/** Users of superseded records that are not of this workbook stay on the old value: each is said, none is changed. */
export function leftBehindIssues(plan: DecidedPlan, users: readonly LeftBehind[]): readonly Issue[] {
  const inside = insideIds(plan);
  return users
    .filter(({ consumer }) => !inside.has(consumer.id))
    .map(({ superseded, consumer }) => ({
      code: 'consumer-outside',
      severity: 'warning',
      message: `"${consumer.name}" (${consumer.reference ?? consumer.id}) is not of this workbook and uses ${superseded.remote.reference ?? superseded.remote.id}, which ${superseded.by.reference} supersedes: it keeps the old value. If it should not, point it to ${superseded.by.reference} where it was made`,
      origins: superseded.by.desired.origins[''] ?? [],
      reference: superseded.by.reference,
    }));
}
