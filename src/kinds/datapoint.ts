import { z } from 'zod';
import type { QuantityValue, RemoteRecord } from '../model/record.js';
import * as desired from './desired.js';
import { optional, required, requiredText } from './fields.js';
import type { Json, WritableKindRules } from './kind.js';
import { bodyOf, referenceQuery, idSchema, instantOf, linkTo } from './wire.js';

/** `interface.md`, Datapoint. A unit may come back null for a pure number (`api-facts.md` §3). */
export const datapointSchema = z.looseObject({
  id: idSchema,
  display_name: z.string(),
  description: z.string().nullish(),
  quantity: z.looseObject({
    magnitude: z.number(),
    unit: z.string().nullish(),
    standard_deviation: z.number().nullish(),
  }),
  source_ids: z.array(idSchema),
  type: z.string(),
  measured_at: z.string().nullable(),
  supplier_reference_id: z.string().nullable(),
  locked_status: z.string(),
  uncertainty_justification: z.string().nullish(),
});

function parse(wire: unknown): readonly RemoteRecord[] {
  const datapoint = datapointSchema.parse(wire);
  return [
    {
      kind: 'datapoint',
      id: datapoint.id,
      reference: datapoint.supplier_reference_id,
      displayName: datapoint.display_name,
      fields: {
        display_name: { type: 'text', value: datapoint.display_name },
        description: { type: 'text', value: datapoint.description ?? null },
        quantity: {
          type: 'quantity',
          value: {
            magnitude: datapoint.quantity.magnitude,
            unit: datapoint.quantity.unit ?? 'dimensionless',
            standard_deviation: datapoint.quantity.standard_deviation ?? null,
          },
        },
        type: { type: 'text', value: datapoint.type },
        measured_at: { type: 'instant', value: instantOf(datapoint.measured_at) },
        sources: {
          type: 'links',
          value: datapoint.source_ids.map((id) => linkTo('source', id)),
        },
        uncertainty_justification: { type: 'text', value: datapoint.uncertainty_justification ?? null },
      },
      lock: datapoint.locked_status === 'not_locked' ? null : datapoint.locked_status,
      parent: null,
      parts: [],
      co2e: null,
      detail: null,
    },
  ];
}

function writeQuantity(quantity: QuantityValue): Json {
  return {
    magnitude: quantity.magnitude,
    unit: quantity.unit,
    standard_deviation: quantity.standard_deviation,
  };
}

/** A value used in the accounting: a quantity with its unit, standard deviation and evidence. */
export const datapoint: WritableKindRules = {
  writable: true,
  name: 'datapoint',
  label: { one: 'datapoint', many: 'datapoints' },
  all: (projectId) => ({ path: '/datapoints', query: { project_id: projectId } }),
  byReference: (projectId, reference) => ({
    path: '/datapoints',
    query: referenceQuery(projectId, reference),
  }),
  parts: () => ({}),
  parse,
  desired: z.strictObject({
    display_name: desired.displayName(150),
    description: desired.description,
    quantity: desired.quantity,
    type: desired.datapointType,
    measured_at: desired.nullableInstant,
    sources: desired.links,
    uncertainty_justification: desired.nullableText.optional(),
  }),
  fields: {
    display_name: { change: 'patch', counts: false },
    description: { change: 'patch', counts: false },
    quantity: { change: 'patch', counts: true },
    type: { change: 'patch', counts: true },
    // Not in the body of PATCH /datapoints/{id}: another time of measurement is another datapoint.
    measured_at: { change: 'fixed', counts: true },
    sources: { change: 'patch', counts: true },
    uncertainty_justification: { change: 'patch', counts: false },
  },
  links: (fields) => optional(fields, 'sources', 'links') ?? [],
  needs: [],
  supersede: 'replace',
  consumers: {
    kind: 'component',
    listing: (id) => ({ path: `/datapoints/${id}/components`, query: {} }),
  },
  repoint: null,
  detach: null,
  ofEntry: (entryId) => ({ path: '/datapoints', query: { used_in_ghg_entry: entryId } }),
  isOfLibrary: (wire) => datapointSchema.parse(wire).locked_status === 'locked_library_datapoint',
  computesCo2e: false,
  prepare: (record) => ({ fields: record.fields, findings: [] }),
  create: (record, context) => ({
    method: 'POST',
    path: '/datapoints',
    body: bodyOf({
      project_id: context.projectId,
      supplier_reference_id: record.reference,
      display_name: requiredText(record.fields, 'display_name'),
      description: requiredText(record.fields, 'description'),
      quantity: writeQuantity(required(record.fields, 'quantity', 'quantity')),
      type: requiredText(record.fields, 'type'),
      measured_at: required(record.fields, 'measured_at', 'instant'),
      source_ids: required(record.fields, 'sources', 'links').map((link) => context.id(link)),
      uncertainty_justification: optional(record.fields, 'uncertainty_justification', 'text'),
    }),
  }),
  created: (wire) => ({ id: z.looseObject({ id: idSchema }).parse(wire).id, uploadUrl: null }),
  afterCreate: () => [],
  update: (remote, _record, changes, context) => {
    const after = Object.fromEntries(changes.map((change) => [change.field, change.after]));
    const quantity = optional(after, 'quantity', 'quantity');
    return [
      {
        type: 'request',
        request: {
          method: 'PATCH',
          path: `/datapoints/${remote.id}`,
          body: bodyOf({
            display_name: optional(after, 'display_name', 'text'),
            description: optional(after, 'description', 'text'),
            quantity: quantity === undefined ? undefined : writeQuantity(quantity),
            type: optional(after, 'type', 'text'),
            source_ids: optional(after, 'sources', 'links')?.map((link) => context.id(link)),
            uncertainty_justification: optional(after, 'uncertainty_justification', 'text'),
          }),
        },
      },
    ];
  },
};
