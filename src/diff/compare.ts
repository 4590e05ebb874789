import type { WritableKindRules } from '../kinds/kind.js';
import type { Change } from '../model/operation.js';
import type { DesiredRecord, FieldValue, Fields, Link, RemoteRecord } from '../model/record.js';
import { assertSameType, sameValue, type Target } from './equality.js';

/** Which remote parts of a shared field are ours to change; the rest is somebody else's and stays. */
export type Managed = (field: FieldValue) => FieldValue;

/** Shares of components that are not ours are somebody else's and stay as they are. */
export function managedShares(ours: (component: Link) => boolean): Managed {
  return (field) =>
    field.type === 'attributions'
      ? { type: 'attributions', value: field.value.filter((share) => ours(share.component)) }
      : field;
}

/** Every field that differs, with both sides. A field that the workbook does not want is left as it is. */
export function compareRecord(
  rules: WritableKindRules,
  record: DesiredRecord,
  fields: Fields,
  remote: RemoteRecord,
  target: Target,
  managed: Managed,
): readonly Change[] {
  return Object.entries(fields).flatMap(([field, after]): Change[] => {
    if (rules.fields[field]?.change === 'ignore') return [];
    const there = remote.fields[field];
    const before = there === undefined ? null : managed(there);
    if (before !== null) {
      assertSameType(field, after, before);
      if (sameValue(after, before, target)) return [];
    }
    return [{ field, before, after, origins: record.origins[field] ?? record.origins[''] ?? [] }];
  });
}
