import { writableRules, isWritableKind } from '../kinds/registry.js';
import type { RequestPlan } from '../kinds/kind.js';
import type { RemoteRecord, WritableKind } from '../model/record.js';
import { writableKinds } from '../model/record.js';

/** A record with the requests that take it away. */
export interface Deletion {
  readonly kind: WritableKind;
  readonly reference: string;
  readonly id: string;
  readonly act: 'delete';
  readonly requests: readonly RequestPlan[];
}

/** Takes a record off the entries and then away. */
export function deletion(
  kind: WritableKind,
  record: { readonly id: string; readonly reference: string | null },
  projectId: string,
  entryIds: readonly string[],
): Deletion {
  const rules = writableRules(kind);
  const { detach } = rules;
  return {
    kind,
    reference: record.reference ?? record.id,
    id: record.id,
    act: 'delete',
    requests: [
      ...(detach === null ? [] : entryIds.map((entryId) => detach(record.id, entryId))),
      { method: 'DELETE', path: `${rules.all(projectId).path}/${record.id}`, body: null },
    ],
  };
}

/** What uses others goes first: entries, then components, datapoints and sources. */
function inOrderOfRemoval<R extends { readonly kind: WritableKind }>(items: readonly R[]): readonly R[] {
  return items.toSorted((a, b) => writableKinds.indexOf(b.kind) - writableKinds.indexOf(a.kind));
}

/** The removal of records that the workbook no longer wants; locked ones are left to the service's own refusal. */
export function pruning(
  records: readonly RemoteRecord[],
  projectId: string,
  entryIds: readonly string[],
): readonly Deletion[] {
  const items = records.flatMap((record) =>
    isWritableKind(record.kind) && record.lock === null && !writableRules(record.kind).computesCo2e
      ? [deletion(record.kind, record, projectId, entryIds)]
      : [],
  );
  return inOrderOfRemoval(items);
}
