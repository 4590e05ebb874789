import { z } from 'zod';
import type { Co2eResult, Fields, Link, RemoteRecord } from '../model/record.js';
import * as desired from './desired.js';
import { componentSchema } from './component.js';
import { inputLinks, optional, required } from './fields.js';
import { prepareEntry } from './ghg-entry-inputs.js';
import type { EntryDetail } from './ghg-entry-made.js';
import { attributionSteps, entryUpdate, writeTemplateInputs } from './ghg-entry-steps.js';
import type { Listing, WritableKindRules } from './kind.js';
import { bodyOf, idSchema, linkTo, readInput } from './wire.js';

/** `interface.md`, GHG entry. */
export const entrySchema = z.looseObject({
  id: idSchema,
  started_on: z.string(),
  completed_on: z.string(),
  co2e_net_removed_kg: z.number(),
  co2e_net_removed_without_discount_kg: z.number(),
  co2e_net_removed_standard_deviation_kg: z.number().nullable(),
  credit_allocation: z
    .looseObject({ supplier_allocation_kg: z.number(), buffer_pool_contribution_kg: z.number() })
    .nullish(),
  feedstock_type_id: idSchema.nullable(),
  ghg_statement_id: idSchema.nullable(),
  supplier_reference_id: z.string().nullable(),
});

/** `api-facts.md` §1.2, ComponentAttribution. */
export const attributionSchema = z.looseObject({
  component_id: idSchema,
  component_group_key: z.string(),
  ghg_entry_template_component_id: idSchema.nullish(),
  attribution_factor: z.number(),
});

/** `api-facts.md` §1.2, GHG statements. */
export const statementSchema = z.looseObject({ id: idSchema, status: z.string() });

function result(entry: z.infer<typeof entrySchema>): Co2eResult {
  return {
    net_kg: entry.co2e_net_removed_kg,
    without_discount_kg: entry.co2e_net_removed_without_discount_kg,
    standard_deviation_kg: entry.co2e_net_removed_standard_deviation_kg,
    supplier_allocation_kg: entry.credit_allocation?.supplier_allocation_kg ?? null,
    buffer_pool_contribution_kg: entry.credit_allocation?.buffer_pool_contribution_kg ?? null,
  };
}

function lockOf(entry: z.infer<typeof entrySchema>, statements: readonly unknown[]): string | null {
  if (entry.ghg_statement_id === null) return null;
  const statement = statements
    .map((node) => statementSchema.parse(node))
    .find((node) => node.id === entry.ghg_statement_id);
  const open = ['DRAFT', 'AWAITING_VERIFICATION', 'FAILED_VERIFICATION'];
  return statement === undefined || open.includes(statement.status)
    ? null
    : `in a statement that is ${statement.status.toLowerCase().replaceAll('_', ' ')}`;
}

function parse(wire: unknown, parts: Readonly<Record<string, readonly unknown[]>>): readonly RemoteRecord[] {
  const entry = entrySchema.parse(wire);
  const shares = (parts['attributions'] ?? []).map((node) => attributionSchema.parse(node));
  const made = (parts['components'] ?? [])
    .map((node) => componentSchema.parse(node))
    .flatMap(({ id, ghg_entry_template_component_id: template_component_id, inputs }) => {
      if (template_component_id === null || template_component_id === undefined) return [];
      const share = shares.find(({ component_id }) => component_id === id);
      const [group, factor] = [share?.component_group_key ?? '', share?.attribution_factor ?? 1];
      return [{ part: { id, template_component_id, group, factor }, inputs: inputs.map(readInput) }];
    });
  const detail: EntryDetail = { components: made.map(({ part }) => part) };
  const attributions = shares.filter(
    (node) =>
      node.ghg_entry_template_component_id === null || node.ghg_entry_template_component_id === undefined,
  );
  return [
    {
      kind: 'ghg_entry',
      id: entry.id,
      reference: entry.supplier_reference_id,
      displayName: null,
      fields: {
        started_on: { type: 'date', value: entry.started_on },
        completed_on: { type: 'date', value: entry.completed_on },
        feedstock_type: {
          type: 'link',
          value: entry.feedstock_type_id === null ? null : linkTo('feedstock_type', entry.feedstock_type_id),
        },
        template_inputs: {
          type: 'template_inputs',
          value: made.map(({ part, inputs }) => ({
            component: linkTo('template_component', part.template_component_id),
            inputs,
          })),
        },
        attributions: {
          type: 'attributions',
          value: attributions.map((node) => ({
            component: linkTo('component', node.component_id),
            group: node.component_group_key,
            factor: node.attribution_factor,
          })),
        },
      },
      lock: lockOf(entry, parts['statements'] ?? []),
      parent: null,
      parts: detail.components.map(({ id }) => id),
      co2e: result(entry),
      detail,
    },
  ];
}

function parts(wire: unknown): Readonly<Record<string, Listing>> {
  const entry = entrySchema.parse(wire);
  return {
    attributions: { path: `/ghg_entries/${entry.id}/component_attributions`, query: {} },
    components: { path: '/components', query: { ghg_entry_id: entry.id } },
    ...(entry.ghg_statement_id === null ? {} : { statements: { path: '/ghg_statements', query: {} } }),
  };
}

function links(fields: Fields): readonly Link[] {
  const template = optional(fields, 'template', 'link');
  const feedstock = optional(fields, 'feedstock_type', 'link');
  const templateInputs = optional(fields, 'template_inputs', 'template_inputs') ?? [];
  return [
    ...(template === undefined || template === null ? [] : [template]),
    ...(feedstock === undefined || feedstock === null ? [] : [feedstock]),
    ...templateInputs.flatMap((made) => [made.component, ...inputLinks(made.inputs)]),
    ...(optional(fields, 'attributions', 'attributions') ?? []).map((share) => share.component),
  ];
}

/** The month's net removal, built from its template's components and those attributed to it. */
export const ghgEntry: WritableKindRules = {
  writable: true,
  name: 'ghg_entry',
  label: { one: 'GHG entry', many: 'GHG entries' },
  all: () => ({ path: '/ghg_entries', query: {} }),
  byReference: (_projectId, reference) => ({
    path: '/ghg_entries',
    query: { supplier_reference_id: reference },
  }),
  parts,
  parse,
  desired: z.strictObject({
    template: desired.linkField,
    started_on: desired.date,
    completed_on: desired.date,
    feedstock_type: desired.nullableLink.optional(),
    template_inputs: desired.templateInputs,
    attributions: desired.attributions,
  }),
  fields: {
    // The answer to GET /ghg_entries does not name the template.
    template: { change: 'ignore', counts: false },
    started_on: { change: 'patch', counts: true },
    completed_on: { change: 'patch', counts: true },
    feedstock_type: { change: 'patch', counts: true },
    template_inputs: { change: 'patch', counts: true },
    attributions: { change: 'patch', counts: true },
  },
  links,
  needs: ['ghg_entry_template', 'template_component', 'component_blueprint'],
  supersede: 'block',
  consumers: null,
  repoint: null,
  detach: null,
  ofEntry: null,
  isOfLibrary: () => false,
  computesCo2e: true,
  prepare: prepareEntry,
  create: (record, context) => {
    const template = required(record.fields, 'template', 'link');
    const feedstock = optional(record.fields, 'feedstock_type', 'link');
    return {
      method: 'POST',
      path: '/ghg_entries',
      body: bodyOf({
        project_id: context.projectId,
        supplier_reference_id: record.reference,
        started_on: required(record.fields, 'started_on', 'date'),
        completed_on: required(record.fields, 'completed_on', 'date'),
        ghg_entry_template_id: template === null ? null : context.id(template),
        feedstock_type_id:
          feedstock === undefined ? undefined : feedstock === null ? null : context.id(feedstock),
        ghg_entry_template_components: required(record.fields, 'template_inputs', 'template_inputs').map(
          (made) => writeTemplateInputs(made, context),
        ),
      }),
    };
  },
  created: (wire) => ({ id: z.looseObject({ id: idSchema }).parse(wire).id, uploadUrl: null }),
  afterCreate: (record, created, context) =>
    attributionSteps(created.id, [], required(record.fields, 'attributions', 'attributions'), context),
  update: (remote, _record, changes, context) => entryUpdate(remote, changes, context),
};
