import { z } from 'zod';
import type { EntryBreakdown, GroupShare } from '../model/breakdown.js';
import type { InputBinding, RemoteRecord } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import { parseUnit, Quantity, unitOf } from '../quantity/index.js';
import { blueprintSchema } from './component-blueprint.js';
import { optional } from './fields.js';
import { fluxOf } from './flux.js';
import { madeComponents } from './ghg-entry-made.js';
import { templateComponentSchema } from './ghg-entry-template.js';
import { linkTo } from './wire.js';

/** One component with its share in an entry. */
interface Part {
  readonly group: string;
  readonly factor: number;
  readonly blueprint: string | null;
  readonly inputs: readonly InputBinding[];
}

const kgCO2e = unitOf('kgCO2e');

const typeSchema = blueprintSchema.extend({ type: z.string() });

function partsOf(entry: RemoteRecord, state: RemoteState): readonly Part[] {
  const bound = optional(entry.fields, 'template_inputs', 'template_inputs') ?? [];
  const made = madeComponents(entry).map(({ template_component_id: id, group, factor }): Part => {
    const component = state.find(linkTo('template_component', id));
    const blueprint =
      component === null ? null : templateComponentSchema.parse(component.detail).blueprint_key;
    return {
      group,
      factor,
      blueprint,
      inputs: bound.find((own) => own.component.value === id)?.inputs ?? [],
    };
  });
  const shares = optional(entry.fields, 'attributions', 'attributions') ?? [];
  const attributed = shares.map(({ component, group, factor }): Part => {
    const fields = state.find(component)?.fields ?? {};
    return {
      group,
      factor,
      blueprint: optional(fields, 'blueprint', 'text') ?? null,
      inputs: optional(fields, 'inputs', 'inputs') ?? [],
    };
  });
  return [...made, ...attributed];
}

/** The datapoints that an entry stands on and that were not read: those that its template fixes. */
export function unreadDatapoints(entry: RemoteRecord, state: RemoteState): readonly string[] {
  const links = partsOf(entry, state).flatMap((part) => part.inputs.flatMap((input) => input.datapoints));
  const unread = links.filter((link) => link.by === 'id' && state.find(link) === null);
  return [...new Set(unread.map((link) => link.value))];
}

function fluxOfPart(
  part: Part,
  state: RemoteState,
  datapoint: (id: string) => RemoteRecord | null,
): Quantity | null {
  if (part.blueprint === null) return null;
  const blueprint = state.find({ kind: 'component_blueprint', by: 'reference', value: part.blueprint });
  const known = typeSchema.safeParse(blueprint?.detail);
  if (!known.success) return null;
  const read = (id: string): Quantity => {
    const value = optional(datapoint(id)?.fields ?? {}, 'quantity', 'quantity');
    const unit = parseUnit(value?.unit ?? null);
    if (value === undefined || !unit.ok) throw new RangeError(`the datapoint ${id} has no quantity`);
    return Quantity.measured(id, value.magnitude, unit.unit, value.standard_deviation);
  };
  const many = (key: string) =>
    (part.inputs.find((input) => input.input_key === key)?.datapoints ?? []).map((link) => read(link.value));
  const one = (key: string) => {
    const [only] = many(key);
    if (only === undefined) throw new RangeError(`there is no input ${key}`);
    return only;
  };
  const flux = fluxOf(part.blueprint, known.data.type, { one, many });
  return flux?.times(Quantity.constant(part.factor, unitOf('dimensionless'))) ?? null;
}

function datapointsOf(
  state: RemoteState,
  read: readonly RemoteRecord[],
): (id: string) => RemoteRecord | null {
  const extra = new Map(read.map((record) => [record.id, record]));
  return (id) => extra.get(id) ?? state.find(linkTo('datapoint', id));
}

/**
 * An entry's total before the discount, removal positive, in kg CO2e, with the standard deviation that is the
 * discount; null where the flux of one of its components cannot be worked out.
 */
export function entryTotal(
  entry: RemoteRecord,
  state: RemoteState,
  read: readonly RemoteRecord[],
): Quantity | null {
  const datapoint = datapointsOf(state, read);
  const fluxes: Quantity[] = [];
  for (const part of partsOf(entry, state)) {
    const flux = fluxOfPart(part, state, datapoint);
    if (flux === null) return null;
    fluxes.push(flux);
  }
  return Quantity.sum(fluxes, kgCO2e);
}

/**
 * Works out how an entry's total comes about, group by group and datapoint by datapoint, in kg CO2e. `read` holds the
 * datapoints besides those of `state`.
 */
export function entryBreakdown(
  entry: RemoteRecord,
  state: RemoteState,
  read: readonly RemoteRecord[],
): EntryBreakdown {
  const datapoint = datapointsOf(state, read);
  const groups = new Map<string, GroupShare>();
  const fluxes: Quantity[] = [];
  for (const part of partsOf(entry, state)) {
    const flux = fluxOfPart(part, state, datapoint);
    const own = groups.get(part.group) ?? { group: part.group, components: 0, unknown: 0, co2e_kg: 0 };
    if (flux === null) groups.set(part.group, { ...own, unknown: own.unknown + 1 });
    else {
      const co2e_kg = own.co2e_kg + flux.magnitude.toNumber();
      groups.set(part.group, { ...own, components: own.components + 1, co2e_kg });
      fluxes.push(flux);
    }
  }
  const deviations = Quantity.sum(fluxes, kgCO2e)
    .contributions()
    .filter(({ variance }) => variance > 0)
    .map(({ key, variance }) => ({
      datapoint: datapoint(key)?.reference ?? datapoint(key)?.displayName ?? key,
      standard_deviation_kg: Math.sqrt(variance),
    }))
    .toSorted((a, b) => b.standard_deviation_kg - a.standard_deviation_kg);
  return { reference: entry.reference ?? entry.id, groups: [...groups.values()], deviations };
}
