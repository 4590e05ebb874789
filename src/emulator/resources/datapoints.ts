import { z } from 'zod';
import { fitsKind, parseUnit } from '../../quantity/index.js';
import { blueprints } from '../accounting/blueprints.js';
import { checkReference, commit, findOne, makeId, mustBeFree, mustExist, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { refused } from '../failure.js';
import * as fields from '../fields.js';
import { presentQuantity, storedUnit } from '../quantities.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes.js';
import { templateComponents } from './catalogue.js';
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
  quantity_kind: fields.quantityKind.optional(),
  measurement_sample_id: fields.id('mts').optional(),
  used_in_ghg_entry: fields.id('rmv').optional(),
  used_in_removal: fields.id('rmv').optional(),
  used_in_ghg_statement: fields.id('ggs').optional(),
  used_in_ghg_entry_template: fields.id('rvt').optional(),
  used_in_removal_template: fields.id('rvt').optional(),
  used_in_scope: fields.scope.optional(),
};

function present(context: Context) {
  return (datapoint: Entity<'datapoint'>) => ({
    ...datapoint,
    quantity: context.settings.canonicalUnits ? presentQuantity(datapoint.quantity) : datapoint.quantity,
  });
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

/** The datapoints that a sample's values were made into. */
function mintedBy(context: Context, sampleId: string): ReadonlySet<string> {
  const values = context.store.records.measurement_sample.get(sampleId)?.values ?? [];
  return new Set(values.map(({ datapoint_id }) => datapoint_id));
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
    ...(query.measurement_sample_id === undefined ? [] : [mintedBy(context, query.measurement_sample_id)]),
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

/** A new unit must still fit every input that takes the datapoint. */
function checkUses(context: Context, id: string, unit: string): void {
  for (const component of componentsOf(context, id)) {
    const rules = blueprints.get(component.blueprint_key)?.inputs ?? [];
    for (const input of component.inputs.filter((one) => datapointIds([one]).includes(id))) {
      const kind = rules.find(({ input_key }) => input_key === input.input_key)?.quantity_kind;
      if (kind !== undefined && !fitsKind(storedUnit(unit), kind))
        throw refused(`A quantity in ${unit} is no ${kind}, which component ${component.id} takes`);
    }
  }
}

/** What would be left without its datapoint: components, templates, samples. */
function usersOf(context: Context, id: string): readonly string[] {
  const { template, measurement_sample: sample } = context.store.records;
  return [
    ...componentsOf(context, id).map((component) => component.id),
    ...template.all().flatMap((one) => (usedInTemplate(context, one.id).has(id) ? [one.id] : [])),
    ...sample.all().flatMap((one) => (mintedBy(context, one.id).has(id) ? [one.id] : [])),
  ];
}

/** Sources that a datapoint cites must be there, and where the settings say so, have their document. */
function checkSources(context: Context, ids: readonly string[]): void {
  mustExist(context, 'source', ids);
  if (context.settings.sourcesWithoutDocumentCited) return;
  const empty = ids.filter((id) => context.store.records.source.get(id)?.sha256 === null);
  if (empty.length > 0) throw refused(`Sources without their document: ${empty.join(', ')}`);
}

/** @throws Failure where the moment has not come yet */
export function checkMeasured(context: Context, measured: string | null): void {
  const { settings, now } = context;
  if (measured !== null && settings.futureMeasurementRefused && Date.parse(measured) > now())
    throw refused('measured_at lies in the future');
}

export function datapointRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const shown = present(context);
  const answer = shapes.datapoint;

  routes.list('/datapoints', {
    node: answer,
    filters,
    select: (query) => records.datapoint.all().filter(matches(context, query)),
    present: shown,
  });

  routes.post('/datapoints', { request: createBody, answer }, (body) => {
    mustExist(context, 'project', [body.project_id]);
    checkSources(context, body.source_ids);
    checkReference(context, 'datapoint', body.supplier_reference_id);
    const measured = body.measured_at ?? null;
    checkMeasured(context, measured);
    const datapoint = commit(context, (changes) =>
      changes.set('datapoint', {
        ...body,
        id: makeId(context, 'datapoint'),
        measured_at: measured,
        uncertainty_justification: body.uncertainty_justification ?? null,
        locked_status: 'not_locked',
      }),
    );
    return shown(datapoint);
  });

  routes.get('/datapoints/:id', answer, (call) => shown(findOne(context, records.datapoint, call.id())));

  routes.patch('/datapoints/:id', { request: patchBody, answer }, (body, call) => {
    const datapoint = findOne(context, records.datapoint, call.id());
    checkLock(context, datapoint, body);
    checkSources(context, body.source_ids ?? []);
    if (body.quantity !== undefined) checkUses(context, datapoint.id, body.quantity.unit);
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
    return shown(commit(context, (changes) => changes.set('datapoint', next)));
  });

  routes.remove('/datapoints/:id', (call) => {
    const { id } = findOne(context, records.datapoint, call.id());
    mustBeFree(context, `Datapoint ${id}`, usersOf(context, id));
    commit(context, (changes) => {
      changes.remove('datapoint', id);
    });
  });
}

/** What uses a datapoint. */
export function datapointUseRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;

  routes.list('/datapoints/:id/components', {
    node: shapes.component,
    filters: {},
    select: (_query, call) => componentsOf(context, findOne(context, records.datapoint, call.id()).id),
    present: presentComponent,
  });

  routes.list('/datapoints/:id/ghg_entry_template_components', {
    node: shapes.templateComponent,
    filters: {},
    select: (_query, call) => {
      const { id } = findOne(context, records.datapoint, call.id());
      return records.template
        .all()
        .flatMap(templateComponents)
        .filter(({ inputs }) => inputs.some(({ datapoint_id }) => datapoint_id === id));
    },
    present: (one) => one,
  });
}
