import { isWrite, type WriteOperation } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Link, RemoteRecord } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import { linkKey } from '../model/operation.js';
import { writableRules } from '../kinds/registry.js';
import { sameValue } from './equality.js';

/** The fields in which a remote record is not what it was. */
function changedSince(then: RemoteRecord, now: RemoteRecord): readonly string[] {
  const names = new Set([...Object.keys(then.fields), ...Object.keys(now.fields)]);
  return [...names].filter((name) => {
    const [a, b] = [then.fields[name], now.fields[name]];
    if (a === undefined || b === undefined) return a !== b;
    return a.type !== b.type || !sameValue(a, b, linkKey);
  });
}

/** The current record of a chain; one that is no chain's, since it has no reference, is known by its id. */
function headOf(operation: WriteOperation, remote: RemoteState): RemoteRecord | null {
  const { kind } = operation;
  return operation.action === 'update' && operation.remote.reference === null
    ? remote.find({ kind, by: 'id', value: operation.remote.id })
    : (remote.chain(kind, operation.desired.reference).at(-1) ?? null);
}

function whyStale(operation: WriteOperation, remote: RemoteState): string | null {
  const head = headOf(operation, remote);
  if (operation.action === 'create') {
    return head === null ? null : `it was not there when the plan was made, and is there now (${head.id})`;
  }
  if (head === null) return `${operation.remote.id}, which it is based on, is gone`;
  if (head.id !== operation.remote.id && head.reference === operation.remote.reference)
    return `another record has its reference since the plan was made (${head.id})`;
  if (head.id !== operation.remote.id)
    return `${operation.remote.reference ?? operation.remote.id} was superseded by ${head.reference ?? head.id} since the plan was made`;
  if (head.lock !== operation.remote.lock) {
    return head.lock === null
      ? 'its lock was lifted since the plan was made'
      : `it became ${head.lock.replaceAll('_', ' ')} since the plan was made`;
  }
  const fields = changedSince(operation.remote, head);
  return fields.length === 0
    ? null
    : `its ${fields.map((field) => field.replaceAll('_', ' ')).join(', ')} changed since the plan was made`;
}

/** A record that the operation points to and that was there when the plan was made. */
function whyUnbound(operation: WriteOperation, plan: DecidedPlan, remote: RemoteState): string | null {
  const gone = writableRules(operation.kind)
    .links(operation.desired.fields)
    .find((link: Link) => {
      const id = plan.known[linkKey(link)];
      return id !== undefined && remote.find({ kind: link.kind, by: 'id', value: id }) === null;
    });
  return gone === undefined
    ? null
    : `the ${gone.kind.replaceAll('_', ' ')} "${gone.value}" that it points to is gone`;
}

/** Why operations of a saved plan may not be carried out: what they were decided on does not hold any more. */
export function staleOperations(plan: DecidedPlan, remote: RemoteState): ReadonlyMap<string, string> {
  const stale = new Map<string, string>();
  for (const operation of plan.operations.filter(isWrite)) {
    const why = whyStale(operation, remote) ?? whyUnbound(operation, plan, remote);
    if (why !== null) stale.set(operation.reference, `${why}: make a new plan`);
  }
  return stale;
}
