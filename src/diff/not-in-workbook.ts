import { isWritableKind } from '../kinds/registry.js';
import type { DecidedPlan } from '../model/plan.js';
import type { RemoteRecord } from '../model/record.js';
import { readReference } from '../model/reference.js';
import type { RemoteState } from '../model/remote-state.js';

/**
 * Records under references of this mapping that the entries still stand on, or that were read beside them, and that
 * the workbook no longer wants. Records of other references are somebody else's.
 */
export function notInWorkbook(plan: DecidedPlan, remote: RemoteState): readonly RemoteRecord[] {
  const wanted = new Set(plan.operations.map(({ kind, desired }) => `${kind} ${desired.reference}`));
  const pointedTo = new Set(Object.values(plan.known));
  const ours = plan.reading.referencePatterns.map((pattern) => new RegExp(pattern, 'su'));
  return remote.records().filter((record) => {
    if (!isWritableKind(record.kind) || record.reference === null || pointedTo.has(record.id)) return false;
    const { base } = readReference(record.reference);
    return !wanted.has(`${record.kind} ${base}`) && ours.some((pattern) => pattern.test(base));
  });
}
