import type { Entity, EntityName } from './entities.js';
import { Failure, notFound, refused } from './failure.js';
import type { Ids } from './ids.js';
import { idPrefixes } from './entities.js';
import type { ServiceSettings } from './settings.js';
import type { Documents } from './documents.js';
import { Changes, type Store } from './store.js';

/** What a handler works with. */
export interface Context {
  readonly store: Store;
  readonly ids: Ids;
  readonly documents: Documents;
  readonly settings: ServiceSettings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function makeId(context: Context, name: EntityName): string {
  return context.ids.make(idPrefixes[name]);
}

/** The moment, as the service writes it. */
export function stamp(context: Context): string {
  return new Date(context.now()).toISOString();
}

const words: Readonly<Partial<Record<EntityName, string>>> = {
  entry: 'GHG entry',
  statement: 'GHG statement',
};

/** What people call a kind of record. */
function wordOf(name: EntityName): string {
  const text = words[name] ?? name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The answer for a record that is not there, or no more. */
export function absent(context: Context, name: EntityName, id: string): Failure {
  return context.store.wasDropped(id) && context.settings.deletedStatus === 410
    ? new Failure(410, { detail: `${wordOf(name)} ${id} was deleted` })
    : notFound(wordOf(name), id);
}

/** One record by the id of a path. @throws Failure 404 */
export function findOne<N extends EntityName>(
  context: Context,
  collection: { readonly name: N; readonly get: (id: string) => Entity<N> | null },
  id: string,
): Entity<N> {
  const found = collection.get(id);
  if (found === null) throw absent(context, collection.name, id);
  return found;
}

/** A datapoint that must exist: it is only asked for by ids that the store itself holds. */
export function datapointOf(context: Context, id: string): Entity<'datapoint'> {
  return findOne(context, context.store.records.datapoint, id);
}

/** The supplier that the credentials stand for. */
export function supplierId(context: Context): string {
  return context.store.records.supplier.all()[0]?.id ?? '';
}

/** Refuses a reference that a record has already, but for the one being changed. */
export function checkReference(
  context: Context,
  kind: EntityName,
  reference: string | null,
  own: string | null = null,
): void {
  if (reference === null) return;
  const within = context.settings.referencesUniqueOver === 'one-kind' ? kind : null;
  const owner = context.store.referenceOwners(reference, within).find((id) => id !== own);
  if (owner === undefined) return;
  const detail = `supplier_reference_id '${reference}' is in use by ${owner}`;
  throw new Failure(context.settings.duplicateReferenceStatus, { detail });
}

/** Records that are named in a body must exist; null and undefined name none. */
export function mustExist(
  context: Context,
  name: EntityName,
  ids: readonly (string | null | undefined)[],
): void {
  const named = ids.filter((id) => typeof id === 'string');
  const missing = named.filter((id) => context.store.records[name].get(id) === null);
  if (missing.length === 0) return;
  const type = name.replaceAll('_', ' ');
  if (context.settings.missingReferenceStatus === 404) throw notFound(type, missing.join(', '));
  throw refused(`Could not find '${type}' with IDs '${missing.join("', '")}'`);
}

/** Refuses to delete what others use. */
export function mustBeFree(context: Context, what: string, users: readonly string[]): void {
  if (users.length === 0) return;
  throw new Failure(context.settings.inUseStatus, { detail: `${what} is used by ${users.join(', ')}` });
}

/** Writes what a handler decided. */
export function commit<T>(context: Context, work: (changes: Changes) => T): T {
  const changes = new Changes();
  const answer = work(changes);
  context.store.commit(changes);
  return answer;
}
