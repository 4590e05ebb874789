import { z } from 'zod';
import { commit, findOne, makeId, mustExist, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { Failure, refused } from '../failure.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes-sites.js';

const createBody = z.strictObject({
  reference: z.string().min(1).max(255),
  units: z.string().min(1),
  measurement_property: fields.measurementProperty,
  facility_id: fields.id('fcl').nullish(),
  storage_location_id: fields.id('slc').nullish(),
  manufacturer: z.string().nullish(),
  model: z.string().nullish(),
});

function presentSensor(sensor: Entity<'sensor'>) {
  const { facility_id: _facility, storage_location_id: _location, ...shown } = sensor;
  return shown;
}

const fileBody = z.strictObject({
  file_name: z.string().min(1),
  content_length: z.int().min(1).max(100_000_000),
  content_type: z.literal('application/vnd.apache.parquet'),
});

const submissionBody = z.strictObject({
  submission_type: fields.submissionType,
  file_upload_id: fields.id('tfu'),
  facility_id: fields.id('fcl').nullish(),
  storage_location_id: fields.id('slc').nullish(),
});

/** Where a sensor stands decides its project; one that stands nowhere belongs to the first. */
function projectOf(context: Context, body: z.infer<typeof createBody>): string {
  const { facility, storage_location, project } = context.store.records;
  return (
    facility.get(body.facility_id ?? '')?.project_id ??
    storage_location.get(body.storage_location_id ?? '')?.project_id ??
    project.all()[0]?.id ??
    ''
  );
}

export function sensorRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;

  routes.list('/sensors', {
    node: shapes.sensor,
    filters: { project_id: fields.id('prj').optional(), reference: z.string().min(1).optional() },
    select: (query) =>
      records.sensor
        .all()
        .filter(
          (one) =>
            (query.project_id === undefined || one.project_id === query.project_id) &&
            (query.reference === undefined || one.reference === query.reference),
        ),
    present: presentSensor,
  });

  routes.post('/sensors', { request: createBody, answer: shapes.sensor }, (body) => {
    mustExist(context, 'facility', [body.facility_id]);
    mustExist(context, 'storage_location', [body.storage_location_id]);
    const same = records.sensor.all().find(({ reference }) => reference === body.reference);
    if (same !== undefined && context.settings.sensorReferencesUnique) {
      const detail = `reference '${body.reference}' is in use by ${same.id}`;
      throw new Failure(context.settings.duplicateReferenceStatus, { detail });
    }
    const made = commit(context, (changes) =>
      changes.set('sensor', {
        ...body,
        id: makeId(context, 'sensor'),
        project_id: projectOf(context, body),
        facility_id: body.facility_id ?? null,
        storage_location_id: body.storage_location_id ?? null,
        manufacturer: body.manufacturer ?? null,
        model: body.model ?? null,
      }),
    );
    return presentSensor(made);
  });

  routes.get('/sensors/:id', shapes.sensor, (call) =>
    presentSensor(findOne(context, records.sensor, call.id())),
  );
}

/** A time series is looked at for a while; then it is there, or is told not to be one. */
function presentSubmission(context: Context, submission: Entity<'data_upload_submission'>) {
  const { made_at, file_upload_id, ...shown } = submission;
  const elapsed = context.now() - made_at;
  if (elapsed < context.settings.dataUploadSeconds * 1000)
    return { ...shown, status: 'pending' as const, error_message: null };
  const bytes = context.documents.read(file_upload_id);
  const parquet = bytes?.subarray(0, 4).toString('latin1') === 'PAR1';
  return parquet
    ? { ...shown, status: 'completed' as const, error_message: null }
    : { ...shown, status: 'failed' as const, error_message: 'The file is not a parquet file' };
}

/** Time series: a file goes to the document store, and is then handed in (`api-facts.md` §1.2, time series). */
export function timeSeriesRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const present = (submission: Entity<'data_upload_submission'>) => presentSubmission(context, submission);
  const answer = shapes.dataUploadSubmission;

  routes.post('/file-uploads', { request: fileBody, answer: shapes.fileUpload }, (body) => {
    const made = commit(context, (changes) =>
      changes.set('file_upload', { ...body, id: makeId(context, 'file_upload'), sha256: null }),
    );
    const upload_url = context.documents.uploadUrl({
      owner: { kind: 'file_upload', id: made.id },
      contentType: made.content_type,
      contentLength: made.content_length,
      expiresAt: context.now() + context.settings.uploadUrlSeconds * 1000,
    });
    return { id: made.id, upload_url };
  });

  routes.list('/data-upload-submissions', {
    node: answer,
    filters: { status: answer.shape.status.optional() },
    changesByItself: true,
    select: (query) =>
      records.data_upload_submission
        .all()
        .filter((one) => query.status === undefined || present(one).status === query.status),
    present,
  });

  routes.post('/data-upload-submissions', { request: submissionBody, answer }, (body) => {
    mustExist(context, 'file_upload', [body.file_upload_id]);
    mustExist(context, 'facility', [body.facility_id]);
    mustExist(context, 'storage_location', [body.storage_location_id]);
    if (records.file_upload.get(body.file_upload_id)?.sha256 === null)
      throw refused(`The file of ${body.file_upload_id} has not been uploaded`);
    const made = commit(context, (changes) =>
      changes.set('data_upload_submission', {
        ...body,
        id: makeId(context, 'data_upload_submission'),
        facility_id: body.facility_id ?? null,
        storage_location_id: body.storage_location_id ?? null,
        made_at: context.now(),
      }),
    );
    return present(made);
  });

  routes.get('/data-upload-submissions/:id', answer, (call) =>
    present(findOne(context, records.data_upload_submission, call.id())),
  );
}
