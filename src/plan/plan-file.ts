import { z } from 'zod';
import { exitCodes, MrvError } from '../model/errors.js';
import { readOnlyKinds, writableKinds } from '../model/record.js';
import { isIssueCode, type IssueCode } from '../model/issue-codes.js';
import type { Link } from '../model/record.js';
import { bridgeCauses, type DecidedPlan } from '../model/plan.js';
import { contentHash } from './canonical.js';

/** A plan that cannot be used: altered, of another version, or no plan at all. */
export class PlanFileError extends MrvError {
  override readonly name = 'PlanFileError';
}

const kind = z.enum([...writableKinds, ...readOnlyKinds]);
const writableKind = z.enum(writableKinds);

const link: z.ZodType<Link> = z.discriminatedUnion('by', [
  z.strictObject({ kind, by: z.literal('reference'), value: z.string() }),
  z.strictObject({ kind, by: z.literal('id'), value: z.string() }),
  z.strictObject({
    kind,
    by: z.literal('display_name'),
    value: z.string(),
    get within() {
      return link.exactOptional();
    },
  }),
]);

const origin = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('cell'), file: z.string(), sheet: z.string(), cell: z.string() }),
  z.strictObject({ at: z.literal('mapping'), file: z.string(), line: z.number(), column: z.number() }),
  z.strictObject({ at: z.literal('file'), file: z.string() }),
]);
const origins = z.array(origin);

const quantity = z.strictObject({
  magnitude: z.number(),
  unit: z.string(),
  standard_deviation: z.number().nullable(),
});
const input = z.strictObject({
  input_key: z.string(),
  shape: z.enum(['scalar', 'list']),
  datapoints: z.array(link),
});
const document = z.strictObject({
  file_name: z.string(),
  content_type: z.string(),
  content_length: z.number(),
  sha256: z.string().nullable(),
  path: z.string().nullable(),
});

const field = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), value: z.string().nullable() }),
  z.strictObject({ type: z.literal('flag'), value: z.boolean() }),
  z.strictObject({ type: z.literal('date'), value: z.string().nullable() }),
  z.strictObject({ type: z.literal('instant'), value: z.string().nullable() }),
  z.strictObject({ type: z.literal('quantity'), value: quantity }),
  z.strictObject({ type: z.literal('link'), value: link.nullable() }),
  z.strictObject({ type: z.literal('links'), value: z.array(link) }),
  z.strictObject({ type: z.literal('inputs'), value: z.array(input) }),
  z.strictObject({
    type: z.literal('template_inputs'),
    value: z.array(z.strictObject({ component: link, inputs: z.array(input) })),
  }),
  z.strictObject({
    type: z.literal('attributions'),
    value: z.array(z.strictObject({ component: link, group: z.string(), factor: z.number() })),
  }),
  z.strictObject({ type: z.literal('document'), value: document.nullable() }),
]);
const fields = z.record(z.string(), field);

export const co2eSchema = z.strictObject({
  net_kg: z.number(),
  without_discount_kg: z.number(),
  standard_deviation_kg: z.number().nullable(),
  supplier_allocation_kg: z.number().nullable(),
  buffer_pool_contribution_kg: z.number().nullable(),
});

const desired = z.strictObject({
  kind: writableKind,
  reference: z.string(),
  fields,
  origins: z.record(z.string(), origins),
  definition: z.string(),
  onLocked: z.enum(['replace', 'keep', 'fail']),
});

export const remoteSchema = z.strictObject({
  kind,
  id: z.string(),
  reference: z.string().nullable(),
  displayName: z.string().nullable(),
  fields,
  lock: z.string().nullable(),
  parent: z.string().nullable(),
  parts: z.array(z.string()),
  co2e: co2eSchema.nullable(),
  detail: z.unknown(),
});

export const changesSchema = z.array(
  z.strictObject({ field: z.string(), before: field.nullable(), after: field, origins }),
);
const operationBase = {
  kind: writableKind,
  reference: z.string(),
  desired,
  dependsOn: z.array(z.string()),
  reason: z.string(),
};
const operation = z.discriminatedUnion('action', [
  z.strictObject({ ...operationBase, action: z.literal('create') }),
  z.strictObject({
    ...operationBase,
    action: z.literal('update'),
    remote: remoteSchema,
    changes: changesSchema,
  }),
  z.strictObject({
    ...operationBase,
    action: z.literal('replace'),
    remote: remoteSchema,
    changes: changesSchema,
  }),
  z.strictObject({
    ...operationBase,
    action: z.literal('unchanged'),
    remote: remoteSchema,
    ignored: changesSchema,
  }),
  z.strictObject({
    ...operationBase,
    action: z.literal('blocked'),
    remote: remoteSchema.nullable(),
    changes: changesSchema,
  }),
]);

export const totalSchema = z.strictObject({
  name: z.string(),
  definition: z.string(),
  unit: z.string(),
  count: z.number(),
  sum: z.number(),
});

const file = z.strictObject({ path: z.string(), sha256: z.string() });
const row = z.strictObject({
  table: z.string(),
  file: z.string(),
  sheet: z.string(),
  row: z.number(),
  references: z.array(z.string()),
});
const share = z.number().nullable();

/** The plan's own form: strict, since what is not understood must not be carried out. */
const planSchema: z.ZodType<DecidedPlan> = z.strictObject({
  stage: z.literal('decided'),
  format: z.literal('mrv-ingest/plan@1'),
  environment: z.strictObject({
    name: z.enum(['local', 'sandbox', 'production']),
    base_url: z.string(),
    project_id: z.string(),
    organisation_id: z.string().nullable(),
  }),
  workbooks: z.array(file),
  mapping: file,
  operations: z.array(operation),
  known: z.record(z.string(), z.string()),
  bridges: z.array(
    z.strictObject({
      reference: z.string(),
      before: co2eSchema.nullable(),
      predicted: co2eSchema.nullable(),
      steps: z.array(
        z.strictObject({ cause: z.enum(bridgeCauses), records: z.number(), net_kg: z.number() }),
      ),
    }),
  ),
  controlTotals: z.array(totalSchema),
  limits: z.strictObject({
    update: share,
    replace: share,
    update_count: share,
    replace_count: share,
    locked_count: share,
    outside_period: share,
    co2e_change: share,
    co2e_change_kg: share,
    first_write: z.boolean().nullable(),
  }),
  overrides: z.record(z.string(), z.string()),
  kept: z.record(z.string(), z.array(z.string())),
  reading: z.strictObject({
    rows: z.strictObject({
      read: z.number(),
      mapped: z.number(),
      skipped: z.number(),
      withErrors: z.number(),
    }),
    mappedRows: z.array(row),
    rowsWithErrors: z.array(row),
    places: z.array(
      z.strictObject({
        table: z.string(),
        file: z.string(),
        sheet: z.string(),
        headerRow: z.number(),
        filledDown: z.array(z.number()),
        endsAfterBlankRows: z.number().nullable(),
      }),
    ),
    skipped: z.array(z.strictObject({ origin, reason: z.string() })),
    referencePatterns: z.array(z.string()),
  }),
  issues: z.array(
    z.strictObject({
      code: z.custom<IssueCode>((code) => typeof code === 'string' && isIssueCode(code)),
      severity: z.enum(['error', 'warning', 'note']),
      message: z.string(),
      origins,
      reference: z.string().exactOptional(),
    }),
  ),
});

const hashed = z.looseObject({ format: z.string(), hash: z.string() });

function refuse(path: string, why: string, cause?: unknown): never {
  throw new PlanFileError(
    'plan-unusable',
    `${path} ${why}. Nothing was sent: make a new plan with \`mrv-ingest plan\``,
    exitCodes.refused,
    { cause },
  );
}

/** The plan with the hash that proves that nobody altered it. */
export function sealed(plan: DecidedPlan): DecidedPlan & { readonly hash: string } {
  return { ...plan, hash: contentHash(plan) };
}

/**
 * Reads a saved plan.
 * @throws PlanFileError where it is no plan, of another version, or not as it was written.
 */
export function parsePlan(text: string, path: string): DecidedPlan {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return refuse(path, 'is not a plan: it is no JSON', error);
  }
  const head = hashed.safeParse(json);
  if (!head.success) return refuse(path, 'is not a plan: it has no format or no hash', head.error);
  const { hash, ...rest } = head.data;
  if (rest.format !== 'mrv-ingest/plan@1')
    return refuse(path, `is of the form ${rest.format}, which this version does not know`);
  if (contentHash(rest) !== hash) return refuse(path, 'was altered after it was made');
  const parsed = planSchema.safeParse(rest);
  return parsed.success
    ? parsed.data
    : refuse(
        path,
        `does not hold what a plan holds (${z.prettifyError(parsed.error).slice(0, 300)})`,
        parsed.error,
      );
}
