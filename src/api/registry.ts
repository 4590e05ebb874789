import { z } from 'zod';
import { exitCodes, MrvError } from '../model/errors.js';
import type { Issuance, IssuedCredits, Organisation, Refund, Supplier } from '../model/issuance.js';
import { MalformedError, RejectedError } from './api-error.js';
import { readAll } from './pages.js';
import type { Send } from './request.js';

const text = z.string().nullish();
/** `interface.md`, Credit quantity. */
export const creditQuantitySchema = z.looseObject({ credits: z.number(), credit_kgs: z.number() });
/** `interface.md`, Organisation. */
export const organisationSchema = z.looseObject({ id: z.string(), name: z.string(), domain: text });

/** `interface.md`, Supplier. */
export const supplierSchema = z.looseObject({
  id: z.string(),
  organisation: organisationSchema,
  short_description: text,
  long_description: text,
  location: z
    .looseObject({
      country_code: z.string(),
      country_name: text,
      latitude: z.number().nullish(),
      longitude: z.number().nullish(),
      description: text,
    })
    .nullish(),
});

/** `interface.md`, Credit batch; what may be null is from `api-facts.md` §1.3. */
export const creditBatchSchema = z.looseObject({
  id: z.string(),
  ghg_entry_id: text,
  removal_id: text,
  parent_id: text,
  serial_number: z.string(),
  sequestered_on: text,
  issued_at: text,
  retired_at: text,
  size: creditQuantitySchema,
  owner: organisationSchema.nullish(),
  beneficiary: organisationSchema.nullish(),
});

/** `api-facts.md` §1.3. */
export const issuanceSchema = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  issued_at: text,
  reporting_period_start_at: text,
  reporting_period_end_at: text,
  credit_batch_size_total: creditQuantitySchema.nullish(),
});

/** `interface.md`, Registry endpoints. */
export const issuedCreditsSchema = z.looseObject({
  issuance_id: z.string(),
  credit_batch_size_total: creditQuantitySchema,
  supplier_credit_batch_size_total: creditQuantitySchema,
  buffer_pool_credit_batch_size_total: creditQuantitySchema,
  supplier_credit_batches: z.array(creditBatchSchema),
  buffer_pool_credit_batches: z.array(creditBatchSchema),
});

/** `interface.md`, Buffer-pool refund. */
export const refundSchema = z.looseObject({
  id: z.string(),
  notes: text,
  refunded_at: z.string(),
  credit_batch_size_total: creditQuantitySchema,
  from_buffer_pool_organisation: organisationSchema,
  to_organisation: organisationSchema,
});

function absent(what: string): MrvError {
  return new MrvError(
    'registry-unknown',
    `the registry has no ${what} that these credentials can see: check the id, and that it is of this environment`,
    exitCodes.usage,
  );
}

/** Reads one thing below the registry's root. `what` names it for a message. */
async function read<T>(send: Send, path: string, schema: z.ZodType<T>, what: string): Promise<T> {
  const request = { method: 'GET', root: 'registry', path, repeatable: true } as const;
  const answer = await send(request).catch((error: unknown) => {
    // 422: the id is not written as one.
    if (error instanceof RejectedError && [404, 410, 422].includes(error.status)) throw absent(what);
    throw error;
  });
  if (answer.body === null) throw absent(what);
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  throw new MalformedError(request, z.prettifyError(parsed.error));
}

function below(id: string): string {
  return encodeURIComponent(id);
}

/** The supplier of the calling organisation. @throws MrvError where there is none; an `ApiError` */
export function readSupplier(send: Send): Promise<Supplier> {
  return read(send, '/supplier', supplierSchema, 'supplier');
}

/** @throws MrvError where nobody knows it; an `ApiError` */
export function readOrganisation(send: Send, id: string): Promise<Organisation> {
  return read(send, `/organisations/${below(id)}`, organisationSchema, `organisation ${id}`);
}

/** The credit batches of an issuance. @throws MrvError where there is none; an `ApiError` */
export function readIssuedCredits(send: Send, id: string): Promise<IssuedCredits> {
  return read(send, `/issuances/${below(id)}/credit_batches`, issuedCreditsSchema, `issuance ${id}`);
}

/** @throws MrvError where there is none; an `ApiError` */
export function readRefund(send: Send, id: string): Promise<Refund> {
  return read(send, `/refunds/${below(id)}`, refundSchema, `refund ${id}`);
}

/** All issuances of a supplier. @throws SnapshotError where the list cannot be read as a whole; an `ApiError` */
export async function readIssuances(send: Send, supplierId: string): Promise<readonly Issuance[]> {
  const path = `/suppliers/${below(supplierId)}/issuances`;
  const nodes = await readAll(send, { root: 'registry', path, query: {} });
  const parsed = z.array(issuanceSchema).safeParse(nodes);
  if (parsed.success) return parsed.data;
  throw new MalformedError({ method: 'GET', path }, z.prettifyError(parsed.error));
}
