import { writableRules } from '../kinds/registry.js';
import type { WritableKind } from '../model/record.js';

/** What people call a kind of record. */
export function kindLabel(kind: WritableKind): { readonly one: string; readonly many: string } {
  return writableRules(kind).label;
}
