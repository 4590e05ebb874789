import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Box } from '../support/box.js';

let box: Box;

beforeEach(async () => {
  box = await Box.open();
});
afterEach(() => box.close());

const get = async (path: string) => (await box.call('GET', path)).body;
const statusOf = async (method: string, path: string, body?: unknown) =>
  (await box.call(method, path, body)).status;

describe('the catalogue', () => {
  it('what is set up in the web interface is read, one by one and as lists', async () => {
    const project = `/projects/${box.service.projectId}`;
    expect(await box.list('/projects')).toEqual([
      {
        id: box.service.projectId,
        name: 'Example',
        description: '',
        short_description: '',
        country_code: 'KEN',
      },
    ]);
    expect(
      z.strictObject({ id: z.string(), name: z.literal('Example') }).parse(await get('/organisation')),
    ).toBeTruthy();
    const blueprints = z
      .looseObject({ nodes: z.array(z.looseObject({ key: z.string() })), total_count: z.number() })
      .parse(await get('/component_blueprints?first=50'));
    expect(blueprints.nodes).toHaveLength(blueprints.total_count);
    expect(await get('/component_blueprints/transport')).toEqual(
      blueprints.nodes.find(({ key }) => key === 'transport'),
    );
    const { id, component } = await box.template();
    expect(await get(`${project}/ghg_entry_templates/${id}`)).toMatchObject({
      display_name: 'Monthly',
      credit_type: 'REMOVAL',
      groups: [
        {
          key: 'storage',
          components: [
            {
              id: component,
              ghg_entry_template_id: id,
              inputs: [
                { input_key: 'product_mass', type: 'monitored', quantity_kind: 'mass', datapoint_id: null },
                { input_key: 'carbon_content', type: 'fixed' },
              ],
            },
          ],
        },
        { key: 'energy-use' },
      ],
    });
    for (const path of [
      '/component_blueprints/unknown',
      `${project}/ghg_entry_templates/rvt_00000000000000000`,
      '/projects/prj_00000000000000000/ghg_entry_templates',
    ])
      expect(await statusOf('GET', path)).toBe(404);
  });

  it('feedstock types are listed and renamed', async () => {
    const [wood] = await box.list('/feedstock_types?supplier_reference_id=wood');
    const path = `/feedstock_types/${wood?.id ?? ''}`;
    expect(await get(path)).toEqual(wood);
    expect((await box.call('PATCH', path, { name: 'Chips' })).body).toEqual({ ...wood, name: 'Chips' });
    expect(await statusOf('PATCH', path, { supplier_reference_id: 'straw' })).toBe(400);
    expect(await statusOf('PATCH', path, { name: 7 })).toBe(422);
    expect(await box.list('/feedstock_types')).toMatchObject([{ name: 'Chips' }, { name: 'Straw' }]);
  });
});

describe('places, documents and activities', () => {
  it('storage locations are made, read, changed and deleted', async () => {
    const root = `/projects/${box.service.projectId}/storage_locations`;
    const body = { name: 'Well', latitude: -1, longitude: 37, project_id: box.service.projectId };
    const id = await box.made(root, body);
    expect(await box.list(root)).toHaveLength(2);
    expect(await get(`${root}/${id}`)).toMatchObject({ name: 'Well', storage_method: null });
    const changed = { storage_method: 'biochar_landfill', supplier_reference_id: 'W' };
    expect((await box.call('PATCH', `${root}/${id}`, changed)).body).toMatchObject({
      name: 'Well',
      ...changed,
    });
    for (const [given, status] of [
      [{ latitude: 91 }, 422],
      [{ storage_method: 'salt' }, 422],
      [{ name: 'x'.repeat(101) }, 422],
      [{ supplier_reference_id: 'field' }, 400],
    ] as const)
      expect(await statusOf('PATCH', `${root}/${id}`, given)).toBe(status);
    expect(await statusOf('POST', root, { ...body, project_id: 'prj_00000000000000000' })).toBe(422);
    expect(await statusOf('DELETE', `${root}/${id}`)).toBe(204);
    expect(await statusOf('GET', `${root}/${id}`)).toBe(404);
  });

  it('sources are changed, listed and deleted', async () => {
    const id = await box.source();
    const changed = {
      display_name: 'Ticket',
      is_public: true,
      description: 'of a truck',
      published_at: '2026-11-01',
    };
    expect((await box.call('PATCH', `/sources/${id}`, changed)).body).toMatchObject({ id, ...changed });
    expect(await statusOf('PATCH', `/sources/${id}`, { display_name: 'x'.repeat(101) })).toBe(422);
    expect(
      await box.list(`/sources?supplier_reference_id=S&project_id=${box.service.projectId}`),
    ).toHaveLength(1);
    expect(await box.list('/sources?supplier_reference_id=T')).toEqual([]);
    expect(await statusOf('DELETE', `/sources/${id}`)).toBe(204);
    expect(await box.list('/sources')).toEqual([]);
  });

  it('components are read, changed, deleted, and found by what they use', async () => {
    const id = await box.made('/components', await box.fixedComponent());
    const fixed = await box.byReference('datapoints', 'fixed');
    const shown = await get(`/components/${id}`);
    expect(shown).toMatchObject({ type: 'ACTIVITY', scope: 'REMOVAL', inputs: [{ datapoint_id: fixed }] });
    expect(await box.list('/components?supplier_reference_id=C&scope=REMOVAL')).toEqual([shown]);
    expect(await box.list(`/datapoints/${fixed}/components`)).toEqual([shown]);
    const patch = (body: unknown) => box.call('PATCH', `/components/${id}`, body);
    expect((await patch({ description: 'text' })).body).toMatchObject({ description: 'text' });
    expect((await patch({ allocation_strategy: 'MANUAL' })).status).toBe(400);
    expect((await patch({ inputs: [] })).status).toBe(400);
    expect((await patch({ supplier_reference_id: 'D' })).status).toBe(422);
    const entry = await box.entry();
    await box.call('PATCH', `/ghg_entries/${entry}/component_attributions`, {
      components_to_add: [{ component_id: id, component_group_key: 'energy-use' }],
    });
    expect(await statusOf('DELETE', `/components/${id}`)).toBe(400);
    await box.call('PATCH', `/ghg_entries/${entry}/component_attributions`, { components_to_remove: [id] });
    expect(await statusOf('DELETE', `/components/${id}`)).toBe(204);
    expect(await statusOf('GET', `/components/${id}`)).toBe(404);
  });

  it('entries are deleted while they are drafts, under both names', async () => {
    const [first, second] = [await box.entry(), await box.entry({ supplier_reference_id: 'E2' }, 'mass-2')];
    expect(await statusOf('DELETE', `/ghg_entries/${first}`)).toBe(204);
    expect(await statusOf('DELETE', `/removals/${second}`)).toBe(204);
    expect([await box.list('/ghg_entries'), await box.list('/components')]).toEqual([[], []]);
    const third = await box.entry();
    await box.statement();
    expect(await statusOf('DELETE', `/ghg_entries/${third}`)).toBe(400);
  });

  it('a quantity is not changed into one that its components cannot take', async () => {
    await box.made('/components', await box.fixedComponent());
    const path = `/datapoints/${await box.byReference('datapoints', 'fixed')}`;
    expect(await statusOf('PATCH', path, { quantity: { magnitude: 1, unit: 'km' } })).toBe(400);
    expect(await statusOf('PATCH', path, { quantity: { magnitude: 1, unit: 'tCO2e' } })).toBe(200);
  });
});
