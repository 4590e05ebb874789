import { z } from 'zod';
import type { ReadOnlyKindRules } from './kind.js';
import { idSchema } from './wire.js';

/** `interface.md`, Feedstock type. */
export const feedstockTypeSchema = z.looseObject({
  id: idSchema,
  name: z.string(),
  supplier_reference_id: z.string().nullish(),
});

/** `interface.md`, Feedstock type. Made in the web interface only. */
export const feedstockType: ReadOnlyKindRules = {
  writable: false,
  name: 'feedstock_type',
  label: { one: 'feedstock type', many: 'feedstock types' },
  all: () => ({ path: '/feedstock_types', query: {} }),
  byReference: null,
  parts: () => ({}),
  parse: (wire) => {
    const feedstock = feedstockTypeSchema.parse(wire);
    return [
      {
        kind: 'feedstock_type',
        id: feedstock.id,
        reference: feedstock.supplier_reference_id ?? null,
        displayName: feedstock.name,
        fields: {},
        lock: null,
        parent: null,
        parts: [],
        co2e: null,
        detail: null,
      },
    ];
  },
};
