import type { Hono } from 'hono';
import { z } from 'zod';
import { fitsKind, parseUnit, quantityKinds } from '../../quantity/index.js';
import { checkReference, commit, makeId, mustExist, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { Failure, notFound, refused } from '../failure.js';
import * as fields from '../fields.js';
import { page, pathId, readBody, readQuery } from '../http.js';
import { presentQuantity } from '../quantities.js';
import { datapointIds, presentComponent } from './components.js';

const createBody = z.strictObject({
  display_name: fields.displayName,
  description: z.string().max(500),
  project_id: fields.id('prj'),
  quantity: fields.quantity,
  source_ids: z.array(fields.id('src')),
  supplier_reference_id: fields.reference,
  type: fields.datapointType,
  measured_at: fields.datetime.nullish(),
  uncertainty_justification: z.string().nullish(),
});

const patchBody = z.strictObject({
  display_name: fields.displayName.optional(),
  description: z.string().max(500).nullable().optional(),
  quantity: fields.quantity.optional(),
  source_ids: z.array(fields.id('src')).optional(),
  type: fields.datapointType.optional(),
  uncertainty_justification: z.string().nullable().optional(),
});

const filters = {
  supplier_reference_id: fields.reference.optional(),
  display_name_contains: z.string().optional(),
  project_id: fields.id('prj').optional(),
  quantity_kind: z.enum([...quantityKinds.keys()]).optional(),
  measurement_sample_id: z.string().min(20).max(37).optional(),
  used_in_ghg_entry: fields.id('rmv').optional(),
  used_in_removal: fields.id('rmv').optional(),
  used_in_ghg_statement: fields.id('ggs').optional(),
  used_in_ghg_entry_template: fields.id('rvt').optional(),
  used_in_removal_template: fields.id('rvt').optional(),
  used_in_scope: z.enum(['REMOVAL', 'GHG_STATEMENT', 'PROJECT', 'NET_NEGATIVITY']).optional(),
};

function present(context: Context) {
  return (datapoint: Entity<'datapoint'>) => ({
    ...datapoint,
    quantity: context.settings.canonicalUnits ? presentQuantity(datapoint.quantity) : datapoint.quantity,
  });
}

function find(context: Context, id: string): Entity<'datapoint'> {
  const datapoint = context.store.records.datapoint.get(id);
  if (datapoint === null) throw notFound('Datapoint', id);
  return datapoint;
}

/** The datapoints that the components of some entries use. */
function usedInEntries(context: Context, wanted: (entry: Entity<'entry'>) => boolean): ReadonlySet<string> {
  const { entry, attribution, component } = context.store.records;
  const entries = new Set(
    entry
      .all()
      .filter(wanted)
      .map(({ id }) => id),
  );
  const used = attribution.all().filter(({ ghg_entry_id }) => entries.has(ghg_entry_id));
  return new Set(used.flatMap(({ component_id }) => datapointIds(component.get(component_id)?.inputs ?? [])));
}

function usedInTemplate(context: Context, id: string): ReadonlySet<string> {
  const template = context.store.records.template.get(id);
  const inputs =
    template?.groups.flatMap((group) => group.components.flatMap((component) => component.inputs)) ?? [];
  return new Set(inputs.flatMap(({ datapoint_id }) => (datapoint_id === null ? [] : [datapoint_id])));
}

type Query = z.infer<z.ZodObject<typeof filters>>;

function matches(context: Context, query: Query): (datapoint: Entity<'datapoint'>) => boolean {
  const entry = query.used_in_ghg_entry ?? query.used_in_removal;
  const template = query.used_in_ghg_entry_template ?? query.used_in_removal_template;
  const sets = [
    ...(entry === undefined ? [] : [usedInEntries(context, ({ id }) => id === entry)]),
    ...(query.used_in_ghg_statement === undefined
      ? []
      : [usedInEntries(context, ({ ghg_statement_id }) => ghg_statement_id === query.used_in_ghg_statement)]),
    ...(template === undefined ? [] : [usedInTemplate(context, template)]),
    ...(query.used_in_scope === undefined
      ? []
      : [
          new Set(
            context.store.records.component
              .all()
              .filter(({ scope }) => scope === query.used_in_scope)
              .flatMap(({ inputs }) => datapointIds(inputs)),
          ),
        ]),
    ...(query.measurement_sample_id === undefined ? [] : [new Set<string>()]),
  ];
  const { display_name_contains: part, quantity_kind: kind } = query;
  return (datapoint) => {
    const unit = kind === undefined ? null : parseUnit(datapoint.quantity.unit);
    return (
      (query.supplier_reference_id === undefined ||
        datapoint.supplier_reference_id === query.supplier_reference_id) &&
      (query.project_id === undefined || datapoint.project_id === query.project_id) &&
      (part === undefined || datapoint.display_name.toLowerCase().includes(part.toLowerCase())) &&
      (kind === undefined || (unit?.ok === true && fitsKind(unit.unit, kind))) &&
      sets.every((set) => set.has(datapoint.id))
    );
  };
}

function checkLock(context: Context, datapoint: Entity<'datapoint'>, body: z.infer<typeof patchBody>): void {
  if (datapoint.locked_status === 'not_locked') return;
  const onlySources = Object.entries(body).every(
    ([name, value]) => name === 'source_ids' || value === undefined,
  );
  if (onlySources && context.settings.lockedTakesSources) return;
  throw refused(`Datapoint ${datapoint.id} is ${datapoint.locked_status} and cannot be updated`);
}

function componentsOf(context: Context, id: string): readonly Entity<'component'>[] {
  return context.store.records.component.all().filter(({ inputs }) => datapointIds(inputs).includes(id));
}

export function datapointRoutes(app: Hono, context: Context): void {
  app.get('/datapoints', (http) => {
    const query = readQuery(http, filters);
    return page(
      http,
      context.store.records.datapoint.all().filter(matches(context, query)),
      present(context),
    );
  });

  app.post('/datapoints', async (http) => {
    const body = await readBody(http, createBody);
    mustExist(context, 'project', [body.project_id]);
    mustExist(context, 'source', body.source_ids);
    checkReference(context, body.supplier_reference_id);
    const measured = body.measured_at ?? null;
    if (
      measured !== null &&
      context.settings.futureMeasurementRefused &&
      Date.parse(measured) > context.now()
    ) {
      throw refused('measured_at lies in the future');
    }
    const datapoint = commit(context, (changes) =>
      changes.set('datapoint', {
        ...body,
        id: makeId(context, 'datapoint'),
        measured_at: measured,
        uncertainty_justification: body.uncertainty_justification ?? null,
        locked_status: 'not_locked',
      }),
    );
    return http.json(present(context)(datapoint));
  });

  app.get('/datapoints/:id', (http) => http.json(present(context)(find(context, pathId(http)))));

  app.patch('/datapoints/:id', async (http) => {
    const datapoint = find(context, pathId(http));
    const body = await readBody(http, patchBody);
    checkLock(context, datapoint, body);
    mustExist(context, 'source', body.source_ids ?? []);
    const next: Entity<'datapoint'> = {
      ...datapoint,
      display_name: body.display_name ?? datapoint.display_name,
      description: body.description === undefined ? datapoint.description : body.description,
      quantity: body.quantity ?? datapoint.quantity,
      source_ids: body.source_ids ?? datapoint.source_ids,
      type: body.type ?? datapoint.type,
      uncertainty_justification:
        body.uncertainty_justification === undefined
          ? datapoint.uncertainty_justification
          : body.uncertainty_justification,
    };
    return http.json(present(context)(commit(context, (changes) => changes.set('datapoint', next))));
  });

  app.delete('/datapoints/:id', (http) => {
    const { id } = find(context, pathId(http));
    const users = componentsOf(context, id);
    if (users.length > 0) {
      throw new Failure(context.settings.inUseStatus, {
        detail: `Datapoint ${id} is used by ${users.map((user) => user.id).join(', ')}`,
      });
    }
    commit(context, (changes) => {
      changes.remove('datapoint', id);
    });
    return http.body(null, 204);
  });

  app.get('/datapoints/:id/components', (http) =>
    page(http, componentsOf(context, find(context, pathId(http)).id), presentComponent),
  );
}
