import { describe, expect, it } from 'vitest';
import { kindRules, readOnlyRules, writableRules } from '../../../src/kinds/registry.js';
import type { KindName, RemoteRecord } from '../../../src/model/record.js';
import { byId } from '../../support/builders.js';

/** The one record that an answer of the registry is read as. */
function read(
  kind: KindName,
  wire: Readonly<Record<string, unknown>>,
  parts: Readonly<Record<string, readonly unknown[]>> = {},
): RemoteRecord {
  const [record, ...more] = kindRules(kind).parse(wire, parts);
  if (record === undefined || more.length > 0) throw new Error('not one record');
  return record;
}

const datapoint = {
  id: 'dtp_1',
  display_name: 'Mass',
  quantity: { magnitude: 1 },
  source_ids: [],
  type: 'REPORTED',
  measured_at: null,
  supplier_reference_id: null,
  locked_status: 'not_locked',
};

describe('a datapoint is read', () => {
  it('where all is left out that may be', () => {
    expect(read('datapoint', datapoint)).toMatchObject({
      reference: null,
      lock: null,
      fields: {
        description: { value: null },
        quantity: { value: { magnitude: 1, unit: 'dimensionless', standard_deviation: null } },
        measured_at: { value: null },
        sources: { value: [] },
        uncertainty_justification: { value: null },
      },
    });
  });

  it.each([
    ['2026-10-03T05:12:00Z', '2026-10-03T05:12:00Z'],
    ['2026-10-03T05:12:00', '2026-10-03T05:12:00Z'],
    ['2026-10-03T05:12:00.000', '2026-10-03T05:12:00Z'],
    ['2026-10-03T05:12:00.250+02:00', '2026-10-03T03:12:00.250Z'],
    ['2026-10-03', '2026-10-03T00:00:00Z'],
    ['sometime', 'sometime'],
  ])('measured at %s, which is %s', (wire, instant) => {
    expect(read('datapoint', { ...datapoint, measured_at: wire }).fields['measured_at']).toEqual({
      type: 'instant',
      value: instant,
    });
  });
});

describe('a source is read', () => {
  const source = { id: 'src_1', is_public: false, url_info: null };

  it('where all is left out that may be', () => {
    expect(read('source', source)).toMatchObject({
      reference: null,
      displayName: null,
      fields: {
        display_name: { value: null },
        description: { value: null },
        published_at: { value: null },
        document: { value: null },
      },
    });
  });

  it.each([
    [null, null],
    [{ url: 'https://example.org' }, ''],
  ])('with its document where that has an address: %j', (url_info, file_name) => {
    const { value } = read('source', { ...source, url_info }).fields['document'] ?? {};
    expect(value === null ? null : value).toEqual(
      file_name === null
        ? null
        : { file_name, content_type: '', content_length: 0, sha256: null, path: null },
    );
  });
});

describe('a component is read', () => {
  it('with single inputs and lists', () => {
    const component = {
      id: 'cmp_1',
      display_name: 'Use',
      blueprint_key: 'b',
      activity_started_at: null,
      activity_completed_at: null,
      inputs: [
        { input_key: 'one', datapoint_id: 'dtp_1' },
        { input_key: 'many', datapoint_ids: ['dtp_1', 'dtp_2'] },
        { input_key: 'none', datapoint_ids: [] },
      ],
      supplier_reference_id: null,
    };
    expect(read('component', component)).toMatchObject({
      parent: null,
      fields: { description: { value: null } },
    });
    expect(read('component', { ...component, ghg_entry_template_component_id: 'rtc_1' }).parent).toBe(
      'rtc_1',
    );
    expect(read('component', component).fields['inputs']).toEqual({
      type: 'inputs',
      value: [
        { input_key: 'one', shape: 'scalar', datapoints: [byId('datapoint', 'dtp_1')] },
        {
          input_key: 'many',
          shape: 'list',
          datapoints: [byId('datapoint', 'dtp_1'), byId('datapoint', 'dtp_2')],
        },
        { input_key: 'none', shape: 'list', datapoints: [] },
      ],
    });
  });
});

describe('a feedstock type is read', () => {
  it.each([
    [undefined, null],
    [null, null],
    ['F', 'F'],
  ])('with its reference %j', (supplier_reference_id, reference) => {
    expect(read('feedstock_type', { id: 'ftt_1', name: 'Shells', supplier_reference_id })).toMatchObject({
      reference,
      displayName: 'Shells',
    });
  });
});

describe('an entry is read', () => {
  const entry = {
    id: 'rmv_1',
    started_on: '2026-10-01',
    completed_on: '2026-10-31',
    co2e_net_removed_kg: 90,
    co2e_net_removed_without_discount_kg: 100,
    co2e_net_removed_standard_deviation_kg: 10,
    feedstock_type_id: null,
    ghg_statement_id: null,
    supplier_reference_id: 'E',
  };
  const component = (id: string, made: string | null | undefined) => ({
    id,
    display_name: 'Made',
    blueprint_key: 'b',
    activity_started_at: null,
    activity_completed_at: null,
    inputs: [{ input_key: 'mass', datapoint_id: 'dtp_1' }],
    supplier_reference_id: null,
    ghg_entry_template_component_id: made,
  });
  const attribution = (component_id: string, made: string | null | undefined, attribution_factor = 0.5) => ({
    component_id,
    component_group_key: 'transport',
    ghg_entry_template_component_id: made,
    attribution_factor,
  });

  it('without any of its parts', () => {
    expect(read('ghg_entry', entry)).toMatchObject({
      lock: null,
      parts: [],
      co2e: {
        net_kg: 90,
        without_discount_kg: 100,
        standard_deviation_kg: 10,
        supplier_allocation_kg: null,
        buffer_pool_contribution_kg: null,
      },
      fields: {
        feedstock_type: { value: null },
        template_inputs: { value: [] },
        attributions: { value: [] },
      },
      detail: { components: [] },
    });
  });

  it('with its allocation and its feedstock', () => {
    const credit_allocation = { supplier_allocation_kg: 88, buffer_pool_contribution_kg: 2 };
    expect(read('ghg_entry', { ...entry, credit_allocation, feedstock_type_id: 'ftt_1' })).toMatchObject({
      co2e: { supplier_allocation_kg: 88, buffer_pool_contribution_kg: 2 },
      fields: { feedstock_type: { value: byId('feedstock_type', 'ftt_1') } },
    });
  });

  it('with what its template made apart from what was attributed', () => {
    const parts = {
      components: [
        component('cmp_1', 'rtc_1'),
        component('cmp_2', 'rtc_2'),
        component('cmp_3', null),
        component('cmp_4', undefined),
      ],
      attributions: [
        attribution('cmp_1', 'rtc_1', 0.25),
        attribution('cmp_3', null),
        attribution('cmp_4', undefined),
      ],
    };
    const record = read('ghg_entry', entry, parts);
    expect(record.parts).toEqual(['cmp_1', 'cmp_2']);
    expect(record.detail).toMatchObject({
      components: [
        { id: 'cmp_1', template_component_id: 'rtc_1', group: 'transport', factor: 0.25 },
        // The lists were read one after the other: a component whose share is not told yet.
        { id: 'cmp_2', template_component_id: 'rtc_2', group: '', factor: 1 },
      ],
    });
    expect(record.fields['attributions']).toEqual({
      type: 'attributions',
      value: ['cmp_3', 'cmp_4'].map((id) => ({
        component: byId('component', id),
        group: 'transport',
        factor: 0.5,
      })),
    });
  });

  it.each([
    ['DRAFT', null],
    ['AWAITING_VERIFICATION', null],
    ['FAILED_VERIFICATION', null],
    ['VERIFIED', 'in a statement that is verified'],
    ['CREDITS_ISSUED', 'in a statement that is credits issued'],
  ])('in a statement that is %s', (status, lock) => {
    const statements = [
      { id: 'ghs_0', status: 'VERIFIED' },
      { id: 'ghs_1', status },
    ];
    expect(read('ghg_entry', { ...entry, ghg_statement_id: 'ghs_1' }, { statements }).lock).toBe(lock);
    expect(read('ghg_entry', entry, { statements }).lock).toBeNull();
  });

  it('in a statement that is not listed', () => {
    expect(read('ghg_entry', { ...entry, ghg_statement_id: 'ghs_1' }, {}).lock).toBeNull();
  });
});

describe('a kind', () => {
  it('is told as it is, whether it is written or only read', () => {
    expect(kindRules('datapoint')).toBe(writableRules('datapoint'));
    expect(kindRules('feedstock_type')).toBe(readOnlyRules('feedstock_type'));
  });
});
