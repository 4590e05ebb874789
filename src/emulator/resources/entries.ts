import { z } from 'zod';
import { checkReference, commit, findOne, makeId, mustExist, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { refused } from '../failure.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes.js';
import { presentEntry, sharesOf } from './entry-accounting.js';
import { isImmutable } from './immutable.js';
import { joinOf, spreadShared } from './statement-membership.js';
import { makeTemplateComponents } from './template-components.js';

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

function checkPeriod(started: string, completed: string): void {
  if (started > completed) throw refused('started_on must not be after completed_on');
}

export function checkMutable(context: Context, id: string): void {
  if (isImmutable(context, id)) throw refused(`GHG entry ${id} is verified and cannot be changed`);
}

/** The sum of a component's shares over all entries is at most 1. */
export function checkShare(context: Context, entryId: string, componentId: string, factor: number): void {
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

/** What the body of a new entry names must be there and belong together. */
function checkNew(context: Context, body: z.infer<typeof createBody>): Entity<'template'> {
  mustExist(context, 'project', [body.project_id]);
  mustExist(context, 'template', [body.ghg_entry_template_id]);
  mustExist(context, 'feedstock_type', [body.feedstock_type_id]);
  checkPeriod(body.started_on, body.completed_on);
  checkReference(context, 'entry', body.supplier_reference_id);
  const template = findOne(context, context.store.records.template, body.ghg_entry_template_id);
  const given = body.ghg_entry_template_components.map((made) => made.ghg_entry_template_component_id);
  const known = template.groups.flatMap((group) => group.components.map(({ id }) => id));
  const unknown = given.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw refused(`The template has no components ${unknown.join(', ')}`);
  if (new Set(given).size !== given.length) throw refused('A template component is given more than once');
  return template;
}

export function entryRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const present = (entry: Entity<'entry'>) => presentEntry(context, entry);

  routes.list('/ghg_entries', {
    node: shapes.entry,
    filters: { supplier_reference_id: fields.reference.optional() },
    select: ({ supplier_reference_id: wanted }) =>
      records.entry
        .all()
        .filter(({ supplier_reference_id }) => wanted === undefined || supplier_reference_id === wanted),
    present,
  });

  routes.post('/ghg_entries', { request: createBody, answer: shapes.entry }, (body) => {
    const template = checkNew(context, body);
    const given = new Map(
      body.ghg_entry_template_components.map((made) => [made.ghg_entry_template_component_id, made.inputs]),
    );
    const entry = commit(context, (changes) => {
      const made = changes.set('entry', {
        id: makeId(context, 'entry'),
        project_id: body.project_id,
        credit_type: template.credit_type,
        started_on: body.started_on,
        completed_on: body.completed_on,
        feedstock_type_id: body.feedstock_type_id ?? null,
        ghg_statement_id: joinOf(context, body.project_id, body.completed_on),
        ghg_entry_template_id: template.id,
        supplier_reference_id: body.supplier_reference_id,
      });
      makeTemplateComponents(context, changes, made, template, given);
      if (made.ghg_statement_id !== null) spreadShared(context, changes, made.ghg_statement_id, [made]);
      return made;
    });
    return present(entry);
  });
}

/** One entry by its id, its shares, and the older name of its deletion. */
export function singleEntryRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const present = (entry: Entity<'entry'>) => presentEntry(context, entry);
  const find = (id: string) => findOne(context, records.entry, id);

  routes.get('/ghg_entries/:id', shapes.entry, (call) => present(find(call.id())));

  routes.patch('/ghg_entries/:id', { request: patchBody, answer: shapes.entry }, (body, call) => {
    const entry = find(call.id());
    checkMutable(context, entry.id);
    mustExist(context, 'feedstock_type', [body.feedstock_type_id]);
    const completed = body.completed_on ?? entry.completed_on;
    const next: Entity<'entry'> = {
      ...entry,
      started_on: body.started_on ?? entry.started_on,
      completed_on: completed,
      feedstock_type_id:
        body.feedstock_type_id === undefined ? entry.feedstock_type_id : body.feedstock_type_id,
      ghg_statement_id: joinOf(context, entry.project_id, completed, entry.ghg_statement_id),
    };
    checkPeriod(next.started_on, next.completed_on);
    return present(
      commit(context, (changes) => {
        changes.set('entry', next);
        for (const id of new Set([entry.ghg_statement_id, next.ghg_statement_id]))
          if (id !== null && entry.ghg_statement_id !== next.ghg_statement_id)
            spreadShared(context, changes, id, [next]);
        return next;
      }),
    );
  });

  const remove = (id: string) => {
    const entry = find(id);
    const status = records.statement.get(entry.ghg_statement_id ?? '')?.status ?? null;
    const free = status === null || (status === 'DRAFT' && context.settings.entryInDraftStatementDeletable);
    if (!free) throw refused(`GHG entry ${id} is not a draft and cannot be deleted`);
    commit(context, (changes) => {
      for (const share of sharesOf(context, id)) {
        changes.remove('attribution', share.id);
        if (share.ghg_entry_template_component_id !== null) changes.remove('component', share.component_id);
      }
      changes.remove('entry', id);
      if (entry.ghg_statement_id !== null)
        spreadShared(context, changes, entry.ghg_statement_id, [{ ...entry, ghg_statement_id: null }]);
    });
  };
  routes.remove('/ghg_entries/:id', (call) => {
    remove(call.id());
  });
  routes.remove('/removals/:id', (call) => {
    remove(call.id());
  });

  routes.list('/ghg_entries/:id/component_attributions', {
    node: shapes.attribution,
    filters: {},
    select: (_query, call) => sharesOf(context, find(call.id()).id),
    present: (share) => share,
  });

  routes.patch(
    '/ghg_entries/:id/component_attributions',
    { request: attributionBody, answer: shapes.entry },
    (body, call) => {
      const entry = find(call.id());
      checkMutable(context, entry.id);
      patchAttributions(context, entry, body);
      return present(entry);
    },
  );
}
