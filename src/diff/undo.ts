import { writableRules } from '../kinds/registry.js';
import type { RequestContext, RequestPlan } from '../kinds/kind.js';
import type { Change, Operation, WriteOperation } from '../model/operation.js';
import { isWrite, linkKey } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Fields, Link, RemoteRecord, WritableKind } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import { sameValue } from './equality.js';
import { deletion } from './removing.js';

/** One step back: what is sent, or why nothing can be. */
export type UndoStep = {
  readonly kind: WritableKind;
  readonly reference: string;
  readonly id: string;
} & (
  | { readonly act: 'delete' | 'restore'; readonly requests: readonly RequestPlan[] }
  | { readonly act: 'none'; readonly reason: string }
);

function targetIn(remote: RemoteState): (link: Link) => string {
  return (link) =>
    link.by === 'reference'
      ? (remote.chain(link.kind, link.value).at(-1)?.id ?? linkKey(link))
      : (remote.find(link)?.id ?? link.value);
}

/** The fields in which a record is not as the run left it: somebody, or a later run, changed them since. */
function changedSince(operation: WriteOperation, now: RemoteRecord, remote: RemoteState): readonly string[] {
  const target = targetIn(remote);
  const left: Fields =
    operation.action === 'update'
      ? Object.fromEntries(operation.changes.map(({ field, after }) => [field, after]))
      : operation.desired.fields;
  const rules = writableRules(operation.kind);
  return Object.entries(left)
    .filter(([field, value]) => {
      const there = now.fields[field];
      if (rules.fields[field]?.change === 'ignore' || there === undefined) return false;
      // A document's bytes are told by its reference; an entry shows more bindings than were sent.
      if (value.type === 'document' || value.type === 'attributions') return false;
      return there.type !== value.type || !sameValue(value, there, target);
    })
    .map(([field]) => field.replaceAll('_', ' '));
}

/** What was there before, as a change to be sent. null: a field that had no value before cannot be put back. */
function reversed(operation: Extract<Operation, { action: 'update' }>): readonly Change[] | null {
  const back: Change[] = [];
  for (const { field, before, after, origins } of operation.changes) {
    if (before === null) return null;
    back.push({ field, before: after, after: before, origins });
  }
  return back;
}

function restore(
  operation: Extract<Operation, { action: 'update' }>,
  now: RemoteRecord,
  remote: RemoteState,
  projectId: string,
): readonly RequestPlan[] | null {
  const changes = reversed(operation);
  if (changes === null) return null;
  const target = targetIn(remote);
  const context: RequestContext = { projectId, id: target };
  const steps = writableRules(operation.kind).update(now, operation.desired, changes, context);
  return steps.flatMap((step) => (step.type === 'request' ? [step.request] : []));
}

function stepOf(operation: WriteOperation, remote: RemoteState, projectId: string): UndoStep {
  const { kind, reference } = operation;
  // What was changed is known by its id, with which it stays itself; what was made, by the reference it was given.
  const now =
    operation.action === 'update'
      ? remote.find({ kind, by: 'id', value: operation.remote.id })
      : remote.find({ kind, by: 'reference', value: reference });
  const id = now?.id ?? (operation.action === 'create' ? '' : operation.remote.id);
  const none = (reason: string): UndoStep => ({ kind, reference, id, act: 'none', reason });
  if (now === null) return none('it is gone already');
  if (now.lock !== null)
    return none(`it is ${now.lock.replaceAll('_', ' ')} now, and can no longer be changed`);
  const changed = changedSince(operation, now, remote);
  if (changed.length > 0)
    return none(`its ${changed.join(', ')} changed since the run, so it is left as it is`);
  if (operation.action === 'update') {
    const requests = restore(operation, now, remote, projectId);
    if (requests === null) return none('a field that had no value before cannot be emptied again');
    // Of all that an update sends, only a document's bytes are no request that could be sent the other way.
    return requests.length === 0
      ? none('a document that was sent cannot be taken back')
      : { kind, reference, id, act: 'restore', requests };
  }
  // The entry went first: it is deleted, or has its old attributions again, so nothing needs to be taken off it.
  const { requests } = deletion(kind, now, projectId, []);
  return { kind, reference, id, act: 'delete', requests };
}

/**
 * The inverse of a run, in the order in which it can be sent: what was made is deleted, what was changed gets its
 * values back, and what cannot be undone says why. `applied` holds the references of the operations that were done.
 */
export function undoSteps(
  plan: DecidedPlan,
  applied: ReadonlySet<string>,
  remote: RemoteState,
): readonly UndoStep[] {
  const done = plan.operations.filter(isWrite).filter(({ reference }) => applied.has(reference));
  return done.toReversed().map((operation) => stepOf(operation, remote, plan.environment.project_id));
}
