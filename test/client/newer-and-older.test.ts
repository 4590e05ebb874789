import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MalformedError, SnapshotError } from '../../src/index.js';
import { RejectedError } from '../../src/api/api-error.js';
import type { ApiRequest, Send } from '../../src/api/request.js';
import * as answers from '../../src/client/answers.js';
import * as registry from '../../src/client/answers-registry.js';
import * as sites from '../../src/client/answers-sites.js';
import { createClient, RequestError } from '../../src/client/index.js';
import * as shapes from '../../src/emulator/shapes.js';
import * as registryShapes from '../../src/emulator/shapes-registry.js';
import * as siteShapes from '../../src/emulator/shapes-sites.js';

const id = (prefix: string) => `${prefix}_0000000000000000`;

/** A service that gives these answers in turn, and the requests that came. */
function answering(...bodies: readonly unknown[]) {
  const asked: ApiRequest[] = [];
  const send: Send = (request) => {
    asked.push(request);
    return Promise.resolve({ status: 200, headers: new Headers(), body: bodies[asked.length - 1] ?? null });
  };
  return { client: createClient(send), asked };
}

const component = {
  id: id('cmp'),
  display_name: 'Fuel',
  description: null,
  blueprint_key: 'fuel_usage_by_volume',
  activity_started_at: null,
  activity_completed_at: null,
  inputs: [{ __typename: 'ComponentScalarInput', input_key: 'volume', datapoint_id: id('dtp') }],
  scope: 'REMOVAL',
  type: 'ACTIVITY',
  allocation_strategy: null,
  supplier_reference_id: 'fuel',
};
const newDatapoint = {
  display_name: 'Mass',
  description: '',
  project_id: id('prj'),
  quantity: { magnitude: 1, unit: 't' },
  source_ids: [],
  supplier_reference_id: 'D',
  type: 'REPORTED',
} as const;

describe('what the service adds breaks nothing', () => {
  it('a field that is new passes and is still there', async () => {
    const { client } = answering({ ...component, colour: { of: 'paint' } });
    expect(await client.components.get(component.id)).toMatchObject({ colour: { of: 'paint' } });
  });

  it('a value that is new passes as a text', async () => {
    const { client } = answering({
      ...component,
      scope: 'PLANET',
      type: 'HOPE',
      allocation_strategy: 'LUCK',
    });
    const { scope, type, allocation_strategy } = await client.components.get(component.id);
    expect([scope, type, allocation_strategy]).toEqual(['PLANET', 'HOPE', 'LUCK']);
  });

  it('what the interface promises and does not come is a MalformedError', async () => {
    const { display_name: _gone, ...rest } = component;
    await expect(answering(rest).client.components.get(component.id)).rejects.toThrow(MalformedError);
    await expect(answering(rest).client.components.get(component.id)).rejects.toThrow(/display_name/);
  });
});

describe('the older names', () => {
  it('of a component’s template component', async () => {
    const { client } = answering({ ...component, removal_template_component_id: id('rtc') });
    expect(await client.components.get(component.id)).toMatchObject({
      ghg_entry_template_component_id: id('rtc'),
    });
  });

  it('never take the place of the name of now, which may be null', async () => {
    const { client } = answering({
      ...component,
      ghg_entry_template_component_id: null,
      removal_template_component_id: id('rtc'),
    });
    const { ghg_entry_template_component_id: now } = await client.components.get(component.id);
    expect(now).toBeNull();
  });

  it.each([
    [answers.attribution, 'removal_id', 'ghg_entry_id'],
    [answers.attribution, 'removal_template_component_id', 'ghg_entry_template_component_id'],
    [answers.statement, 'removal_ids', 'ghg_entry_ids'],
    [answers.templateComponent, 'removal_template_id', 'ghg_entry_template_id'],
    [
      answers.templateComponent,
      'removal_template_component_group_id',
      'ghg_entry_template_component_group_id',
    ],
    [registry.creditBatch, 'removal_id', 'ghg_entry_id'],
    [sites.biocharApplication, 'removal_id', 'ghg_entry_id'],
  ] as const)('%# are read', (schema, older, name) => {
    const wire: Record<string, unknown> = {
      id: id('xyz'),
      ghg_entry_id: id('rmv'),
      ghg_entry_ids: [],
      component_id: id('cmp'),
      component_group_key: 'energy',
      attribution_factor: 1,
      project_id: id('prj'),
      status: 'DRAFT',
      display_name: 'A',
      blueprint_key: 'transport',
      inputs: [],
      serial_number: '1',
      size: { credits: 1, credit_kgs: 1000 },
      storage_location_id: id('slc'),
      production_batch_id: id('ptb'),
      application_date: '2026-10-20',
      average_application_rate: { magnitude: 1, unit: 't/ha' },
      truck_mass_on_arrival: { magnitude: 1, unit: 't' },
      truck_mass_on_departure: { magnitude: 1, unit: 't' },
    };
    const given = older === 'removal_ids' ? [id('rmv')] : id('old');
    const { [name]: _now, ...rest } = wire;
    expect(schema.parse({ ...rest, [older]: given })).toHaveProperty(name, given);
  });
});

describe('a call that the interface does not have is not sent', () => {
  it.each([
    ['a name that is too long', { display_name: 'x'.repeat(151) }, /display_name/],
    ['a day that is none', { measured_at: '31 October' }, /measured_at/],
    ['a deviation below 0', { quantity: { magnitude: 1, unit: 't', standard_deviation: -1 } }, /standard/],
    ['a magnitude that is no number', { quantity: { magnitude: Number.NaN, unit: 't' } }, /magnitude/],
    ['an id that is too short', { project_id: 'prj_1' }, /project_id/],
  ])('%s', async (_what, given, message) => {
    const { client, asked } = answering();
    const call = client.datapoints.create({ ...newDatapoint, ...given });
    await expect(call).rejects.toThrow(RequestError);
    await expect(client.datapoints.create({ ...newDatapoint, ...given })).rejects.toThrow(message);
    expect(asked).toEqual([]);
  });

  it.each(['', '.', '..'])('an id that would lead to another path: %j', async (wrong) => {
    const { client, asked } = answering();
    await expect(client.sources.delete(wrong)).rejects.toThrow(RequestError);
    expect(asked).toEqual([]);
  });

  it('an id is escaped', async () => {
    const { client, asked } = answering(component);
    await client.components.get('a/../b?c');
    expect(asked[0]?.path).toBe('/components/a%2F..%2Fb%3Fc');
  });

  it('an empty filter, which would narrow nothing', () => {
    const { client } = answering();
    expect(() => client.datapoints.list({ supplier_reference_id: '' })).toThrow(RequestError);
  });
});

describe('what is sent', () => {
  it('leaves out what is left out, and keeps null', async () => {
    const { client, asked } = answering(component);
    await client.components.update(component.id, { description: null });
    expect(asked).toEqual([
      { method: 'PATCH', path: `/components/${component.id}`, body: { description: null }, repeatable: true },
    ]);
  });

  it('marks a create as one that may not be repeated', async () => {
    const { client, asked } = answering({ ...newDatapoint, id: id('dtp') });
    await client.datapoints.create(newDatapoint).catch(() => undefined);
    expect(asked.map(({ repeatable }) => repeatable)).toEqual([false]);
  });

  it('names the kind of each input', async () => {
    const { client, asked } = answering(component);
    await client.components.update(component.id, {
      inputs: [
        { input_key: 'a', datapoint_id: id('dtp') },
        { input_key: 'b', datapoint_ids: [id('dtp')] },
      ],
    });
    expect(asked[0]?.body).toEqual({
      inputs: [
        { __typename: 'CreateComponentScalarInput', input_key: 'a', datapoint_id: id('dtp') },
        { __typename: 'CreateComponentListInput', input_key: 'b', datapoint_ids: [id('dtp')] },
      ],
    });
  });
});

describe('a DELETE', () => {
  const gone = new RejectedError({ method: 'DELETE', path: '/sources/x' }, 404, 'not found');
  /** A way to the service that tries so many times and is then told that there is nothing. */
  const trying =
    (times: number): Send =>
    (_request, options) => {
      for (let attempt = 1; attempt <= times; attempt += 1) options?.onAttempt?.(attempt);
      return Promise.reject(gone);
    };

  it('that is tried again after a lost answer is done when nothing is there any more', async () => {
    await expect(createClient(trying(2)).sources.delete(id('src'))).resolves.toBeUndefined();
  });

  it('of what is not there at the first try is refused', async () => {
    await expect(createClient(trying(1)).sources.delete(id('src'))).rejects.toThrow(gone);
  });
});

describe('a list', () => {
  const page = (nodes: readonly number[], next: boolean, total = 3) => ({
    nodes: nodes.map((place) => ({ id: `${id('prj')}${place}`, name: String(place) })),
    page_info: {
      has_next_page: next,
      has_previous_page: false,
      start_cursor: `before ${nodes.join(' ')}`,
      end_cursor: `after ${nodes.join(' ')}`,
    },
    total_count: total,
  });

  it('is read whole, page by page', async () => {
    const { client, asked } = answering(page([1, 2], true), page([3], false));
    expect((await client.projects.list().all()).map(({ name }) => name)).toEqual(['1', '2', '3']);
    expect(asked.map(({ query }) => query)).toEqual([{ first: '50' }, { first: '50', after: 'after 1 2' }]);
  });

  it('that cannot be proven whole is none', async () => {
    const short = page([1, 2], false);
    await expect(answering(short, short, short).client.projects.list().all()).rejects.toThrow(SnapshotError);
  });

  it('gives one record after the other, and reads no page before it is wanted', async () => {
    const { client, asked } = answering(page([1, 2], true), page([3], false));
    const names: string[] = [];
    for await (const { name } of client.projects.list()) {
      names.push(name);
      if (names.length === 2) expect(asked).toHaveLength(1);
    }
    expect(names).toEqual(['1', '2', '3']);
  });

  it('that leads round in a circle ends', async () => {
    const { client } = answering(page([1, 2], true), page([1, 2], true));
    const walk = async () => {
      for await (const node of client.projects.list()) expect(node.id).toContain('prj_');
    };
    await expect(walk()).rejects.toThrow(SnapshotError);
  });

  it('shows its beginning and its length', async () => {
    const { client, asked } = answering(page([1, 2], true));
    const { nodes, total_count } = await client.projects.list().first(2);
    expect([nodes.length, total_count, asked[0]?.query]).toEqual([2, 3, { first: '2' }]);
  });

  it('shows a page backward', async () => {
    const { client, asked } = answering(page([3], false));
    const { page_info } = await client.projects.list().page({ last: 1, before: 'x' });
    expect(asked[0]?.query).toEqual({ last: '1', before: 'x' });
    expect(page_info.start_cursor).toBe('before 3');
    await expect(client.projects.list().page({ first: 51 })).rejects.toThrow(RequestError);
  });

  it('of something else is a MalformedError', async () => {
    const { client } = answering({ ...page([], false, 1), nodes: [{ id: 7 }] });
    await expect(client.projects.list().first(1)).rejects.toThrow(MalformedError);
  });
});

/** The fields of an object's schema, also behind older names. */
function fieldsOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodPipe && schema.out instanceof z.ZodObject
    ? Object.keys(schema.out.shape)
    : [];
}

describe('every field that the interface has is typed', () => {
  it.each([
    ['project', answers.project, shapes.project],
    ['blueprint', answers.blueprint, shapes.blueprint],
    ['template', answers.template, shapes.template],
    ['template component', answers.templateComponent, shapes.templateComponent],
    ['source', answers.source, shapes.source],
    ['datapoint', answers.datapoint, shapes.datapoint],
    ['component', answers.component, shapes.component],
    ['entry', answers.entry, shapes.entry],
    ['attribution', answers.attribution, shapes.attribution],
    ['statement', answers.statement, shapes.statement],
    ['feedstock type', answers.feedstockType, shapes.feedstockType],
    ['storage location', sites.storageLocation, shapes.storageLocation],
    ['storage unit', sites.storageUnit, siteShapes.storageUnit],
    ['monitoring requirement', sites.monitoringRequirement, siteShapes.monitoringRequirement],
    ['monitoring submission', sites.monitoringSubmission, siteShapes.monitoringSubmission],
    ['sensor', sites.sensor, siteShapes.sensor],
    ['file upload', sites.fileUpload, siteShapes.fileUpload],
    ['readings', sites.readingsSubmission, siteShapes.dataUploadSubmission],
    ['measurement location', sites.measurementLocation, siteShapes.measurementLocation],
    ['measurement sample', sites.measurementSample, siteShapes.measurementSample],
    ['feedstock batch', sites.feedstockBatch, siteShapes.feedstockBatch],
    ['production batch', sites.productionBatch, siteShapes.productionBatch],
    ['biochar application', sites.biocharApplication, siteShapes.biocharApplication],
    ['supplier', registry.supplier, registryShapes.supplier],
    ['issuance', registry.issuance, registryShapes.issuance],
    ['issued credits', registry.issuedCredits, registryShapes.issuanceCreditBatches],
    ['credit batch', registry.creditBatch, registryShapes.creditBatch],
    ['refund', registry.refund, registryShapes.refund],
    ['registry project', registry.registryProject, registryShapes.project],
  ])('%s', (_name, own, served) => {
    const known = fieldsOf(own);
    expect(fieldsOf(served).length).toBeGreaterThan(1);
    const older = /^removal_(?:id|template_component_id)$/;
    expect(fieldsOf(served).filter((field) => !known.includes(field) && !older.test(field))).toEqual([]);
  });
});
