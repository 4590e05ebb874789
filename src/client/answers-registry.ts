import { z } from 'zod';
import {
  creditBatchSchema,
  creditQuantitySchema,
  issuanceSchema,
  issuedCreditsSchema,
  organisationSchema,
  refundSchema,
  supplierSchema,
} from '../api/registry.js';
import { idSchema } from '../kinds/wire.js';
import { open, renamed, type Known } from './shapes.js';

/** The answers of the registry service. Carbon is in kg; 1000 kg are one credit. */

const text = z.string().nullish();

export const organisation = organisationSchema;
export const supplier = supplierSchema;
/** The supplier of an organisation. */
export type RegistrySupplier = Known<z.infer<typeof supplier>>;
/** An organisation of the registry. */
export type RegistryOrganisation = Known<z.infer<typeof organisation>>;

export const creditBatch = renamed(
  { removal_id: 'ghg_entry_id' },
  creditBatchSchema.extend({
    issuance_id: idSchema.nullish(),
    project_id: idSchema.nullish(),
    supplier_id: idSchema.nullish(),
    delivery_id: idSchema.nullish(),
    retirement_id: idSchema.nullish(),
    /** A batch that is split has two children. */
    left_child_id: idSchema.nullish(),
    right_child_id: idSchema.nullish(),
    country_of_issue: text,
    ccp_approved: z.boolean().nullish(),
    delivered_at: text,
    carbon_removal_data: z
      .looseObject({
        gross_carbon_removed_kg: z.number(),
        emissions_kg: z.number(),
        counterfactuals_kg: z.number(),
        losses_kg: z.number(),
        net_carbon_removed_kg: z.number(),
      })
      .nullish(),
  }),
);
/** Credits of one entry with one owner. */
export type RegistryCreditBatch = Known<z.infer<typeof creditBatch>>;

export const issuance = issuanceSchema.extend({
  supplier: supplier.nullish(),
  supplier_credit_batch_size_total: creditQuantitySchema.nullish(),
  buffer_pool_credit_batch_size_total: creditQuantitySchema.nullish(),
});
/** The issuing of credits for a period of a project. */
export type RegistryIssuance = Known<z.infer<typeof issuance>>;

export const issuedCredits = issuedCreditsSchema.extend({
  supplier_credit_batches: z.array(creditBatch),
  buffer_pool_credit_batches: z.array(creditBatch),
});
/** The credit batches of an issuance: the supplier's and the buffer pool's. */
export type RegistryIssuedCredits = Known<z.infer<typeof issuedCredits>>;

export const refund = refundSchema;
/** Credits that came back from the buffer pool. */
export type RegistryRefund = Known<z.infer<typeof refund>>;

export const registryProject = z.looseObject({
  id: idSchema,
  name: z.string(),
  status: open([
    'draft',
    'preview',
    'under_validation',
    'validated',
    'validation_unsuccessful',
    'cancelled',
  ]).optional(),
  supplier: supplier.nullish(),
  short_code: text,
  url: text,
  process_key: text,
  pathway: text,
  protocol_slug: text,
  country_code: text,
  location: supplier.shape.location,
  validator_name: text,
  current_verifier_name: text,
  crediting_period_start: text,
  crediting_period_end: text,
  issued_credits_total: creditQuantitySchema.nullish(),
  retired_credits_total: creditQuantitySchema.nullish(),
  issued_buffer_pool_credits_total: creditQuantitySchema.nullish(),
  retired_buffer_pool_credits_total: creditQuantitySchema.nullish(),
});
/** A project as the public registry shows it. */
export type RegistryProject = Known<z.infer<typeof registryProject>>;
