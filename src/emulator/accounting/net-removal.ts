import { DimensionError, Quantity, unitOf } from '../../quantity/index.js';
import type { Entity } from '../entities.js';
import { quantityOf } from '../quantities.js';
import { blueprints, fluxOf, type ComponentType } from './blueprints.js';

/** What an entry comes to, in kg CO2e (`interface.md`, GHG entry). */
export interface NetRemoval {
  readonly withoutDiscount: number;
  /** The standard deviation of the sum, which is the discount. */
  readonly standardDeviation: number;
  readonly net: number;
  /** null where the project's risk of reversal is not set. */
  readonly allocation: { readonly supplier: number; readonly bufferPool: number } | null;
  /** The sum of each type's fluxes, before their sign. */
  readonly parts: Readonly<Record<ComponentType, number>>;
}

const kgCO2e = unitOf('kgCO2e');

const signs: Readonly<Record<ComponentType, 1 | -1>> = {
  SEQUESTRATION: 1,
  ADJUSTMENT: 1,
  ACTIVITY: -1,
  REMOVAL_COUNTERFACTUAL: -1,
  LOSS: -1,
};

function inputIds(component: Entity<'component'>, key: string): readonly string[] {
  const input = component.inputs.find((candidate) => candidate.input_key === key);
  if (input === undefined) return [];
  return 'datapoint_ids' in input ? input.datapoint_ids : [input.datapoint_id];
}

/** Dividing by nothing, or a unit that fits no more, gives no flux. */
function finiteFlux(flux: () => Quantity): Quantity | null {
  try {
    const made = flux();
    const numbers = [made.magnitude.toNumber(), made.standardDeviation ?? 0];
    return numbers.every(Number.isFinite) ? made : null;
  } catch (error) {
    if (error instanceof DimensionError || error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The flux of a component in kg CO2e; its uncertainty hangs on datapoints by their ids, so one used twice is one.
 * null while an input is missing, or the inputs come to no number.
 */
function componentFlux(
  component: Entity<'component'>,
  datapoint: (id: string) => Entity<'datapoint'>,
): Quantity | null {
  const blueprint = blueprints.get(component.blueprint_key);
  if (blueprint === undefined) return Quantity.constant(0, kgCO2e);
  if (blueprint.inputs.some(({ input_key }) => inputIds(component, input_key).length === 0)) return null;
  const read = (id: string) => quantityOf(id, datapoint(id).quantity);
  return finiteFlux(() =>
    fluxOf(blueprint, {
      one: (key) => {
        const [id] = inputIds(component, key);
        if (id === undefined) throw new RangeError(`component ${component.id} has no input ${key}`);
        return read(id);
      },
      many: (key) => inputIds(component, key).map(read),
    }),
  );
}

interface Share {
  readonly component: Entity<'component'>;
  readonly factor: number;
}

const nothing: NetRemoval['parts'] = {
  SEQUESTRATION: 0,
  ADJUSTMENT: 0,
  ACTIVITY: 0,
  REMOVAL_COUNTERFACTUAL: 0,
  LOSS: 0,
};

/** Adds up an entry: what is stored, less what it cost, each by its share; then the discount and the buffer pool. */
export function netRemoval(
  shares: readonly Share[],
  given: {
    readonly riskPercentage: number | null;
    readonly incomplete: 'without-the-incomplete' | 'zero';
    readonly datapoint: (id: string) => Entity<'datapoint'>;
  },
): NetRemoval {
  const one = unitOf('dimensionless');
  const fluxes = shares.map(({ component, factor }) => {
    const type = blueprints.get(component.blueprint_key)?.type ?? 'ACTIVITY';
    const flux = componentFlux(component, given.datapoint);
    return { type, flux: flux === null ? null : flux.times(Quantity.constant(factor, one)) };
  });
  const zero = given.incomplete === 'zero' && fluxes.some(({ flux }) => flux === null);
  const known = fluxes.flatMap(({ type, flux }) => (flux === null || zero ? [] : [{ type, flux }]));
  const sum = Quantity.sum(
    known.map(({ type, flux }) => flux.times(Quantity.constant(signs[type], one))),
    kgCO2e,
  );
  const parts = { ...nothing };
  for (const { type, flux } of known) parts[type] += flux.magnitude.toNumber();
  const withoutDiscount = sum.magnitude.toNumber();
  const standardDeviation = sum.standardDeviation ?? 0;
  const net = withoutDiscount - standardDeviation;
  const { riskPercentage } = given;
  const bufferPool = riskPercentage === null ? 0 : (riskPercentage / 100) * Math.max(0, net);
  const allocation = riskPercentage === null ? null : { supplier: net - bufferPool, bufferPool };
  return { withoutDiscount, standardDeviation, net, allocation, parts };
}
