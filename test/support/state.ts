import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Emulator } from '../../src/emulator/index.js';

const stateSchema = z.array(
  z.looseObject({ put: z.array(z.object({ name: z.string(), value: z.looseObject({ id: z.string() }) })) }),
);

/**
 * The whole state, with every id replaced by what it stands for, so that two services that made the same records in
 * another order compare equal; and the documents' bytes.
 */
export function stateOf(service: Emulator): readonly string[] {
  const records = stateSchema.parse(service.snapshot()).flatMap(({ put }) => put);
  const names = new Map<string, string>();
  for (const { name, value } of records) {
    const { supplier_reference_id: reference, display_name: title, component_group_key: group } = value;
    const known = [reference, title, group].find((word) => typeof word === 'string');
    names.set(value.id, `${name} ${known ?? ''}`);
  }
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === 'string' ? (names.get(member) ?? member) : member,
    );
  const documents = records
    .filter(({ name }) => name === 'source')
    .map(({ value }) =>
      createHash('sha256')
        .update(service.document(value.id) ?? '')
        .digest('hex'),
    );
  return [...records.map(({ name, value }) => `${name} ${text(value)}`), ...documents]
    .map((line) => line.replaceAll(/\b(rt[cg])_\w+/g, '$1'))
    .toSorted();
}
