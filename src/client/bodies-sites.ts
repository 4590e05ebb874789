import { z } from 'zod';
import { day, id, instant, latitude, longitude, name, quantity, reference, shortName } from './bodies.js';
import { one, type Known } from './shapes.js';
import * as values from './values.js';

/** What may be sent of places, monitoring, feedstock, production and measurement, by `api-facts.md` §1.2. */

export const newStorageLocation = z.strictObject({
  /** Once more: it stands in the path too. */
  project_id: id,
  name: shortName,
  latitude,
  longitude,
  description: z.string().nullish(),
  storage_method: one(values.storageMethods).nullish(),
  supplier_reference_id: reference.nullish(),
});
/** A storage location to be made. */
export type NewStorageLocation = Omit<Known<z.input<typeof newStorageLocation>>, 'project_id'>;

export const storageLocationChange = z.strictObject({
  name: shortName.optional(),
  description: z.string().nullish(),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  storage_method: one(values.storageMethods).optional(),
  supplier_reference_id: reference.optional(),
});
/** What is to change of a storage location. */
export type StorageLocationChange = Known<z.input<typeof storageLocationChange>>;

export const newStorageUnit = z.strictObject({
  name: shortName,
  latitude,
  longitude,
  storage_location_id: id,
  description: z.string().nullish(),
  supplier_reference_id: reference.nullish(),
});
/** A storage unit to be made. */
export type NewStorageUnit = Known<z.input<typeof newStorageUnit>>;

export const newMonitoringSubmission = z.strictObject({
  monitoring_requirement_ids: z.array(id).min(1),
  source_id: id,
  valid_from: instant,
  valid_to: instant,
  notes: z.string().nullish(),
  supplier_reference_id: reference.nullish(),
});
/** Evidence of monitoring to be handed in. */
export type NewMonitoringSubmission = Known<z.input<typeof newMonitoringSubmission>>;

export const requirementLinks = z.strictObject({ monitoring_requirement_ids: z.array(id).min(1) });

export const newFeedstockBatch = z.strictObject({
  display_name: shortName,
  feedstock_type_id: id,
  mass: quantity,
  delivery_date: day,
  supplier_reference_id: reference,
});
/** A delivery of feedstock to be made. */
export type NewFeedstockBatch = Known<z.input<typeof newFeedstockBatch>>;

export const newProductionBatch = z.strictObject({
  /** Copied out of the web interface: no list has it. */
  facility_id: id,
  feedstock_type_ids: z.array(id),
  kind: one(['biochar']),
  started_at: instant,
  ended_at: instant,
  mass: quantity,
  supplier_reference_id: reference,
  /** Made from the facility where it is left out. */
  display_name: name.nullish(),
});
/** A production batch to be made. */
export type NewProductionBatch = Known<z.input<typeof newProductionBatch>>;

/** The service calls the place a site in a request and a location in an answer; here it has one name. */
export const newBiocharApplication = z
  .strictObject({
    project_id: id,
    production_batch_id: id,
    storage_location_id: id,
    application_date: day,
    average_application_rate: quantity,
    truck_mass_on_arrival: quantity,
    truck_mass_on_departure: quantity,
    supplier_reference_id: reference,
    source_ids: z.array(id).optional(),
  })
  .transform(({ storage_location_id, ...body }) => ({ ...body, storage_site_id: storage_location_id }));
/** An application of biochar to be made. */
export type NewBiocharApplication = Known<z.input<typeof newBiocharApplication>>;

export const newMeasurementLocation = z.strictObject({
  latitude,
  longitude,
  project_id: id,
  supplier_reference_id: reference,
});
/** A measurement location to be made. */
export type NewMeasurementLocation = Known<z.input<typeof newMeasurementLocation>>;

const property = z.strictObject({
  /** As in the list of quantity kinds of `interface.md`, Datapoint. */
  quantity_kind: z.string().min(1),
  qualifier: z.string().min(1).nullable(),
});

export const newMeasurementSample = z.strictObject({
  measurement_type: one(values.measurementTypes),
  project_id: id,
  measured_at: instant,
  supplier_reference_id: reference.nullable(),
  feedstock_batch_id: id.nullable(),
  measurement_location_id: id.nullable(),
  storage_location_id: id.nullable(),
  production_batch_id: id.nullish(),
  values: z.array(z.strictObject({ measurement_property: property, value: quantity })).min(1),
});
/** A sample to be made. */
export type NewMeasurementSample = Known<z.input<typeof newMeasurementSample>>;

export const newSensor = z.strictObject({
  reference: z.string().min(1).max(255),
  units: z.string().min(1),
  measurement_property: property,
  facility_id: id.nullish(),
  storage_location_id: id.nullish(),
  manufacturer: z.string().nullish(),
  model: z.string().nullish(),
});
/** A sensor to be made. */
export type NewSensor = Known<z.input<typeof newSensor>>;

export const newReadingsFile = z
  .strictObject({
    file_name: z.string().min(1),
    /** Bytes. */
    content_length: z.int().min(1).max(100_000_000),
  })
  .transform((body) => ({ ...body, content_type: 'application/vnd.apache.parquet' }));
/** A parquet file of readings to be uploaded. */
export type NewReadingsFile = Known<z.input<typeof newReadingsFile>>;

export const newReadingsSubmission = z.strictObject({
  submission_type: one(values.seriesTypes),
  file_upload_id: id,
  facility_id: id.nullish(),
  storage_location_id: id.nullish(),
});
/** Uploaded readings to be handed in. */
export type NewReadingsSubmission = Known<z.input<typeof newReadingsSubmission>>;
