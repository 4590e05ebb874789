import type { Hono } from 'hono';
import { z } from 'zod';
import { blueprints } from '../accounting/blueprints.js';
import { netRemoval, type NetRemoval } from '../accounting/net-removal.js';
import { checkReference, commit, datapointOf, makeId, mustExist, type Context } from '../context.js';
import type { Entity, InputEntity } from '../entities.js';
import { notFound, refused } from '../failure.js';
import * as fields from '../fields.js';
import { page, pathId, readBody, readQuery } from '../http.js';
import type { Changes } from '../store.js';
import { checkInputs } from './components.js';
import { isImmutable } from './immutable.js';

const createBody = z.strictObject({
  project_id: fields.id('prj'),
  started_on: fields.date,
  completed_on: fields.date,
  ghg_entry_template_id: fields.id('rvt'),
  supplier_reference_id: fields.reference,
  feedstock_type_id: fields.id('ftt').nullish(),
  ghg_entry_template_components: z
    .array(
      z.strictObject({
        ghg_entry_template_component_id: fields.id('rtc'),
        inputs: z.array(fields.componentInput),
      }),
    )
    .default([]),
});

const patchBody = z.strictObject({
  started_on: fields.date.optional(),
  completed_on: fields.date.optional(),
  feedstock_type_id: fields.id('ftt').nullable().optional(),
});

const attributionBody = z.strictObject({
  components_to_add: z
    .array(
      z.strictObject({
        component_id: fields.id('cmp'),
        component_group_key: z.string().min(1),
        attribution_factor: z.number().gt(0).max(1).default(1),
      }),
    )
    .optional(),
  components_to_remove: z.array(fields.id('cmp')).optional(),
});

function find(context: Context, id: string): Entity<'entry'> {
  const entry = context.store.records.entry.get(id);
  if (entry === null) throw notFound('GHG entry', id);
  return entry;
}

function sharesOf(context: Context, entryId: string): readonly Entity<'attribution'>[] {
  return context.store.records.attribution.all().filter(({ ghg_entry_id }) => ghg_entry_id === entryId);
}

function compute(context: Context, entry: Entity<'entry'>): NetRemoval {
  const shares = sharesOf(context, entry.id).flatMap((share) => {
    const component = context.store.records.component.get(share.component_id);
    return component === null ? [] : [{ component, factor: share.attribution_factor }];
  });
  const risk = context.store.records.project.get(entry.project_id)?.risk_of_reversal_percentage ?? null;
  return netRemoval(shares, risk, (id) => datapointOf(context, id));
}

function presentEntry(context: Context, entry: Entity<'entry'>) {
  const { project_id, ghg_entry_template_id: _template, ...shown } = entry;
  const { withoutDiscount, standardDeviation, net, allocation } = compute(context, entry);
  return {
    ...shown,
    co2e_net_removed_kg: net,
    co2e_net_removed_without_discount_kg: withoutDiscount,
    co2e_net_removed_standard_deviation_kg: standardDeviation,
    credit_allocation:
      allocation === null
        ? null
        : { supplier_allocation_kg: allocation.supplier, buffer_pool_contribution_kg: allocation.bufferPool },
    risk_of_reversal_percentage:
      context.store.records.project.get(project_id)?.risk_of_reversal_percentage ?? null,
  };
}

type TemplateComponent = Entity<'template'>['groups'][number]['components'][number];

/** The inputs of a template component: its fixed ones, and the monitored ones that are given. */
function inputsOf(
  context: Context,
  component: TemplateComponent,
  given: readonly InputEntity[],
): readonly InputEntity[] {
  const { settings } = context;
  const fixed = component.inputs.filter(({ type }) => type === 'fixed');
  const tooMuch = given.filter(({ input_key }) => fixed.some((input) => input.input_key === input_key));
  if (settings.fixedInputsRefused && tooMuch.length > 0) {
    throw refused(
      `Inputs fixed by the template must not be given: ${tooMuch.map(({ input_key }) => input_key).join(', ')} of ${component.display_name}`,
    );
  }
  const monitored = component.inputs
    .filter(({ type }) => type === 'monitored')
    .map(({ input_key }) => input_key);
  const missing = monitored.filter((key) => !given.some(({ input_key }) => input_key === key));
  if (settings.monitoredInputsRequired && missing.length > 0) {
    throw refused(`Monitored inputs are missing: ${missing.join(', ')} of ${component.display_name}`);
  }
  const shapes = blueprints.get(component.blueprint_key)?.inputs ?? [];
  const bound = fixed
    .filter(({ input_key }) => !given.some((input) => input.input_key === input_key))
    .flatMap(({ input_key, datapoint_id }): InputEntity[] => {
      if (datapoint_id === null) return [];
      const list = shapes.find((input) => input.input_key === input_key)?.data_shape === 'LIST';
      return [list ? { input_key, datapoint_ids: [datapoint_id] } : { input_key, datapoint_id }];
    });
  return [...bound, ...given];
}

/** Makes the components of a template with an entry, each attributed to it in full. */
export function makeTemplateComponents(
  context: Context,
  changes: Changes,
  entry: Entity<'entry'>,
  template: Entity<'template'>,
  given: ReadonlyMap<string, readonly InputEntity[]>,
): void {
  for (const group of template.groups) {
    for (const component of group.components) {
      const inputs = [...inputsOf(context, component, given.get(component.id) ?? [])];
      const blueprint = blueprints.get(component.blueprint_key);
      if (blueprint !== undefined) checkInputs(context, blueprint, inputs);
      const made = changes.set('component', {
        id: makeId(context, 'component'),
        display_name: component.display_name,
        description: component.description,
        blueprint_key: component.blueprint_key,
        project_id: entry.project_id,
        activity_started_at: null,
        activity_completed_at: null,
        inputs,
        scope: 'REMOVAL',
        allocation_strategy: null,
        ghg_entry_template_component_id: component.id,
        supplier_reference_id: null,
      });
      changes.set('attribution', {
        id: makeId(context, 'attribution'),
        ghg_entry_id: entry.id,
        component_id: made.id,
        component_group_key: group.key,
        ghg_entry_template_component_id: component.id,
        attribution_factor: 1,
      });
    }
  }
}

function checkPeriod(started: string, completed: string): void {
  if (started > completed) throw refused('started_on must not be after completed_on');
}

function checkMutable(context: Context, id: string): void {
  if (isImmutable(context, id)) throw refused(`GHG entry ${id} is verified and cannot be changed`);
}

/** The sum of a component's shares over all entries is at most 1. */
function checkShare(context: Context, entryId: string, componentId: string, factor: number): void {
  const others = context.store.records.attribution
    .all()
    .filter(({ component_id, ghg_entry_id }) => component_id === componentId && ghg_entry_id !== entryId)
    .reduce((sum, share) => sum + share.attribution_factor, 0);
  if (others + factor > 1 + 1e-9)
    throw refused(`Component ${componentId} would be attributed by more than 1 in all: ${others + factor}`);
}

function patchAttributions(
  context: Context,
  entry: Entity<'entry'>,
  body: z.infer<typeof attributionBody>,
): void {
  const shares = sharesOf(context, entry.id);
  const template = context.store.records.template.get(entry.ghg_entry_template_id);
  const keys = template?.groups.map(({ key }) => key) ?? [];
  const add = body.components_to_add ?? [];
  mustExist(
    context,
    'component',
    add.map(({ component_id }) => component_id),
  );
  commit(context, (changes) => {
    for (const { component_id, component_group_key, attribution_factor } of add) {
      if (!keys.includes(component_group_key))
        throw refused(
          `The template has no component group '${component_group_key}': it has ${keys.join(', ')}`,
        );
      checkShare(context, entry.id, component_id, attribution_factor);
      const own = shares.find((share) => share.component_id === component_id);
      changes.set('attribution', {
        id: own?.id ?? makeId(context, 'attribution'),
        ghg_entry_id: entry.id,
        component_id,
        component_group_key,
        ghg_entry_template_component_id: own?.ghg_entry_template_component_id ?? null,
        attribution_factor,
      });
    }
    for (const id of body.components_to_remove ?? []) {
      const own = shares.find((share) => share.component_id === id);
      if (own === undefined) throw refused(`Component ${id} is not attributed to GHG entry ${entry.id}`);
      changes.remove('attribution', own.id);
    }
  });
}

export function entryRoutes(app: Hono, context: Context): void {
  const present = (entry: Entity<'entry'>) => presentEntry(context, entry);

  app.get('/ghg_entries', (http) => {
    const query = readQuery(http, { supplier_reference_id: fields.reference.optional() });
    const nodes = context.store.records.entry
      .all()
      .filter(
        ({ supplier_reference_id }) =>
          query.supplier_reference_id === undefined || supplier_reference_id === query.supplier_reference_id,
      );
    return page(http, nodes, present);
  });

  app.post('/ghg_entries', async (http) => {
    const body = await readBody(http, createBody);
    mustExist(context, 'project', [body.project_id]);
    mustExist(context, 'template', [body.ghg_entry_template_id]);
    mustExist(
      context,
      'feedstock_type',
      typeof body.feedstock_type_id === 'string' ? [body.feedstock_type_id] : [],
    );
    checkPeriod(body.started_on, body.completed_on);
    checkReference(context, body.supplier_reference_id);
    const template = context.store.records.template.get(body.ghg_entry_template_id);
    if (template === null) throw notFound('Template', body.ghg_entry_template_id);
    const given = new Map(
      body.ghg_entry_template_components.map((made) => [made.ghg_entry_template_component_id, made.inputs]),
    );
    const known = template.groups.flatMap((group) => group.components.map(({ id }) => id));
    const unknown = [...given.keys()].filter((id) => !known.includes(id));
    if (unknown.length > 0) throw refused(`The template has no components ${unknown.join(', ')}`);
    const entry = commit(context, (changes) => {
      const made = changes.set('entry', {
        id: makeId(context, 'entry'),
        project_id: body.project_id,
        credit_type: template.credit_type,
        started_on: body.started_on,
        completed_on: body.completed_on,
        feedstock_type_id: body.feedstock_type_id ?? null,
        ghg_statement_id: null,
        ghg_entry_template_id: template.id,
        supplier_reference_id: body.supplier_reference_id,
      });
      makeTemplateComponents(context, changes, made, template, given);
      return made;
    });
    return http.json(present(entry));
  });
}

/** One entry by its id, its shares, and the older name of its deletion. */
export function singleEntryRoutes(app: Hono, context: Context): void {
  const present = (entry: Entity<'entry'>) => presentEntry(context, entry);

  app.get('/ghg_entries/:id', (http) => http.json(present(find(context, pathId(http)))));

  app.patch('/ghg_entries/:id', async (http) => {
    const entry = find(context, pathId(http));
    const body = await readBody(http, patchBody);
    checkMutable(context, entry.id);
    mustExist(
      context,
      'feedstock_type',
      typeof body.feedstock_type_id === 'string' ? [body.feedstock_type_id] : [],
    );
    const next: Entity<'entry'> = {
      ...entry,
      started_on: body.started_on ?? entry.started_on,
      completed_on: body.completed_on ?? entry.completed_on,
      feedstock_type_id:
        body.feedstock_type_id === undefined ? entry.feedstock_type_id : body.feedstock_type_id,
    };
    checkPeriod(next.started_on, next.completed_on);
    return http.json(present(commit(context, (changes) => changes.set('entry', next))));
  });

  const remove = (id: string) => {
    const entry = find(context, id);
    if (entry.ghg_statement_id !== null)
      throw refused(`GHG entry ${id} is not a draft and cannot be deleted`);
    commit(context, (changes) => {
      for (const share of sharesOf(context, id)) {
        changes.remove('attribution', share.id);
        if (share.ghg_entry_template_component_id !== null) changes.remove('component', share.component_id);
      }
      changes.remove('entry', id);
    });
  };
  app.delete('/ghg_entries/:id', (http) => {
    remove(pathId(http));
    return http.body(null, 204);
  });
  app.delete('/removals/:id', (http) => {
    remove(pathId(http));
    return http.body(null, 204);
  });

  app.get('/ghg_entries/:id/component_attributions', (http) =>
    page(http, sharesOf(context, find(context, pathId(http)).id)),
  );

  app.patch('/ghg_entries/:id/component_attributions', async (http) => {
    const entry = find(context, pathId(http));
    const body = await readBody(http, attributionBody);
    checkMutable(context, entry.id);
    patchAttributions(context, entry, body);
    return http.json(present(entry));
  });
}
