import { z } from 'zod';
import { fitsKind } from '../../quantity/index.js';
import {
  checkReference,
  commit,
  findOne,
  makeId,
  mustBeFree,
  mustExist,
  stamp,
  type Context,
} from '../context.js';
import type { Entity } from '../entities.js';
import { refused } from '../failure.js';
import * as fields from '../fields.js';
import { presentQuantity, storedUnit } from '../quantities.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes-sites.js';

type Amount = z.infer<typeof fields.quantity>;

const feedstockBody = z.strictObject({
  display_name: fields.sourceName,
  feedstock_type_id: fields.id('ftt'),
  mass: fields.quantity,
  delivery_date: fields.date,
  supplier_reference_id: fields.reference,
});

const productionBody = z.strictObject({
  facility_id: fields.id('fcl'),
  feedstock_type_ids: z.array(fields.id('ftt')),
  kind: z.literal('biochar'),
  started_at: fields.datetime,
  ended_at: fields.datetime,
  mass: fields.quantity,
  supplier_reference_id: fields.reference,
  display_name: fields.displayName.nullish(),
});

const applicationBody = z.strictObject({
  project_id: fields.id('prj'),
  production_batch_id: fields.id('ptb'),
  storage_site_id: fields.id('slc'),
  application_date: fields.date,
  average_application_rate: fields.quantity,
  truck_mass_on_arrival: fields.quantity,
  truck_mass_on_departure: fields.quantity,
  supplier_reference_id: fields.reference,
  source_ids: z.array(fields.id('src')).default([]),
});

/** @throws Failure where the amount is of another kind */
function mustMeasure(amount: Amount, kind: string, field: string): void {
  if (!fitsKind(storedUnit(amount.unit), kind)) throw refused(`${field} in ${amount.unit} is no ${kind}`);
}

export function feedstockBatchRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const answer = shapes.feedstockBatch;
  const present = (one: Entity<'feedstock_batch'>) => ({ ...one, mass: shown(context, one.mass) });

  routes.post('/feedstock_batches', { request: feedstockBody, answer }, (body) => {
    mustExist(context, 'feedstock_type', [body.feedstock_type_id]);
    mustMeasure(body.mass, 'mass', 'mass');
    checkReference(context, 'feedstock_batch', body.supplier_reference_id);
    const made = { ...body, id: makeId(context, 'feedstock_batch'), created_at: stamp(context) };
    return present(commit(context, (changes) => changes.set('feedstock_batch', made)));
  });

  routes.get('/feedstock_batches/:id', answer, (call) =>
    present(findOne(context, records.feedstock_batch, call.id())),
  );

  routes.remove('/feedstock_batches/:id', (call) => {
    const { id } = findOne(context, records.feedstock_batch, call.id());
    const users = records.measurement_sample.all().filter((one) => one.feedstock_batch_id === id);
    mustBeFree(
      context,
      `Feedstock batch ${id}`,
      users.map((user) => user.id),
    );
    commit(context, (changes) => {
      changes.remove('feedstock_batch', id);
    });
  });

  routes.list('/feedstock_types/:feedstock_type_id/feedstock_batches', {
    node: answer,
    filters: {},
    select: (_query, call) => {
      const { id } = findOne(context, records.feedstock_type, call.id('feedstock_type_id'));
      return records.feedstock_batch.all().filter(({ feedstock_type_id }) => feedstock_type_id === id);
    },
    present,
  });
}

/** An amount as it is read back. */
function shown(context: Context, amount: Amount): Amount {
  return context.settings.canonicalUnits ? presentQuantity(amount) : amount;
}

export function productionBatchRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const answer = shapes.productionBatch;
  const present = (one: Entity<'production_batch'>) => ({ ...one, mass: shown(context, one.mass) });

  routes.list('/production_batches', {
    node: answer,
    filters: {},
    select: () => records.production_batch.all(),
    present,
  });

  routes.post('/production_batches', { request: productionBody, answer }, (body) => {
    mustExist(context, 'facility', [body.facility_id]);
    mustExist(context, 'feedstock_type', body.feedstock_type_ids);
    mustMeasure(body.mass, 'mass', 'mass');
    if (Date.parse(body.started_at) > Date.parse(body.ended_at))
      throw refused('started_at must not be after ended_at');
    checkReference(context, 'production_batch', body.supplier_reference_id);
    const facility = records.facility.get(body.facility_id)?.name ?? '';
    const made = commit(context, (changes) =>
      changes.set('production_batch', {
        ...body,
        id: makeId(context, 'production_batch'),
        display_name: body.display_name ?? `${facility} ${body.started_at.slice(0, 10)}`,
        uploaded_at: stamp(context),
      }),
    );
    return present(made);
  });

  routes.get('/production_batches/:id', answer, (call) =>
    present(findOne(context, records.production_batch, call.id())),
  );

  routes.remove('/production_batches/:id', (call) => {
    const { id } = findOne(context, records.production_batch, call.id());
    const users = [...records.biochar_application.all(), ...records.measurement_sample.all()];
    mustBeFree(
      context,
      `Production batch ${id}`,
      users.flatMap((user) => (user.production_batch_id === id ? [user.id] : [])),
    );
    commit(context, (changes) => {
      changes.remove('production_batch', id);
    });
  });
}

export function biocharApplicationRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const answer = shapes.biocharApplication;
  const present = (application: Entity<'biochar_application'>) => {
    const { project_id: _project, source_ids: _sources, ...rest } = application;
    return {
      ...rest,
      average_application_rate: shown(context, rest.average_application_rate),
      truck_mass_on_arrival: shown(context, rest.truck_mass_on_arrival),
      truck_mass_on_departure: shown(context, rest.truck_mass_on_departure),
    };
  };

  routes.list('/biochar_applications', {
    node: answer,
    filters: {},
    select: () => records.biochar_application.all(),
    present,
  });

  routes.post('/biochar_applications', { request: applicationBody, answer }, (body) => {
    mustExist(context, 'project', [body.project_id]);
    mustExist(context, 'production_batch', [body.production_batch_id]);
    mustExist(context, 'storage_location', [body.storage_site_id]);
    mustExist(context, 'source', body.source_ids);
    mustMeasure(body.truck_mass_on_arrival, 'mass', 'truck_mass_on_arrival');
    mustMeasure(body.truck_mass_on_departure, 'mass', 'truck_mass_on_departure');
    checkReference(context, 'biochar_application', body.supplier_reference_id);
    const { storage_site_id, ...rest } = body;
    const made = commit(context, (changes) =>
      changes.set('biochar_application', {
        ...rest,
        id: makeId(context, 'biochar_application'),
        storage_location_id: storage_site_id,
        uploaded_at: stamp(context),
        ghg_entry_id: null,
      }),
    );
    return present(made);
  });

  routes.get('/biochar_applications/:id', answer, (call) =>
    present(findOne(context, records.biochar_application, call.id())),
  );

  routes.remove('/biochar_applications/:id', (call) => {
    const { id } = findOne(context, records.biochar_application, call.id());
    commit(context, (changes) => {
      changes.remove('biochar_application', id);
    });
  });
}
