import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ServiceSettings } from '../../src/emulator/index.js';
import { Box } from '../support/box.js';

const report = { ghg_statement_report_url: 'https://drive.example/report' };

let box: Box;

async function open(settings: Partial<ServiceSettings> = {}, given: Parameters<typeof Box.open>[0] = {}) {
  box = await Box.open({ ...given, settings: { rateLimit: null, ...settings } });
}
async function reopen(settings: Partial<ServiceSettings>, given: Parameters<typeof Box.open>[0] = {}) {
  await box.close();
  await open(settings, given);
}

beforeEach(() => open());
afterEach(() => box.close());

const get = async (path: string) => (await box.call('GET', path)).body;
const statusOf = async (method: string, path: string, body?: unknown) =>
  (await box.call(method, path, body)).status;

/** Entry E in a statement that is as far as `to`. */
async function upTo(to: 'submitted' | 'verified' | 'issued') {
  const entry = await box.entry();
  const statement = await box.statement();
  await box.call('POST', `/ghg_statements/${statement}/submit`, report);
  if (to !== 'submitted') box.service.verify(statement);
  const issuance = to === 'issued' ? box.service.issueCredits(statement) : '';
  return { entry, statement, issuance };
}

describe('a statement', () => {
  it('takes the entries that are completed in its period, and begins after the one before', async () => {
    const october = await box.entry();
    const november = await box.entry({
      supplier_reference_id: 'E2',
      started_on: '2026-11-01',
      completed_on: '2026-11-30',
    });
    const first = await box.call('POST', '/ghg_statements', {
      project_id: box.service.projectId,
      end_on: '2026-10-31',
    });
    expect(first.body).toMatchObject({
      status: 'DRAFT',
      reporting_period_start_at: null,
      reporting_period_end_at: '2026-10-31',
      ghg_entry_ids: [october],
      verifier: 'Example verifier',
    });
    const second = await box.statement('2026-11-30');
    expect(await get(`/ghg_statements/${second}`)).toMatchObject({
      reporting_period_start_at: '2026-11-01',
      ghg_entry_ids: [november],
    });
    expect(await box.list('/ghg_statements')).toHaveLength(2);
  });

  it('takes an entry that is made later, and gives up one whose last day moves away', async () => {
    const statement = await box.statement();
    const entry = await box.entry();
    expect(await get(`/ghg_entries/${entry}`)).toMatchObject({ ghg_statement_id: statement });
    await box.call('PATCH', `/ghg_entries/${entry}`, { completed_on: '2026-11-01' });
    expect(await get(`/ghg_entries/${entry}`)).toMatchObject({ ghg_statement_id: null });
  });

  it.each([
    ['no end', { end_on: undefined }],
    ['an end that is no date', { end_on: '2026-10-32' }],
    ['a field too much', { start_on: '2026-10-01' }],
    ['an id of another kind', { project_id: 'src_00000000000000000' }],
  ])('with %s is 422', async (_what, given) => {
    const body = { project_id: box.service.projectId, end_on: '2026-10-31', ...given };
    expect(await statusOf('POST', '/ghg_statements', body)).toBe(422);
  });

  it('cannot end within a period that is verified', async () => {
    await upTo('verified');
    const body = { project_id: box.service.projectId, end_on: '2026-10-15' };
    expect(await statusOf('POST', '/ghg_statements', body)).toBe(400);
  });

  it('is not there: 404', async () => {
    expect(await statusOf('GET', '/ghg_statements/ggs_00000000000000000')).toBe(404);
    expect(await statusOf('POST', '/ghg_statements/ggs_00000000000000000/submit', report)).toBe(404);
  });
});

describe('submitting', () => {
  it('hands it to the verifier; again with a summary of changes and the pending total', async () => {
    const entry = await box.entry();
    const statement = await box.statement();
    const first = await box.call('POST', `/ghg_statements/${statement}/submit`, report);
    expect(first.body).toMatchObject({
      status: 'AWAITING_VERIFICATION',
      ...report,
      pending_total_co2e_removed_kg: null,
    });
    await box.call('PATCH', `/datapoints/${await box.byReference('datapoints', 'mass')}`, {
      quantity: { magnitude: 2000, unit: 'kg' },
    });
    const { co2e_net_removed_kg: net } = z
      .looseObject({ co2e_net_removed_kg: z.number() })
      .parse(await get(`/ghg_entries/${entry}`));
    expect(await get(`/ghg_statements/${statement}`)).toMatchObject({ pending_total_co2e_removed_kg: net });
    expect(await statusOf('POST', `/ghg_statements/${statement}/submit`, report)).toBe(400);
    const again = { ...report, summary_of_changes: 'The mass was twice that' };
    const answer = await box.call('POST', `/ghg_statements/${statement}/submit`, again);
    expect(answer.body).toMatchObject({ pending_total_co2e_removed_kg: null });
  });

  it.each([
    ['no report', {}, 422],
    ['a report address that is too long', { ghg_statement_report_url: 'x'.repeat(2049) }, 422],
    ['a field too much', { ...report, colour: 'blue' }, 422],
  ])('with %s is %d', async (_what, body, status) => {
    await box.entry();
    expect(await statusOf('POST', `/ghg_statements/${await box.statement()}/submit`, body)).toBe(status);
  });

  it('needs entries and a verifier', async () => {
    expect(await statusOf('POST', `/ghg_statements/${await box.statement()}/submit`, report)).toBe(400);
    await reopen(
      {},
      {
        seedData: {
          organisation: { name: 'Example' },
          projects: [{ name: 'Example', country_code: 'KEN', verifier: null }],
        },
      },
    );
    const refused = await box.call('POST', `/ghg_statements/${await box.statement()}/submit`, report);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      '{"detail":"No verifier is assigned to this project"}',
    ]);
  });

  it('joins the entries only then, where the settings say so', async () => {
    await reopen({ entriesJoin: 'when-submitted' });
    const entry = await box.entry();
    const statement = await box.statement();
    expect(await get(`/ghg_entries/${entry}`)).toMatchObject({ ghg_statement_id: null });
    await box.call('POST', `/ghg_statements/${statement}/submit`, report);
    expect(await get(`/ghg_entries/${entry}`)).toMatchObject({ ghg_statement_id: statement });
  });
});

describe('the verifier', () => {
  it('locks what was verified, and nothing of it can be changed', async () => {
    const { entry, statement } = await upTo('verified');
    const mass = await box.byReference('datapoints', 'mass');
    expect(await get(`/datapoints/${mass}`)).toMatchObject({
      locked_status: 'locked_used_in_verified_removal',
    });
    expect(await get(`/datapoints/${await box.byReference('datapoints', 'mass-2')}`)).toMatchObject({
      locked_status: 'not_locked',
    });
    const [component] = await box.list(`/components?ghg_statement_id=${statement}`);
    for (const [method, path, body] of [
      ['PATCH', `/datapoints/${mass}`, { display_name: 'B' }],
      ['PATCH', `/components/${component?.id ?? ''}`, { display_name: 'B' }],
      ['PATCH', `/ghg_entries/${entry}`, { completed_on: '2026-10-30' }],
      ['PATCH', `/ghg_entries/${entry}/component_attributions`, { components_to_remove: [component?.id] }],
      ['DELETE', `/ghg_entries/${entry}`, undefined],
      ['DELETE', `/removals/${entry}`, undefined],
      ['POST', `/ghg_statements/${statement}/submit`, { ...report, summary_of_changes: 'x' }],
    ] as const)
      expect([method, path, await statusOf(method, path, body)]).toEqual([method, path, 400]);
  });

  it('may refuse; then it is submitted again', async () => {
    const { statement } = await upTo('submitted');
    expect((await box.at('/_box', 'POST', `/statements/${statement}/fail`)).body).toMatchObject({
      status: 'FAILED_VERIFICATION',
    });
    const again = { ...report, summary_of_changes: 'x' };
    expect((await box.call('POST', `/ghg_statements/${statement}/submit`, again)).body).toMatchObject({
      status: 'AWAITING_VERIFICATION',
    });
  });

  it('verifies only what was submitted', async () => {
    const statement = await box.statement();
    expect((await box.at('/_box', 'POST', `/statements/${statement}/verify`)).status).toBe(400);
    expect((await box.at('/_box', 'POST', '/statements/ggs_00000000000000000/verify')).status).toBe(404);
  });

  it('is nobody who comes from a page in a browser', async () => {
    const { statement } = await upTo('submitted');
    const answer = await box.at('/_box', 'POST', `/statements/${statement}/verify`, {
      origin: 'https://example.com',
    });
    expect(answer.status).toBe(403);
    expect(await get(`/ghg_statements/${statement}`)).toMatchObject({ status: 'AWAITING_VERIFICATION' });
  });
});

describe('components of a wider scope', () => {
  it('of a statement are spread evenly over its entries, also over those that come later', async () => {
    const statement = await box.statement();
    const first = await box.entry();
    await box.made('/ghg_statement_components', {
      ghg_statement_id: statement,
      component_data: await box.fixedComponent(),
    });
    const shares = async (id: string) =>
      (await box.list(`/ghg_entries/${id}/component_attributions`)).map(
        (share) => share['attribution_factor'],
      );
    expect(await shares(first)).toEqual([1, 1]);
    const second = await box.entry({ supplier_reference_id: 'E2' }, 'mass-2');
    expect([await shares(first), await shares(second)]).toEqual([
      [1, 0.5],
      [1, 0.5],
    ]);
    const [made] = await box.list('/components?scope=GHG_STATEMENT');
    expect(made).toMatchObject({ scope: 'GHG_STATEMENT', allocation_strategy: null });
  });

  it('of a statement are refused without one, and once it is verified', async () => {
    const { statement } = await upTo('verified');
    const component_data = await box.fixedComponent();
    for (const [ghg_statement_id, status] of [
      [statement, 400],
      ['ggs_00000000000000000', 400],
      ['rmv_00000000000000000', 422],
    ] as const)
      expect(await statusOf('POST', '/ghg_statement_components', { ghg_statement_id, component_data })).toBe(
        status,
      );
  });

  it('of a project are attributed by hand, never by more than 1 in all, and taken off again', async () => {
    const component = await box.made('/project_components', {
      allocation_strategy: 'MANUAL',
      component_data: await box.fixedComponent(),
    });
    const entry = await box.entry();
    const path = `/project_components/${component}/ghg_entry_attributions`;
    const net = z.looseObject({ co2e_net_removed_kg: z.number() });
    const before = net.parse(await get(`/ghg_entries/${entry}`)).co2e_net_removed_kg;
    const after = await box.call('POST', path, { ghg_entry_id: entry, attribution_factor: 0.5 });
    expect(before - net.parse(after.body).co2e_net_removed_kg).toBeCloseTo(15, 6);
    for (const [factor, status] of [
      [1.5, 422],
      [0, 422],
      [undefined, 422],
    ] as const)
      expect(await statusOf('POST', path, { ghg_entry_id: entry, attribution_factor: factor })).toBe(status);
    const other = await box.entry({ supplier_reference_id: 'E2' }, 'mass-2');
    expect(await statusOf('POST', path, { ghg_entry_id: other, attribution_factor: 0.6 })).toBe(400);
    expect(await statusOf('DELETE', `${path}/${entry}`)).toBe(204);
    expect(await statusOf('DELETE', `${path}/${entry}`)).toBe(404);
    expect(net.parse(await get(`/ghg_entries/${entry}`)).co2e_net_removed_kg).toBeCloseTo(before, 9);
  });

  it('of a project that are amortised automatically are not attributed by hand', async () => {
    const component = await box.made('/project_components', {
      allocation_strategy: 'ESTIMATED_PROJECT_LIFETIME',
      component_data: await box.fixedComponent(),
    });
    const body = { ghg_entry_id: await box.entry(), attribution_factor: 1 };
    expect(await statusOf('POST', `/project_components/${component}/ghg_entry_attributions`, body)).toBe(400);
  });
});

describe('credits', () => {
  const batches = z.looseObject({
    credit_batch_size_total: z.object({ credits: z.number(), credit_kgs: z.int() }),
    supplier_credit_batches: z.array(
      z.looseObject({ size: z.object({ credits: z.number(), credit_kgs: z.int() }) }),
    ),
    buffer_pool_credit_batches: z.array(z.looseObject({ owner: z.looseObject({ name: z.string() }) })),
  });

  it('are issued for supplier and buffer pool in whole kilograms, and can be read at the registry', async () => {
    const { entry, statement, issuance } = await upTo('issued');
    // 1000 kg at 50 % carbon, 10 kg standard deviation: 1833.33 - 18.33 = 1815 kg; 2 % of it to the pool.
    const found = batches.parse(
      (await box.at('/registry/v0', 'GET', `/issuances/${issuance}/credit_batches`)).body,
    );
    expect(found.credit_batch_size_total).toEqual({ credits: 1.815, credit_kgs: 1815 });
    expect(found.supplier_credit_batches).toMatchObject([
      {
        ghg_entry_id: entry,
        removal_id: entry,
        size: { credits: 1.779, credit_kgs: 1779 },
        sequestered_on: '2026-10-31',
        country_of_issue: 'KEN',
        parent_id: null,
        carbon_removal_data: { gross_carbon_removed_kg: 1833, emissions_kg: 0, net_carbon_removed_kg: 1815 },
      },
    ]);
    expect(found.buffer_pool_credit_batches).toMatchObject([
      { size: { credit_kgs: 36 }, owner: { name: 'Buffer pool' } },
    ]);
    const [supplier] = [Box.body(await box.at('/registry/v0', 'GET', '/supplier'))];
    const shown = await box.at('/registry/v0', 'GET', `/suppliers/${supplier.id}/issuances`);
    expect(shown.body).toMatchObject({
      total_count: 1,
      nodes: [{ id: issuance, supplier: { id: supplier.id } }],
    });
    expect((await box.at('/registry/v0', 'GET', `/issuances/${issuance}`)).body).toMatchObject({
      reporting_period_start_at: '2026-10-01',
      reporting_period_end_at: '2026-10-31',
    });
    expect(await get(`/ghg_statements/${statement}`)).toMatchObject({ status: 'CREDITS_ISSUED' });
  });

  it('are issued once, and only for what is verified', async () => {
    const { statement } = await upTo('submitted');
    const issue = () => box.at('/_box', 'POST', `/statements/${statement}/issue_credits`);
    expect((await issue()).status).toBe(400);
    box.service.verify(statement);
    expect((await issue()).status).toBe(200);
    expect((await issue()).status).toBe(400);
  });

  it('are refunded from the buffer pool, and never more than it holds', async () => {
    const { issuance } = await upTo('issued');
    const refund = (credit_kgs: number) =>
      box.at('/_box', 'POST', `/issuances/${issuance}/refund`, {}, { credit_kgs, notes: 'Reversal' });
    expect((await refund(37)).status).toBe(400);
    const { refund_id } = z.object({ refund_id: z.string() }).parse((await refund(30)).body);
    expect((await refund(7)).status).toBe(400);
    expect((await box.at('/registry/v0', 'GET', `/refunds/${refund_id}`)).body).toMatchObject({
      notes: 'Reversal',
      credit_batch_size_total: { credit_kgs: 30 },
      from_buffer_pool_organisation: { name: 'Buffer pool' },
      to_organisation: { name: 'Example' },
    });
  });

  it('make a document public where its source was meant to be', async () => {
    const [open_, closed] = [await box.source('S1', { is_public: true }), await box.source('S2')];
    const mass = await box.byReference('datapoints', 'mass');
    await box.call('PATCH', `/datapoints/${mass}`, { source_ids: [open_, closed] });
    expect(await get(`/sources/${open_}`)).toMatchObject({
      url_info: { __typename: 'SourcePrivateUrlInfo' },
    });
    await upTo('issued');
    const { url_info } = z
      .looseObject({ url_info: z.object({ __typename: z.literal('SourcePublicUrlInfo'), url: z.url() }) })
      .parse(await get(`/sources/${open_}`));
    expect(await (await fetch(url_info.url)).text()).toBe('hello');
    expect(await get(`/sources/${closed}`)).toMatchObject({
      url_info: { __typename: 'SourcePrivateUrlInfo' },
    });
    expect(await statusOf('DELETE', `/sources/${closed}`)).toBe(400);
  });
});

describe('the registry root', () => {
  it('answers null for an organisation or a project that nobody knows, and 404 for the rest', async () => {
    const at = (path: string) => box.at('/registry/v0', 'GET', path);
    expect(await at('/organisations/org_00000000000000000')).toEqual({ status: 200, body: null });
    expect(await at('/projects/prj_00000000000000000')).toEqual({ status: 200, body: null });
    expect((await at(`/projects/${box.service.projectId}`)).body).toMatchObject({ name: 'Example' });
    for (const path of ['/issuances/iss_00000000000000000', '/refunds/bpr_00000000000000000'])
      expect((await at(path)).status).toBe(404);
    const { organisation } = z
      .looseObject({ organisation: z.looseObject({ id: z.string() }) })
      .parse((await at('/supplier')).body);
    expect((await at(`/organisations/${organisation.id}`)).body).toEqual(organisation);
  });

  it('asks for both credentials too', async () => {
    const { status } = await box.at('/registry/v0', 'GET', '/supplier', { 'x-client-secret': '' });
    expect(status).toBe(401);
  });
});

describe('who sees what', () => {
  const as = async (token: string, method: string, path: string, body?: unknown) =>
    box.call(method, path, body, { authorization: `Bearer ${token}` });
  const seen = async (token: string, paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await as(token, 'GET', path)).status));

  it('the owner from the start, the verifier once it is submitted, anybody once credits are issued', async () => {
    const source = await box.source();
    const mass = await box.byReference('datapoints', 'mass');
    await box.call('PATCH', `/datapoints/${mass}`, { source_ids: [source] });
    const entry = await box.entry();
    const statement = await box.statement();
    const paths = [`/ghg_entries/${entry}`, `/datapoints/${mass}`, `/sources/${source}`];
    const { accessToken, verifierToken, otherToken } = box.service;
    const all = () =>
      Promise.all([accessToken, verifierToken, otherToken].map((token) => seen(token, paths)));
    const [yes, no] = [
      [200, 200, 200],
      [404, 404, 404],
    ];
    expect(await all()).toEqual([yes, no, no]);
    await box.call('POST', `/ghg_statements/${statement}/submit`, report);
    expect(await all()).toEqual([yes, yes, no]);
    box.service.verify(statement);
    box.service.issueCredits(statement);
    expect(await all()).toEqual([yes, yes, yes]);
  });

  it('lists hold only what is seen, and documents stay private', async () => {
    const source = await box.source();
    await box.call('PATCH', `/datapoints/${await box.byReference('datapoints', 'mass')}`, {
      source_ids: [source],
    });
    await upTo('issued');
    const { otherToken, verifierToken } = box.service;
    expect((await as(otherToken, 'GET', '/datapoints')).body).toMatchObject({ total_count: 2 });
    expect((await as(otherToken, 'GET', `/sources/${source}`)).body).toMatchObject({
      url_info: { is_accessible: false },
    });
    expect((await as(otherToken, 'GET', `/sources/${source}/private_url`)).status).toBe(400);
    expect((await as(verifierToken, 'GET', `/sources/${source}/private_url`)).status).toBe(200);
  });

  it('nobody but the owner changes anything', async () => {
    const { entry } = await upTo('submitted');
    for (const token of [box.service.verifierToken, box.service.otherToken])
      expect((await as(token, 'PATCH', `/ghg_entries/${entry}`, { started_on: '2026-10-02' })).status).toBe(
        403,
      );
  });
});
