import type { Hono } from 'hono';
import { z } from 'zod';
import { fitsKind, parseUnit } from '../../quantity/index.js';
import { blueprints, type Blueprint } from '../accounting/blueprints.js';
import { checkReference, commit, datapointOf, makeId, mustExist, type Context } from '../context.js';
import type { Entity, InputEntity } from '../entities.js';
import { Failure, notFound, refused } from '../failure.js';
import * as fields from '../fields.js';
import { page, pathId, readBody, readQuery } from '../http.js';
import { isImmutable } from './immutable.js';

const createBody = z.strictObject({
  component_blueprint_key: z.string().min(1),
  project_id: fields.id('prj'),
  display_name: fields.displayName,
  supplier_reference_id: fields.reference,
  activity_started_at: fields.datetime,
  activity_completed_at: fields.datetime,
  inputs: z.array(fields.componentInput),
  description: z.string().nullish(),
});

const patchBody = z.strictObject({
  display_name: fields.displayName.optional(),
  description: z.string().nullable().optional(),
  allocation_strategy: z
    .enum(['ESTIMATED_PROJECT_TONNAGE', 'MANUAL', 'CUSTOM_TIME_PERIOD', 'ESTIMATED_PROJECT_LIFETIME'])
    .optional(),
  inputs: z.array(fields.componentInput).optional(),
});

export function datapointIds(inputs: readonly InputEntity[]): readonly string[] {
  return inputs.flatMap((input) => ('datapoint_ids' in input ? input.datapoint_ids : [input.datapoint_id]));
}

export function presentComponent(component: Entity<'component'>) {
  const { project_id: _project, ...shown } = component;
  return {
    ...shown,
    type: blueprints.get(component.blueprint_key)?.type ?? 'ACTIVITY',
    removal_template_component_id: component.ghg_entry_template_component_id,
    inputs: component.inputs.map((input) => ({
      __typename: 'datapoint_ids' in input ? 'ComponentListInput' : 'ComponentScalarInput',
      ...input,
    })),
  };
}

/** Inputs must be those of the blueprint, of its shape, and of a unit that can be converted. */
export function checkInputs(context: Context, blueprint: Blueprint, inputs: readonly InputEntity[]): void {
  mustExist(context, 'datapoint', datapointIds(inputs));
  const given = inputs.map(({ input_key }) => input_key);
  const wanted = blueprint.inputs.map(({ input_key }) => input_key);
  const missing = wanted.filter((key) => !given.includes(key));
  const extra = given.filter((key) => !wanted.includes(key));
  if (missing.length > 0) throw refused(`Missing inputs for ${blueprint.key}: ${missing.join(', ')}`);
  if (extra.length > 0 || new Set(given).size !== given.length)
    throw refused(`Unexpected inputs for ${blueprint.key}: ${extra.join(', ') || 'repeated keys'}`);
  for (const input of inputs) {
    const rule = blueprint.inputs.find(({ input_key }) => input_key === input.input_key);
    if (rule === undefined) continue;
    if ('datapoint_ids' in input !== (rule.data_shape === 'LIST'))
      throw refused(`Input ${rule.input_key} must be a ${rule.data_shape.toLowerCase()}`);
    if ('datapoint_ids' in input && input.datapoint_ids.length === 0)
      throw refused(`Input ${rule.input_key} must have at least one datapoint`);
    for (const id of datapointIds([input])) {
      const { unit } = datapointOf(context, id).quantity;
      const parsed = parseUnit(unit);
      if (!parsed.ok || !fitsKind(parsed.unit, rule.quantity_kind)) {
        throw refused(
          `Datapoint ${id} in ${unit} cannot be converted to ${rule.compatible_unit} for input ${rule.input_key}`,
        );
      }
    }
  }
}

function find(context: Context, id: string): Entity<'component'> {
  const component = context.store.records.component.get(id);
  if (component === null) throw notFound('Component', id);
  return component;
}

/** A component whose entry is verified is part of what was verified. */
function checkMutable(context: Context, id: string): void {
  const entries = context.store.records.attribution.all().filter(({ component_id }) => component_id === id);
  if (entries.some(({ ghg_entry_id }) => isImmutable(context, ghg_entry_id))) {
    throw refused(`Component ${id} is used in a verified GHG entry and cannot be changed`);
  }
}

export function componentRoutes(app: Hono, context: Context): void {
  app.get('/components', (http) => {
    const query = readQuery(http, {
      supplier_reference_id: fields.reference.optional(),
      scope: z.enum(['REMOVAL', 'GHG_STATEMENT', 'PROJECT', 'NET_NEGATIVITY']).optional(),
      project_id: fields.id('prj').optional(),
      ghg_entry_id: fields.id('rmv').optional(),
    });
    const attributed =
      query.ghg_entry_id === undefined
        ? null
        : new Set(
            context.store.records.attribution
              .all()
              .filter(({ ghg_entry_id }) => ghg_entry_id === query.ghg_entry_id)
              .map(({ component_id }) => component_id),
          );
    const nodes = context.store.records.component
      .all()
      .filter(
        ({ supplier_reference_id }) =>
          query.supplier_reference_id === undefined || supplier_reference_id === query.supplier_reference_id,
      )
      .filter(({ scope }) => query.scope === undefined || scope === query.scope)
      .filter(({ project_id }) => query.project_id === undefined || project_id === query.project_id)
      .filter(({ id }) => attributed === null || attributed.has(id));
    return page(http, nodes, presentComponent);
  });

  app.post('/components', async (http) => {
    const body = await readBody(http, createBody);
    mustExist(context, 'project', [body.project_id]);
    const blueprint = blueprints.get(body.component_blueprint_key);
    if (blueprint === undefined)
      throw refused(`Could not find component blueprint '${body.component_blueprint_key}'`);
    checkReference(context, body.supplier_reference_id);
    checkInputs(context, blueprint, body.inputs);
    const { component_blueprint_key, description, ...rest } = body;
    const component = commit(context, (changes) =>
      changes.set('component', {
        ...rest,
        id: makeId(context, 'component'),
        blueprint_key: component_blueprint_key,
        description: description ?? null,
        scope: 'REMOVAL',
        allocation_strategy: null,
        ghg_entry_template_component_id: null,
      }),
    );
    return http.json(presentComponent(component));
  });
}

/** One component by its id. */
export function singleComponentRoutes(app: Hono, context: Context): void {
  app.get('/components/:id', (http) => http.json(presentComponent(find(context, pathId(http)))));

  app.patch('/components/:id', async (http) => {
    const component = find(context, pathId(http));
    const body = await readBody(http, patchBody);
    checkMutable(context, component.id);
    const blueprint = blueprints.get(component.blueprint_key);
    if (body.inputs !== undefined && blueprint !== undefined) checkInputs(context, blueprint, body.inputs);
    const next: Entity<'component'> = {
      ...component,
      display_name: body.display_name ?? component.display_name,
      description: body.description === undefined ? component.description : body.description,
      allocation_strategy: body.allocation_strategy ?? component.allocation_strategy,
      inputs: body.inputs ?? component.inputs,
    };
    return http.json(presentComponent(commit(context, (changes) => changes.set('component', next))));
  });

  app.delete('/components/:id', (http) => {
    const { id } = find(context, pathId(http));
    checkMutable(context, id);
    const shares = context.store.records.attribution.all().filter(({ component_id }) => component_id === id);
    if (shares.length > 0)
      throw new Failure(context.settings.inUseStatus, {
        detail: `Component ${id} is attributed to a GHG entry`,
      });
    commit(context, (changes) => {
      changes.remove('component', id);
    });
    return http.body(null, 204);
  });
}
