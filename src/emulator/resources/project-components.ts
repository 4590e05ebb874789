import { z } from 'zod';
import { absent, commit, findOne, makeId, mustExist, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { refused } from '../failure.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes.js';
import { componentBody, newComponent, presentComponent } from './components.js';
import { checkMutable, checkShare } from './entries.js';
import { presentEntry, sharesOf } from './entry-accounting.js';

const createBody = z.strictObject({
  component_data: componentBody,
  allocation_strategy: fields.allocationStrategy,
});

const attributionBody = z.strictObject({
  ghg_entry_id: fields.id('rmv'),
  attribution_factor: fields.share,
});

/** Components of a project, attributed to its entries by hand (`api-facts.md` §1.2, Project components). */
export function projectComponentRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const find = (id: string): Entity<'component'> => {
    const component = findOne(context, records.component, id);
    if (component.scope !== 'PROJECT') throw absent(context, 'component', id);
    return component;
  };

  routes.post('/project_components', { request: createBody, answer: shapes.component }, (body) => {
    const made = newComponent(context, body.component_data, {
      scope: 'PROJECT',
      allocation_strategy: body.allocation_strategy,
      ghg_statement_id: null,
    });
    return presentComponent(commit(context, (changes) => changes.set('component', made)));
  });

  routes.post(
    '/project_components/:id/ghg_entry_attributions',
    { request: attributionBody, answer: shapes.entry },
    (body, call) => {
      const component = find(call.id());
      mustExist(context, 'entry', [body.ghg_entry_id]);
      const entry = findOne(context, records.entry, body.ghg_entry_id);
      if (entry.project_id !== component.project_id)
        throw refused(`GHG entry ${entry.id} belongs to another project than component ${component.id}`);
      if (component.allocation_strategy !== 'MANUAL' && !context.settings.automaticAttributedByHand)
        throw refused(`Component ${component.id} is amortised by ${component.allocation_strategy ?? ''}`);
      checkMutable(context, entry.id);
      checkShare(context, entry.id, component.id, body.attribution_factor);
      const own = sharesOf(context, entry.id).find(({ component_id }) => component_id === component.id);
      commit(context, (changes) =>
        changes.set('attribution', {
          id: own?.id ?? makeId(context, 'attribution'),
          ghg_entry_id: entry.id,
          component_id: component.id,
          component_group_key: own?.component_group_key ?? context.settings.groupOfSharedComponents,
          ghg_entry_template_component_id: null,
          attribution_factor: body.attribution_factor,
        }),
      );
      return presentEntry(context, entry);
    },
  );

  routes.remove('/project_components/:component_id/ghg_entry_attributions/:ghg_entry_id', (call) => {
    const component = find(call.id('component_id'));
    const entry = findOne(context, records.entry, call.id('ghg_entry_id'));
    const own = sharesOf(context, entry.id).find(({ component_id }) => component_id === component.id);
    if (own === undefined) throw absent(context, 'attribution', entry.id);
    checkMutable(context, entry.id);
    commit(context, (changes) => {
      changes.remove('attribution', own.id);
    });
  });
}
