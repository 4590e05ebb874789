import { z } from 'zod';
import { datapointSchema } from '../kinds/datapoint.js';
import { monitoringRequirementSchema, sensorSchema, storageLocationSchema } from '../kinds/listed/set-up.js';
import { idSchema } from '../kinds/wire.js';
import { open, renamed, type Known } from './shapes.js';
import * as values from './values.js';

/** The answers about places, monitoring, feedstock, production and measurement. */

const text = z.string().nullish();
const quantity = datapointSchema.shape.quantity;
const property = z.looseObject({
  /** As in the list of quantity kinds of `interface.md`, Datapoint. */
  quantity_kind: z.string(),
  qualifier: text,
});

export const storageLocation = storageLocationSchema.extend({
  project_id: idSchema,
  supplier_id: idSchema.nullish(),
  storage_method: open(values.storageMethods).nullish(),
  description: text,
});
/** A place where carbon is stored. */
export type StorageLocation = Known<z.infer<typeof storageLocation>>;

export const storageUnit = z.looseObject({
  id: idSchema,
  name: z.string(),
  storage_location_id: idSchema,
  supplier_id: idSchema.nullish(),
  description: text,
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  supplier_reference_id: text,
});
/** A well or cavern of a storage location. */
export type StorageUnit = Known<z.infer<typeof storageUnit>>;

export const monitoringRequirement = monitoringRequirementSchema.extend({ project_id: idSchema.nullish() });
/** What is to be watched, and how often. Made in the web interface only. */
export type MonitoringRequirement = Known<z.infer<typeof monitoringRequirement>>;

/** The older document shows one requirement, the newer paths link several. */
export const monitoringSubmission = z.looseObject({
  id: idSchema,
  monitoring_requirement_ids: z.array(idSchema).optional(),
  project_monitoring_requirement_id: idSchema.nullish(),
  source_id: idSchema,
  valid_from: text,
  valid_to: text,
  notes: text,
  supplier_reference_id: text,
});
/** The evidence that a requirement was met for a time. */
export type MonitoringSubmission = Known<z.infer<typeof monitoringSubmission>>;

export const sensor = sensorSchema.extend({ project_id: idSchema.nullish() });
/** An instrument that a time series is of. */
export type Sensor = Known<z.infer<typeof sensor>>;

export const fileUpload = z.looseObject({ id: idSchema, upload_url: z.url() });
/** A place for a file of readings: a signed address, to be kept secret. */
export type FileUpload = Known<z.infer<typeof fileUpload>>;

export const readingsSubmission = z.looseObject({
  id: idSchema,
  submission_type: open(values.seriesTypes),
  status: open(values.uploadStatuses),
  facility_id: idSchema.nullish(),
  storage_location_id: idSchema.nullish(),
  /** Why it failed. */
  error_message: text,
});
/** A file of readings that was handed in; it is looked at for a while. */
export type ReadingsSubmission = Known<z.infer<typeof readingsSubmission>>;

export const measurementLocation = z.looseObject({
  id: idSchema,
  latitude: z.number(),
  longitude: z.number(),
  supplier_reference_id: text,
});
/** A place where samples are taken. */
export type MeasurementLocation = Known<z.infer<typeof measurementLocation>>;

export const measurementSample = z.looseObject({
  id: idSchema,
  supplier_reference_id: text,
  /** A day: the time that was sent is not shown. */
  measured_at: z.string(),
  measurement_location_id: idSchema.nullish(),
  production_batch_id: idSchema.nullish(),
  feedstock_batch_id: idSchema.nullish(),
  /** Each value is a datapoint that the service made and locked. */
  values: z.array(z.looseObject({ datapoint_id: idSchema, measurement_property: property, value: quantity })),
});
/** What a laboratory found of one sample. */
export type MeasurementSample = Known<z.infer<typeof measurementSample>>;

export const feedstockBatch = z.looseObject({
  id: idSchema,
  display_name: z.string(),
  feedstock_type_id: idSchema,
  mass: quantity,
  delivery_date: z.string(),
  created_at: text,
  supplier_reference_id: text,
});
/** A delivery of feedstock. */
export type FeedstockBatch = Known<z.infer<typeof feedstockBatch>>;

export const productionBatch = z.looseObject({
  id: idSchema,
  display_name: z.string(),
  facility_id: idSchema,
  feedstock_type_ids: z.array(idSchema),
  kind: open(['biochar']),
  started_at: z.string(),
  ended_at: z.string(),
  uploaded_at: text,
  mass: quantity,
  supplier_reference_id: text,
});
/** What a plant made of feedstock. */
export type ProductionBatch = Known<z.infer<typeof productionBatch>>;

/** A request names the place `storage_site_id`, an answer `storage_location_id` (`api-facts.md` §1.2). */
export const biocharApplication = renamed(
  { removal_id: 'ghg_entry_id', storage_site_id: 'storage_location_id' },
  z.looseObject({
    id: idSchema,
    storage_location_id: idSchema,
    production_batch_id: idSchema,
    ghg_entry_id: idSchema.nullish(),
    application_date: z.string(),
    average_application_rate: quantity,
    truck_mass_on_arrival: quantity,
    truck_mass_on_departure: quantity,
    uploaded_at: text,
    supplier_reference_id: text,
  }),
);
/** Biochar brought out at a place. */
export type BiocharApplication = Known<z.infer<typeof biocharApplication>>;
