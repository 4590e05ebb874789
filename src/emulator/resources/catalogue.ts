import { z } from 'zod';
import { blueprints, type Blueprint } from '../accounting/blueprints.js';
import { absent, checkReference, commit, findOne, mustBeFree, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { notFound } from '../failure.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes.js';

/** The formula is documentation: how the inputs become the output. */
function presentBlueprint({ key, display_name, description, type, inputs, formula }: Blueprint) {
  const expression = {
    key: 'co2e',
    template: formula,
    inputs: inputs.map(({ input_key, data_shape }) => ({
      template_key: input_key,
      input_key,
      type: 'DATAPOINT' as const,
      data_shape,
    })),
  };
  return { key, display_name, description, type, inputs: [...inputs], expressions: [expression] };
}

function presentProject({ id, name, description, short_description, country_code }: Entity<'project'>) {
  return { id, name, description, short_description, country_code };
}

/** The components of a template as they are shown, each with where it stands. */
export function templateComponents(template: Entity<'template'>) {
  return template.groups.flatMap((group) =>
    group.components.map((component) => presentTemplateComponent(template.id, group.id, component)),
  );
}

function presentTemplateComponent(
  templateId: string,
  groupId: string,
  component: Entity<'template'>['groups'][number]['components'][number],
) {
  const rules = blueprints.get(component.blueprint_key)?.inputs ?? [];
  return {
    ...component,
    ghg_entry_template_id: templateId,
    ghg_entry_template_component_group_id: groupId,
    inputs: component.inputs.map((input) => ({
      ...input,
      quantity_kind: rules.find(({ input_key }) => input_key === input.input_key)?.quantity_kind ?? null,
    })),
  };
}

function presentTemplate(template: Entity<'template'>) {
  return {
    ...template,
    groups: template.groups.map((group) => ({
      ...group,
      components: group.components.map((component) =>
        presentTemplateComponent(template.id, group.id, component),
      ),
    })),
  };
}

/** What is set up in the web interface and only read here: projects, blueprints, templates. */
export function catalogueRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;

  routes.list('/projects', {
    node: shapes.project,
    filters: {},
    select: () => records.project.all(),
    present: presentProject,
  });
  routes.get('/organisation', shapes.organisation, () => {
    const [own] = records.organisation.all();
    if (own === undefined) throw notFound('Organisation', '');
    return { id: own.id, name: own.name };
  });

  routes.list('/component_blueprints', {
    node: shapes.blueprint,
    filters: {},
    select: () => [...blueprints.values()].map((blueprint) => ({ ...blueprint, id: blueprint.key })),
    present: presentBlueprint,
  });
  routes.get('/component_blueprints/:key', shapes.blueprint, (call) => {
    const blueprint = blueprints.get(call.id('key'));
    if (blueprint === undefined) throw notFound('Component blueprint', call.id('key'));
    return presentBlueprint(blueprint);
  });

  routes.list('/projects/:project_id/ghg_entry_templates', {
    node: shapes.template,
    filters: {},
    select: (_query, call) => {
      const { id } = findOne(context, records.project, call.id('project_id'));
      return records.template.all().filter(({ project_id }) => project_id === id);
    },
    present: presentTemplate,
  });
  routes.get('/projects/:project_id/ghg_entry_templates/:id', shapes.template, (call) => {
    const { id } = findOne(context, records.project, call.id('project_id'));
    const template = records.template.get(call.id());
    if (template?.project_id !== id) throw absent(context, 'template', call.id());
    return presentTemplate(template);
  });
}

const feedstockPatch = z.strictObject({
  name: z.string().min(1).optional(),
  supplier_reference_id: fields.reference.optional(),
});

/** Feedstock types: named in the web interface, and renamed or deleted here. */
export function feedstockTypeRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const present = (found: Entity<'feedstock_type'>) => found;

  routes.list('/feedstock_types', {
    node: shapes.feedstockType,
    filters: { supplier_reference_id: fields.reference.optional() },
    select: ({ supplier_reference_id: wanted }) =>
      records.feedstock_type
        .all()
        .filter(({ supplier_reference_id }) => wanted === undefined || supplier_reference_id === wanted),
    present,
  });
  routes.get('/feedstock_types/:id', shapes.feedstockType, (call) =>
    findOne(context, records.feedstock_type, call.id()),
  );
  routes.patch(
    '/feedstock_types/:id',
    { request: feedstockPatch, answer: shapes.feedstockType },
    (body, call) => {
      const found = findOne(context, records.feedstock_type, call.id());
      checkReference(context, 'feedstock_type', body.supplier_reference_id ?? null, found.id);
      const next = {
        ...found,
        name: body.name ?? found.name,
        supplier_reference_id: body.supplier_reference_id ?? found.supplier_reference_id,
      };
      return commit(context, (changes) => changes.set('feedstock_type', next));
    },
  );
  routes.remove('/feedstock_types/:id', (call) => {
    const { id } = findOne(context, records.feedstock_type, call.id());
    mustBeFree(context, `Feedstock type ${id}`, [
      ...records.entry.all().flatMap((one) => (one.feedstock_type_id === id ? [one.id] : [])),
      ...records.feedstock_batch.all().flatMap((one) => (one.feedstock_type_id === id ? [one.id] : [])),
      ...records.production_batch
        .all()
        .flatMap((one) => (one.feedstock_type_ids.includes(id) ? [one.id] : [])),
    ]);
    commit(context, (changes) => {
      changes.remove('feedstock_type', id);
    });
  });
}
