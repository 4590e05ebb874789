import { expect, it } from 'vitest';
import type { ServiceSettings } from '../../src/emulator/index.js';
import { Box } from '../support/box.js';

const report = { ghg_statement_report_url: 'https://drive.example/report' };
const none = '00000000000000000';

const mass = (box: Box) => box.byReference('datapoints', 'mass');
const statusOf = async (box: Box, method: string, path: string, body?: unknown) =>
  (await box.call(method, path, body)).status;
const submit = (box: Box, statement: string, body: unknown = report) =>
  statusOf(box, 'POST', `/ghg_statements/${statement}/submit`, body);
const newStatement = (box: Box, end_on: string) =>
  statusOf(box, 'POST', '/ghg_statements', { project_id: box.service.projectId, end_on });
const datapoint = (box: Box, given: Readonly<Record<string, unknown>>) =>
  statusOf(box, 'POST', '/datapoints', {
    display_name: 'A',
    description: '',
    project_id: box.service.projectId,
    quantity: { magnitude: 1, unit: 'kg' },
    source_ids: [],
    supplier_reference_id: 'R',
    type: 'REPORTED',
    ...given,
  });
async function submitted(box: Box): Promise<string> {
  await box.entry();
  const statement = await box.statement();
  await submit(box, statement);
  return statement;
}
async function verified(box: Box): Promise<string> {
  const statement = await submitted(box);
  box.service.verify(statement);
  return statement;
}

type Case = readonly [string, Partial<ServiceSettings>, (box: Box) => Promise<unknown>, unknown, unknown];

/** What a user sees with the default, and with the setting. */
const cases: readonly Case[] = [
  [
    'the status of what is in use',
    { inUseStatus: 409 },
    async (box) => statusOf(box, 'DELETE', `/datapoints/${await box.byReference('datapoints', 'carbon')}`),
    400,
    409,
  ],
  [
    'the status of what a body names and is not there',
    { missingReferenceStatus: 404 },
    (box) => datapoint(box, { source_ids: [`src_${none}`] }),
    400,
    404,
  ],
  [
    'a measurement in the future',
    { futureMeasurementRefused: false },
    (box) => datapoint(box, { measured_at: '2999-01-01T00:00:00Z' }),
    400,
    200,
  ],
  [
    'a locked datapoint and new sources',
    { lockedTakesSources: true },
    async (box) => {
      const source = await box.source();
      await verified(box);
      return statusOf(box, 'PATCH', `/datapoints/${await mass(box)}`, { source_ids: [source] });
    },
    400,
    200,
  ],
  [
    'what becomes of citations when a source is deleted',
    { citedSourceDeletion: 'taken-off' },
    async (box) => {
      const source = await box.source();
      const path = `/datapoints/${await mass(box)}`;
      await box.call('PATCH', path, { source_ids: [source] });
      await box.call('DELETE', `/sources/${source}`);
      const { source_ids } = Box.body(await box.call('GET', path));
      return Array.isArray(source_ids) ? source_ids.length : null;
    },
    1,
    0,
  ],
  [
    'a source that is cited before its document is there',
    { sourcesWithoutDocumentCited: false },
    async (box) => {
      await box.call('POST', '/sources', {
        __typename: 'CreateDocumentSourceRequest',
        display_name: 'Doc',
        file_name: 'a.txt',
        content_type: 'text/plain',
        content_length: 5,
        project_id: box.service.projectId,
        published_at: '2026-10-31',
        supplier_reference_id: 'S',
      });
      return datapoint(box, { source_ids: [await box.byReference('sources', 'S')] });
    },
    200,
    400,
  ],
  [
    'the unit on read-back',
    { canonicalUnits: false },
    async (box) => Box.body(await box.call('GET', `/datapoints/${await mass(box)}`))['quantity'],
    { magnitude: 1000, unit: 'kilogram', standard_deviation: 10 },
    { magnitude: 1000, unit: 'kg', standard_deviation: 10 },
  ],
  [
    'the cursors of an empty page',
    { emptyPageCursor: '' },
    async (box) => (await box.call('GET', '/sources')).body,
    {
      nodes: [],
      page_info: { has_previous_page: false, has_next_page: false, start_cursor: null, end_cursor: null },
      total_count: 0,
    },
    {
      nodes: [],
      page_info: { has_previous_page: false, has_next_page: false, start_cursor: '', end_cursor: '' },
      total_count: 0,
    },
  ],
  [
    'where the first period begins',
    { firstPeriodStart: 'first-entry' },
    async (box) => {
      await box.entry();
      const path = `/ghg_statements/${await box.statement()}`;
      return Box.body(await box.call('GET', path))['reporting_period_start_at'];
    },
    null,
    '2026-10-01',
  ],
  [
    'two drafts for one period',
    { overlappingDrafts: 'refused' },
    async (box) => {
      await box.statement();
      return newStatement(box, '2026-10-31');
    },
    200,
    400,
  ],
  [
    'a period that ends before a verified one',
    { endBeforeVerified: 'allowed' },
    async (box) => {
      await verified(box);
      return newStatement(box, '2026-10-15');
    },
    400,
    200,
  ],
  [
    'an entry in a draft statement, deleted',
    { entryInDraftStatementDeletable: true },
    async (box) => {
      const entry = await box.entry();
      await box.statement();
      return statusOf(box, 'DELETE', `/ghg_entries/${entry}`);
    },
    400,
    204,
  ],
  [
    'a statement without entries',
    { emptyStatementSubmitted: true },
    async (box) => submit(box, await box.statement()),
    400,
    200,
  ],
  [
    'submitting again without a summary',
    { missingSummaryStatus: 422 },
    async (box) => submit(box, await submitted(box)),
    400,
    422,
  ],
  [
    'submitting again while the verifier has it',
    { resubmittedWhileAwaiting: false },
    async (box) => submit(box, await submitted(box), { ...report, summary_of_changes: 'x' }),
    200,
    400,
  ],
  [
    'a component that is amortised automatically, attributed by hand',
    { automaticAttributedByHand: true },
    async (box) => {
      const component = await box.made('/project_components', {
        allocation_strategy: 'CUSTOM_TIME_PERIOD',
        component_data: await box.fixedComponent(),
      });
      const body = { ghg_entry_id: await box.entry(), attribution_factor: 1 };
      return statusOf(box, 'POST', `/project_components/${component}/ghg_entry_attributions`, body);
    },
    400,
    200,
  ],
  [
    'an input that the template fixes, given all the same',
    { fixedInputsRefused: false },
    async (box) => {
      const { component } = await box.template();
      const inputs = [
        { input_key: 'product_mass', datapoint_id: await mass(box) },
        { input_key: 'carbon_content', datapoint_id: await box.byReference('datapoints', 'carbon') },
      ];
      const made = { ghg_entry_template_component_id: component, inputs };
      return box.entry({ ghg_entry_template_components: [made] }).then(
        () => 'made',
        () => 'refused',
      );
    },
    'refused',
    'made',
  ],
  [
    'a submission that is linked twice, deleted at one',
    { linkedSubmissionDeletion: 'deletes' },
    async (box) => {
      const root = `/projects/${box.service.projectId}/monitoring_requirements`;
      const [first, second] = (await box.list(root)).map(({ id }) => id);
      const submission = await box.made('/monitoring_submissions', {
        monitoring_requirement_ids: [first, second],
        source_id: await box.source(),
        valid_from: '2026-10-01T00:00:00Z',
        valid_to: '2026-10-31T00:00:00Z',
      });
      await box.call('DELETE', `${root}/${first ?? ''}/submissions/${submission}`);
      return (await box.list(`${root}/${second ?? ''}/submissions`)).length;
    },
    1,
    0,
  ],
];

it.each(cases)('%s is decided by %j', async (_what, settings, look, byDefault, set) => {
  for (const [given, expected] of [
    [{}, byDefault],
    [settings, set],
  ] as const) {
    const box = await Box.open({ settings: { rateLimit: null, ...given } });
    try {
      expect(await look(box)).toEqual(expected);
    } finally {
      await box.close();
    }
  }
});
