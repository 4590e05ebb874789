import { describe, expect, it } from 'vitest';
import type { RequestContext } from '../../../src/kinds/kind.js';
import { writableRules } from '../../../src/kinds/registry.js';
import type { Change } from '../../../src/model/operation.js';
import type { Fields, FieldValue, InputBinding, RemoteRecord } from '../../../src/model/record.js';
import {
  byId,
  byReference,
  desiredComponent,
  desiredDatapoint,
  remoteDatapoint,
} from '../../support/builders.js';
import {
  desiredEntry,
  desiredSource,
  remoteComponent,
  remoteEntry,
  remoteSource,
  share,
} from '../../support/decided.js';

const context: RequestContext = {
  projectId: 'prj_1',
  id: ({ by, value }) => (by === 'id' ? value : `id of ${value}`),
};

function change(field: string, after: FieldValue, before: FieldValue | null = null): Change {
  return { field, before, after, origins: [] };
}

const feedstock = (value: string | null): Fields => ({
  feedstock_type: { type: 'link', value: value === null ? null : byId('feedstock_type', value) },
});

describe('an entry is made', () => {
  const entry = writableRules('ghg_entry');
  it.each<[string, Fields, Readonly<Record<string, unknown>>]>([
    ['without a feedstock', {}, {}],
    ['with none', feedstock(null), { feedstock_type_id: null }],
    ['with one', feedstock('ftt_1'), { feedstock_type_id: 'ftt_1' }],
  ])('%s', (_what, fields, more) => {
    expect(entry.create(desiredEntry('E', [], fields), context)).toEqual({
      method: 'POST',
      path: '/ghg_entries',
      body: {
        project_id: 'prj_1',
        supplier_reference_id: 'E',
        started_on: '2026-10-01',
        completed_on: '2026-10-31',
        ghg_entry_template_id: 'id of Month',
        ghg_entry_template_components: [],
        ...more,
      },
    });
  });

  it('and its components are attributed afterwards, where there are any', () => {
    const created = { id: 'rmv_1', uploadUrl: null };
    expect(entry.afterCreate(desiredEntry('E'), created, context)).toEqual([]);
    const record = desiredEntry('E', [share(byReference('component', 'C'), 0.5)]);
    expect(entry.afterCreate(record, created, context)).toEqual([
      {
        type: 'request',
        request: {
          method: 'PATCH',
          path: '/ghg_entries/rmv_1/component_attributions',
          body: {
            components_to_add: [
              { component_id: 'id of C', component_group_key: 'transport', attribution_factor: 0.5 },
            ],
          },
        },
      },
    ]);
  });

  it('points to its template, its feedstock, and all that it stands on', () => {
    const input: InputBinding = {
      input_key: 'mass',
      shape: 'scalar',
      datapoints: [byReference('datapoint', 'R')],
    };
    const made = { component: byId('template_component', 'rtc_1'), inputs: [input] };
    const record = desiredEntry('E', [share(byReference('component', 'C'))], {
      ...feedstock('ftt_1'),
      template_inputs: { type: 'template_inputs', value: [made] },
    });
    const values = (fields: Fields) => entry.links(fields).map(({ value }) => value);
    expect(values(record.fields)).toEqual(['Month', 'ftt_1', 'rtc_1', 'R', 'C']);
    expect(values({ ...record.fields, ...feedstock(null) })).toEqual(['Month', 'rtc_1', 'R', 'C']);
    expect(values({ template: { type: 'link', value: null } })).toEqual([]);
    expect(values({})).toEqual([]);
  });
});

describe('an entry is changed', () => {
  const scalar = (key: string, datapoint: string): InputBinding => ({
    input_key: key,
    shape: 'scalar',
    datapoints: [byId('datapoint', datapoint)],
  });
  const templateInputs = (component: string, ...inputs: InputBinding[]): FieldValue => ({
    type: 'template_inputs',
    value: [{ component: byId('template_component', component), inputs }],
  });
  const shares = (...value: ReturnType<typeof share>[]): FieldValue => ({ type: 'attributions', value });
  const there = (fields: Fields = {}): RemoteRecord =>
    remoteEntry('E', [], {
      id: 'rmv_1',
      fields,
      detail: {
        components: [
          { id: 'cmp_made', template_component_id: 'rtc_1', group: 'energy-use', factor: 1, inputs: [] },
        ],
      },
    });
  const sent = (changes: readonly Change[], remote = there()) =>
    writableRules('ghg_entry')
      .update(remote, desiredEntry('E'), changes, context)
      .map((step) => (step.type === 'request' ? [step.request.path, step.request.body] : step.type));
  const bound = (key: string, datapoint_id: string) => ({
    __typename: 'CreateComponentScalarInput',
    input_key: key,
    datapoint_id,
  });
  const c = byId('component', 'cmp_c');
  const d = byId('component', 'cmp_d');
  const fixed = templateInputs('rtc_1', scalar('fixed', 'dtp_f'), scalar('mass', 'dtp_old'));

  it.each<[string, readonly Change[], readonly unknown[]]>([
    ['in nothing', [], []],
    [
      'in its days',
      [change('started_on', { type: 'date', value: '2026-10-02' })],
      [['/ghg_entries/rmv_1', { started_on: '2026-10-02' }]],
    ],
    [
      'in its feedstock',
      [change('feedstock_type', { type: 'link', value: byId('feedstock_type', 'ftt_1') })],
      [['/ghg_entries/rmv_1', { feedstock_type_id: 'ftt_1' }]],
    ],
    [
      'to no feedstock',
      [change('feedstock_type', { type: 'link', value: null })],
      [['/ghg_entries/rmv_1', { feedstock_type_id: null }]],
    ],
    [
      'in an input of its template, the others going along',
      [change('template_inputs', templateInputs('rtc_1', scalar('mass', 'dtp_new')))],
      [['/components/cmp_made', { inputs: [bound('fixed', 'dtp_f'), bound('mass', 'dtp_new')] }]],
    ],
    [
      'in an input that was not bound',
      [change('template_inputs', templateInputs('rtc_1', scalar('more', 'dtp_new')))],
      [
        [
          '/components/cmp_made',
          { inputs: [bound('fixed', 'dtp_f'), bound('mass', 'dtp_old'), bound('more', 'dtp_new')] },
        ],
      ],
    ],
    [
      'in nothing of a template component that it does not have',
      [change('template_inputs', templateInputs('rtc_2', scalar('mass', 'dtp_new')))],
      [],
    ],
    [
      'in its shares: one more, one fewer, one of another size',
      [
        change(
          'attributions',
          shares(share(c, 0.5), share(d)),
          shares(share(c), share(byId('component', 'cmp_x'))),
        ),
      ],
      [
        [
          '/ghg_entries/rmv_1/component_attributions',
          {
            components_to_add: [
              { component_id: 'cmp_c', component_group_key: 'transport', attribution_factor: 0.5 },
              { component_id: 'cmp_d', component_group_key: 'transport', attribution_factor: 1 },
            ],
            components_to_remove: ['cmp_x'],
          },
        ],
      ],
    ],
    [
      'in the group of a share',
      [change('attributions', shares(share(c, 1, 'storage')), shares(share(c)))],
      [
        [
          '/ghg_entries/rmv_1/component_attributions',
          {
            components_to_add: [
              { component_id: 'cmp_c', component_group_key: 'storage', attribution_factor: 1 },
            ],
          },
        ],
      ],
    ],
    [
      'by the loss of a share',
      [change('attributions', shares(), shares(share(c)))],
      [['/ghg_entries/rmv_1/component_attributions', { components_to_remove: ['cmp_c'] }]],
    ],
    ['in shares that are equal by id', [change('attributions', shares(share(c)), shares(share(c)))], []],
  ])('%s', (_what, changes, expected) => {
    expect(sent(changes, there({ template_inputs: fixed }))).toEqual(expected);
  });
});

describe('a source is changed', () => {
  const source = writableRules('source');
  const renamed = change('display_name', { type: 'text', value: 'Ticket 1' });
  const document = desiredSource('D').fields['document'];
  if (document === undefined) throw new Error('no document');
  const steps = (...changes: Change[]) =>
    source
      .update(remoteSource('D', false), desiredSource('D'), changes, context)
      .map((step) => (step.type === 'request' ? step.request.body : step));

  it('in its name alone, in its document alone, or in both', () => {
    const upload = {
      type: 'upload',
      document: document.value,
      url: null,
      fresh: {
        method: 'POST',
        path: '/sources/src_D000000000000000/signed_upload_url',
        body: { content_length: 9, content_type: 'application/pdf' },
      },
    };
    expect(steps(renamed)).toEqual([{ display_name: 'Ticket 1' }]);
    expect(steps(change('document', document))).toEqual([upload]);
    expect(steps(renamed, change('document', document))).toEqual([{ display_name: 'Ticket 1' }, upload]);
  });
});

describe('inputs', () => {
  it('are sent in their shapes', () => {
    const component = desiredComponent('C', 'R');
    const input: InputBinding = {
      input_key: 'mass',
      shape: 'list',
      datapoints: [byId('datapoint', 'a'), byId('datapoint', 'b')],
    };
    const rules = writableRules('component');
    const after: FieldValue = { type: 'inputs', value: [input] };
    const [step] = rules.update(remoteComponent('C', 'x'), component, [change('inputs', after)], context);
    expect(step).toMatchObject({
      request: {
        body: {
          inputs: [{ __typename: 'CreateComponentListInput', input_key: 'mass', datapoint_ids: ['a', 'b'] }],
        },
      },
    });
    expect(rules.create(component, context).body).toMatchObject({
      inputs: [{ __typename: 'CreateComponentScalarInput', input_key: 'mass', datapoint_id: 'id of R' }],
    });
    expect(rules.links({})).toEqual([]);
  });
});

describe('a field that our own code fills wrongly is our fault', () => {
  const datapoint = writableRules('datapoint');
  const { quantity: _quantity, ...without } = desiredDatapoint('R').fields;

  it.each<[string, Fields, string]>([
    ['missing', without, 'field quantity is missing'],
    [
      'of another type',
      { ...without, quantity: { type: 'text', value: '1 t' } },
      'field quantity should hold quantity and holds something else',
    ],
    [
      'empty',
      { ...desiredDatapoint('R').fields, display_name: { type: 'text', value: null } },
      'field display_name is empty',
    ],
  ])('%s', (_what, fields, message) => {
    expect(() => datapoint.create({ ...desiredDatapoint('R'), fields }, context)).toThrow(message);
  });

  it('and a datapoint without sources stands on none', () => {
    expect(datapoint.links({})).toEqual([]);
    expect(datapoint.links(remoteDatapoint('R').fields)).toEqual([]);
  });
});
