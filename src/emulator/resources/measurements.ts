import { z } from 'zod';
import { fitsKind } from '../../quantity/index.js';
import {
  checkReference,
  commit,
  datapointOf,
  findOne,
  makeId,
  mustBeFree,
  mustExist,
  type Context,
} from '../context.js';
import type { Entity } from '../entities.js';
import { refused } from '../failure.js';
import * as fields from '../fields.js';
import { presentQuantity, storedUnit } from '../quantities.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes-sites.js';
import { datapointIds } from './components.js';
import { checkMeasured } from './datapoints.js';

const locationBody = z.strictObject({
  latitude: fields.latitude,
  longitude: fields.longitude,
  project_id: fields.id('prj'),
  supplier_reference_id: fields.reference,
});

const value = z.strictObject({
  measurement_property: fields.measurementProperty,
  value: fields.quantity,
});

const sampleBody = z.strictObject({
  measurement_type: fields.measurementType,
  project_id: fields.id('prj'),
  measured_at: fields.datetime,
  supplier_reference_id: fields.reference.nullable(),
  feedstock_batch_id: fields.id('ftb').nullable(),
  measurement_location_id: fields.id('mlc').nullable(),
  storage_location_id: fields.id('slc').nullable(),
  production_batch_id: fields.id('ptb').nullish(),
  values: z.array(value).min(1),
});

export function measurementLocationRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const present = ({ project_id: _project, ...shown }: Entity<'measurement_location'>) => shown;
  const answer = shapes.measurementLocation;

  routes.list('/measurement_locations', {
    node: answer,
    filters: { supplier_reference_id: fields.reference.optional() },
    select: ({ supplier_reference_id: wanted }) =>
      records.measurement_location
        .all()
        .filter(({ supplier_reference_id }) => wanted === undefined || supplier_reference_id === wanted),
    present,
  });

  routes.post('/measurement_locations', { request: locationBody, answer }, (body) => {
    mustExist(context, 'project', [body.project_id]);
    checkReference(context, 'measurement_location', body.supplier_reference_id);
    const made = { ...body, id: makeId(context, 'measurement_location') };
    return present(commit(context, (changes) => changes.set('measurement_location', made)));
  });

  routes.get('/measurement_locations/:id', answer, (call) =>
    present(findOne(context, records.measurement_location, call.id())),
  );

  routes.remove('/measurement_locations/:id', (call) => {
    const { id } = findOne(context, records.measurement_location, call.id());
    const users = records.measurement_sample
      .all()
      .filter(({ measurement_location_id }) => measurement_location_id === id);
    mustBeFree(
      context,
      `Measurement location ${id}`,
      users.map((user) => user.id),
    );
    commit(context, (changes) => {
      changes.remove('measurement_location', id);
    });
  });
}

function presentSample(context: Context, sample: Entity<'measurement_sample'>) {
  return {
    id: sample.id,
    supplier_reference_id: sample.supplier_reference_id,
    measured_at: sample.measured_at.slice(0, 10),
    measurement_location_id: sample.measurement_location_id,
    production_batch_id: sample.production_batch_id,
    feedstock_batch_id: sample.feedstock_batch_id,
    values: sample.values.map((one) => {
      const { quantity } = datapointOf(context, one.datapoint_id);
      return { ...one, value: context.settings.canonicalUnits ? presentQuantity(quantity) : quantity };
    }),
  };
}

/** Makes a value of a sample into a datapoint that nobody can change. */
function minted(
  context: Context,
  body: z.infer<typeof sampleBody>,
  given: z.infer<typeof value>,
): Entity<'datapoint'> {
  const { quantity_kind, qualifier } = given.measurement_property;
  if (!fitsKind(storedUnit(given.value.unit), quantity_kind))
    throw refused(`A value in ${given.value.unit} is no ${quantity_kind}`);
  return {
    id: makeId(context, 'datapoint'),
    display_name: [quantity_kind, qualifier].flatMap((word) => word ?? []).join(' '),
    description: null,
    quantity: given.value,
    source_ids: [],
    type: 'REPORTED',
    measured_at: body.measured_at,
    project_id: body.project_id,
    supplier_reference_id: null,
    locked_status: 'locked_measurement_sample_datapoint',
    uncertainty_justification: null,
  };
}

/** Samples: each of their values is a datapoint that the service makes and locks. */
export function measurementSampleRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const present = (sample: Entity<'measurement_sample'>) => presentSample(context, sample);
  const answer = shapes.measurementSample;

  routes.list('/measurement_samples', {
    node: answer,
    filters: {},
    select: () => records.measurement_sample.all(),
    present,
  });

  routes.post('/measurement_samples', { request: sampleBody, answer }, (body) => {
    mustExist(context, 'project', [body.project_id]);
    mustExist(context, 'feedstock_batch', [body.feedstock_batch_id]);
    mustExist(context, 'measurement_location', [body.measurement_location_id]);
    mustExist(context, 'storage_location', [body.storage_location_id]);
    mustExist(context, 'production_batch', [body.production_batch_id]);
    checkReference(context, 'measurement_sample', body.supplier_reference_id);
    checkMeasured(context, body.measured_at);
    const made = commit(context, (changes) =>
      changes.set('measurement_sample', {
        ...body,
        id: makeId(context, 'measurement_sample'),
        production_batch_id: body.production_batch_id ?? null,
        values: body.values.map((given) => {
          const { id } = changes.set('datapoint', minted(context, body, given));
          return { datapoint_id: id, measurement_property: given.measurement_property };
        }),
      }),
    );
    return present(made);
  });

  routes.remove('/measurement_samples/:id', (call) => {
    const sample = findOne(context, records.measurement_sample, call.id());
    const own = new Set(sample.values.map(({ datapoint_id }) => datapoint_id));
    const users = records.component
      .all()
      .filter(({ inputs }) => datapointIds(inputs).some((id) => own.has(id)));
    mustBeFree(
      context,
      `Measurement sample ${sample.id}`,
      users.map(({ id }) => id),
    );
    commit(context, (changes) => {
      for (const id of own) changes.remove('datapoint', id);
      changes.remove('measurement_sample', sample.id);
    });
  });
}
