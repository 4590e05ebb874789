import type { Hono } from 'hono';
import { z } from 'zod';
import { checkReference, commit, makeId, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { invalid, notFound } from '../failure.js';
import * as fields from '../fields.js';
import { page, pathId, readBody } from '../http.js';

const method = z.enum([
  'biochar_field',
  'biochar_landfill',
  'biomass_injection_well',
  'biomass_subsurface',
  'saline_aquifer',
  'in_situ_mineralization',
]);
const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);
const name = z.string().min(1).max(100);

const createBody = z.strictObject({
  name,
  latitude,
  longitude,
  project_id: fields.id('prj'),
  description: z.string().nullish(),
  storage_method: method.nullish(),
  supplier_reference_id: fields.reference.nullish(),
});

const patchBody = z.strictObject({
  name: name.optional(),
  description: z.string().nullable().optional(),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  storage_method: method.optional(),
  supplier_reference_id: fields.reference.optional(),
});

export function storageLocationRoutes(app: Hono, context: Context): void {
  const { records } = context.store;
  const root = '/projects/:project_id/storage_locations';
  const find = (projectId: string, id: string): Entity<'storage_location'> => {
    const found = records.storage_location.get(id);
    if (found?.project_id !== projectId) throw notFound('Storage location', id);
    return found;
  };

  app.get(root, (http) => {
    const projectId = pathId(http, 'project_id');
    return page(
      http,
      records.storage_location.all().filter(({ project_id }) => project_id === projectId),
    );
  });

  app.post(root, async (http) => {
    const projectId = pathId(http, 'project_id');
    if (records.project.get(projectId) === null) throw notFound('Project', projectId);
    const body = await readBody(http, createBody);
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
    checkReference(context, body.supplier_reference_id ?? null);
    const made: Entity<'storage_location'> = {
      ...body,
      id: makeId(context, 'storage_location'),
      supplier_id: records.organisation.all()[0]?.id ?? '',
      description: body.description ?? null,
      storage_method: body.storage_method ?? null,
      supplier_reference_id: body.supplier_reference_id ?? null,
    };
    return http.json(commit(context, (changes) => changes.set('storage_location', made)));
  });

  app.get(`${root}/:id`, (http) => http.json(find(pathId(http, 'project_id'), pathId(http))));

  app.patch(`${root}/:id`, async (http) => {
    const found = find(pathId(http, 'project_id'), pathId(http));
    const body = await readBody(http, patchBody);
    checkReference(context, body.supplier_reference_id ?? null, found.id);
    const next: Entity<'storage_location'> = {
      ...found,
      name: body.name ?? found.name,
      description: body.description === undefined ? found.description : body.description,
      latitude: body.latitude ?? found.latitude,
      longitude: body.longitude ?? found.longitude,
      storage_method: body.storage_method ?? found.storage_method,
      supplier_reference_id: body.supplier_reference_id ?? found.supplier_reference_id,
    };
    return http.json(commit(context, (changes) => changes.set('storage_location', next)));
  });

  app.delete(`${root}/:id`, (http) => {
    const { id } = find(pathId(http, 'project_id'), pathId(http));
    commit(context, (changes) => {
      changes.remove('storage_location', id);
    });
    return http.body(null, 204);
  });
}
