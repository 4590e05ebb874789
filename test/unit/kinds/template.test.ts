import { describe, expect, it } from 'vitest';
import { unreadDatapoints, entryBreakdown } from '../../../src/kinds/entry-breakdown.js';
import type { DesiredRecord, Fields, InputBinding, Link, RemoteRecord } from '../../../src/model/record.js';
import { RemoteState } from '../../../src/model/remote-state.js';
import {
  byId,
  byReference,
  cell,
  desiredComponent,
  desiredDatapoint,
  massBlueprint,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import {
  decided,
  desiredEntry,
  monthTemplate,
  onlyOf,
  remoteComponent,
  remoteEntry,
  share,
} from '../../support/decided.js';

const month: Link = { kind: 'ghg_entry_template', by: 'display_name', value: 'Month' };

function templateComponent(
  name: string | null,
  inputs: readonly Readonly<Record<string, unknown>>[],
): RemoteRecord {
  const id = `rtc_${name ?? 'nameless'}`;
  return {
    ...monthTemplate,
    kind: 'template_component',
    id,
    displayName: name,
    parent: monthTemplate.id,
    detail: { id, display_name: name ?? '', blueprint_key: massBlueprint.id, inputs },
  };
}

const mass = (given: Readonly<Record<string, unknown>>) => ({
  input_key: 'mass',
  display_name: 'Mass',
  ...given,
});

function bound(name: string, key: string, shape: InputBinding['shape'] = 'scalar'): Fields {
  return {
    template_inputs: {
      type: 'template_inputs',
      value: [
        {
          component: { kind: 'template_component', by: 'display_name', value: name, within: month },
          inputs: [{ input_key: key, shape, datapoints: [byReference('datapoint', 'R')] }],
        },
      ],
    },
  };
}

/** What is said of an entry of a template with such components. */
function told(entry: DesiredRecord, components: readonly RemoteRecord[]) {
  const { issues, operations } = decided([desiredDatapoint('R'), entry], components);
  return {
    issues: issues.map(({ code, message }) => `${code}: ${message}`),
    action: operations.at(-1)?.action,
  };
}

describe('an input of a template', () => {
  it.each<[string, Readonly<Record<string, unknown>>, 'create' | 'blocked']>([
    ['that is monitored by its type', { type: 'monitored', datapoint_id: null }, 'create'],
    [
      'that is monitored by its type, whatever it has',
      { type: 'monitored', datapoint_id: 'dtp_x' },
      'create',
    ],
    ['that is fixed by its type', { type: 'fixed', datapoint_id: null }, 'blocked'],
    ['without a type and a datapoint', {}, 'create'],
    ['without a type, with an empty datapoint', { datapoint_id: null }, 'create'],
    ['without a type, with a datapoint', { datapoint_id: 'dtp_x' }, 'blocked'],
  ])('%s is given by the month, or not', (_what, given, action) => {
    const component = templateComponent('Made', [mass(given)]);
    const { issues, action: seen } = told(desiredEntry('E', [], bound('Made', 'mass')), [component]);
    expect(seen).toBe(action);
    expect(issues).toEqual(
      action === 'create'
        ? []
        : [
            'input-not-wanted: template component "Made": input mass is fixed by the template and must not be given: leave it out',
          ],
    );
  });

  it('that is given as a list and wanted as one is sent as one', () => {
    const component = templateComponent('Made', [mass({ type: 'monitored' })]);
    const plan = decided(
      [desiredDatapoint('R'), desiredEntry('E', [], bound('Made', 'mass', 'list'))],
      [component],
    );
    expect(plan.operations[1]?.desired.fields['template_inputs']).toMatchObject({
      value: [{ component: byId('template_component', 'rtc_Made'), inputs: [{ shape: 'scalar' }] }],
    });
  });

  it('that its blueprint does not have is told with those that are wanted', () => {
    const wrong = desiredEntry('E', [], bound('Made', 'weight'));
    expect(told(wrong, [templateComponent('Made', [mass({ type: 'monitored' })])]).issues).toEqual([
      'input-not-wanted: template component "Made": the blueprint mass_based_ci_emissions has no input weight: it takes mass',
      'input-missing: template component "Made": input mass of mass_based_ci_emissions is not given: bind a datapoint to it',
    ]);
    expect(told(wrong, [templateComponent('Made', [])]).issues).toEqual([
      'input-not-wanted: template component "Made": the blueprint mass_based_ci_emissions has no input weight: it takes none',
    ]);
  });
});

describe('a template component that is not there', () => {
  it.each<[string, readonly RemoteRecord[], string]>([
    [
      'is told with those that are',
      [templateComponent('One', []), templateComponent('Two', [])],
      '"One", "Two"',
    ],
    ['is told with ids where they have no names', [templateComponent(null, [])], '"rtc_nameless"'],
    ['is told where there is none', [], 'none'],
  ])('%s', (_what, components, names) => {
    expect(told(desiredEntry('E', [], bound('Made', 'mass')), components).issues[0]).toBe(
      `template-component-unknown: the template has no component "Made": it has ${names}`,
    );
  });
});

describe('a template that is not there', () => {
  const entry = desiredEntry('E', [], {
    template: { type: 'link', value: { kind: 'ghg_entry_template', by: 'display_name', value: 'Year' } },
  });

  it('is told with those that are, at the cell of the entry', () => {
    const nameless = { ...monthTemplate, id: 'rvt_nameless', displayName: null };
    const { issues } = decided([entry], [nameless]);
    expect(issues[0]).toMatchObject({
      code: 'template-unknown',
      message: 'the project has no template "Year": it has "Month", "rvt_nameless"',
      origins: [cell('A1', 'Month')],
    });
  });
});

describe('a component', () => {
  it('of a blueprint that is not there is blocked', () => {
    const component = desiredComponent('C', 'R');
    const wanted = {
      ...component,
      fields: { ...component.fields, blueprint: { type: 'text' as const, value: 'unheard_of' } },
    };
    const [, operation] = decided([desiredDatapoint('R'), wanted]).operations;
    expect(operation).toMatchObject({
      action: 'blocked',
      reason: 'the service has no blueprint unheard_of: look at `mrv-ingest list blueprints`',
    });
  });

  it('has its inputs in the shape of the blueprint', () => {
    const listed: RemoteRecord = {
      ...massBlueprint,
      id: 'listed',
      reference: 'listed',
      detail: {
        key: 'listed',
        display_name: 'Listed',
        inputs: [{ input_key: 'mass', quantity_kind: 'mass', data_shape: 'LIST', compatible_unit: 'kg' }],
      },
    };
    const component = desiredComponent('C', 'R');
    const wanted = {
      ...component,
      fields: { ...component.fields, blueprint: { type: 'text' as const, value: 'listed' } },
    };
    const operation = onlyOf({
      ...decided([desiredDatapoint('R'), wanted], [listed]),
      operations: decided([desiredDatapoint('R'), wanted], [listed]).operations.slice(1),
    });
    expect(operation).toMatchObject({
      action: 'create',
      desired: { fields: { inputs: { value: [{ shape: 'list' }] } } },
    });
  });

  it('may use a datapoint of the registry in a unit that fits, and none in another', () => {
    const far = (unit: string) =>
      onlyOf(
        decided([desiredComponent('C', 'far')], [remoteDatapoint('far', { fields: quantity(1, unit) })]),
      );
    expect(far('g')).toMatchObject({ action: 'create' });
    for (const unit of ['km', 'foo'])
      expect(far(unit)).toMatchObject({
        action: 'blocked',
        reason: `input mass takes mass (as kg), and the datapoint far is in ${unit}: use a unit of that kind`,
      });
  });
});

describe('the breakdown of an entry', () => {
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
  const component = (id: string, fields: Fields): RemoteRecord =>
    remoteComponent(id, 'dtp_x', { id, fields });
  const loss = (id: string, key: string, ...datapoints: string[]) =>
    component(id, {
      blueprint: { type: 'text', value: key },
      inputs: {
        type: 'inputs',
        value: [
          { input_key: 'co2e', shape: 'scalar', datapoints: datapoints.map((one) => byId('datapoint', one)) },
        ],
      },
    });
  const value = (reference: string | null, id: string, unit: string, displayName: string | null = 'Loss') =>
    remoteDatapoint(reference ?? id, { id, reference, displayName, fields: quantity(12, unit, 3) });
  const entryOf = (...ids: string[]) =>
    remoteEntry(
      'E',
      ids.map((id) => share(byId('component', id), 0.5, 'losses')),
    );
  const state = (...records: RemoteRecord[]) => new RemoteState([blueprint, ...records]);

  it('has the sum of each group, and counts what is not known', () => {
    const records = [
      loss('a', 'constant_loss', 'dtp_a'),
      loss('b', 'constant_loss', 'dtp_b'),
      value('A', 'dtp_a', 'kgCO2e'),
    ];
    expect(entryBreakdown(entryOf('a', 'b'), state(...records), [])).toEqual({
      reference: 'E',
      groups: [{ group: 'losses', components: 1, unknown: 1, co2e_kg: -6 }],
      deviations: [{ datapoint: 'A', standard_deviation_kg: 1.5 }],
    });
  });

  it.each<[string, readonly RemoteRecord[]]>([
    ['a component that was not read', []],
    ['a component without a blueprint', [component('a', { blueprint: { type: 'text', value: null } })]],
    ['a blueprint that was not read', [loss('a', 'unheard_of', 'dtp_a'), value('A', 'dtp_a', 'kgCO2e')]],
    [
      'no input of that name',
      [
        component('a', { blueprint: { type: 'text', value: 'constant_loss' } }),
        value('A', 'dtp_a', 'kgCO2e'),
      ],
    ],
    ['an input without a datapoint', [loss('a', 'constant_loss')]],
    ['a datapoint that was not read', [loss('a', 'constant_loss', 'dtp_a')]],
    ['a unit that nobody knows', [loss('a', 'constant_loss', 'dtp_a'), value('A', 'dtp_a', 'foo')]],
    ['a unit of another kind', [loss('a', 'constant_loss', 'dtp_a'), value('A', 'dtp_a', 'kg')]],
  ])('does not know %s', (_what, records) => {
    expect(entryBreakdown(entryOf('a'), state(...records), []).groups).toEqual([
      { group: 'losses', components: 0, unknown: 1, co2e_kg: 0 },
    ]);
  });

  it('does not know a template component that was not read, nor its inputs', () => {
    const made = {
      id: 'cmp_made',
      template_component_id: 'rtc_Made',
      group: 'losses',
      factor: 1,
      inputs: [],
    };
    const entry = { ...remoteEntry(null), detail: { components: [made] } };
    expect(entryBreakdown(entry, state(), [])).toEqual({
      reference: entry.id,
      groups: [{ group: 'losses', components: 0, unknown: 1, co2e_kg: 0 }],
      deviations: [],
    });
    expect(entryBreakdown(entry, state(templateComponent('Made', [])), []).groups).toMatchObject([
      { unknown: 1 },
    ]);
  });

  it.each([
    ['A', 'Loss', 'A'],
    [null, 'Loss', 'Loss'],
    [null, null, 'dtp_a'],
  ])('names a datapoint by its reference, its name or its id: %j %j', (reference, displayName, expected) => {
    const read = value(reference, 'dtp_a', 'kgCO2e', displayName);
    const a = loss('a', 'constant_loss', 'dtp_a');
    expect(
      entryBreakdown(entryOf('a'), state(a, read), []).deviations.map(({ datapoint }) => datapoint),
    ).toEqual([expected]);
    // Also where it was read besides.
    expect(
      entryBreakdown(entryOf('a'), state(a), [read]).deviations.map(({ datapoint }) => datapoint),
    ).toEqual([expected]);
    expect(unreadDatapoints(entryOf('a'), state(a))).toEqual(['dtp_a']);
    expect(unreadDatapoints(entryOf('a', 'a'), state(a, read))).toEqual([]);
  });

  it('puts the greatest deviation first, and those of 0 nowhere', () => {
    const of = (id: string, sd: number) => remoteDatapoint(id, { id, fields: quantity(12, 'kgCO2e', sd) });
    const records = ['a', 'b', 'c'].map((id) => loss(id, 'constant_loss', `dtp_${id}`));
    const entry = entryOf('a', 'b', 'c');
    const { deviations } = entryBreakdown(
      entry,
      state(...records, of('dtp_a', 1), of('dtp_b', 0), of('dtp_c', 4)),
      [],
    );
    expect(deviations).toEqual([
      { datapoint: 'dtp_c', standard_deviation_kg: 2 },
      { datapoint: 'dtp_a', standard_deviation_kg: 0.5 },
    ]);
  });
});
