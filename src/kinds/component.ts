import { z } from 'zod';
import type { RemoteRecord } from '../model/record.js';
import * as desired from './desired.js';
import { inputLinks, optional, required, requiredText } from './fields.js';
import { findBlueprint, prepareInputs } from './inputs.js';
import type { WritableKindRules } from './kind.js';
import { bodyOf, referenceQuery, idSchema, inputSchema, instantOf, readInput, writeInput } from './wire.js';

/** `interface.md`, Component. */
export const componentSchema = z.looseObject({
  id: idSchema,
  display_name: z.string(),
  description: z.string().nullish(),
  blueprint_key: z.string(),
  activity_started_at: z.string().nullable(),
  activity_completed_at: z.string().nullable(),
  inputs: z.array(inputSchema),
  ghg_entry_template_component_id: idSchema.nullish(),
  supplier_reference_id: z.string().nullable(),
});

function parse(wire: unknown): readonly RemoteRecord[] {
  const component = componentSchema.parse(wire);
  return [
    {
      kind: 'component',
      id: component.id,
      reference: component.supplier_reference_id,
      displayName: component.display_name,
      fields: {
        display_name: { type: 'text', value: component.display_name },
        description: { type: 'text', value: component.description ?? null },
        blueprint: { type: 'text', value: component.blueprint_key },
        activity_started_at: { type: 'instant', value: instantOf(component.activity_started_at) },
        activity_completed_at: { type: 'instant', value: instantOf(component.activity_completed_at) },
        inputs: { type: 'inputs', value: component.inputs.map(readInput) },
      },
      lock: null,
      parent: component.ghg_entry_template_component_id ?? null,
      parts: [],
      co2e: null,
      detail: null,
    },
  ];
}

/** An activity with a CO2e flux, built from datapoints by a blueprint. */
export const component: WritableKindRules = {
  writable: true,
  name: 'component',
  label: { one: 'component', many: 'components' },
  all: (projectId) => ({ path: '/components', query: { project_id: projectId } }),
  byReference: (projectId, reference) => ({
    path: '/components',
    query: referenceQuery(projectId, reference),
  }),
  parts: () => ({}),
  parse,
  desired: z.strictObject({
    display_name: desired.displayName(150),
    description: desired.description.optional(),
    blueprint: desired.text(z.string().min(1)),
    activity_started_at: desired.instant,
    activity_completed_at: desired.instant,
    inputs: desired.inputs,
  }),
  fields: {
    display_name: { change: 'patch', counts: false },
    description: { change: 'patch', counts: false },
    blueprint: { change: 'fixed', counts: true },
    activity_started_at: { change: 'fixed', counts: true },
    activity_completed_at: { change: 'fixed', counts: true },
    inputs: { change: 'patch', counts: true },
  },
  links: (fields) => inputLinks(optional(fields, 'inputs', 'inputs') ?? []),
  needs: ['component_blueprint'],
  supersede: 'replace',
  consumers: null,
  repoint: (fields, to) => ({
    ...fields,
    inputs: {
      type: 'inputs',
      value: (optional(fields, 'inputs', 'inputs') ?? []).map((input) => ({
        ...input,
        datapoints: input.datapoints.map((link) => to.get(link.value) ?? link),
      })),
    },
  }),
  detach: (id, entryId) => ({
    method: 'PATCH',
    path: `/ghg_entries/${entryId}/component_attributions`,
    body: { components_to_remove: [id] },
  }),
  ofEntry: (entryId) => ({ path: '/components', query: { ghg_entry_id: entryId } }),
  isOfLibrary: () => false,
  computesCo2e: false,
  prepare: (record, lookup) => {
    const key = requiredText(record.fields, 'blueprint');
    const blueprint = findBlueprint(key, lookup);
    if (blueprint === null) {
      const message = `the service has no blueprint ${key}: look at \`mrv-ingest list blueprints\``;
      return {
        fields: record.fields,
        findings: [{ code: 'blueprint-unknown', severity: 'error', field: 'blueprint', message }],
      };
    }
    const wanted = blueprint.inputs.map((input) => input.input_key);
    const given = required(record.fields, 'inputs', 'inputs');
    const { inputs, findings } = prepareInputs(given, blueprint, wanted, 'inputs', lookup);
    const fields =
      inputs === given
        ? record.fields
        : { ...record.fields, inputs: { type: 'inputs' as const, value: inputs } };
    return { fields, findings };
  },
  create: (record, context) => ({
    method: 'POST',
    path: '/components',
    body: bodyOf({
      component_blueprint_key: requiredText(record.fields, 'blueprint'),
      project_id: context.projectId,
      supplier_reference_id: record.reference,
      display_name: requiredText(record.fields, 'display_name'),
      description: optional(record.fields, 'description', 'text'),
      activity_started_at: required(record.fields, 'activity_started_at', 'instant'),
      activity_completed_at: required(record.fields, 'activity_completed_at', 'instant'),
      inputs: required(record.fields, 'inputs', 'inputs').map((input) => writeInput(input, context)),
    }),
  }),
  created: (wire) => ({ id: z.looseObject({ id: idSchema }).parse(wire).id, uploadUrl: null }),
  afterCreate: () => [],
  update: (remote, _record, changes, context) => {
    const after = Object.fromEntries(changes.map((change) => [change.field, change.after]));
    return [
      {
        type: 'request',
        request: {
          method: 'PATCH',
          path: `/components/${remote.id}`,
          body: bodyOf({
            display_name: optional(after, 'display_name', 'text'),
            description: optional(after, 'description', 'text'),
            inputs: optional(after, 'inputs', 'inputs')?.map((input) => writeInput(input, context)),
          }),
        },
      },
    ];
  },
};
