import { z } from 'zod';
import { parseUnit, quantityKinds } from '../quantity/index.js';

/** The fields of requests and answers, by `interface.md` and `api-facts.md` §1.2. */
export const id = (prefix: string) => z.string().min(20).max(37).startsWith(`${prefix}_`);
export const anyId = z.string().min(20).max(37);
/** Either prefix is in use (`interface.md`, Identifiers). */
export const requirementId = z.union([id('mnr'), id('pfx')]);
export const reference = z.string().min(1).max(200);
export const displayName = z.string().min(1).max(150);
export const sourceName = z.string().min(1).max(100);
export const placeName = z.string().min(1).max(100);
export const date = z.iso.date();
export const datetime = z.iso.datetime({ offset: true });
export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
/** A share of a component in an entry. */
export const share = z.number().gt(0).max(1);

export const datapointType = z.enum([
  'CONSTANT',
  'STANDARD_PUBLISHED_VALUE',
  'REPORTED',
  'ASSUMPTION',
  'DERIVED',
]);
export const lockedStatus = z.enum([
  'not_locked',
  'locked_library_datapoint',
  'locked_time_series_datapoint',
  'locked_measurement_sample_datapoint',
  'locked_forestry_field_measurement_datapoint',
  'locked_model_output_datapoint',
  'locked_model_input_datapoint',
  'locked_material_datapoint',
  'locked_activity_datapoint',
  'locked_used_in_verified_removal',
]);
export const scope = z.enum(['REMOVAL', 'GHG_STATEMENT', 'PROJECT', 'NET_NEGATIVITY']);
export const componentType = z.enum([
  'ACTIVITY',
  'REMOVAL_COUNTERFACTUAL',
  'SEQUESTRATION',
  'LOSS',
  'ADJUSTMENT',
  'UNCERTAINTY_DISCOUNT',
]);
export const creditType = z.enum(['REDUCTION', 'REMOVAL']);
export const allocationStrategy = z.enum([
  'ESTIMATED_PROJECT_TONNAGE',
  'MANUAL',
  'CUSTOM_TIME_PERIOD',
  'ESTIMATED_PROJECT_LIFETIME',
]);
export const storageMethod = z.enum([
  'biochar_field',
  'biochar_landfill',
  'biomass_injection_well',
  'biomass_subsurface',
  'saline_aquifer',
  'in_situ_mineralization',
]);
export const statementStatus = z.enum([
  'DRAFT',
  'AWAITING_VERIFICATION',
  'VERIFIED',
  'CREDITS_ISSUED',
  'FAILED_VERIFICATION',
]);
export const monitoringPhase = z.enum(['pre_op', 'operation', 'post_op', 'feedstock']);
export const frequency = z.enum([
  'na',
  'once',
  'optional',
  'if_needed',
  'every_1_days',
  'every_1_weeks',
  'every_2_weeks',
  'every_1_months',
  'every_3_months',
  'every_6_months',
  'every_1_years',
  'every_2_years',
  'every_5_years',
  'once_per_production_batch',
  'once_per_injection_batch',
  'continuous',
]);
export const measurementType = z.enum([
  'biochar_production_batch',
  'biochar_soil',
  'pyrolysis_reactor',
  'ew_soil',
  'ew_porewater',
  'ew_field_biomass',
  'ew_mineral_feedstock',
  'ew_ion_exchange_resin',
]);
export const submissionType = z.enum([
  'biochar_pyrolysis_reactor_facility_time_series',
  'dac_storage_site_time_series',
  'dac_facility_time_series',
  'wae_wastewater_treatment_plant_facility_time_series',
]);
export const pathway = z.enum([
  'biomass_carbon_removal_and_storage',
  'direct_air_capture',
  'enhanced_weathering',
  'carbon_mineralization',
  'reforestation',
  'marine',
  'superpollutants',
]);
export const quantityKind = z.enum([...quantityKinds.keys()]);

/** What is measured. The qualifiers are many hundred names and grow: here any name of that form is one. */
export const measurementProperty = z.strictObject({
  quantity_kind: quantityKind,
  qualifier: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,99}$/)
    .nullable(),
});

/** A quantity as it is read back. */
export const scalarQuantity = z.strictObject({
  magnitude: z.number(),
  unit: z.string().min(1),
  standard_deviation: z.number().nullable(),
});

/** A quantity whose unit can be read; none at all is a pure number. */
export const quantity = z
  .strictObject({
    magnitude: z.number(),
    unit: z.string().min(1).nullable(),
    standard_deviation: z.number().min(0).nullish(),
  })
  .superRefine((value, context) => {
    const unit = parseUnit(value.unit);
    if (!unit.ok)
      context.addIssue({ code: 'custom', message: unit.message, path: ['unit'], input: value.unit });
  })
  .transform(({ magnitude, unit, standard_deviation }) => ({
    magnitude,
    unit: unit ?? 'dimensionless',
    standard_deviation: standard_deviation ?? null,
  }));

const key = z.string().min(1).max(100);

export const componentInput = z.union([
  z
    .strictObject({
      __typename: z.enum(['CreateComponentListInput', 'ComponentListInput']).optional(),
      input_key: key,
      datapoint_ids: z.array(id('dtp')),
    })
    .transform(({ input_key, datapoint_ids }) => ({ input_key, datapoint_ids })),
  z
    .strictObject({
      __typename: z.enum(['CreateComponentScalarInput', 'ComponentScalarInput']).optional(),
      input_key: key,
      datapoint_id: id('dtp'),
    })
    .transform(({ input_key, datapoint_id }) => ({ input_key, datapoint_id })),
]);
