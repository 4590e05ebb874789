import { z } from 'zod';
import { entitySchemas } from './entities.js';
import * as fields from './fields.js';

/** The names of answers in the service's own document. */
export const shapeNames = z.registry<{ id: string }>();

/** Gives a schema its name in `/openapi.json`. */
export function named<S extends z.ZodType>(id: string, schema: S): S {
  shapeNames.add(schema, { id });
  return schema;
}

const text = z.string().nullable();

export const organisation = named('Organisation', z.strictObject({ id: fields.id('org'), name: z.string() }));

export const project = named(
  'Project',
  z.strictObject({
    id: fields.id('prj'),
    name: z.string(),
    description: z.string(),
    short_description: z.string(),
    country_code: z.string().length(3),
  }),
);

export const feedstockType = named(
  'FeedstockType',
  z.strictObject({
    id: fields.id('ftt'),
    name: z.string(),
    supplier_reference_id: fields.reference.nullable(),
  }),
);

export const blueprint = named(
  'ComponentBlueprint',
  z.strictObject({
    key: z.string(),
    display_name: z.string(),
    description: z.string(),
    type: fields.componentType,
    inputs: z.array(
      z.strictObject({
        input_key: z.string(),
        description: z.string(),
        quantity_kind: z.string(),
        data_shape: z.enum(['SCALAR', 'LIST']),
        compatible_unit: z.string(),
      }),
    ),
    expressions: z.array(
      z.strictObject({
        key: z.string(),
        template: z.string(),
        inputs: z.array(
          z.strictObject({
            template_key: z.string(),
            input_key: z.string(),
            type: z.enum(['DATAPOINT', 'EXPRESSION_RESULT', 'ZERO_TCO2E']),
            data_shape: z.enum(['SCALAR', 'LIST']),
          }),
        ),
      }),
    ),
  }),
);

export const templateComponent = named(
  'GhgEntryTemplateComponent',
  z.strictObject({
    id: fields.id('rtc'),
    blueprint_key: z.string(),
    display_name: z.string(),
    description: z.string(),
    ghg_entry_template_id: fields.id('rvt'),
    ghg_entry_template_component_group_id: fields.id('rtg'),
    inputs: z.array(
      z.strictObject({
        input_key: z.string(),
        display_name: z.string(),
        type: z.enum(['fixed', 'monitored']),
        quantity_kind: z.string().nullable(),
        datapoint_id: fields.id('dtp').nullable(),
      }),
    ),
  }),
);

export const template = named(
  'GhgEntryTemplate',
  z.strictObject({
    id: fields.id('rvt'),
    project_id: fields.id('prj'),
    credit_type: fields.creditType,
    display_name: z.string(),
    supplier_reference_id: text,
    groups: z.array(
      z.strictObject({
        id: fields.id('rtg'),
        key: z.string(),
        display_name: z.string(),
        description: z.string(),
        components: z.array(templateComponent),
      }),
    ),
  }),
);

export const source = named(
  'Source',
  z.strictObject({
    id: fields.id('src'),
    display_name: z.string(),
    description: text,
    is_public: z.boolean(),
    original_filename: z.string(),
    project_id: fields.id('prj'),
    published_at: fields.date,
    supplier_reference_id: z.string(),
    url_info: z
      .union([
        z.strictObject({ __typename: z.literal('SourcePublicUrlInfo'), url: z.url() }),
        z.strictObject({ __typename: z.literal('SourcePrivateUrlInfo'), is_accessible: z.boolean() }),
      ])
      .nullable(),
  }),
);

export const createdSource = named(
  'CreateSourceResponse',
  z.strictObject({ signed_upload_url: z.url(), source }),
);

export const datapoint = named(
  'Datapoint',
  z.strictObject({
    id: fields.id('dtp'),
    display_name: z.string(),
    description: text,
    quantity: fields.scalarQuantity,
    source_ids: z.array(fields.id('src')),
    type: fields.datapointType,
    measured_at: text,
    project_id: fields.id('prj').nullable(),
    supplier_reference_id: text,
    locked_status: fields.lockedStatus,
    uncertainty_justification: text,
  }),
);

export const component = named(
  'Component',
  z.strictObject({
    id: fields.id('cmp'),
    display_name: z.string(),
    description: text,
    blueprint_key: z.string(),
    activity_started_at: text,
    activity_completed_at: text,
    inputs: z.array(
      z.union([
        z.strictObject({
          __typename: z.literal('ComponentListInput'),
          input_key: z.string(),
          datapoint_ids: z.array(fields.id('dtp')),
        }),
        z.strictObject({
          __typename: z.literal('ComponentScalarInput'),
          input_key: z.string(),
          datapoint_id: fields.id('dtp'),
        }),
      ]),
    ),
    scope: fields.scope,
    type: fields.componentType,
    allocation_strategy: fields.allocationStrategy.nullable(),
    ghg_entry_template_component_id: fields.id('rtc').nullable(),
    removal_template_component_id: fields.id('rtc').nullable(),
    supplier_reference_id: text,
  }),
);

const creditAllocation = z.strictObject({
  supplier_allocation_kg: z.number(),
  buffer_pool_contribution_kg: z.number(),
});

export const entry = named(
  'GhgEntry',
  z.strictObject({
    id: fields.id('rmv'),
    credit_type: fields.creditType,
    started_on: fields.date,
    completed_on: fields.date,
    co2e_net_removed_kg: z.number(),
    co2e_net_removed_without_discount_kg: z.number(),
    co2e_net_removed_standard_deviation_kg: z.number().nullable(),
    credit_allocation: creditAllocation.nullable(),
    risk_of_reversal_percentage: z.number().nullable(),
    feedstock_type_id: fields.id('ftt').nullable(),
    ghg_statement_id: fields.id('ggs').nullable(),
    supplier_reference_id: text,
  }),
);

export const attribution = named(
  'ComponentAttribution',
  z.strictObject({
    id: fields.id('rvc'),
    ghg_entry_id: fields.id('rmv'),
    component_id: fields.id('cmp'),
    component_group_key: z.string(),
    ghg_entry_template_component_id: fields.id('rtc').nullable(),
    attribution_factor: fields.share,
  }),
);

export const statement = named(
  'GhgStatement',
  z.strictObject({
    id: fields.id('ggs'),
    project_id: fields.id('prj'),
    status: fields.statementStatus,
    ghg_entry_ids: z.array(fields.id('rmv')),
    reporting_period_start_at: fields.date.nullable(),
    reporting_period_end_at: fields.date,
    submitted_at: fields.datetime.nullable(),
    credits_issued_at: fields.datetime.nullable(),
    verifier: text,
    ghg_statement_report_url: text,
    pending_total_co2e_removed_kg: z.number().nullable(),
    credit_allocation: creditAllocation.nullable(),
  }),
);

export const storageLocation = named(
  'StorageLocation',
  z.strictObject({
    ...entitySchemas.storage_location.shape,
    id: fields.id('slc'),
    project_id: fields.id('prj'),
    supplier_id: fields.id('spl'),
  }),
);
