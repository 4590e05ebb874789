import type { SeedDataInput } from '../../../src/emulator/index.js';
import type { DesiredRecord, Fields, Link, QuantityValue } from '../../../src/model/record.js';
import { byReference, desiredDatapoint } from '../builders.js';
import type { Case } from './cases.js';

/** The remote side and the wanted records of a case. */

const remoteQuantity: QuantityValue = { magnitude: 12.5, unit: 'kg', standard_deviation: 0.2 };

const quantities: Readonly<Record<Case['value'], QuantityValue>> = {
  absent: remoteQuantity,
  same: remoteQuantity,
  'other-name': remoteQuantity,
  'other-quantity': { magnitude: 13, unit: 'kg', standard_deviation: 0.2 },
  'other-spelling': { magnitude: 0.0125, unit: 't', standard_deviation: 0.0002 },
  'other-unit': { magnitude: 12.5, unit: 't', standard_deviation: 0.2 },
  'other-deviation': { magnitude: 12.5, unit: 'kg', standard_deviation: 0.3 },
};

/** A factor that every component uses, and a datapoint that consumers of what is not there yet are bound to. */
const shared = { factor: 'factor', spare: 'spare', template: 'Month' } as const;
const day = '2026-10-03T00:00:00Z';

export const references = (name: string) => ({
  step: (step: number) => (step === 1 ? name : `${name}~${step}`),
  component: `${name}-use`,
  entry: `${name}-entry`,
  outsider: `${name}-by-hand`,
  outsiderEntry: `${name}-by-hand-entry`,
});

type LockedStatus = NonNullable<NonNullable<SeedDataInput['datapoints']>[number]['locked_status']>;

function datapoint(reference: string, quantity: QuantityValue, locked_status: LockedStatus = 'not_locked') {
  return {
    reference,
    display_name: 'Mass',
    description: '',
    quantity,
    type: 'REPORTED',
    measured_at: day,
    locked_status,
  };
}

/** The reference that a consumer is bound to in the registry. */
function boundTo({ name, chain, use }: Case): string {
  const bound = 'bound' in use ? use.bound : 'current';
  if (bound === 'elsewhere') return shared.spare;
  return references(name).step(bound === 'old' ? chain - 1 : chain);
}

function component(reference: string, mass: string) {
  return {
    reference,
    blueprint_key: 'mass_based_ci_emissions',
    display_name: 'Use',
    activity_started_at: day,
    activity_completed_at: day,
    inputs: { mass, carbon_intensity: shared.factor },
  };
}

function entry(
  reference: string,
  input: string,
  attributed: string | null,
  state: string,
): Remote['ghg_entries'][number] {
  return {
    reference,
    template: shared.template,
    started_on: '2026-10-01',
    completed_on: '2026-10-31',
    inputs: { Made: { mass: input } },
    attributions: attributed === null ? [] : [{ component: attributed, group: 'all' }],
    ...(state === 'none' ? {} : { statement: statementOf(state) }),
  };
}

function statementOf(state: string): 'DRAFT' | 'AWAITING_VERIFICATION' | 'VERIFIED' {
  return state === 'DRAFT' || state === 'AWAITING_VERIFICATION' ? state : 'VERIFIED';
}

type Members<K extends keyof SeedDataInput> = NonNullable<SeedDataInput[K]>;

interface Remote {
  readonly datapoints: Members<'datapoints'>;
  readonly components: Members<'components'>;
  readonly ghg_entries: Members<'ghg_entries'>;
}

function remoteOf(given: Case): Remote {
  const { name, chain, lock, use } = given;
  const own = references(name);
  const steps = Array.from({ length: chain }, (_, place) => place + 1);
  const datapoints = steps.map((step) =>
    step === chain
      ? datapoint(own.step(step), remoteQuantity, lock)
      : // What was replaced was locked, and had another value.
        datapoint(
          own.step(step),
          { ...remoteQuantity, magnitude: 9 + step },
          'locked_used_in_verified_removal',
        ),
  );
  const bound = boundTo(given);
  switch (use.by) {
    case 'nothing':
    case 'new-component':
    case 'new-entry':
      return { datapoints, components: [], ghg_entries: [] };
    case 'component':
      return {
        datapoints,
        components: [component(own.component, bound)],
        ghg_entries: [entry(own.entry, shared.spare, own.component, use.entry)],
      };
    case 'entry':
      return { datapoints, components: [], ghg_entries: [entry(own.entry, bound, null, use.entry)] };
    case 'outsider':
      return {
        datapoints,
        components: [component(own.outsider, bound)],
        ghg_entries: [entry(own.outsiderEntry, shared.spare, own.outsider, use.entry)],
      };
  }
}

/** One service that holds the remote side of many cases. */
export function serviceOf(cases: readonly Case[]): SeedDataInput {
  const remotes = cases.map(remoteOf);
  return {
    organisation: { name: 'Example' },
    projects: [{ name: 'Example', country_code: 'KEN' }],
    datapoints: [
      datapoint(shared.factor, { magnitude: 0.1, unit: 'kgCO2e/kg', standard_deviation: null }),
      datapoint(shared.spare, { magnitude: 1, unit: 'kg', standard_deviation: null }),
      ...remotes.flatMap(({ datapoints }) => datapoints),
    ],
    templates: [
      {
        display_name: shared.template,
        groups: [
          {
            key: 'all',
            display_name: 'All',
            components: [
              {
                display_name: 'Made',
                blueprint_key: 'mass_based_ci_emissions',
                inputs: [
                  { input_key: 'mass', display_name: 'Mass', type: 'monitored' },
                  {
                    input_key: 'carbon_intensity',
                    display_name: 'Factor',
                    type: 'fixed',
                    datapoint: shared.factor,
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
    components: remotes.flatMap(({ components }) => components),
    ghg_entries: remotes.flatMap(({ ghg_entries }) => ghg_entries),
  };
}

function wantedComponent(given: Case): DesiredRecord {
  const own = references(given.name);
  return {
    ...desiredDatapoint(own.component),
    kind: 'component',
    definition: 'components.use',
    fields: {
      display_name: { type: 'text', value: 'Use' },
      blueprint: { type: 'text', value: 'mass_based_ci_emissions' },
      activity_started_at: { type: 'instant', value: day },
      activity_completed_at: { type: 'instant', value: day },
      inputs: {
        type: 'inputs',
        value: [
          { input_key: 'mass', shape: 'scalar', datapoints: [byReference('datapoint', given.name)] },
          {
            input_key: 'carbon_intensity',
            shape: 'scalar',
            datapoints: [byReference('datapoint', shared.factor)],
          },
        ],
      },
    },
  };
}

function wantedEntry(given: Case, input: string, attributed: readonly string[]): DesiredRecord {
  const own = references(given.name);
  const template: Link = { kind: 'ghg_entry_template', by: 'display_name', value: shared.template };
  const made: Link = { kind: 'template_component', by: 'display_name', value: 'Made', within: template };
  // The statements of other cases cover October, where a new entry would be blocked for its days.
  const [first, last] =
    given.use.by === 'new-entry' ? ['2026-11-01', '2026-11-30'] : ['2026-10-01', '2026-10-31'];
  const fields: Fields = {
    template: { type: 'link', value: template },
    started_on: { type: 'date', value: first },
    completed_on: { type: 'date', value: last },
    template_inputs: {
      type: 'template_inputs',
      value: [
        {
          component: made,
          inputs: [{ input_key: 'mass', shape: 'scalar', datapoints: [byReference('datapoint', input)] }],
        },
      ],
    },
    attributions: {
      type: 'attributions',
      value: attributed.map((reference) => ({
        component: byReference('component', reference),
        group: 'all',
        factor: 1,
      })),
    },
  };
  return {
    ...desiredDatapoint(own.entry),
    kind: 'ghg_entry',
    definition: 'ghg_entries.month',
    fields,
  };
}

/** What the workbook wants in a case. */
export function wantedOf(given: Case): readonly DesiredRecord[] {
  const own = references(given.name);
  const fields: Fields = {
    display_name: { type: 'text', value: given.value === 'other-name' ? 'Mass, corrected' : 'Mass' },
    quantity: { type: 'quantity', value: quantities[given.value] },
    measured_at: { type: 'instant', value: day },
  };
  const wanted =
    given.value === 'absent'
      ? []
      : [
          desiredDatapoint(given.name, {
            onLocked: given.onLocked,
            definition: 'datapoints.mass',
            fields,
          }),
        ];
  switch (given.use.by) {
    case 'nothing':
    case 'outsider':
      return wanted;
    case 'component':
      return [...wanted, wantedComponent(given), wantedEntry(given, shared.spare, [own.component])];
    case 'new-component':
      return [...wanted, wantedComponent(given)];
    case 'entry':
    case 'new-entry':
      return [...wanted, wantedEntry(given, given.name, [])];
  }
}
