import { z } from 'zod';
import { changesSchema, co2eSchema, totalSchema } from '../plan/plan-file.js';
import type { Reconciliation } from '../model/reconciliation.js';
import { writableKinds } from '../model/record.js';

const base = { kind: z.enum(writableKinds), reference: z.string() };
const co2e = co2eSchema.nullable();

/** What a run keeps of its reading back, in `reconciliation.json`. */
export const reconciliationSchema: z.ZodType<Reconciliation> = z.object({
  verdicts: z.array(
    z.discriminatedUnion('state', [
      z.object({ ...base, state: z.literal('verified'), id: z.string() }),
      z.object({
        ...base,
        state: z.literal('diverged'),
        id: z.string(),
        changes: changesSchema,
        message: z.string(),
      }),
      z.object({ ...base, state: z.literal('missing'), message: z.string() }),
    ]),
  ),
  totals: z.array(
    z.object({
      wanted: totalSchema,
      remote: z.object({ count: z.number(), sum: z.number() }).nullable(),
      difference: z.number().nullable(),
    }),
  ),
  entries: z.array(
    z.object({
      reference: z.string(),
      id: z.string().nullable(),
      before: co2e,
      predicted: co2e,
      after: co2e,
    }),
  ),
  documents: z
    .array(
      z.discriminatedUnion('state', [
        z.object({ reference: z.string(), state: z.literal('verified'), sha256: z.string() }),
        z.object({ reference: z.string(), state: z.literal('diverged'), message: z.string() }),
        z.object({ reference: z.string(), state: z.literal('not-read'), message: z.string() }),
      ]),
    )
    .default([]),
});
