import { describe, expect, it } from 'vitest';
import { predictEntries } from '../../../src/kinds/predict-entries.js';
import type { Co2eResult, DesiredRecord, Fields, RemoteRecord } from '../../../src/model/record.js';
import {
  byId,
  byReference,
  desiredComponent,
  desiredDatapoint,
  massBlueprint,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import {
  decided,
  desiredEntry,
  registry,
  remoteComponent,
  remoteEntry,
  share,
} from '../../support/decided.js';

const blueprint: RemoteRecord = {
  ...massBlueprint,
  id: 'constant_loss',
  reference: 'constant_loss',
  detail: {
    key: 'constant_loss',
    display_name: 'Loss',
    type: 'LOSS',
    inputs: [
      { input_key: 'co2e', quantity_kind: 'mass_carbon', data_shape: 'SCALAR', compatible_unit: 'kgCO2e' },
    ],
  },
};

function loss(datapoint: ReturnType<typeof byId>): Fields {
  return {
    blueprint: { type: 'text', value: 'constant_loss' },
    inputs: { type: 'inputs', value: [{ input_key: 'co2e', shape: 'scalar', datapoints: [datapoint] }] },
  };
}

const component = desiredComponent('C', 'R');
const wantedLoss = (of: string): DesiredRecord => ({
  ...component,
  fields: { ...component.fields, ...loss(byReference('datapoint', of)) },
});
const wantedKg = (kilograms: number, sd: number | null = null) =>
  desiredDatapoint('R', { fields: quantity(kilograms, 'kgCO2e', sd) });
const thereKg = (kilograms: number, sd: number | null = null, reference = 'R') =>
  remoteDatapoint(reference, { fields: quantity(kilograms, 'kgCO2e', sd) });
const entry = desiredEntry('E', [share(byReference('component', 'C'))]);
const used = remoteComponent('C', thereKg(1).id, { fields: loss(byId('datapoint', thereKg(1).id)) });

function result(without: number, sd = 0, pool: number | null = null): Co2eResult {
  const net_kg = without - sd;
  return {
    net_kg,
    without_discount_kg: without,
    standard_deviation_kg: sd,
    buffer_pool_contribution_kg: pool,
    supplier_allocation_kg: pool === null ? null : net_kg - pool,
  };
}

const thereEntry = (co2e: Co2eResult | null) =>
  remoteEntry('E', [share(byId('component', used.id))], { co2e });

/** The bridge of the entry, from what the registry holds to what is wanted. */
function bridge(wanted: readonly DesiredRecord[], there: readonly RemoteRecord[]) {
  const remote = [blueprint, ...there];
  const [only] = predictEntries(decided(wanted, remote).operations, registry(remote), []);
  return only;
}

const steps = (
  changed: readonly [number, number],
  replaced: readonly [number, number],
  made: readonly [number, number],
  documents = 0,
) => [
  { cause: 'changed', records: changed[0], net_kg: changed[1] },
  { cause: 'replaced', records: replaced[0], net_kg: replaced[1] },
  { cause: 'new', records: made[0], net_kg: made[1] },
  { cause: 'document', records: documents, net_kg: 0 },
];

describe('the net removal of an entry after a plan', () => {
  const wanted = [wantedKg(30), wantedLoss('R'), entry];

  it('changes by what is changed, without a deviation where nothing has one', () => {
    expect(bridge(wanted, [thereKg(12), used, thereEntry(result(-12))])).toEqual({
      reference: 'E',
      before: result(-12),
      predicted: result(-30),
      steps: steps([1, -18], [0, 0], [0, 0]),
    });
  });

  it('changes by its discount too, and shares the buffer pool as before', () => {
    const { predicted } =
      bridge(
        [wantedKg(30, 2), wantedLoss('R'), entry],
        [thereKg(12, 1), used, thereEntry(result(-12, 1, -1.3))],
      ) ?? {};
    expect(predicted).toMatchObject({ net_kg: -32, without_discount_kg: -30, standard_deviation_kg: 2 });
    expect(predicted?.buffer_pool_contribution_kg).toBeCloseTo(-3.2, 9);
    expect(predicted?.supplier_allocation_kg).toBeCloseTo(-28.8, 9);
  });

  it('changes by what is replaced', () => {
    const locked = { ...thereKg(12), lock: 'locked' };
    expect(bridge(wanted, [locked, used, thereEntry(result(-12))])).toMatchObject({
      predicted: { net_kg: -30 },
      // The component that is pointed to the new one is changed.
      steps: steps([1, 0], [1, -18], [0, 0]),
    });
  });

  it('comes of what is new, also by a datapoint that the workbook does not make', () => {
    expect(bridge(wanted, [])).toEqual({
      reference: 'E',
      before: null,
      predicted: result(-30),
      steps: steps([0, 0], [0, 0], [2, -30]),
    });
    expect(bridge([wantedLoss('far'), entry], [thereKg(7, null, 'far')])).toMatchObject({
      predicted: { net_kg: -7 },
    });
  });

  it('stays where only names change', () => {
    const renamed = desiredDatapoint('R', {
      fields: { ...quantity(12, 'kgCO2e', null), display_name: { type: 'text', value: 'Loss' } },
    });
    expect(
      bridge([renamed, wantedLoss('R'), entry], [thereKg(12), used, thereEntry(result(-12))]),
    ).toMatchObject({
      predicted: { net_kg: -12 },
      steps: steps([0, 0], [0, 0], [0, 0], 1),
    });
  });

  it('agrees with the registry as far as it is trusted, to a millionth', () => {
    const there = (registryKg: number) =>
      bridge(wanted, [thereKg(12), used, thereEntry(result(registryKg))])?.predicted;
    expect(there(-12.00001)).toMatchObject({ without_discount_kg: -30 });
    expect(there(-12.0001)).toBeNull();
  });

  it.each<[string, readonly DesiredRecord[], readonly RemoteRecord[]]>([
    ['the registry shows none', wanted, [thereKg(12), used, thereEntry(null)]],
    [
      'the flux of a component cannot be worked out',
      wanted,
      [remoteDatapoint('R', { fields: quantity(12, 'km') }), used, thereEntry(result(-12))],
    ],
    ['that of a new one cannot', [wantedKg(30), component, entry], []],
    [
      'the entry cannot be made',
      [wantedKg(30), wantedLoss('R'), desiredEntry('E', [share(byReference('component', 'C'), 2)])],
      [],
    ],
  ])('is not known where %s', (_what, records, there) => {
    expect(bridge(records, there)).toMatchObject({ predicted: null, steps: [] });
  });
});
