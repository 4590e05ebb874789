import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator, type SeedDataInput } from '../../src/emulator/index.js';
import type { DesiredRecord, Fields, InputBinding, Link, QuantityValue } from '../../src/model/record.js';
import { byReference, desiredDatapoint } from '../support/builders.js';
import { walkRecords } from '../support/planned.js';
import { rewrite, type Rewriting } from '../support/rewriting.js';

const day = '2026-10-03T06:30:00Z';
const text = (value: string) => ({ type: 'text', value }) as const;

const seedData: SeedDataInput = {
  organisation: { name: 'Example' },
  projects: [{ name: 'Example', country_code: 'KEN' }],
  sources: ['ticket-a', 'ticket-b', 'ticket-c'].map((reference) => ({
    reference,
    display_name: reference,
    file_name: `${reference}.pdf`,
    content_type: 'application/pdf',
    content_length: 10,
    published_at: '2026-10-04',
  })),
  templates: [
    {
      display_name: 'Month',
      groups: [
        { key: 'transport', display_name: 'Transport' },
        {
          key: 'stored',
          display_name: 'Stored',
          components: [
            {
              display_name: 'Stored',
              blueprint_key: 'biochar_sequestration_1000_year',
              inputs: ['product_mass', 'carbon_contents', 's_fraction'].map((input_key) => ({
                input_key,
                display_name: input_key,
                type: 'monitored' as const,
              })),
            },
          ],
        },
      ],
    },
  ],
};

function datapoint(reference: string, quantity: QuantityValue, sources: readonly string[]): DesiredRecord {
  return desiredDatapoint(reference, {
    fields: {
      quantity: { type: 'quantity', value: quantity },
      measured_at: { type: 'instant', value: reference === 'share' ? null : day },
      sources: { type: 'links', value: sources.map((name) => byReference('source', name)) },
    },
  });
}

const input = (input_key: string, shape: 'scalar' | 'list', ...names: readonly string[]): InputBinding => ({
  input_key,
  shape,
  datapoints: names.map((name) => byReference('datapoint', name)),
});

function transport(reference: string): DesiredRecord {
  const fields: Fields = {
    display_name: text('Transport'),
    description: text(''),
    blueprint: text('mass_distance_based_ci_emissions'),
    activity_started_at: { type: 'instant', value: day },
    activity_completed_at: { type: 'instant', value: '2026-10-03T20:59:59Z' },
    inputs: {
      type: 'inputs',
      value: [input('mass_distance', 'scalar', 'haul'), input('carbon_intensity', 'scalar', 'factor')],
    },
  };
  return { ...desiredDatapoint(reference), kind: 'component', fields };
}

function month(magnitudes: readonly number[]): readonly DesiredRecord[] {
  const [mass = 1, haul = 1, carbon = 1] = magnitudes;
  const template: Link = { kind: 'ghg_entry_template', by: 'display_name', value: 'Month' };
  const stored: Link = { kind: 'template_component', by: 'display_name', value: 'Stored', within: template };
  const share = (reference: string, factor: number) => ({
    component: byReference('component', reference),
    group: 'transport',
    factor,
  });
  const entry: DesiredRecord = {
    ...desiredDatapoint('month'),
    kind: 'ghg_entry',
    fields: {
      template: { type: 'link', value: template },
      started_on: { type: 'date', value: '2026-10-01' },
      completed_on: { type: 'date', value: '2026-10-31' },
      template_inputs: {
        type: 'template_inputs',
        value: [
          {
            component: stored,
            inputs: [
              input('product_mass', 'scalar', 'mass'),
              input('carbon_contents', 'list', 'carbon-1', 'carbon-2', 'carbon-3'),
              input('s_fraction', 'list', 'share'),
            ],
          },
        ],
      },
      attributions: {
        type: 'attributions',
        value: [share('haul-1', 1 / 3), share('haul-2', 0.1 + 0.2), share('haul-3', 1)],
      },
    },
  };
  return [
    datapoint('mass', { magnitude: mass, unit: 't', standard_deviation: mass / 70 }, [
      'ticket-a',
      'ticket-b',
      'ticket-c',
    ]),
    datapoint('haul', { magnitude: haul, unit: 'tonne * km', standard_deviation: 1 / 7 }, ['ticket-b']),
    datapoint('factor', { magnitude: 0.1 + 0.2, unit: 'kgCO2e/(tonne * km)', standard_deviation: 0.01 }, []),
    datapoint('carbon-1', { magnitude: carbon, unit: 'mg / kg', standard_deviation: null }, ['ticket-c']),
    datapoint('carbon-2', { magnitude: 75.3, unit: '%', standard_deviation: 1 / 3 }, ['ticket-c']),
    datapoint('carbon-3', { magnitude: 0.8, unit: 'kg/kg', standard_deviation: null }, []),
    datapoint('share', { magnitude: 0.9, unit: 'dimensionless', standard_deviation: null }, []),
    transport('haul-1'),
    transport('haul-2'),
    transport('haul-3'),
    entry,
  ];
}

const rewriting: fc.Arbitrary<Rewriting> = fc.record({
  spelling: fc.nat(11),
  digits: fc.constantFrom(15 as const, 16 as const, 17 as const),
  instants: fc.constantFrom(
    'Z' as const,
    'milliseconds' as const,
    'microseconds' as const,
    'offset' as const,
    'another-offset' as const,
    'no-zone' as const,
  ),
  empty: fc.constantFrom('null' as const, 'blank' as const, 'absent' as const),
  turn: fc.nat(5),
  extras: fc.boolean(),
});
const magnitudes = fc.array(fc.double({ min: 1e-6, max: 9e5, noNaN: true }), { minLength: 3, maxLength: 3 });

const noLimit = {
  shape: 'fixed-window',
  requests: 1e9,
  windowSeconds: 1,
  headers: true,
  retryAfter: 'seconds',
} as const;

describe('whatever the service rewrites on read-back', () => {
  let service: Emulator;
  beforeAll(async () => {
    service = await startEmulator({ seedData, settings: { rateLimit: noLimit } });
  });
  afterAll(() => service.close());

  it('what was sent is read back as equal, and the second plan is empty', async () => {
    await fc.assert(
      fc.asyncProperty(magnitudes, rewriting, rewriting, async (numbers, first, second) => {
        service.reset();
        const made = await walkRecords(service, month(numbers), (body) => rewrite(body, first));
        expect(made.summary.verdicts).toEqual({ verified: 11, diverged: 0, missing: 0 });
        expect(made.summary.exit_code).toBe(0);
        const again = await walkRecords(service, month(numbers), (body) => rewrite(body, second));
        const changed = again.decided.operations
          .filter(({ action }) => action !== 'unchanged')
          .map(({ action, reference, reason }) => `${action} ${reference}: ${reason}`);
        expect(changed).toEqual([]);
        expect(again.summary.requests.writes).toBe(0);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('a value that does differ is still found', async () => {
    await fc.assert(
      fc.asyncProperty(rewriting, async (how) => {
        service.reset();
        await walkRecords(service, month([1, 1, 1]));
        const { decided } = await walkRecords(service, month([1.000001, 1, 1]), (body) => rewrite(body, how));
        expect(
          decided.operations.filter(({ action }) => action !== 'unchanged').map(({ reference }) => reference),
        ).toEqual(['mass']);
      }),
      { numRuns: 15 },
    );
  }, 60_000);
});
