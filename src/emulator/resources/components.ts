import { z } from 'zod';
import { fitsKind, parseUnit } from '../../quantity/index.js';
import { blueprints, type Blueprint } from '../accounting/blueprints.js';
import {
  checkReference,
  commit,
  datapointOf,
  findOne,
  makeId,
  mustBeFree,
  mustExist,
  type Context,
} from '../context.js';
import type { Entity, InputEntity } from '../entities.js';
import { refused } from '../failure.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes.js';
import { isImmutable } from './immutable.js';

/** `api-facts.md` §1.2, CreateComponentRequest. */
export const componentBody = z.strictObject({
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
  allocation_strategy: fields.allocationStrategy.optional(),
  inputs: z.array(fields.componentInput).optional(),
});

export function datapointIds(inputs: readonly InputEntity[]): readonly string[] {
  return inputs.flatMap((input) => ('datapoint_ids' in input ? input.datapoint_ids : [input.datapoint_id]));
}

export function presentComponent(component: Entity<'component'>) {
  const { project_id: _project, ghg_statement_id: _statement, ...shown } = component;
  return {
    ...shown,
    type: blueprints.get(component.blueprint_key)?.type ?? 'ACTIVITY',
    removal_template_component_id: component.ghg_entry_template_component_id,
    inputs: component.inputs.map((input) =>
      'datapoint_ids' in input
        ? { __typename: 'ComponentListInput' as const, ...input }
        : { __typename: 'ComponentScalarInput' as const, ...input },
    ),
  };
}

/** Inputs must be those of the blueprint, of its shape, and of a unit that can be converted. */
export function checkInputs(
  context: Context,
  blueprint: Blueprint,
  inputs: readonly InputEntity[],
  wantedInputs: 'all' | 'some' = 'all',
): void {
  mustExist(context, 'datapoint', datapointIds(inputs));
  const given = inputs.map(({ input_key }) => input_key);
  const wanted = blueprint.inputs.map(({ input_key }) => input_key);
  const missing = wanted.filter((key) => !given.includes(key));
  const extra = given.filter((key) => !wanted.includes(key));
  if (missing.length > 0 && wantedInputs === 'all')
    throw refused(`Missing inputs for ${blueprint.key}: ${missing.join(', ')}`);
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

/** A component whose entry is verified is part of what was verified. */
function checkMutable(context: Context, id: string): void {
  const entries = context.store.records.attribution.all().filter(({ component_id }) => component_id === id);
  if (entries.some(({ ghg_entry_id }) => isImmutable(context, ghg_entry_id))) {
    throw refused(`Component ${id} is used in a verified GHG entry and cannot be changed`);
  }
}

/** What a component shares with all others, whatever its scope. @throws Failure where the body names what is not there */
export function newComponent(
  context: Context,
  body: z.infer<typeof componentBody>,
  given: Pick<Entity<'component'>, 'scope' | 'allocation_strategy' | 'ghg_statement_id'>,
): Entity<'component'> {
  mustExist(context, 'project', [body.project_id]);
  const blueprint = blueprints.get(body.component_blueprint_key);
  if (blueprint === undefined)
    throw refused(`Could not find component blueprint '${body.component_blueprint_key}'`);
  checkReference(context, 'component', body.supplier_reference_id);
  checkInputs(context, blueprint, body.inputs);
  const { component_blueprint_key, description, ...rest } = body;
  return {
    ...rest,
    ...given,
    id: makeId(context, 'component'),
    blueprint_key: component_blueprint_key,
    description: description ?? null,
    ghg_entry_template_component_id: null,
  };
}

/** The components that are attributed to any of some entries. */
function attributedTo(context: Context, wanted: (entryId: string) => boolean): ReadonlySet<string> {
  return new Set(
    context.store.records.attribution
      .all()
      .filter(({ ghg_entry_id }) => wanted(ghg_entry_id))
      .map(({ component_id }) => component_id),
  );
}

export function componentRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;

  routes.list('/components', {
    node: shapes.component,
    filters: {
      supplier_reference_id: fields.reference.optional(),
      scope: fields.scope.optional(),
      ghg_statement_id: fields.id('ggs').optional(),
      project_id: fields.id('prj').optional(),
      ghg_entry_id: fields.id('rmv').optional(),
    },
    select: (query) => {
      const ofEntry =
        query.ghg_entry_id === undefined ? null : attributedTo(context, (id) => id === query.ghg_entry_id);
      const ofStatement =
        query.ghg_statement_id === undefined
          ? null
          : attributedTo(context, (id) => records.entry.get(id)?.ghg_statement_id === query.ghg_statement_id);
      return records.component
        .all()
        .filter(
          ({ id, supplier_reference_id, scope, project_id }) =>
            (query.supplier_reference_id === undefined ||
              supplier_reference_id === query.supplier_reference_id) &&
            (query.scope === undefined || scope === query.scope) &&
            (query.project_id === undefined || project_id === query.project_id) &&
            (ofEntry === null || ofEntry.has(id)) &&
            (ofStatement === null || ofStatement.has(id)),
        );
    },
    present: presentComponent,
  });

  routes.post('/components', { request: componentBody, answer: shapes.component }, (body) => {
    const made = newComponent(context, body, {
      scope: 'REMOVAL',
      allocation_strategy: null,
      ghg_statement_id: null,
    });
    return presentComponent(commit(context, (changes) => changes.set('component', made)));
  });
}

/** One component by its id. */
export function singleComponentRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;

  routes.get('/components/:id', shapes.component, (call) =>
    presentComponent(findOne(context, records.component, call.id())),
  );

  routes.patch('/components/:id', { request: patchBody, answer: shapes.component }, (body, call) => {
    const component = findOne(context, records.component, call.id());
    checkMutable(context, component.id);
    if (body.allocation_strategy !== undefined && component.scope !== 'PROJECT')
      throw refused(`Component ${component.id} has no allocation strategy: its scope is ${component.scope}`);
    const blueprint = blueprints.get(component.blueprint_key);
    if (body.inputs !== undefined && blueprint !== undefined) checkInputs(context, blueprint, body.inputs);
    const next: Entity<'component'> = {
      ...component,
      display_name: body.display_name ?? component.display_name,
      description: body.description === undefined ? component.description : body.description,
      allocation_strategy: body.allocation_strategy ?? component.allocation_strategy,
      inputs: body.inputs ?? component.inputs,
    };
    return presentComponent(commit(context, (changes) => changes.set('component', next)));
  });

  routes.remove('/components/:id', (call) => {
    const { id } = findOne(context, records.component, call.id());
    checkMutable(context, id);
    const shares = records.attribution.all().filter(({ component_id }) => component_id === id);
    mustBeFree(
      context,
      `Component ${id}`,
      shares.map(({ ghg_entry_id }) => ghg_entry_id),
    );
    commit(context, (changes) => {
      changes.remove('component', id);
    });
  });
}
