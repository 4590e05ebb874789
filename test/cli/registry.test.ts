import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Emulator } from '../../src/emulator/index.js';
import { commandLine, keptIn, variablesOf } from '../support/command-line.js';
import { givenInputs, startGiven } from '../support/given-month.js';
import { temporaryFolder } from '../support/line.js';
import { clientOf } from '../support/service-client.js';

const reference = 'NRM-2026-10';
const withId = z.looseObject({ id: z.string() });

let service: Emulator;
let folder: string;
let variables: Record<string, string>;
let statement: string;
/** The close-out of the entry before its credits were issued. */
let early: unknown;

/** The month, sent by the line itself, so that its run folder knows the cells. */
beforeAll(async () => {
  service = await startGiven();
  folder = await temporaryFolder();
  variables = variablesOf(service);
  const argv = ['run', ...givenInputs, '--quiet', ...keptIn(folder)];
  expect((await commandLine(argv, { variables })).code).toBe(0);
  const body = { project_id: service.projectId, end_on: '2026-10-31' };
  statement = withId.parse((await clientOf(service)('POST', '/ghg_statements', body)).body).id;
  early = await json(...closeOut, ...kept());
  await issueCredits();
});
afterAll(() => service.close());

const registry = (argv: readonly string[], width = 160) =>
  commandLine(['registry', ...argv], { variables, width });
const json = async (...argv: readonly string[]): Promise<unknown> => {
  const { code, out, err } = await registry([...argv, '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
};
const closeOut = ['close-out', '--entry', reference];
const kept = () => ['--runs-dir', path.join(folder, 'runs')];

/** The first issuance of the supplier. */
async function issuance(): Promise<string> {
  return z.tuple([withId]).parse(await json('issuances'))[0].id;
}

async function issueCredits(): Promise<void> {
  const report = { ghg_statement_report_url: 'https://example.org/report' };
  await clientOf(service)('POST', `/ghg_statements/${statement}/submit`, report);
  service.verify(statement);
  await fetch(`${service.baseUrl}/_box/statements/${statement}/issue_credits`, { method: 'POST' });
}

const varianceSchema = z.object({
  figure: z.string(),
  expected_kg: z.number().nullable(),
  issued_kg: z.number().nullable(),
  difference_kg: z.number().nullable(),
  difference_percent: z.number().nullable(),
  agrees: z.boolean().nullable(),
});
const closedSchema = z.object({
  entry: z.looseObject({ id: z.string(), reference: z.string() }),
  said: z.string(),
  issuance_id: z.string().nullable(),
  variances: z.array(varianceSchema),
  supplier_credit_batches: z.array(z.looseObject({ serial_number: z.string() })),
  buffer_pool_credit_batches: z.array(z.looseObject({ serial_number: z.string() })),
  inputs: z.array(
    z.looseObject({ input_key: z.string(), datapoint: z.string(), cells: z.array(z.string()) }),
  ),
  run: z.looseObject({ run_id: z.string() }).nullable(),
});

describe('before credits are issued', () => {
  it('a close-out says so, and shows what the entry stands on', () => {
    const closed = closedSchema.parse(early);
    expect(closed).toMatchObject({ issuance_id: null, supplier_credit_batches: [] });
    expect(closed.said).toMatch(/No credits are issued yet: the statement ggs_\S+ is draft/);
    expect(closed.variances[0]).toMatchObject({ figure: 'Net removal', issued_kg: null, agrees: null });
    expect(closed.inputs.length).toBeGreaterThan(0);
  });
});

describe('once credits are issued', () => {
  it('shows the supplier and its organisation', async () => {
    const supplier = z.looseObject({ organisation: withId }).parse(await json('supplier'));
    expect((await registry(['supplier'])).out).toContain('Example');
    expect(await json('organisation', supplier.organisation.id)).toEqual(supplier.organisation);
    expect((await registry(['organisation', supplier.organisation.id])).out).toContain('Example');
  });

  it('shows an issuance: totals, batches and serial numbers', async () => {
    const id = await issuance();
    const issued = z
      .looseObject({
        supplier_credit_batches: z.tuple([z.looseObject({ serial_number: z.string() })]),
        credit_batch_size_total: z.looseObject({ credit_kgs: z.number() }),
      })
      .parse(await json('issuance', id));
    const { out } = await registry(['issuance', id]);
    expect(out).toContain(issued.supplier_credit_batches[0].serial_number);
    const total = String(issued.credit_batch_size_total.credit_kgs).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ' ');
    expect(out).toMatch(new RegExp(`^All .*  ${total}  .*yes$`, 'm'));
    expect((await registry(['issuances'])).out).toContain(id);
  });

  it('shows a refund', async () => {
    const response = await fetch(`${service.baseUrl}/_box/issuances/${await issuance()}/refund`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ credit_kgs: 2, notes: 'A reversal that was none' }),
    });
    const { refund_id: id } = z.object({ refund_id: z.string() }).parse(await response.json());
    expect(await json('refund', id)).toMatchObject({ credit_batch_size_total: { credit_kgs: 2 } });
    expect((await registry(['refund', id])).out).toContain('A reversal that was none');
  });

  it('closes an entry out: expected, issued, buffer pool, in kg and %', async () => {
    const closed = closedSchema.parse(await json(...closeOut, ...kept()));
    expect(closed.issuance_id).toBe(await issuance());
    const [net, supplier, pool, sent] = closed.variances;
    expect(net).toMatchObject({ figure: 'Net removal', agrees: true });
    expect(net?.issued_kg).toBe(Math.floor(net?.expected_kg ?? 0));
    expect(supplier).toMatchObject({ figure: 'Supplier', agrees: true });
    expect(pool?.expected_kg).toBeCloseTo((net?.expected_kg ?? 0) * 0.02, 3);
    expect((supplier?.issued_kg ?? 0) + (pool?.issued_kg ?? 0)).toBe(net?.issued_kg);
    expect(sent).toMatchObject({ figure: 'Net removal as sent', expected_kg: net?.expected_kg });
    expect(closed.supplier_credit_batches).toHaveLength(1);
    expect(closed.buffer_pool_credit_batches).toHaveLength(1);
  });

  it('joins the components back to their cells where a run folder knows them', async () => {
    const closed = closedSchema.parse(await json(...closeOut, ...kept()));
    const haul = closed.inputs.find(({ datapoint }) => datapoint === 'NRM-2-haul');
    expect(haul).toMatchObject({ input_key: 'mass_distance', cells: ['month!C5', 'month!D5'] });
    // The factor is the registry's own: no cell of the workbook made it.
    expect(closed.inputs.find(({ datapoint }) => datapoint === 'ef-truck')).toMatchObject({ cells: [] });
    expect(closed.run).not.toBeNull();
    const elsewhere = closedSchema.parse(await json(...closeOut, '--runs-dir', path.join(folder, 'none')));
    expect(elsewhere.run).toBeNull();
    expect(elsewhere.inputs.flatMap(({ cells }) => cells)).toEqual([]);
  });

  it('is a table of 80 or 160 columns, and a workbook', async () => {
    for (const width of [80, 160]) {
      const { out } = await registry([...closeOut, ...kept()], width);
      expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(width);
      expect(out).toMatch(/Net removal +[\d ]+\.\d{3} +[\d ]+\.\d{3} +-0\.\d{3}/);
    }
    const file = path.join(folder, 'close-out.xlsx');
    expect(await registry([...closeOut, ...kept(), '--out', file])).toMatchObject({ code: 0, out: '' });
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK');
  });

  it('takes the entry by its id, and the issuance by name', async () => {
    const { entry } = closedSchema.parse(await json(...closeOut, ...kept()));
    const named = ['close-out', '--entry', entry.id, '--issuance', await issuance()];
    expect(closedSchema.parse(await json(...named, ...kept())).entry).toEqual(entry);
  });
});

describe('what the registry does not know', () => {
  it.each([
    [['issuance', 'iss_0000000000000000'], /no issuance iss_0000000000000000/],
    [['organisation', 'org_0000000000000000'], /no organisation/],
    [['refund', '..%2fsupplier'], /no refund/],
    [['close-out', '--entry', 'nothing'], /no entry nothing/],
    [['close-out', '--entry', 'rmv_0000000000000000'], /no entry rmv_/],
    [['close-out'], /entry/],
    [['spoon'], /spoon|Say what to read/],
  ])('%j is exit 2, in words', async (argv, said) => {
    const { code, err, out } = await registry(argv);
    expect(code).toBe(2);
    expect(err).toMatch(said);
    expect(out).toBe('');
  });
});
