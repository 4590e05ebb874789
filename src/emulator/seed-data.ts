import { z } from 'zod';
import * as fields from './fields.js';

/** The JSON form of `--seed-data`: what a service starts with, named by reference and never by id. */

const ref = z.string().min(1).max(200);
const bound = z.union([ref, z.array(ref)]);
const quantity = z.strictObject({
  magnitude: z.number(),
  unit: z.string(),
  standard_deviation: z.number().nullable().default(null),
});

/** What a service starts with: all that only the web interface makes, and records of months before. */
export const seedDataSchema = z.strictObject({
  organisation: z.strictObject({ name: z.string() }),
  projects: z
    .array(
      z.strictObject({
        reference: ref.optional(),
        name: z.string(),
        country_code: z.string().length(3),
        description: z.string().default(''),
        short_description: z.string().default(''),
        risk_of_reversal_percentage: z.number().min(0).max(100).nullable().default(null),
        /** null: nobody is assigned, and no statement can be submitted. */
        verifier: z.string().nullable().default('Example verifier'),
        pathway: fields.pathway.default('biomass_carbon_removal_and_storage'),
        protocol_slug: z.string().default('biochar'),
      }),
    )
    .min(1),
  /** Plants, which the web interface alone makes. */
  facilities: z.array(z.strictObject({ name: z.string() })).default([]),
  feedstock_types: z.array(z.strictObject({ name: z.string(), reference: ref })).default([]),
  storage_locations: z
    .array(
      z.strictObject({
        name: z.string(),
        reference: ref,
        latitude: z.number(),
        longitude: z.number(),
        storage_method: fields.storageMethod.nullable().default(null),
        description: z.string().nullable().default(null),
      }),
    )
    .default([]),
  /** What is to be watched at the project, or at one of its storage locations. */
  monitoring_requirements: z
    .array(
      z.strictObject({
        display_name: z.string(),
        frequency: fields.frequency.nullable().default(null),
        monitoring_phase: fields.monitoringPhase.default('operation'),
        notes: z.string().nullable().default(null),
        storage_location: ref.nullable().default(null),
      }),
    )
    .default([]),
  sources: z
    .array(
      z.strictObject({
        reference: ref,
        display_name: z.string(),
        description: z.string().nullable().default(null),
        file_name: z.string(),
        content_type: z.string(),
        content_length: z.int(),
        sha256: z.string().nullable().default(null),
        published_at: z.iso.date(),
        is_public: z.boolean().default(false),
        uploaded: z.boolean().default(true),
      }),
    )
    .default([]),
  datapoints: z
    .array(
      z.strictObject({
        reference: ref,
        display_name: z.string(),
        description: z.string().nullable().default(null),
        quantity,
        type: z.string().transform((text) => fields.datapointType.parse(text)),
        measured_at: z.string().nullable().default(null),
        sources: z.array(ref).default([]),
        locked_status: fields.lockedStatus.default('not_locked'),
        uncertainty_justification: z.string().nullable().default(null),
        /** A library's datapoint belongs to no project. */
        library: z.boolean().default(false),
      }),
    )
    .default([]),
  templates: z
    .array(
      z.strictObject({
        display_name: z.string(),
        reference: ref.optional(),
        credit_type: z.enum(['REDUCTION', 'REMOVAL']).default('REMOVAL'),
        groups: z.array(
          z.strictObject({
            key: z.string(),
            display_name: z.string(),
            description: z.string().default(''),
            components: z
              .array(
                z.strictObject({
                  display_name: z.string(),
                  description: z.string().default(''),
                  blueprint_key: z.string(),
                  inputs: z.array(
                    z.discriminatedUnion('type', [
                      z.strictObject({
                        input_key: z.string(),
                        display_name: z.string(),
                        type: z.literal('fixed'),
                        datapoint: ref,
                      }),
                      z.strictObject({
                        input_key: z.string(),
                        display_name: z.string(),
                        type: z.literal('monitored'),
                      }),
                    ]),
                  ),
                }),
              )
              .default([]),
          }),
        ),
      }),
    )
    .default([]),
  components: z
    .array(
      z.strictObject({
        reference: ref,
        blueprint_key: z.string(),
        display_name: z.string(),
        description: z.string().nullable().default(null),
        activity_started_at: z.string().nullable(),
        activity_completed_at: z.string().nullable(),
        inputs: z.record(z.string(), bound),
      }),
    )
    .default([]),
  ghg_entries: z
    .array(
      z.strictObject({
        reference: ref,
        template: z.string(),
        started_on: z.iso.date(),
        completed_on: z.iso.date(),
        feedstock_type: ref.nullable().default(null),
        inputs: z.record(z.string(), z.record(z.string(), bound)).default({}),
        attributions: z
          .array(z.strictObject({ component: ref, group: z.string(), factor: z.number().default(1) }))
          .default([]),
        /** The status of a statement that the entry is in; none: a draft. */
        statement: fields.statementStatus.optional(),
      }),
    )
    .default([]),
});

/** Seed data, complete. */
export type SeedData = z.infer<typeof seedDataSchema>;
/** Seed data as it is written. */
export type SeedDataInput = z.input<typeof seedDataSchema>;
