import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ServiceSettings } from '../../src/emulator/index.js';
import { Box } from '../support/box.js';

let box: Box;
let now = Date.parse('2026-11-05T12:00:00Z');

async function open(settings: Partial<ServiceSettings> = {}) {
  box = await Box.open({ now: () => now, settings: { rateLimit: null, ...settings } });
}

beforeEach(() => open());
afterEach(() => box.close());

const get = async (path: string) => (await box.call('GET', path)).body;
const post = (path: string, body: unknown) => box.call('POST', path, body);
const statusOf = async (method: string, path: string, body?: unknown) =>
  (await box.call(method, path, body)).status;

const none = '00000000000000000';
const refusal = z.object({ detail: z.string() });
const kilograms = { magnitude: 5, unit: 'kg' };

async function location(): Promise<string> {
  const [found] = await box.list(`/projects/${box.service.projectId}/storage_locations`);
  return found?.id ?? '';
}
async function facility(): Promise<string> {
  const { body } = await box.at('/_box', 'GET', '/facilities');
  return z.array(z.looseObject({ id: z.string() })).parse(body)[0]?.id ?? '';
}
async function requirements(): Promise<readonly string[]> {
  const found = await box.list(`/projects/${box.service.projectId}/monitoring_requirements`);
  return found.map(({ id }) => id);
}

async function unit(given: Record<string, unknown> = {}) {
  return {
    name: 'Well',
    latitude: 1,
    longitude: 2,
    storage_location_id: await location(),
    supplier_reference_id: 'U',
    ...given,
  };
}
async function submission(given: Record<string, unknown> = {}) {
  const [first] = await requirements();
  return {
    monitoring_requirement_ids: [first],
    source_id: await box.source(),
    valid_from: '2026-10-01T00:00:00Z',
    valid_to: '2026-10-31T00:00:00Z',
    supplier_reference_id: 'M',
    ...given,
  };
}
const sensor = (given: Record<string, unknown> = {}) => ({
  reference: 'T-101',
  units: 'degC',
  measurement_property: { quantity_kind: 'temperature', qualifier: null },
  ...given,
});
const measurementLocation = (given: Record<string, unknown> = {}) => ({
  latitude: 1,
  longitude: 2,
  project_id: box.service.projectId,
  supplier_reference_id: 'L',
  ...given,
});
const sample = (given: Record<string, unknown> = {}) => ({
  measurement_type: 'biochar_production_batch',
  project_id: box.service.projectId,
  measured_at: '2026-10-31T23:30:00Z',
  supplier_reference_id: 'X',
  feedstock_batch_id: null,
  measurement_location_id: null,
  storage_location_id: null,
  values: [
    {
      measurement_property: { quantity_kind: 'mass_fraction_dry_basis', qualifier: 'total_carbon' },
      value: { magnitude: 752_000, unit: 'mg/kg', standard_deviation: 10 },
    },
  ],
  ...given,
});
async function feedstockBatch(given: Record<string, unknown> = {}) {
  return {
    display_name: 'Load',
    feedstock_type_id: await box.byReference('feedstock_types', 'wood'),
    mass: kilograms,
    delivery_date: '2026-10-02',
    supplier_reference_id: 'FB',
    ...given,
  };
}
async function productionBatch(given: Record<string, unknown> = {}) {
  return {
    facility_id: await facility(),
    feedstock_type_ids: [await box.byReference('feedstock_types', 'wood')],
    kind: 'biochar',
    started_at: '2026-10-01T00:00:00Z',
    ended_at: '2026-10-02T00:00:00Z',
    mass: kilograms,
    supplier_reference_id: 'PB',
    ...given,
  };
}
async function application(given: Record<string, unknown> = {}) {
  return {
    project_id: box.service.projectId,
    production_batch_id: await box.made('/production_batches', await productionBatch()),
    storage_site_id: await location(),
    application_date: '2026-10-20',
    average_application_rate: { magnitude: 10, unit: 'tonne/ha' },
    truck_mass_on_arrival: { magnitude: 20, unit: 'tonne' },
    truck_mass_on_departure: { magnitude: 12, unit: 'tonne' },
    supplier_reference_id: 'BA',
    ...given,
  };
}

describe('wrong input is 422 in the documented shape, and makes nothing', () => {
  const bodies: Readonly<Record<string, (given: Record<string, unknown>) => unknown>> = {
    '/storage_units': unit,
    '/monitoring_submissions': submission,
    '/sensors': sensor,
    '/measurement_locations': measurementLocation,
    '/measurement_samples': sample,
    '/feedstock_batches': feedstockBatch,
    '/production_batches': productionBatch,
    '/biochar_applications': application,
  };
  it.each([
    ['/storage_units', { name: '' }, 'name'],
    ['/storage_units', { name: 'x'.repeat(101) }, 'name'],
    ['/storage_units', { latitude: 91 }, 'latitude'],
    ['/storage_units', { storage_location_id: `sgu_${none}` }, 'storage_location_id'],
    ['/monitoring_submissions', { monitoring_requirement_ids: [] }, 'monitoring_requirement_ids'],
    ['/monitoring_submissions', { valid_to: '2026-10-31' }, 'valid_to'],
    ['/monitoring_submissions', { valid_from: undefined }, 'valid_from'],
    ['/sensors', { reference: 'x'.repeat(256) }, 'reference'],
    [
      '/sensors',
      { measurement_property: { quantity_kind: 'colour', qualifier: null } },
      'measurement_property',
    ],
    ['/sensors', { measurement_property: { quantity_kind: 'temperature' } }, 'measurement_property'],
    ['/measurement_locations', { longitude: 181 }, 'longitude'],
    ['/measurement_locations', { supplier_reference_id: 'x'.repeat(201) }, 'supplier_reference_id'],
    ['/measurement_samples', { measurement_type: 'SOIL' }, 'measurement_type'],
    ['/measurement_samples', { feedstock_batch_id: undefined }, 'feedstock_batch_id'],
    ['/measurement_samples', { values: [] }, 'values'],
    ['/measurement_samples', { colour: 'blue' }, 'colour'],
    ['/feedstock_batches', { display_name: 'x'.repeat(101) }, 'display_name'],
    ['/feedstock_batches', { delivery_date: '2026-13-01' }, 'delivery_date'],
    ['/production_batches', { kind: 'bio-oil' }, 'kind'],
    ['/production_batches', { mass: { magnitude: 1, unit: 'foo' } }, 'mass'],
    ['/production_batches', { facility_id: `ftt_${none}` }, 'facility_id'],
    ['/biochar_applications', { storage_location_id: `slc_${none}` }, 'storage_location_id'],
    ['/biochar_applications', { truck_mass_on_arrival: 20 }, 'truck_mass_on_arrival'],
  ])('%s with %j', async (path, given, field) => {
    const answer = await post(path, await bodies[path]?.(given));
    expect(answer.status).toBe(422);
    const { detail } = z
      .object({
        detail: z.array(z.looseObject({ loc: z.array(z.string()), msg: z.string(), type: z.string() })),
      })
      .parse(answer.body);
    expect(detail.some(({ loc }) => loc[0] === 'body' && loc[1] === field)).toBe(true);
  });

  it.each([
    ['/storage_units', () => unit({ storage_location_id: `slc_${none}` })],
    ['/monitoring_submissions', () => submission({ source_id: `src_${none}` })],
    ['/monitoring_submissions', () => submission({ monitoring_requirement_ids: [`mnr_${none}`] })],
    ['/monitoring_submissions', () => submission({ valid_from: '2026-11-30T00:00:00Z' })],
    ['/sensors', () => sensor({ facility_id: `fcl_${none}` })],
    ['/measurement_locations', () => measurementLocation({ project_id: `prj_${none}` })],
    ['/measurement_samples', () => sample({ production_batch_id: `ptb_${none}` })],
    ['/measurement_samples', () => sample({ measured_at: '2026-11-06T00:00:00Z' })],
    ['/feedstock_batches', () => feedstockBatch({ mass: { magnitude: 1, unit: 'km' } })],
    ['/production_batches', () => productionBatch({ started_at: '2026-10-03T00:00:00Z' })],
    ['/production_batches', () => productionBatch({ facility_id: `fcl_${none}` })],
    ['/biochar_applications', () => application({ source_ids: [`src_${none}`] })],
    ['/biochar_applications', () => application({ supplier_reference_id: 'wood' })],
  ])('%s with what is not there, or contradicts itself, is 400 with a text', async (path, body) => {
    const answer = await post(path, await body());
    expect(answer.status).toBe(400);
    expect(refusal.parse(answer.body).detail).not.toBe('');
  });

  it.each([
    '/storage_units/sgu_00000000000000000',
    '/sensors/sns_00000000000000000',
    '/measurement_locations/mlc_00000000000000000',
    '/feedstock_batches/ftb_00000000000000000',
    '/production_batches/ptb_00000000000000000',
    '/biochar_applications/bse_00000000000000000',
    '/data-upload-submissions/dus_00000000000000000',
    '/feedstock_types/ftt_00000000000000000/feedstock_batches',
  ])('%s is 404', async (path) => {
    expect(await statusOf('GET', path)).toBe(404);
  });
});

describe('storage units', () => {
  it('are made, read, and found by their location and reference', async () => {
    const id = await box.made('/storage_units', await unit());
    const shown = await get(`/storage_units/${id}`);
    expect(
      z.looseObject({ name: z.literal('Well'), supplier_id: z.string().startsWith('spl_') }).safeParse(shown)
        .success,
    ).toBe(true);
    expect(await box.list('/storage_units?supplier_reference_id=U')).toEqual([shown]);
    expect(await box.list(`/storage_units?storage_location_id=${await location()}`)).toHaveLength(1);
    expect(await box.list('/storage_units?supplier_reference_id=V')).toEqual([]);
    expect(await statusOf('POST', '/storage_units', await unit())).toBe(400);
    const place = `/projects/${box.service.projectId}/storage_locations/${await location()}`;
    expect(await statusOf('DELETE', place)).toBe(400);
  });
});

describe('monitoring', () => {
  it('is set up per project and location, and read', async () => {
    const project = `/projects/${box.service.projectId}`;
    const all = await box.list(`${project}/monitoring_requirements`);
    expect(all).toMatchObject([
      { display_name: 'Integrity', frequency: 'every_1_months', storage_location_id: await location() },
      { display_name: 'Photographs', storage_location_id: null },
    ]);
    expect(
      await box.list(`${project}/storage_locations/${await location()}/monitoring_requirements`),
    ).toEqual(all.slice(0, 1));
    expect(
      await box.list(`${project}/monitoring_requirements?storage_location_id=${await location()}`),
    ).toEqual(all.slice(0, 1));
    expect(await get(`${project}/monitoring_requirements/${all[1]?.id ?? ''}`)).toEqual(all[1]);
    expect(await statusOf('GET', `${project}/monitoring_requirements/mnr_${none}`)).toBe(404);
  });

  it('takes submissions, links more requirements, and unlinks them one by one', async () => {
    const [first = '', second = ''] = await requirements();
    const id = await box.made('/monitoring_submissions', await submission());
    const linked = await post(`/monitoring_submissions/${id}/monitoring_requirements`, {
      monitoring_requirement_ids: [second],
    });
    expect(linked.body).toMatchObject({
      monitoring_requirement_ids: [first, second],
      project_monitoring_requirement_id: first,
    });
    const of = (requirement: string) =>
      `/projects/${box.service.projectId}/monitoring_requirements/${requirement}/submissions`;
    expect(await statusOf('DELETE', `/sources/${await box.byReference('sources', 'S')}`)).toBe(400);
    expect(await statusOf('DELETE', `${of(first)}/${id}`)).toBe(204);
    expect([await box.list(of(first)), (await box.list(of(second))).length]).toEqual([[], 1]);
    expect(await statusOf('DELETE', `${of(first)}/${id}`)).toBe(404);
    expect(await statusOf('DELETE', `${of(second)}/${id}`)).toBe(204);
    expect(await box.list(of(second))).toEqual([]);
  });
});

describe('sensors', () => {
  it('are made, read, and found by their own reference, which is theirs alone', async () => {
    const id = await box.made('/sensors', sensor());
    expect(await get(`/sensors/${id}`)).toMatchObject({
      project_id: box.service.projectId,
      reference: 'T-101',
      measurement_property: { quantity_kind: 'temperature', qualifier: null },
    });
    expect(await box.list('/sensors?reference=T-101')).toHaveLength(1);
    expect(await box.list(`/sensors?project_id=${box.service.projectId}&reference=T-102`)).toEqual([]);
    expect(await statusOf('POST', '/sensors', sensor())).toBe(400);
  });
});

describe('time series', () => {
  const file = { file_name: 'a.parquet', content_length: 8, content_type: 'application/vnd.apache.parquet' };
  const uploaded = z.object({ id: z.string(), upload_url: z.url() });
  async function handedIn(bytes: string): Promise<string> {
    const { id, upload_url } = uploaded.parse((await post('/file-uploads', file)).body);
    const body = { submission_type: 'dac_facility_time_series', file_upload_id: id };
    expect(await statusOf('POST', '/data-upload-submissions', body)).toBe(400);
    await fetch(upload_url, { method: 'PUT', body: bytes, headers: { 'content-type': file.content_type } });
    const made = await post('/data-upload-submissions', body);
    expect(made.body).toMatchObject({ status: 'pending', error_message: null });
    return Box.body(made).id;
  }

  it('are looked at for a while, and then accepted or refused', async () => {
    const [good, bad] = [await handedIn('PAR1PAR1'), await handedIn('no, sir!')];
    expect(await box.list('/data-upload-submissions?status=pending')).toHaveLength(2);
    now += 3000;
    expect(await get(`/data-upload-submissions/${good}`)).toMatchObject({ status: 'completed' });
    expect(await get(`/data-upload-submissions/${bad}`)).toMatchObject({ status: 'failed' });
    expect(await box.list('/data-upload-submissions?status=pending')).toEqual([]);
  });

  it.each([{ content_type: 'text/csv' }, { content_length: 100_000_001 }, { file_name: undefined }])(
    'with %j are 422',
    async (given) => {
      expect(await statusOf('POST', '/file-uploads', { ...file, ...given })).toBe(422);
    },
  );
});

describe('measurements', () => {
  it('have locations, which are not deleted while a sample is from there', async () => {
    const id = await box.made('/measurement_locations', measurementLocation());
    expect(await get(`/measurement_locations/${id}`)).toEqual({
      id,
      latitude: 1,
      longitude: 2,
      supplier_reference_id: 'L',
    });
    expect(await box.list('/measurement_locations?supplier_reference_id=L')).toHaveLength(1);
    const made = await box.made('/measurement_samples', sample({ measurement_location_id: id }));
    expect(await statusOf('DELETE', `/measurement_locations/${id}`)).toBe(400);
    expect(await statusOf('DELETE', `/measurement_samples/${made}`)).toBe(204);
    expect(await statusOf('DELETE', `/measurement_locations/${id}`)).toBe(204);
    expect(await statusOf('GET', `/measurement_locations/${id}`)).toBe(404);
  });

  it('mint a locked datapoint for each value, and take it along when they are deleted', async () => {
    const id = await box.made('/measurement_samples', sample());
    const [listed] = await box.list('/measurement_samples');
    expect(listed).toMatchObject({
      id,
      measured_at: '2026-10-31',
      values: [{ value: { magnitude: 752_000 } }],
    });
    const [minted] = await box.list(`/datapoints?measurement_sample_id=${id}`);
    expect(minted).toMatchObject({
      locked_status: 'locked_measurement_sample_datapoint',
      measured_at: '2026-10-31T23:30:00Z',
    });
    const path = `/datapoints/${minted?.id ?? ''}`;
    expect(await statusOf('PATCH', path, { display_name: 'B' })).toBe(400);
    expect(await statusOf('DELETE', path)).toBe(400);
    expect(await statusOf('DELETE', `/measurement_samples/${id}`)).toBe(204);
    expect(await statusOf('GET', path)).toBe(404);
  });

  it('are refused whose value is of another kind', async () => {
    const values = [
      { measurement_property: { quantity_kind: 'temperature', qualifier: null }, value: kilograms },
    ];
    expect(await statusOf('POST', '/measurement_samples', sample({ values }))).toBe(400);
    expect(await box.list('/measurement_samples')).toEqual([]);
  });
});

describe('batches', () => {
  it('of feedstock are made, listed by type, and deleted', async () => {
    const id = await box.made('/feedstock_batches', await feedstockBatch());
    const type = await box.byReference('feedstock_types', 'wood');
    expect(await box.list(`/feedstock_types/${type}/feedstock_batches`)).toEqual([
      await get(`/feedstock_batches/${id}`),
    ]);
    expect(await statusOf('DELETE', `/feedstock_types/${type}`)).toBe(400);
    expect(await statusOf('DELETE', `/feedstock_batches/${id}`)).toBe(204);
    expect(await statusOf('DELETE', `/feedstock_types/${type}`)).toBe(204);
    expect(await statusOf('GET', `/feedstock_types/${type}`)).toBe(404);
  });

  it('of biochar have a name of their plant, and stay while they are applied', async () => {
    const id = await box.made('/biochar_applications', await application());
    const [batch] = await box.list('/production_batches');
    expect(batch).toMatchObject({ display_name: 'Plant 2026-10-01', mass: { unit: 'kilogram' } });
    const path = `/production_batches/${batch?.id ?? ''}`;
    expect(await get(path)).toEqual(batch);
    expect(await statusOf('DELETE', path)).toBe(400);
    expect(await box.list('/biochar_applications')).toEqual([await get(`/biochar_applications/${id}`)]);
    expect(await get(`/biochar_applications/${id}`)).toMatchObject({
      storage_location_id: await location(),
      ghg_entry_id: null,
      truck_mass_on_arrival: { magnitude: 20, unit: 'metric_ton' },
    });
    expect(await statusOf('DELETE', `/biochar_applications/${id}`)).toBe(204);
    expect(await statusOf('DELETE', path)).toBe(204);
  });
});

describe('template components', () => {
  it('are found by the datapoint that they are fixed to', async () => {
    const carbon = await box.byReference('datapoints', 'carbon');
    const path = `/datapoints/${carbon}/ghg_entry_template_components`;
    expect(await box.list(path)).toMatchObject([{ display_name: 'Stored' }]);
    expect(await statusOf('DELETE', `/datapoints/${carbon}`)).toBe(400);
  });
});

describe('the settings', () => {
  it('let a reference be used once by every kind, or once in all', async () => {
    expect(
      await statusOf(
        'POST',
        '/measurement_locations',
        measurementLocation({ supplier_reference_id: 'mass' }),
      ),
    ).toBe(400);
    await box.close();
    await open({ referencesUniqueOver: 'one-kind' });
    const body = measurementLocation({ supplier_reference_id: 'mass' });
    expect([
      await statusOf('POST', '/measurement_locations', body),
      await statusOf('POST', '/measurement_locations', body),
    ]).toEqual([200, 400]);
  });

  it('say what a deleted record answers, and in what order lists come', async () => {
    await box.close();
    await open({ deletedStatus: 410, listOrder: 'newest-first', duplicateReferenceStatus: 409 });
    const id = await box.made('/measurement_locations', measurementLocation());
    const second = await box.made(
      '/measurement_locations',
      measurementLocation({ supplier_reference_id: 'L2' }),
    );
    expect((await box.list('/measurement_locations')).map((one) => one.id)).toEqual([second, id]);
    expect(await statusOf('POST', '/measurement_locations', measurementLocation())).toBe(409);
    await box.call('DELETE', `/measurement_locations/${id}`);
    expect(await statusOf('GET', `/measurement_locations/${id}`)).toBe(410);
    expect(await statusOf('GET', `/measurement_locations/mlc_${none}`)).toBe(404);
  });

  it('let an entry be made without its inputs, which then comes to nothing', async () => {
    await box.close();
    await open({ monitoredInputsRequired: false, incompleteEntryNet: 'zero' });
    const id = await box.entry({ ghg_entry_template_components: [] });
    expect(await get(`/ghg_entries/${id}`)).toMatchObject({ co2e_net_removed_kg: 0 });
  });

  it('let cursors expire, and refuse to page both ways', async () => {
    await box.close();
    await open({ cursorSeconds: 60, bothDirections: 'refused' });
    const page = z.looseObject({ page_info: z.looseObject({ end_cursor: z.string() }) });
    const { end_cursor } = page.parse(await get('/datapoints?first=2')).page_info;
    expect(await statusOf('GET', `/datapoints?first=2&after=${end_cursor}`)).toBe(200);
    expect(await statusOf('GET', '/datapoints?first=2&last=2')).toBe(422);
    now += 61_000;
    expect(await statusOf('GET', `/datapoints?first=2&after=${end_cursor}`)).toBe(422);
  });

  it('say which paths ask for no token', async () => {
    await box.close();
    await open({ pathsWithoutToken: ['/projects'], credentialsStatus: 403 });
    const without = { authorization: '' };
    expect((await box.call('GET', '/projects', undefined, without)).status).toBe(200);
    expect((await box.call('GET', '/datapoints', undefined, without)).status).toBe(403);
  });
});
