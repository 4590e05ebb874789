import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Emulator, EmulatorOptions, SeedDataInput } from '../../src/emulator/index.js';
import { Box, boxTemplates } from '../support/box.js';
import type { Answer } from '../support/service-client.js';

const seedData: SeedDataInput = {
  organisation: { name: 'Example' },
  projects: [{ name: 'Example', country_code: 'KEN', risk_of_reversal_percentage: 2 }],
  feedstock_types: [{ name: 'Wood', reference: 'wood' }],
  datapoints: [
    {
      reference: 'factor',
      display_name: 'Factor',
      quantity: { magnitude: 1.2, unit: 'kgCO2e/kWh' },
      type: 'CONSTANT',
      locked_status: 'locked_library_datapoint',
      library: true,
    },
    { reference: 'carbon', display_name: 'Carbon', quantity: { magnitude: 50, unit: '%' }, type: 'REPORTED' },
    {
      reference: 'mass',
      display_name: 'Mass',
      quantity: { magnitude: 27500, unit: 't', standard_deviation: 100 },
      type: 'REPORTED',
    },
    { reference: 'start', display_name: 'Start', quantity: { magnitude: 20, unit: 'kWh' }, type: 'REPORTED' },
    { reference: 'end', display_name: 'End', quantity: { magnitude: 50, unit: 'kWh' }, type: 'REPORTED' },
  ],
  templates: boxTemplates,
};

const withId = z.looseObject({ id: z.string() });
const listed = z.looseObject({
  nodes: z.array(withId),
  total_count: z.number(),
  page_info: z.looseObject({
    end_cursor: z.string().nullable(),
    start_cursor: z.string().nullable(),
    has_next_page: z.boolean(),
    has_previous_page: z.boolean(),
  }),
});

let box: Box;
let service: Emulator;
let call: Box['call'];

async function open(given: EmulatorOptions = {}): Promise<void> {
  box = await Box.open({ seedData, ...given });
  ({ service, call } = box);
}

beforeEach(() => open());
afterEach(() => service.close());

const idOf = ({ body }: Answer) => withId.parse(body).id;
const byReference = (kind: string, reference: string) => box.byReference(kind, reference);
const entry = (given: Record<string, unknown> = {}) => box.entryBody(given);

function datapoint(given: Record<string, unknown> = {}) {
  return {
    display_name: 'A',
    description: '',
    project_id: service.projectId,
    quantity: { magnitude: 1, unit: 'kg' },
    source_ids: [],
    supplier_reference_id: 'R',
    type: 'REPORTED',
    ...given,
  };
}

function source(given: Record<string, unknown> = {}) {
  return {
    __typename: 'CreateDocumentSourceRequest',
    display_name: 'Doc',
    file_name: 'a.txt',
    content_type: 'text/plain',
    content_length: 5,
    project_id: service.projectId,
    published_at: '2026-10-31',
    supplier_reference_id: 'S',
    ...given,
  };
}

async function meter(given: Record<string, unknown> = {}) {
  const [start, end, factor] = await Promise.all(
    ['start', 'end', 'factor'].map((reference) => byReference('datapoints', reference)),
  );
  return {
    component_blueprint_key: 'metered_energy_based_ci_emissions',
    project_id: service.projectId,
    display_name: 'Meter',
    supplier_reference_id: 'C',
    activity_started_at: '2026-10-01T00:00:00Z',
    activity_completed_at: '2026-10-31T00:00:00Z',
    inputs: [
      { __typename: 'CreateComponentScalarInput', input_key: 'initial_readout', datapoint_id: start },
      { input_key: 'final_readout', datapoint_id: end },
      { input_key: 'carbon_intensity', datapoint_id: factor },
    ],
    ...given,
  };
}

describe('credentials', () => {
  it.each([
    ['neither', { 'x-client-secret': '', authorization: '' }],
    ['a wrong secret', { 'x-client-secret': 'other' }],
    ['a wrong token', { authorization: 'Bearer x.y.z' }],
  ])('%s is 401, on every path', async (_what, headers) => {
    for (const to of ['/projects', '/datapoints', '/nowhere'])
      expect((await call('GET', to, undefined, headers)).status).toBe(401);
  });

  it('expire after a year', async () => {
    let now = Date.parse('2026-11-21T00:00:00Z');
    await service.close();
    await open({ now: () => now });
    expect((await call('GET', '/projects')).status).toBe(200);
    now += 366 * 86_400_000;
    expect((await call('GET', '/projects')).status).toBe(401);
  });
});

describe('input that is wrong', () => {
  it.each([
    ['an unknown field', { colour: 'blue' }, 'colour'],
    ['a missing field', { type: undefined }, 'type'],
    ['another enum value', { type: 'GUESSED' }, 'type'],
    ['a name that is too long', { display_name: 'x'.repeat(151) }, 'display_name'],
    ['a reference that is too long', { supplier_reference_id: 'x'.repeat(201) }, 'supplier_reference_id'],
    ['a unit that nobody knows', { quantity: { magnitude: 1, unit: 'foo' } }, 'quantity.unit'],
    ['a magnitude that is text', { quantity: { magnitude: '1', unit: 'kg' } }, 'quantity.magnitude'],
    [
      'a negative standard deviation',
      { quantity: { magnitude: 1, unit: 'kg', standard_deviation: -1 } },
      'quantity.standard_deviation',
    ],
    ['an id of another kind', { project_id: 'src_00000000000000000' }, 'project_id'],
    ['a date that is none', { measured_at: 'yesterday' }, 'measured_at'],
  ])('%s is 422 in the documented shape, and changes nothing', async (_what, given, field) => {
    const { status, body } = await call('POST', '/datapoints', datapoint(given));
    expect(status).toBe(422);
    const { detail } = z
      .object({
        detail: z.array(z.looseObject({ loc: z.array(z.string()), msg: z.string(), type: z.string() })),
      })
      .parse(body);
    expect(detail.map(({ loc }) => loc.join('.'))).toContain(`body.${field}`);
    expect(await byReference('datapoints', 'R')).toBe('');
  });

  it.each(['{', '[]', '"x"', `{"a":"${'x'.repeat(1_100_000)}"}`])(
    'a body that is no object is 422',
    async (body) => {
      expect((await call('POST', '/datapoints', body)).status).toBe(422);
    },
  );

  it.each(['first=0', 'first=51', 'first=x', 'after=nowhere', 'quantity_kind=colour'])(
    'a query %s is 422',
    async (query) => {
      expect((await call('GET', `/datapoints?${query}`)).status).toBe(422);
    },
  );

  it('what is not there is 404, or 400 where a body names it', async () => {
    expect((await call('GET', '/datapoints/dtp_00000000000000000')).status).toBe(404);
    expect((await call('GET', '/nowhere')).status).toBe(404);
    expect(
      (await call('POST', '/datapoints', datapoint({ source_ids: ['src_00000000000000000'] }))).status,
    ).toBe(400);
  });

  it('a measurement in the future is refused', async () => {
    expect(
      (await call('POST', '/datapoints', datapoint({ measured_at: '2999-01-01T00:00:00Z' }))).status,
    ).toBe(400);
  });
});

describe('records', () => {
  it('read back with the unit in the service’s own spelling', async () => {
    expect((await call('POST', '/datapoints', datapoint())).body).toMatchObject({
      quantity: { magnitude: 1, unit: 'kilogram' },
      locked_status: 'not_locked',
    });
  });

  it('have a reference that is unique over all kinds', async () => {
    await call('POST', '/datapoints', datapoint());
    expect((await call('POST', '/sources', source({ supplier_reference_id: 'R' }))).status).toBe(400);
  });

  it('that are locked are not changed', async () => {
    const id = await byReference('datapoints', 'factor');
    expect((await call('PATCH', `/datapoints/${id}`, { display_name: 'B' })).status).toBe(400);
  });

  it('leave a field as it is for the mark of an undefined one, and clear it for null', async () => {
    const id = idOf(await call('POST', '/datapoints', datapoint({ description: 'text' })));
    expect(
      (await call('PATCH', `/datapoints/${id}`, { description: { __typename: 'Undefined' } })).body,
    ).toMatchObject({ description: 'text' });
    expect((await call('PATCH', `/datapoints/${id}`, { description: null })).body).toMatchObject({
      description: null,
    });
  });

  it('page forward and backward over the same records', async () => {
    for (let number = 0; number < 12; number += 1)
      await call('POST', '/datapoints', datapoint({ supplier_reference_id: `R${number}` }));
    const read = async (query: string) =>
      listed.parse((await call('GET', `/datapoints?project_id=${service.projectId}&${query}`)).body);
    const first = await read('first=7');
    const second = await read(`first=50&after=${first.page_info.end_cursor ?? ''}`);
    expect([first.total_count, first.nodes.length, second.nodes.length]).toEqual([16, 7, 9]);
    const back = await read(`last=7&before=${second.page_info.start_cursor ?? ''}`);
    expect(back.nodes).toEqual(first.nodes);
    expect([back.page_info.has_previous_page, back.page_info.has_next_page]).toEqual([false, true]);
  });

  it('in use are not deleted; others are, with 204', async () => {
    await call('POST', '/components', await meter());
    expect((await call('DELETE', `/datapoints/${await byReference('datapoints', 'start')}`)).status).toBe(
      400,
    );
    const free = idOf(await call('POST', '/datapoints', datapoint()));
    expect(await call('DELETE', `/datapoints/${free}`)).toEqual({ status: 204, body: null });
    expect((await call('GET', `/datapoints/${free}`)).status).toBe(404);
  });
});

describe('documents', () => {
  const created = z.object({ signed_upload_url: z.url(), source: withId });
  const put = (
    url: string,
    body: string,
    headers: Record<string, string> = { 'content-type': 'text/plain' },
  ) => fetch(url, { method: 'PUT', body, headers });

  it('go to another origin, once, in exactly the declared size and type, without credentials', async () => {
    const { signed_upload_url: url, source: made } = created.parse(
      (await call('POST', '/sources', source())).body,
    );
    expect(new URL(url).origin).not.toBe(service.baseUrl);
    expect((await put(url, 'hello!')).status).toBe(400);
    expect((await put(url, 'hello', { 'content-type': 'text/csv' })).status).toBe(400);
    expect(
      (await put(url, 'hello', { 'content-type': 'text/plain', authorization: 'Bearer x' })).status,
    ).toBe(400);
    expect((await call('GET', `/sources/${made.id}`)).body).toMatchObject({ url_info: null });
    expect((await put(url, 'hello')).status).toBe(200);
    expect((await put(url, 'hello')).status).toBe(403);
    expect((await call('GET', `/sources/${made.id}`)).body).toMatchObject({
      url_info: { __typename: 'SourcePrivateUrlInfo' },
    });
    expect(
      (
        await call('POST', `/sources/${made.id}/signed_upload_url`, {
          content_length: 5,
          content_type: 'text/plain',
        })
      ).status,
    ).toBe(409);
    const address = z.url().parse((await call('GET', `/sources/${made.id}/private_url`)).body);
    expect(await (await fetch(address)).text()).toBe('hello');
  });

  it('are refused when their address is too old, and taken with a fresh one', async () => {
    let now = Date.now();
    await service.close();
    await open({ now: () => now });
    const { signed_upload_url: url, source: made } = created.parse(
      (await call('POST', '/sources', source())).body,
    );
    now += 301_000;
    expect((await put(url, 'hello')).status).toBe(403);
    const fresh = z.url().parse(
      (
        await call('POST', `/sources/${made.id}/signed_upload_url`, {
          content_length: 5,
          content_type: 'text/plain',
        })
      ).body,
    );
    expect((await put(fresh, 'hello')).status).toBe(200);
  });
});

describe('components', () => {
  it.each([
    ['an input missing', (inputs: unknown[]) => inputs.slice(1), /Missing inputs/],
    ['an input too much', (inputs: unknown[]) => [...inputs, { input_key: 'other', datapoint_id: '' }], null],
    [
      'a list where one is wanted',
      (inputs: unknown[]) => [{ input_key: 'initial_readout', datapoint_ids: [] }, ...inputs.slice(1)],
      /must be a scalar/,
    ],
  ])('with %s are refused', async (_what, change, message) => {
    const body = await meter();
    const answer = await call('POST', '/components', { ...body, inputs: change(body.inputs) });
    expect([400, 422]).toContain(answer.status);
    if (message !== null) expect(JSON.stringify(answer.body)).toMatch(message);
  });

  it('with a unit that cannot be converted are refused', async () => {
    const body = await meter();
    const mass = await byReference('datapoints', 'mass');
    const answer = await call('POST', '/components', {
      ...body,
      inputs: [{ input_key: 'initial_readout', datapoint_id: mass }, ...body.inputs.slice(1)],
    });
    expect(answer.status).toBe(400);
  });
});

describe('the accounting', () => {
  const numbers = z.looseObject({
    id: z.string(),
    co2e_net_removed_kg: z.number(),
    co2e_net_removed_without_discount_kg: z.number(),
    co2e_net_removed_standard_deviation_kg: z.number(),
    credit_allocation: z.object({
      supplier_allocation_kg: z.number(),
      buffer_pool_contribution_kg: z.number(),
    }),
  });

  it('stores 27,500 t at 50 % carbon as 50,417 t, less the discount, less the buffer', async () => {
    const made = numbers.parse((await call('POST', '/ghg_entries', await entry())).body);
    const gross = (27_500_000 * 0.5 * 44) / 12;
    const sd = (100_000 * 0.5 * 44) / 12;
    expect(made.co2e_net_removed_without_discount_kg).toBeCloseTo(gross, 4);
    expect(made.co2e_net_removed_standard_deviation_kg).toBeCloseTo(sd, 4);
    expect(made.co2e_net_removed_kg).toBeCloseTo(gross - sd, 4);
    expect(made.credit_allocation.buffer_pool_contribution_kg).toBeCloseTo(0.02 * (gross - sd), 4);
  });

  it('takes a meter from 20 to 50 kWh at 1.2 kg/kWh as 36 kg, by its share', async () => {
    const made = numbers.parse((await call('POST', '/ghg_entries', await entry())).body);
    const component = idOf(await call('POST', '/components', await meter()));
    const attribute = (attribution_factor: number) =>
      call('PATCH', `/ghg_entries/${made.id}/component_attributions`, {
        components_to_add: [
          { component_id: component, component_group_key: 'energy-use', attribution_factor },
        ],
      });
    const whole = numbers.parse((await attribute(1)).body);
    expect(made.co2e_net_removed_kg - whole.co2e_net_removed_kg).toBeCloseTo(36, 4);
    expect(
      made.co2e_net_removed_kg - numbers.parse((await attribute(0.5)).body).co2e_net_removed_kg,
    ).toBeCloseTo(18, 4);
  });

  it('is done again when a datapoint changes', async () => {
    const made = numbers.parse((await call('POST', '/ghg_entries', await entry())).body);
    await call('PATCH', `/datapoints/${await byReference('datapoints', 'mass')}`, {
      quantity: { magnitude: 13_750, unit: 'tonne' },
    });
    const now = numbers.parse((await call('GET', `/ghg_entries/${made.id}`)).body);
    expect(now.co2e_net_removed_without_discount_kg).toBeCloseTo(
      made.co2e_net_removed_without_discount_kg / 2,
      4,
    );
    expect(now.co2e_net_removed_standard_deviation_kg).toBe(0);
  });

  it('attributes no component by more than 1 in all', async () => {
    const component = idOf(await call('POST', '/components', await meter()));
    const share = (factor: number) => ({
      components_to_add: [
        { component_id: component, component_group_key: 'energy-use', attribution_factor: factor },
      ],
    });
    const first = idOf(await call('POST', '/ghg_entries', await entry()));
    const second = idOf(await call('POST', '/ghg_entries', await entry({ supplier_reference_id: 'E2' })));
    expect((await call('PATCH', `/ghg_entries/${first}/component_attributions`, share(0.7))).status).toBe(
      200,
    );
    expect((await call('PATCH', `/ghg_entries/${second}/component_attributions`, share(0.4))).status).toBe(
      400,
    );
    expect((await call('PATCH', `/ghg_entries/${second}/component_attributions`, share(0.3))).status).toBe(
      200,
    );
  });

  it('wants every monitored input and no fixed one', async () => {
    const { component } = await box.template();
    const carbon = await byReference('datapoints', 'carbon');
    const made = (inputs: unknown[]) => [{ ghg_entry_template_component_id: component, inputs }];
    expect(
      (await call('POST', '/ghg_entries', await entry({ ghg_entry_template_components: [] }))).status,
    ).toBe(400);
    expect(
      (
        await call(
          'POST',
          '/ghg_entries',
          await entry({
            ghg_entry_template_components: made([{ input_key: 'carbon_content', datapoint_id: carbon }]),
          }),
        )
      ).status,
    ).toBe(400);
  });

  it('is closed once the entry is verified', async () => {
    await service.close();
    await open({
      seedData: {
        ...seedData,
        ghg_entries: [
          {
            reference: 'V',
            template: 'Monthly',
            started_on: '2026-09-01',
            completed_on: '2026-09-30',
            inputs: { Stored: { product_mass: 'mass' } },
            statement: 'VERIFIED',
          },
        ],
      },
    });
    const id = await byReference('ghg_entries', 'V');
    expect((await call('PATCH', `/ghg_entries/${id}`, { started_on: '2026-09-02' })).status).toBe(400);
    expect((await call('DELETE', `/ghg_entries/${id}`)).status).toBe(400);
  });
});
