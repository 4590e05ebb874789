/** The values that fields may have, as they are known (`interface.md`, Resources; `api-facts.md` §1.2 and §2). */

export { datapointTypes } from '../kinds/desired.js';

/** `interface.md`, Datapoint: all but `not_locked` refuse a change. */
export const lockedStatuses = [
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
] as const;

/** `interface.md`, Component. */
export const componentTypes = [
  'ACTIVITY',
  'REMOVAL_COUNTERFACTUAL',
  'SEQUESTRATION',
  'LOSS',
  'ADJUSTMENT',
  'UNCERTAINTY_DISCOUNT',
] as const;

/** `interface.md`, Component: how a component of a project is spread over its entries. */
export const allocationStrategies = [
  'ESTIMATED_PROJECT_TONNAGE',
  'MANUAL',
  'CUSTOM_TIME_PERIOD',
  'ESTIMATED_PROJECT_LIFETIME',
] as const;

/** `interface.md`, GHG entry. */
export const creditTypes = ['REDUCTION', 'REMOVAL'] as const;

/** `interface.md`, Storage location. */
export const storageMethods = [
  'biochar_field',
  'biochar_landfill',
  'biomass_injection_well',
  'biomass_subsurface',
  'saline_aquifer',
  'in_situ_mineralization',
] as const;

/** `api-facts.md` §1.2, GHG statements. */
export const statementStatuses = [
  'DRAFT',
  'AWAITING_VERIFICATION',
  'VERIFIED',
  'CREDITS_ISSUED',
  'FAILED_VERIFICATION',
] as const;

/** `api-facts.md` §1.2, Measurement samples. */
export const measurementTypes = [
  'biochar_production_batch',
  'biochar_soil',
  'pyrolysis_reactor',
  'ew_soil',
  'ew_porewater',
  'ew_field_biomass',
  'ew_mineral_feedstock',
  'ew_ion_exchange_resin',
] as const;

/** `api-facts.md` §1.2, Sensors and time series. */
export const seriesTypes = [
  'biochar_pyrolysis_reactor_facility_time_series',
  'dac_storage_site_time_series',
  'dac_facility_time_series',
  'wae_wastewater_treatment_plant_facility_time_series',
] as const;

/** `api-facts.md` §1.2, Sensors and time series. */
export const uploadStatuses = ['pending', 'completed', 'failed'] as const;

/** `api-facts.md` §4: whether an input takes one datapoint or several. */
export const dataShapes = ['SCALAR', 'LIST'] as const;

/** `api-facts.md` §1.4: a fixed input is the template's, a monitored one the month's. */
export const inputTypes = ['fixed', 'monitored'] as const;
