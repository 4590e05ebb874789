import type { Hono } from 'hono';
import { z } from 'zod';
import { blueprints, type Blueprint } from '../accounting/blueprints.js';
import { checkReference, commit, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { notFound } from '../failure.js';
import * as fields from '../fields.js';
import { page, pathId, readBody, readQuery } from '../http.js';

/** The formula is documentation: how the inputs become the output. */
function presentBlueprint({ key, display_name, description, type, inputs, formula }: Blueprint) {
  const expression = {
    key: 'co2e',
    template: formula,
    inputs: inputs.map(({ input_key, data_shape }) => ({
      template_key: input_key,
      input_key,
      type: 'DATAPOINT',
      data_shape,
    })),
  };
  return { key, display_name, description, type, inputs, expressions: [expression] };
}

function presentProject({ risk_of_reversal_percentage: _risk, ...project }: Entity<'project'>) {
  return project;
}

function presentTemplate(template: Entity<'template'>) {
  return {
    ...template,
    groups: template.groups.map((group) => ({
      ...group,
      components: group.components.map((component) => ({
        ...component,
        ghg_entry_template_id: template.id,
        ghg_entry_template_component_group_id: group.id,
        inputs: component.inputs.map((input) => ({
          ...input,
          quantity_kind:
            blueprints
              .get(component.blueprint_key)
              ?.inputs.find(({ input_key }) => input_key === input.input_key)?.quantity_kind ?? null,
        })),
      })),
    })),
  };
}

/** What is set up in the web interface and only read here: projects, blueprints, templates, feedstock types. */
export function catalogueRoutes(app: Hono, context: Context): void {
  const { records } = context.store;
  const project = (id: string) => {
    if (records.project.get(id) === null) throw notFound('Project', id);
    return id;
  };

  app.get('/projects', (http) => page(http, records.project.all(), presentProject));
  app.get('/organisation', (http) => http.json(records.organisation.all()[0] ?? null));

  app.get('/component_blueprints', (http) =>
    page(
      http,
      [...blueprints.values()].map((blueprint) => ({ ...blueprint, id: blueprint.key })),
      presentBlueprint,
    ),
  );
  app.get('/component_blueprints/:key', (http) => {
    const blueprint = blueprints.get(http.req.param('key'));
    if (blueprint === undefined) throw notFound('Component blueprint', http.req.param('key'));
    return http.json(presentBlueprint(blueprint));
  });

  app.get('/projects/:project_id/ghg_entry_templates', (http) => {
    const id = project(pathId(http, 'project_id'));
    return page(
      http,
      records.template.all().filter(({ project_id }) => project_id === id),
      presentTemplate,
    );
  });
  app.get('/projects/:project_id/ghg_entry_templates/:id', (http) => {
    const template = records.template.get(pathId(http));
    if (template?.project_id !== project(pathId(http, 'project_id')))
      throw notFound('Template', pathId(http));
    return http.json(presentTemplate(template));
  });
}

/** Feedstock types: named in the web interface, and renamed here. */
export function feedstockTypeRoutes(app: Hono, context: Context): void {
  const { records } = context.store;
  app.get('/feedstock_types', (http) => {
    const query = readQuery(http, { supplier_reference_id: fields.reference.optional() });
    const nodes = records.feedstock_type
      .all()
      .filter(
        ({ supplier_reference_id }) =>
          query.supplier_reference_id === undefined || supplier_reference_id === query.supplier_reference_id,
      );
    return page(http, nodes);
  });
  const feedstock = (id: string) => {
    const found = records.feedstock_type.get(id);
    if (found === null) throw notFound('Feedstock type', id);
    return found;
  };
  app.get('/feedstock_types/:id', (http) => http.json(feedstock(pathId(http))));
  app.patch('/feedstock_types/:id', async (http) => {
    const found = feedstock(pathId(http));
    const body = await readBody(
      http,
      z.strictObject({
        name: z.string().min(1).optional(),
        supplier_reference_id: fields.reference.optional(),
      }),
    );
    checkReference(context, body.supplier_reference_id ?? null, found.id);
    const next = {
      ...found,
      name: body.name ?? found.name,
      supplier_reference_id: body.supplier_reference_id ?? found.supplier_reference_id,
    };
    return http.json(commit(context, (changes) => changes.set('feedstock_type', next)));
  });
}

/** Statements: what an entry is verified in. */
export function statementRoutes(app: Hono, context: Context): void {
  const { records } = context.store;
  app.get('/ghg_statements', (http) =>
    page(http, records.statement.all(), (statement) => presentStatement(context, statement)),
  );
  app.get('/ghg_statements/:id', (http) => {
    const statement = records.statement.get(pathId(http));
    if (statement === null) throw notFound('GHG statement', pathId(http));
    return http.json(presentStatement(context, statement));
  });
}

function presentStatement(context: Context, statement: Entity<'statement'>) {
  const entries = context.store.records.entry
    .all()
    .filter(({ ghg_statement_id }) => ghg_statement_id === statement.id);
  return {
    ...statement,
    ghg_entry_ids: entries.map(({ id }) => id),
    verifier: null,
    pending_total_co2e_removed_kg: null,
  };
}
