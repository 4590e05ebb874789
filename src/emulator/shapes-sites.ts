import { z } from 'zod';
import { siteEntities } from './entities-sites.js';
import * as fields from './fields.js';
import { entry, named } from './shapes.js';

const reference = fields.reference.nullable();

export const storageUnit = named(
  'StorageUnit',
  z.strictObject({
    ...siteEntities.storage_unit.shape,
    id: fields.id('sgu'),
    storage_location_id: fields.id('slc'),
    supplier_id: fields.id('spl'),
    supplier_reference_id: reference,
  }),
);

export const monitoringRequirement = named(
  'ProjectMonitoringRequirement',
  z.strictObject({
    ...siteEntities.monitoring_requirement.shape,
    id: fields.requirementId,
    project_id: fields.id('prj'),
    storage_location_id: fields.id('slc').nullable(),
    storage_unit_id: fields.id('sgu').nullable(),
  }),
);

/** The older document shows one requirement, the newer paths link several: both are here. */
export const monitoringSubmission = named(
  'MonitoringSubmission',
  z.strictObject({
    ...siteEntities.monitoring_submission.shape,
    id: fields.id('mns'),
    monitoring_requirement_ids: z.array(fields.requirementId).min(1),
    project_monitoring_requirement_id: fields.requirementId,
    source_id: fields.id('src'),
    supplier_reference_id: reference,
  }),
);

export const sensor = named(
  'Sensor',
  z.strictObject({
    id: fields.id('sns'),
    project_id: fields.id('prj'),
    reference: z.string(),
    units: z.string(),
    measurement_property: fields.measurementProperty,
    manufacturer: z.string().nullable(),
    model: z.string().nullable(),
  }),
);

export const fileUpload = named('FileUpload', z.strictObject({ id: fields.id('tfu'), upload_url: z.url() }));

export const dataUploadSubmission = named(
  'DataUploadSubmission',
  z.strictObject({
    id: fields.id('dus'),
    submission_type: fields.submissionType,
    status: z.enum(['pending', 'completed', 'failed']),
    facility_id: fields.id('fcl').nullable(),
    storage_location_id: fields.id('slc').nullable(),
    error_message: z.string().nullable(),
  }),
);

export const measurementLocation = named(
  'MeasurementLocation',
  z.strictObject({
    id: fields.id('mlc'),
    latitude: fields.latitude,
    longitude: fields.longitude,
    supplier_reference_id: reference,
  }),
);

export const measurementSample = named(
  'MeasurementSample',
  z.strictObject({
    id: fields.id('mts'),
    supplier_reference_id: reference,
    /** A day: the time that was sent is not shown. */
    measured_at: fields.date,
    measurement_location_id: fields.id('mlc').nullable(),
    production_batch_id: fields.id('ptb').nullable(),
    feedstock_batch_id: fields.id('ftb').nullable(),
    values: z.array(
      z.strictObject({
        datapoint_id: fields.id('dtp'),
        measurement_property: fields.measurementProperty,
        value: fields.scalarQuantity,
      }),
    ),
  }),
);

export const feedstockBatch = named(
  'FeedstockBatch',
  z.strictObject({
    ...siteEntities.feedstock_batch.shape,
    id: fields.id('ftb'),
    feedstock_type_id: fields.id('ftt'),
    delivery_date: fields.date,
    supplier_reference_id: reference,
  }),
);

export const productionBatch = named(
  'ProductionBatch',
  z.strictObject({
    ...siteEntities.production_batch.shape,
    id: fields.id('ptb'),
    facility_id: fields.id('fcl'),
    feedstock_type_ids: z.array(fields.id('ftt')),
    supplier_reference_id: reference,
  }),
);

export const biocharApplication = named(
  'BiocharApplication',
  z.strictObject({
    id: fields.id('bse'),
    storage_location_id: fields.id('slc'),
    production_batch_id: fields.id('ptb'),
    ghg_entry_id: entry.shape.id.nullable(),
    application_date: fields.date,
    average_application_rate: fields.scalarQuantity,
    truck_mass_on_arrival: fields.scalarQuantity,
    truck_mass_on_departure: fields.scalarQuantity,
    uploaded_at: fields.datetime,
    supplier_reference_id: reference,
  }),
);
