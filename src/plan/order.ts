import type { DesiredRecord } from '../model/record.js';
import { linkKey, recordKey } from '../model/operation.js';
import { writableRules } from '../kinds/registry.js';

export interface Ordered {
  /** Every record after those it points to; otherwise in the order they came. */
  readonly records: readonly DesiredRecord[];
  /** Records that point to each other in a circle, in the order of the circle; empty where there is none. */
  readonly circle: readonly DesiredRecord[];
}

/** Orders records so that each comes after those it points to. Linear in records and links. */
export function orderRecords(records: readonly DesiredRecord[]): Ordered {
  if (records.every((record) => writableRules(record.kind).links(record.fields).length === 0))
    return { records, circle: [] };
  const byKey = new Map(records.map((record) => [recordKey(record), record]));
  const state = new Map<DesiredRecord, 'open' | 'done'>();
  const ordered: DesiredRecord[] = [];
  const targets = (record: DesiredRecord) =>
    writableRules(record.kind)
      .links(record.fields)
      .map((link) => byKey.get(linkKey(link)))
      .filter((target) => target !== undefined);
  for (const root of records) {
    if (state.has(root)) continue;
    const path: { readonly record: DesiredRecord; readonly rest: DesiredRecord[] }[] = [
      { record: root, rest: targets(root) },
    ];
    state.set(root, 'open');
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.rest.shift();
      if (next === undefined) {
        state.set(top.record, 'done');
        ordered.push(top.record);
        path.pop();
      } else if (state.get(next) === 'open') {
        const from = path.findIndex((step) => step.record === next);
        return { records, circle: path.slice(from).map((step) => step.record) };
      } else if (!state.has(next)) {
        state.set(next, 'open');
        path.push({ record: next, rest: targets(next) });
      }
    }
  }
  return { records: ordered, circle: [] };
}
