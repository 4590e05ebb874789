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

/** A datapoint that must exist: it is only asked for by ids that the store itself holds. */
export function datapointOf(context: Context, id: string): Entity<'datapoint'> {
  const found = context.store.records.datapoint.get(id);
  if (found === null) throw notFound('Datapoint', id);
  return found;
}

/** Refuses a reference that a record of any kind has already, but for the one being changed. */
export function checkReference(context: Context, reference: string | null, own: string | null = null): void {
  if (reference === null) return;
  const owner = context.store.referenceOwner(reference);
  if (owner === null || owner === own) return;
  const detail = `supplier_reference_id '${reference}' is in use by ${owner}`;
  throw new Failure(context.settings.duplicateReferenceStatus, { detail });
}

/** A record that is named in a body must exist. */
export function mustExist(
  context: Context,
  name: 'project' | 'datapoint' | 'source' | 'component' | 'feedstock_type' | 'template',
  ids: readonly string[],
): void {
  const missing = ids.filter((id) => context.store.records[name].get(id) === null);
  if (missing.length === 0) return;
  const type = name.replaceAll('_', ' ');
  if (context.settings.missingReferenceStatus === 404) throw notFound(type, missing.join(', '));
  throw refused(`Could not find '${type}' with IDs '${missing.join("', '")}'`);
}

/** Writes what a handler decided. */
export function commit<T>(context: Context, work: (changes: Changes) => T): T {
  const changes = new Changes();
  const answer = work(changes);
  context.store.commit(changes);
  return answer;
}
