import { z } from 'zod';
import type { Change } from '../model/operation.js';
import type {
  Attribution,
  Co2eResult,
  Fields,
  InputBinding,
  Link,
  RemoteRecord,
  TemplateInputs,
} from '../model/record.js';
import * as desired from './desired.js';
import { componentSchema } from './component.js';
import { inputLinks, optional, required } from './fields.js';
import { prepareEntry } from './ghg-entry-inputs.js';
import type { Json, Listing, RequestContext, Step, WritableKindRules } from './kind.js';
import { bodyOf, idSchema, readInput, writeInput } from './wire.js';

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

/** The template-made components of an entry with all of their inputs, fixed ones included. */
const detailSchema = z.object({
  components: z.array(
    z.object({ id: idSchema, template_component_id: idSchema, inputs: z.array(z.unknown()) }),
  ),
});

function linkTo(kind: Link['kind'], id: string): Link {
  return { kind, by: 'id', value: id };
}

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
    .flatMap((node) =>
      node.ghg_entry_template_component_id === null || node.ghg_entry_template_component_id === undefined
        ? []
        : [
            {
              id: node.id,
              template_component_id: node.ghg_entry_template_component_id,
              group: shares.find((share) => share.component_id === node.id)?.component_group_key ?? '',
              factor: shares.find((share) => share.component_id === node.id)?.attribution_factor ?? 1,
              inputs: node.inputs.map(readInput),
            },
          ],
    );
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
          value: made.map((node) => ({
            component: linkTo('template_component', node.template_component_id),
            inputs: node.inputs,
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
      parts: made.map((node) => node.id),
      co2e: result(entry),
      detail: { components: made },
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

function writeTemplateInputs(made: TemplateInputs, context: RequestContext): Json {
  return {
    ghg_entry_template_component_id: context.id(made.component),
    inputs: made.inputs.map((input) => writeInput(input, context)),
  };
}

/** Adding a component that is attributed already sets its factor; removing takes it off the entry. */
function attributionStep(
  id: string,
  before: readonly Attribution[],
  after: readonly Attribution[],
  context: RequestContext,
): readonly Step[] {
  const wanted = new Map(after.map((share) => [context.id(share.component), share]));
  const there = new Map(before.map((share) => [context.id(share.component), share]));
  const add = [...wanted].filter(([component, share]) => {
    const now = there.get(component);
    return now === undefined || now.factor !== share.factor || now.group !== share.group;
  });
  const remove = [...there.keys()].filter((component) => !wanted.has(component));
  if (add.length === 0 && remove.length === 0) return [];
  const body = bodyOf({
    components_to_add:
      add.length === 0
        ? undefined
        : add.map(([component, share]) => ({
            component_id: component,
            component_group_key: share.group,
            attribution_factor: share.factor,
          })),
    components_to_remove: remove.length === 0 ? undefined : remove,
  });
  return [
    {
      type: 'request',
      request: { method: 'PATCH', path: `/ghg_entries/${id}/component_attributions`, body },
    },
  ];
}

/** PATCH /components/{id} overwrites all inputs, so those that stay as they are go along. */
function templateInputSteps(
  remote: RemoteRecord,
  wanted: readonly TemplateInputs[],
  context: RequestContext,
): readonly Step[] {
  const { components } = detailSchema.parse(remote.detail);
  const current = optional(remote.fields, 'template_inputs', 'template_inputs') ?? [];
  return wanted.flatMap((change): Step[] => {
    const templateId = context.id(change.component);
    const made = components.find((node) => node.template_component_id === templateId);
    const now = current.find((node) => node.component.value === templateId);
    if (made === undefined || now === undefined) return [];
    const inputs = now.inputs.map(
      (input): InputBinding => change.inputs.find((next) => next.input_key === input.input_key) ?? input,
    );
    const missing = change.inputs.filter(
      (next) => !now.inputs.some((input) => input.input_key === next.input_key),
    );
    const body = { inputs: [...inputs, ...missing].map((input) => writeInput(input, context)) };
    return [{ type: 'request', request: { method: 'PATCH', path: `/components/${made.id}`, body } }];
  });
}

function update(remote: RemoteRecord, changes: readonly Change[], context: RequestContext): readonly Step[] {
  const after: Fields = Object.fromEntries(changes.map((change) => [change.field, change.after]));
  const feedstock = optional(after, 'feedstock_type', 'link');
  const body = bodyOf({
    started_on: optional(after, 'started_on', 'date'),
    completed_on: optional(after, 'completed_on', 'date'),
    feedstock_type_id:
      feedstock === undefined ? undefined : feedstock === null ? null : context.id(feedstock),
  });
  const own: readonly Step[] =
    body !== null && typeof body === 'object' && Object.keys(body).length > 0
      ? [{ type: 'request', request: { method: 'PATCH', path: `/ghg_entries/${remote.id}`, body } }]
      : [];
  const attributions = changes.find((change) => change.field === 'attributions');
  const before = attributions?.before?.type === 'attributions' ? attributions.before.value : [];
  return [
    ...own,
    ...templateInputSteps(remote, optional(after, 'template_inputs', 'template_inputs') ?? [], context),
    ...attributionStep(remote.id, before, optional(after, 'attributions', 'attributions') ?? before, context),
  ];
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
  idPrefix: 'rmv',
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
    attributionStep(created.id, [], required(record.fields, 'attributions', 'attributions'), context),
  update: (remote, _record, changes, context) => update(remote, changes, context),
};
