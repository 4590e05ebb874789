import { Quantity, unitOf } from '../../quantity/index.js';
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
}

const kgCO2e = unitOf('kgCO2e');

const signs: Readonly<Record<ComponentType, 1 | -1>> = {
  SEQUESTRATION: 1,
  ADJUSTMENT: 1,
  ACTIVITY: -1,
  REMOVAL_COUNTERFACTUAL: -1,
  LOSS: -1,
};

/** The flux of a component in kg CO2e; its uncertainty hangs on datapoints by their ids, so one used twice is one. */
export function componentFlux(
  component: Entity<'component'>,
  datapoint: (id: string) => Entity<'datapoint'>,
): Quantity {
  const blueprint = blueprints.get(component.blueprint_key);
  if (blueprint === undefined) return Quantity.constant(0, kgCO2e);
  const read = (id: string) => quantityOf(id, datapoint(id).quantity);
  const ids = (key: string): readonly string[] => {
    const input = component.inputs.find((candidate) => candidate.input_key === key);
    if (input === undefined) return [];
    return 'datapoint_ids' in input ? input.datapoint_ids : [input.datapoint_id];
  };
  return fluxOf(blueprint, {
    one: (key) => {
      const [id] = ids(key);
      if (id === undefined) throw new RangeError(`component ${component.id} has no input ${key}`);
      return read(id);
    },
    many: (key) => ids(key).map(read),
  });
}

/** Adds up an entry: what is stored, less what it cost, each by its share; then the discount and the buffer pool. */
export function netRemoval(
  shares: readonly { readonly component: Entity<'component'>; readonly factor: number }[],
  riskPercentage: number | null,
  datapoint: (id: string) => Entity<'datapoint'>,
): NetRemoval {
  const one = unitOf('dimensionless');
  const terms = shares.map(({ component, factor }) => {
    const sign = signs[blueprints.get(component.blueprint_key)?.type ?? 'ACTIVITY'];
    return componentFlux(component, datapoint).times(Quantity.constant(factor * sign, one));
  });
  const sum = Quantity.sum(terms, kgCO2e);
  const withoutDiscount = sum.magnitude.toNumber();
  const standardDeviation = sum.standardDeviation ?? 0;
  const net = withoutDiscount - standardDeviation;
  if (riskPercentage === null) return { withoutDiscount, standardDeviation, net, allocation: null };
  const bufferPool = (riskPercentage / 100) * Math.max(0, net);
  return { withoutDiscount, standardDeviation, net, allocation: { supplier: net - bufferPool, bufferPool } };
}
