import { z } from 'zod';
import {
  absent,
  checkReference,
  commit,
  findOne,
  makeId,
  mustBeFree,
  supplierId,
  type Context,
} from '../context.js';
import type { Entity } from '../entities.js';
import { invalid } from '../failure.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes.js';

const createBody = z.strictObject({
  name: fields.placeName,
  latitude: fields.latitude,
  longitude: fields.longitude,
  project_id: fields.id('prj'),
  description: z.string().nullish(),
  storage_method: fields.storageMethod.nullish(),
  supplier_reference_id: fields.reference.nullish(),
});

const patchBody = z.strictObject({
  name: fields.placeName.optional(),
  description: z.string().nullable().optional(),
  latitude: fields.latitude.optional(),
  longitude: fields.longitude.optional(),
  storage_method: fields.storageMethod.optional(),
  supplier_reference_id: fields.reference.optional(),
});

function usersOf(context: Context, id: string): readonly string[] {
  const { records } = context.store;
  return [
    ...records.storage_unit.all(),
    ...records.biochar_application.all(),
    ...records.measurement_sample.all(),
    ...records.monitoring_requirement.all(),
    ...records.sensor.all(),
  ].flatMap((one) => (one.storage_location_id === id ? [one.id] : []));
}

export function storageLocationRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const root = '/projects/:project_id/storage_locations';
  const answer = shapes.storageLocation;
  const find = (projectId: string, id: string): Entity<'storage_location'> => {
    const found = records.storage_location.get(id);
    if (found?.project_id !== projectId) throw absent(context, 'storage_location', id);
    return found;
  };

  routes.list(root, {
    node: answer,
    filters: {},
    select: (_query, call) => {
      const { id } = findOne(context, records.project, call.id('project_id'));
      return records.storage_location.all().filter(({ project_id }) => project_id === id);
    },
    present: (one) => one,
  });

  routes.post(root, { request: createBody, answer }, (body, call) => {
    const { id: projectId } = findOne(context, records.project, call.id('project_id'));
    if (body.project_id !== projectId) {
      throw invalid([
        {
          loc: ['body', 'project_id'],
          msg: 'is another project than the path names',
          type: 'value_error',
          input: body.project_id,
        },
      ]);
    }
    checkReference(context, 'storage_location', body.supplier_reference_id ?? null);
    return commit(context, (changes) =>
      changes.set('storage_location', {
        ...body,
        id: makeId(context, 'storage_location'),
        supplier_id: supplierId(context),
        description: body.description ?? null,
        storage_method: body.storage_method ?? null,
        supplier_reference_id: body.supplier_reference_id ?? null,
      }),
    );
  });

  routes.get(`${root}/:id`, answer, (call) => find(call.id('project_id'), call.id()));

  routes.patch(`${root}/:id`, { request: patchBody, answer }, (body, call) => {
    const found = find(call.id('project_id'), call.id());
    checkReference(context, 'storage_location', body.supplier_reference_id ?? null, found.id);
    const next: Entity<'storage_location'> = {
      ...found,
      name: body.name ?? found.name,
      description: body.description === undefined ? found.description : body.description,
      latitude: body.latitude ?? found.latitude,
      longitude: body.longitude ?? found.longitude,
      storage_method: body.storage_method ?? found.storage_method,
      supplier_reference_id: body.supplier_reference_id ?? found.supplier_reference_id,
    };
    return commit(context, (changes) => changes.set('storage_location', next));
  });

  routes.remove(`${root}/:id`, (call) => {
    const { id } = find(call.id('project_id'), call.id());
    mustBeFree(context, `Storage location ${id}`, usersOf(context, id));
    commit(context, (changes) => {
      changes.remove('storage_location', id);
    });
  });
}
