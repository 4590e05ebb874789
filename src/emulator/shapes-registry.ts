import { z } from 'zod';
import * as fields from './fields.js';
import { named } from './shapes.js';

export const organisation = named(
  'RegistryOrganisation',
  z.strictObject({ id: fields.id('org'), name: z.string(), domain: z.string().nullable() }),
);

const location = z.strictObject({
  country_code: z.string(),
  country_name: z.string(),
  latitude: fields.latitude,
  longitude: fields.longitude,
  description: z.string().nullable(),
});

export const supplier = named(
  'Supplier',
  z.strictObject({
    id: fields.id('spl'),
    organisation,
    short_description: z.string().nullable(),
    long_description: z.string().nullable(),
    location: location.nullable(),
  }),
);

const creditQuantity = named('CreditQuantity', z.strictObject({ credits: z.number(), credit_kgs: z.int() }));

export const project = named(
  'RegistryProject',
  z.strictObject({
    id: fields.id('prj'),
    name: z.string(),
    supplier,
    status: z.enum([
      'draft',
      'preview',
      'under_validation',
      'validated',
      'validation_unsuccessful',
      'cancelled',
    ]),
    short_code: z.string(),
    url: z.url(),
    process_key: z.string(),
    pathway: fields.pathway,
    protocol_slug: z.string(),
    country_code: z.string().length(3),
    validator_name: z.string().nullable(),
    current_verifier_name: z.string().nullable(),
    crediting_period_start: fields.date.nullable(),
    crediting_period_end: fields.date.nullable(),
    issued_credits_total: creditQuantity,
    retired_credits_total: creditQuantity,
    issued_buffer_pool_credits_total: creditQuantity,
    retired_buffer_pool_credits_total: creditQuantity,
    location: location.nullable(),
  }),
);

export const issuance = named(
  'Issuance',
  z.strictObject({
    id: fields.id('iss'),
    issued_at: fields.datetime,
    supplier,
    project_id: fields.id('prj'),
    reporting_period_start_at: fields.date,
    reporting_period_end_at: fields.date,
    supplier_credit_batch_size_total: creditQuantity,
    buffer_pool_credit_batch_size_total: creditQuantity,
    credit_batch_size_total: creditQuantity,
  }),
);

export const creditBatch = named(
  'CreditBatch',
  z.strictObject({
    id: fields.id('ctb'),
    issuance_id: fields.id('iss'),
    project_id: fields.id('prj'),
    supplier_id: fields.id('spl'),
    ghg_entry_id: fields.id('rmv'),
    removal_id: fields.id('rmv'),
    delivery_id: fields.id('dlv').nullable(),
    retirement_id: fields.id('ret').nullable(),
    parent_id: fields.id('ctb').nullable(),
    left_child_id: fields.id('ctb').nullable(),
    right_child_id: fields.id('ctb').nullable(),
    serial_number: z.string(),
    country_of_issue: z.string().length(3),
    ccp_approved: z.boolean(),
    sequestered_on: fields.date,
    issued_at: fields.datetime,
    delivered_at: fields.datetime.nullable(),
    retired_at: fields.datetime.nullable(),
    size: creditQuantity,
    owner: organisation,
    beneficiary: organisation.nullable(),
    carbon_removal_data: z
      .strictObject({
        gross_carbon_removed_kg: z.number(),
        emissions_kg: z.number(),
        counterfactuals_kg: z.number(),
        losses_kg: z.number(),
        net_carbon_removed_kg: z.number(),
      })
      .nullable(),
  }),
);

export const issuanceCreditBatches = named(
  'IssuanceCreditBatches',
  z.strictObject({
    issuance_id: fields.id('iss'),
    credit_batch_size_total: creditQuantity,
    supplier_credit_batch_size_total: creditQuantity,
    buffer_pool_credit_batch_size_total: creditQuantity,
    supplier_credit_batches: z.array(creditBatch),
    buffer_pool_credit_batches: z.array(creditBatch),
  }),
);

export const refund = named(
  'BufferPoolRefund',
  z.strictObject({
    id: fields.id('bpr'),
    notes: z.string(),
    refunded_at: fields.datetime,
    credit_batch_size_total: creditQuantity,
    from_buffer_pool_organisation: organisation,
    to_organisation: organisation,
  }),
);
