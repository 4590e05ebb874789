import { z } from 'zod';
import type { RemoteRecord } from '../model/record.js';

const detailSchema = z.object({
  components: z.array(
    z.object({
      id: z.string(),
      template_component_id: z.string(),
      group: z.string(),
      factor: z.number(),
    }),
  ),
});

/** What an entry's record keeps besides its fields: the components that its template made with it, and their shares. */
export type EntryDetail = z.infer<typeof detailSchema>;

/** The components that its template made with an entry. */
export function madeComponents(entry: RemoteRecord): EntryDetail['components'] {
  return detailSchema.parse(entry.detail).components;
}
