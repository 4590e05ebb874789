import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decide } from '../../../src/diff/decide.js';
import { RemoteState } from '../../../src/model/remote-state.js';
import { buildPlan } from '../../../src/plan/build-plan.js';
import { openWorkbook } from '../../../src/read/index.js';
import { reportData, writeReportWorkbook, type ReportInput } from '../../../src/report/index.js';
import { formatOf } from '../../../src/report/sheet-look.js';
import { nothingYet } from '../../../src/run/gathered.js';
import { summarise } from '../../../src/run/summary.js';
import {
  cell,
  desiredDatapoint,
  localBinding,
  mapped,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import { temporaryFolder } from '../../support/line.js';

const facts = {
  runId: '2026-11-21T100000-test',
  command: 'run',
  dryRun: false,
  environment: {
    name: 'local',
    base_url: 'http://127.0.0.1:1',
    project_id: 'prj_0000000000000000',
    organisation_id: null,
  },
  requests: { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 },
  durationMs: 0,
  files: { run: null, plan: null, journal: null, report: null, page: null, workbooks: [] },
  program: null,
  detailedExitCode: false,
};

function input(): ReportInput {
  const wanted = [
    desiredDatapoint('new', {
      fields: { display_name: { type: 'text', value: '=HYPERLINK("http://evil")' } },
    }),
    desiredDatapoint('same'),
    desiredDatapoint('changed'),
    desiredDatapoint('locked'),
  ];
  const remote = [
    remoteDatapoint('same'),
    remoteDatapoint('changed', { fields: quantity(1, 't') }),
    remoteDatapoint('locked', { lock: 'locked', fields: quantity(2, 't') }),
  ];
  const issue = {
    code: 'limit-passed',
    severity: 'warning',
    message: '+1 is what the cell says',
    origins: [cell('F9')],
  } as const;
  const plan = buildPlan(
    mapped(wanted, { issues: [issue], skipped: [{ origin: cell('A12'), reason: 'total' }] }),
  );
  const gathered = {
    ...nothingYet(),
    mapped: plan.mapped,
    plan,
    decided: decide(plan, new RemoteState(remote), localBinding),
  };
  return {
    summary: summarise(gathered, facts),
    plan: gathered.decided,
    mapped: plan.mapped,
    issues: gathered.decided.issues,
    outcomes: [],
    reconciliation: null,
    breakdowns: [],
    generatedAt: '2026-11-21T10:00:00.000Z',
    notInWorkbook: [],
    removals: [],
    addressOf: (file) => `../../${file}`,
  };
}

/** Every cell of a sheet of a written report, row by row. */
async function read(file: string): Promise<ReadonlyMap<string, readonly (readonly unknown[])[]>> {
  const workbook = await openWorkbook(file);
  const sheets = new Map<string, readonly (readonly unknown[])[]>();
  try {
    for (const sheet of workbook.sheets) {
      const rows: unknown[][] = [];
      for await (const row of sheet.rows()) rows.push(row.cells.map(({ value }) => value));
      sheets.set(sheet.info.name, rows);
    }
  } finally {
    await workbook.close();
  }
  return sheets;
}

describe('the report workbook', () => {
  let file = '';
  let sheets: Awaited<ReturnType<typeof read>>;
  beforeAll(async () => {
    file = path.join(await temporaryFolder(), 'report.xlsx');
    await writeReportWorkbook(reportData(input()), file);
    sheets = await read(file);
  });

  it('has its sheets in the order in which they are read', () => {
    expect([...sheets.keys()]).toEqual([
      'Summary',
      'Operations',
      'Changes',
      'Issues',
      'Documents',
      'GHG entries',
      'Control totals',
      'Lineage',
      'Not in the workbook',
      'References',
      'Skipped rows',
    ]);
  });

  it('counts what the summary counts', () => {
    const all = sheets.get('Summary')?.find(([label]) => label === 'All records');
    expect(all).toEqual(['All records', 1, 1, 1, 1, 0]);
    expect(Object.values(input().summary.operations)).toEqual([1, 1, 1, 1, 0]);
  });

  it('has a row for every operation, with its cell and what was decided', () => {
    const rows = sheets.get('Operations')?.slice(3) ?? [];
    expect(rows.map((row) => [row[0], row[2], row[3]])).toEqual([
      ['Deliveries!A7', 'new', '+ create'],
      ['Deliveries!A7', 'same', 'dtp_same000000000000'],
      ['Deliveries!A7', 'changed', 'dtp_changed000000000'],
      ['Deliveries!A7', 'locked~2', '± replace'],
    ]);
  });

  it('shows both sides of every change, and the chain of a replacement', () => {
    expect(sheets.get('Changes')?.slice(3)).toEqual([
      ['Deliveries!F7', 'datapoint', 'changed', 'update', 'quantity', '1 t ± 0.1', '24.7 t ± 0.1'],
      ['Deliveries!F7', 'datapoint', 'locked~2', 'replace', 'quantity', '2 t ± 0.1', '24.7 t ± 0.1'],
    ]);
    expect(sheets.get('References')?.[3]?.slice(0, 4)).toEqual(['locked', 'datapoint', 2, 'locked~2']);
  });

  it('keeps text that begins like a formula as text', async () => {
    const workbook = await openWorkbook(file);
    const found = [];
    for (const sheet of workbook.sheets) {
      for await (const row of sheet.rows())
        found.push(
          ...row.cells.filter(
            ({ value }) => typeof value === 'string' && /^[=+]/.test(value) && value.length > 1,
          ),
        );
    }
    await workbook.close();
    expect(found.length).toBeGreaterThan(1);
    expect(found.filter(({ formula }) => formula !== null)).toEqual([]);
  });

  it('leads to the cell by a formula, as no sheet can hold more than 65,530 links', async () => {
    const workbook = await openWorkbook(file);
    const sheet = workbook.sheets.find(({ info }) => info.name === 'Operations');
    const formulas: (string | null)[] = [];
    if (sheet !== undefined)
      for await (const row of sheet.rows()) formulas.push(row.cells[0]?.formula ?? null);
    await workbook.close();
    expect(formulas.at(-1)).toBe('=HYPERLINK("../../month.xlsx#Deliveries!A7","Deliveries!A7")');
  });

  it('gives whole numbers no point of decimals that they have not', () => {
    expect([0, 1, 112_281].map((value) => formatOf(value, '#,##0.###'))).toEqual(Array(3).fill('#,##0'));
    expect(formatOf(0.25, '#,##0.###')).toBe('#,##0.###');
    expect(formatOf('0.25', '#,##0.###')).toBe('@');
  });

  it('says of an empty sheet that there is nothing', () => {
    expect(sheets.get('Not in the workbook')?.[3]).toEqual(['Nothing to report.']);
  });

  it('is the same for the same run', async () => {
    expect(reportData(input())).toEqual(reportData(input()));
    const again = path.join(await temporaryFolder(), 'report.xlsx');
    await writeReportWorkbook(reportData(input()), again);
    expect(await read(again)).toEqual(sheets);
  });
});

describe('a run that ended before anything was decided', () => {
  it('still has a report that says so', () => {
    const summary = {
      ...input().summary,
      exit_code: 5 as const,
      error: { code: 'limit-passed', message: 'the lists could not be read' },
    };
    const data = reportData({ ...input(), summary, plan: null });
    expect(data.sheets[0]).toMatchObject({ lead: 'the lists could not be read', tone: 'bad' });
  });
});
