import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { EntryBreakdown } from '../model/breakdown.js';
import type { Reconciliation } from '../model/reconciliation.js';
import { writableKinds, type RemoteRecord } from '../model/record.js';
import type { Removal } from '../model/removal.js';
import { changesSchema, co2eSchema, remoteSchema, totalSchema } from '../plan/plan-file.js';
import type { Gathered } from './gathered.js';

const form = 'mrv-ingest/reconciliation@1';

/**
 * `reconciliation.json`: what the report shows besides the plan, the journal and the summary. It is written with the
 * plan and again at the end, so that a run that was killed has what was known by then.
 */
export interface KeptOfRun {
  readonly format: typeof form;
  /** When the report was made, ISO 8601; null where the run has not come to its end. */
  readonly ended_at: string | null;
  /** Where evidence was looked for, as it was named. */
  readonly evidence: string | null;
  /** null where nothing was read back. */
  readonly reconciliation: Reconciliation | null;
  readonly breakdowns: readonly EntryBreakdown[];
  readonly not_in_workbook: readonly RemoteRecord[];
  readonly removals: readonly Removal[];
}

/** What is kept of a run so far. */
export function keptOf(gathered: Gathered, endedAt: string | null): KeptOfRun {
  return {
    format: form,
    ended_at: endedAt,
    evidence: gathered.evidence,
    reconciliation: gathered.reconciliation,
    breakdowns: gathered.breakdowns,
    not_in_workbook: gathered.notInWorkbook,
    removals: gathered.removals,
  };
}

const base = { kind: z.enum(writableKinds), reference: z.string() };
const co2e = co2eSchema.nullable();

const reconciliationSchema: z.ZodType<Reconciliation> = z.object({
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

const breakdownSchema: z.ZodType<EntryBreakdown> = z.object({
  reference: z.string(),
  groups: z.array(
    z.object({ group: z.string(), components: z.number(), unknown: z.number(), co2e_kg: z.number() }),
  ),
  deviations: z.array(z.object({ datapoint: z.string(), standard_deviation_kg: z.number() })),
});

const removalSchema: z.ZodType<Removal> = z.object({
  ...base,
  id: z.string(),
  act: z.enum(['delete', 'restore']),
  state: z.enum(['planned', 'done', 'left', 'in-doubt']),
  message: z.string().nullable(),
});

const keptSchema: z.ZodType<KeptOfRun> = z.object({
  format: z.literal(form),
  ended_at: z.string().nullable(),
  evidence: z.string().nullable(),
  reconciliation: reconciliationSchema.nullable(),
  breakdowns: z.array(breakdownSchema),
  not_in_workbook: z.array(remoteSchema),
  removals: z.array(removalSchema),
});

/** What a run kept; null where there is nothing, or nothing whole, or of a form that this version does not know. */
export async function readKept(file: string): Promise<KeptOfRun | null> {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
