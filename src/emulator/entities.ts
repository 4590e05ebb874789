import { z } from 'zod';
import * as fields from './fields.js';
import { siteEntities } from './entities-sites.js';

/** What the service keeps of each kind. Shapes as `interface.md`, Resources; answers are made in `resources/`. */

export const quantityEntity = z.object({
  magnitude: z.number(),
  unit: z.string(),
  standard_deviation: z.number().nullable(),
});

const inputEntity = z.union([
  z.object({ input_key: z.string(), datapoint_ids: z.array(z.string()) }),
  z.object({ input_key: z.string(), datapoint_id: z.string() }),
]);
export type InputEntity = z.infer<typeof inputEntity>;

const nullable = z.string().nullable();

export const entitySchemas = {
  organisation: z.object({ id: z.string(), name: z.string(), domain: nullable.default(null) }),
  supplier: z.object({ id: z.string(), organisation_id: z.string() }),
  project: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    short_description: z.string(),
    country_code: z.string(),
    risk_of_reversal_percentage: z.number().nullable(),
    /** Who verifies its statements; null: nobody is assigned. */
    verifier: nullable.default('Example verifier'),
    pathway: fields.pathway.default('biomass_carbon_removal_and_storage'),
    protocol_slug: z.string().default('biochar'),
  }),
  feedstock_type: z.object({ id: z.string(), name: z.string(), supplier_reference_id: nullable }),
  storage_location: z.object({
    id: z.string(),
    name: z.string(),
    project_id: z.string(),
    supplier_id: z.string(),
    storage_method: fields.storageMethod.nullable(),
    description: nullable,
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    supplier_reference_id: nullable,
  }),
  source: z.object({
    id: z.string(),
    display_name: z.string(),
    description: nullable,
    is_public: z.boolean(),
    original_filename: z.string(),
    project_id: z.string(),
    published_at: z.string(),
    supplier_reference_id: z.string(),
    content_type: z.string(),
    content_length: z.number(),
    /** Hex SHA-256 of the bytes; null until they are uploaded. */
    sha256: nullable,
  }),
  datapoint: z.object({
    id: z.string(),
    display_name: z.string(),
    description: nullable,
    quantity: quantityEntity,
    source_ids: z.array(z.string()),
    type: fields.datapointType,
    measured_at: nullable,
    project_id: nullable,
    supplier_reference_id: nullable,
    locked_status: fields.lockedStatus,
    uncertainty_justification: nullable,
  }),
  component: z.object({
    id: z.string(),
    display_name: z.string(),
    description: nullable,
    blueprint_key: z.string(),
    project_id: z.string(),
    activity_started_at: nullable,
    activity_completed_at: nullable,
    inputs: z.array(inputEntity),
    scope: fields.scope,
    allocation_strategy: fields.allocationStrategy.nullable(),
    /** The statement that a component of its scope is spread over. */
    ghg_statement_id: nullable.default(null),
    ghg_entry_template_component_id: nullable,
    supplier_reference_id: nullable,
  }),
  template: z.object({
    id: z.string(),
    project_id: z.string(),
    credit_type: z.enum(['REDUCTION', 'REMOVAL']),
    display_name: z.string(),
    supplier_reference_id: nullable,
    groups: z.array(
      z.object({
        id: z.string(),
        key: z.string(),
        display_name: z.string(),
        description: z.string(),
        components: z.array(
          z.object({
            id: z.string(),
            blueprint_key: z.string(),
            display_name: z.string(),
            description: z.string(),
            inputs: z.array(
              z.object({
                input_key: z.string(),
                display_name: z.string(),
                type: z.enum(['fixed', 'monitored']),
                datapoint_id: nullable,
              }),
            ),
          }),
        ),
      }),
    ),
  }),
  entry: z.object({
    id: z.string(),
    project_id: z.string(),
    credit_type: z.enum(['REDUCTION', 'REMOVAL']),
    started_on: z.string(),
    completed_on: z.string(),
    feedstock_type_id: nullable,
    ghg_statement_id: nullable,
    ghg_entry_template_id: z.string(),
    supplier_reference_id: nullable,
  }),
  attribution: z.object({
    id: z.string(),
    ghg_entry_id: z.string(),
    component_id: z.string(),
    component_group_key: z.string(),
    ghg_entry_template_component_id: nullable,
    attribution_factor: z.number(),
  }),
  statement: z.object({
    id: z.string(),
    project_id: z.string(),
    status: fields.statementStatus,
    reporting_period_start_at: nullable,
    reporting_period_end_at: z.string(),
    submitted_at: nullable,
    credits_issued_at: nullable,
    ghg_statement_report_url: nullable,
    summary_of_changes: nullable.default(null),
    /** Net removal of its entries when it was last submitted, kg CO2e. */
    submitted_total_kg: z.number().nullable().default(null),
  }),
  ...siteEntities,
} as const;

export type EntityName = keyof typeof entitySchemas;
export type Entity<N extends EntityName> = z.infer<(typeof entitySchemas)[N]>;

/** `interface.md`, Identifiers, and `api-facts.md` §1.2. */
export const idPrefixes: Readonly<Record<EntityName, string>> = {
  organisation: 'org',
  project: 'prj',
  feedstock_type: 'ftt',
  storage_location: 'slc',
  source: 'src',
  datapoint: 'dtp',
  component: 'cmp',
  template: 'rvt',
  entry: 'rmv',
  attribution: 'rvc',
  statement: 'ggs',
  supplier: 'spl',
  facility: 'fcl',
  storage_unit: 'sgu',
  monitoring_requirement: 'mnr',
  monitoring_submission: 'mns',
  sensor: 'sns',
  file_upload: 'tfu',
  data_upload_submission: 'dus',
  measurement_location: 'mlc',
  measurement_sample: 'mts',
  feedstock_batch: 'ftb',
  production_batch: 'ptb',
  biochar_application: 'bse',
  issuance: 'iss',
  credit_batch: 'ctb',
  refund: 'bpr',
};
