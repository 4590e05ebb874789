import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Box } from '../support/box.js';
import { commandLine, variablesOf } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';
import { openWorkbook } from '../../src/read/index.js';

let box: Box;
let variables: Record<string, string>;
const entry = { id: '' };

beforeAll(async () => {
  // Its announced limits set the pace, which would else begin slowly.
  box = await Box.open({ settings: {} });
  entry.id = await box.entry();
  await box.source();
  await box.call('POST', '/components', await box.fixedComponent());
  await box.call('POST', '/sensors', {
    reference: 'kiln-1',
    units: 'degC',
    measurement_property: { quantity_kind: 'temperature', qualifier: null },
  });
  variables = variablesOf(box.service);
});
afterAll(() => box.close());

const list = (argv: readonly string[], width = 80) => commandLine(['list', ...argv], { variables, width });
const nodes = z.array(
  z.looseObject({ id: z.string().optional(), supplier_reference_id: z.string().nullish() }),
);
const json = async (...argv: readonly string[]) =>
  nodes.parse(JSON.parse((await list([...argv, '--json'])).out));
const references = async (...argv: readonly string[]) =>
  (await json(...argv)).map(({ supplier_reference_id }) => supplier_reference_id);

describe('list', () => {
  it.each([
    ['projects', 'Example'],
    ['templates', 'product_mass'],
    ['blueprints', 'carbon_rich'],
    ['feedstock-types', 'Straw'],
    ['storage-locations', 'Field'],
    ['monitoring-requirements', 'Photographs'],
    ['sensors', 'kiln-1'],
    ['sources', 'a.txt'],
    ['datapoints', 'mass-2'],
    ['components', 'Fixed'],
    ['entries', '2026-10-31'],
  ])('%s is a table that fits 80 and 160 columns, and JSON alone', async (kind, held) => {
    for (const width of [80, 160]) {
      const { code, out } = await list([kind], width);
      expect(code).toBe(0);
      expect(out).toContain(held);
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
    }
    const { out, err } = await list([kind, '--json']);
    expect(err).toBe('');
    expect(nodes.parse(JSON.parse(out)).length).toBeGreaterThan(0);
  });

  it('joins a template with its blueprints: what is monitored, in which unit', async () => {
    const { out } = await list(['templates'], 160);
    const [mass, carbon] = ['product_mass', 'carbon_content'].map(
      (key) => out.split('\n').find((line) => line.includes(key)) ?? '',
    );
    expect(mass).toMatch(/Stored +product_mass +monitored +\S.* mass .*storage /);
    // The template is the heading of its own rows.
    expect(out).toMatch(/^Monthly\n\nComponent +Input /);
    expect(carbon).toMatch(/carbon_content +fixed /);
    const inputs = z.tuple([
      z.looseObject({
        groups: z.array(z.looseObject({ components: z.array(z.looseObject({ inputs: z.unknown() })) })),
      }),
    ]);
    const [template] = inputs.parse(JSON.parse((await list(['templates', '--json'])).out));
    expect(template.groups[0]?.components[0]?.inputs).toMatchObject([
      { input_key: 'product_mass', monitored: true, quantity_kind: 'mass', data_shape: 'SCALAR' },
      { input_key: 'carbon_content', monitored: false },
    ]);
  });

  it('narrows datapoints by every filter of the interface', async () => {
    expect(await references('datapoints', '--reference', 'mass')).toEqual(['mass']);
    expect(await references('datapoints', '--name-contains', 'Mass')).toEqual(['mass', 'mass-2']);
    expect(await references('datapoints', '--quantity-kind', 'energy')).toEqual(['start', 'end']);
    expect(await references('datapoints', '--used-in-entry', entry.id)).toEqual(['mass', 'carbon']);
    expect(await references('datapoints', '--used-in-entry', 'E')).toEqual(['mass', 'carbon']);
    expect(await references('datapoints', '--used-in-scope', 'PROJECT')).toEqual([]);
    const { id } = await box.template();
    expect(await references('datapoints', '--used-in-template', id)).toEqual(['carbon']);
    const none = '0'.repeat(16);
    expect(await references('datapoints', '--sample', `mts_${none}`)).toEqual([]);
    const statement = await box.statement();
    expect(await references('datapoints', '--used-in-statement', statement)).toEqual(['mass', 'carbon']);
    expect(await json('components', '--used-in-entry', 'E')).toHaveLength(1);
  });

  it('reads all pages, and --first only so many, saying so', async () => {
    const all = await json('blueprints');
    const { out, err } = await list(['blueprints', '--json', '--first', '3']);
    expect(JSON.parse(out)).toEqual(all.slice(0, 3));
    expect(err).toBe('');
    expect((await list(['blueprints', '--first', '3'])).err).toContain(
      `the first 3 of ${all.length} blueprints`,
    );
  });

  it('writes a workbook and says where', async () => {
    const out = path.join(await temporaryFolder(), 'points.xlsx');
    const ended = await list(['datapoints', '--out', out]);
    expect(ended).toMatchObject({ code: 0, out: '' });
    expect(ended.err).toContain(out);
    expect((await readFile(out)).subarray(0, 2).toString()).toBe('PK');
    const workbook = await openWorkbook(out);
    try {
      const values: unknown[] = [];
      for (const sheet of workbook.sheets)
        for await (const row of sheet.rows()) values.push(...row.cells.map(({ value }) => value));
      for (const held of ['Datapoints', 'Reference', 'mass-2', '1.2'])
        expect(values.map(String)).toContain(held);
    } finally {
      await workbook.close();
    }
  });

  it('refuses what does not fit together: exit 2, in words', async () => {
    for (const [argv, said] of [
      [['sources', '--sample', 'mts_1'], /cannot be narrowed by --sample/],
      [['datapoints', '--quantity-kind', 'taste'], /quantity_kind/],
      [['datapoints', '--used-in-entry', 'nowhere'], /no entry nowhere/],
      [['datapoints', '--out', 'x.csv'], /\.xlsx/],
      [['datapoints', '--first', '0'], /--first 0/],
      [['datapoints', '--project', 'prj_0000000000000000'], /do not see the project/],
      [['spoons'], /Choices/],
    ] as const) {
      const ended = await list(argv, 300);
      expect(ended.code, argv.join(' ')).toBe(2);
      expect(ended.err).toMatch(said);
      expect(ended.out).toBe('');
    }
  });

  it('needs no project for what belongs to none', async () => {
    const { MRV_PROJECT_ID: _project, ...rest } = variables;
    expect((await commandLine(['list', 'projects'], { variables: rest })).code).toBe(0);
    const ended = await commandLine(['list', 'templates'], { variables: rest, width: 200 });
    expect(ended.code).toBe(2);
    expect(ended.err).toMatch(/no project is named/);
  });
});
