import { z } from 'zod';
import type { Context } from './context.js';

/** Records and documents in one object, to be kept in a file and begun with again. */
const savedStateSchema = z.strictObject({
  format: z.literal('mrv-ingest/service@1'),
  records: z.array(z.unknown()),
  /** By the id of the source or of the file upload, base64. */
  documents: z.record(z.string(), z.base64()),
});

/** The records and documents of a service, as a file holds them. */
export type SavedState = z.infer<typeof savedStateSchema>;

export function saveState({ store, documents }: Context): SavedState {
  const owners = [...store.records.source.all(), ...store.records.file_upload.all()].map(({ id }) => id);
  const kept = owners.flatMap((id) => {
    const bytes = documents.read(id);
    return bytes === null ? [] : [[id, bytes.toString('base64')] as const];
  });
  return {
    format: 'mrv-ingest/service@1',
    records: [...store.snapshot()],
    documents: Object.fromEntries(kept),
  };
}

/** @throws ZodError where it is nothing that was saved */
export function loadState(context: Context, given: unknown): void {
  const { records, documents } = savedStateSchema.parse(given);
  for (const [id, bytes] of Object.entries(documents))
    context.documents.put(id, Buffer.from(bytes, 'base64'));
  context.store.restore(records);
  context.ids.goOnAfter(context.store.ids());
}
