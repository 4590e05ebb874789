import { z } from 'zod';
import { checkReference, commit, findOne, makeId, mustExist, supplierId, type Context } from '../context.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes-sites.js';

const createBody = z.strictObject({
  name: fields.placeName,
  latitude: fields.latitude,
  longitude: fields.longitude,
  storage_location_id: fields.id('slc'),
  description: z.string().nullish(),
  supplier_reference_id: fields.reference.nullish(),
});

/** Wells and caverns of a storage location: made and read, never changed or deleted. */
export function storageUnitRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const answer = shapes.storageUnit;

  routes.list('/storage_units', {
    node: answer,
    filters: {
      storage_location_id: fields.id('slc').optional(),
      supplier_reference_id: fields.reference.optional(),
    },
    select: (query) =>
      records.storage_unit
        .all()
        .filter(
          (one) =>
            (query.storage_location_id === undefined ||
              one.storage_location_id === query.storage_location_id) &&
            (query.supplier_reference_id === undefined ||
              one.supplier_reference_id === query.supplier_reference_id),
        ),
    present: (one) => one,
  });

  routes.post('/storage_units', { request: createBody, answer }, (body) => {
    mustExist(context, 'storage_location', [body.storage_location_id]);
    checkReference(context, 'storage_unit', body.supplier_reference_id ?? null);
    return commit(context, (changes) =>
      changes.set('storage_unit', {
        ...body,
        id: makeId(context, 'storage_unit'),
        supplier_id: supplierId(context),
        description: body.description ?? null,
        supplier_reference_id: body.supplier_reference_id ?? null,
      }),
    );
  });

  routes.get('/storage_units/:id', answer, (call) => findOne(context, records.storage_unit, call.id()));
}
