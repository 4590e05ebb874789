import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EntryBreakdown } from '../../../src/model/breakdown.js';
import { escapeText, html, scriptJson } from '../../../src/report/page/html.js';
import { fixed, signedTonnes } from '../../../src/report/page/figures.js';
import { daysChart } from '../../../src/report/page/days.js';
import { operationsData, pageAddress } from '../../../src/report/page/operations-data.js';
import { reportPage } from '../../../src/report/page/report-page.js';
import { contributions } from '../../../src/report/page/uncertainty.js';
import { waterfall } from '../../../src/report/page/waterfall.js';
import { writeReportPage, type ReportInput } from '../../../src/report/index.js';
import { RemoteState } from '../../../src/model/remote-state.js';
import { decide } from '../../../src/diff/decide.js';
import { buildPlan } from '../../../src/plan/build-plan.js';
import { nothingYet } from '../../../src/run/gathered.js';
import { summarise } from '../../../src/run/summary.js';
import { desiredDatapoint, localBinding, mapped, quantity, remoteDatapoint } from '../../support/builders.js';
import { temporaryFolder } from '../../support/line.js';

const hostile = '</script><img src=x onerror=alert(1)>&\u2028';

const entry = {
  net_kg: 95_000,
  without_discount_kg: 97_000,
  standard_deviation_kg: 2_000,
  supplier_allocation_kg: null,
  buffer_pool_contribution_kg: null,
};

const breakdown: EntryBreakdown = {
  reference: 'NRM-2026-10',
  groups: [
    { group: 'transport', components: 12, unknown: 0, co2e_kg: -2_500 },
    { group: 'biochar-storage', components: 1, unknown: 0, co2e_kg: 100_000 },
    { group: 'pyrolysis', components: 2, unknown: 1, co2e_kg: -200 },
  ],
  deviations: [
    { datapoint: 'same', standard_deviation_kg: 1_200 },
    { datapoint: 'changed', standard_deviation_kg: 900 },
    { datapoint: 'ef-truck-2025', standard_deviation_kg: 800 },
  ],
};

function input(given: Partial<ReportInput> = {}): ReportInput {
  const wanted = [
    desiredDatapoint('new', { fields: { display_name: { type: 'text', value: hostile } } }),
    desiredDatapoint('same'),
    desiredDatapoint('changed'),
  ];
  const remote = [remoteDatapoint('same'), remoteDatapoint('changed', { fields: quantity(1, 't') })];
  const rows = ['new', 'same', 'changed'].map((reference, place) => ({
    table: 'deliveries',
    file: 'month.xlsx',
    sheet: 'Deliveries',
    row: 7 + place,
    references: [reference],
  }));
  const plan = buildPlan(mapped(wanted, { mappedRows: rows }));
  const gathered = {
    ...nothingYet(),
    mapped: plan.mapped,
    plan,
    decided: decide(plan, new RemoteState(remote), localBinding),
  };
  const summary = summarise(gathered, {
    runId: '2026-11-21T100000-test',
    command: 'run',
    dryRun: false,
    environment: { name: 'local', base_url: 'http://127.0.0.1:1', project_id: 'prj_1' },
    requests: { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 },
    durationMs: 0,
    files: { run: null, plan: null, journal: null, report: null, page: null, workbooks: [] },
    program: null,
    detailedExitCode: false,
  });
  return {
    summary,
    plan: gathered.decided,
    mapped: plan.mapped,
    issues: [],
    outcomes: [],
    reconciliation: {
      verdicts: [],
      totals: [],
      entries: [{ reference: 'NRM-2026-10', id: 'rmv_1', before: null, predicted: null, after: entry }],
      documents: [],
    },
    breakdowns: [breakdown],
    generatedAt: '2026-11-21T10:00:00.000Z',
    notInWorkbook: [],
    removals: [],
    addressOf: (file) => `../../${file}`,
    ...given,
  };
}

const whole = (given?: Partial<ReportInput>) => [...reportPage(input(given))].join('');

describe('the waterfall', () => {
  const steps = waterfall(entry, breakdown);

  it('goes from nothing to the net removal without a gap', () => {
    const parts = steps.filter(({ shape }) => shape === 'part');
    expect(parts[0]?.from).toBe(0);
    for (const [place, part] of parts.entries()) expect(parts[place + 1]?.from ?? part.to).toBe(part.to);
    expect(parts.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(entry.net_kg);
    expect(steps.at(-1)).toMatchObject({ shape: 'total', from: 0, to: entry.net_kg });
  });

  it('shows what is removed first, then the greatest cost, and what is not itemised by difference', () => {
    expect(steps.map(({ label, from, to }) => [label, to - from])).toEqual([
      ['Biochar storage', 100_000],
      ['Transport', -2_500],
      ['Pyrolysis', -200],
      ['Not itemised', -300],
      ['Before the discount', 97_000],
      ['Discount for uncertainty', -2_000],
      ['Net removal', 95_000],
    ]);
  });

  it('is whole without any breakdown', () => {
    expect(waterfall(entry, undefined).map(({ label, to }) => [label, to])).toEqual([
      ['Not itemised', 97_000],
      ['Before the discount', 97_000],
      ['Discount for uncertainty', 95_000],
      ['Net removal', 95_000],
    ]);
  });

  it('does not call the noise of doubles a part', () => {
    const exact = {
      ...breakdown,
      groups: [{ group: 'a', components: 1, unknown: 0, co2e_kg: 97_000 + 1e-10 }],
    };
    expect(waterfall(entry, exact).map(({ label }) => label)).not.toContain('Not itemised');
  });
});

describe('where the discount comes from', () => {
  const parts = contributions(2_000, breakdown, input().plan);

  it('is told by definition, and the shares add up to the whole', () => {
    expect(parts.map(({ label, note }) => [label, note])).toEqual([
      ['Delivered mass', '2 datapoints'],
      ['ef-truck-2025', 'one datapoint'],
      ['Not itemised', 'the discount less the parts above'],
    ]);
    expect(parts[0]?.standardDeviation).toBeCloseTo(1_500, 9);
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('is empty where there is no discount', () => {
    expect(contributions(0, breakdown, null)).toEqual([]);
  });
});

describe('records over the days', () => {
  it('are counted by the table of their row, days without any included', () => {
    const days = ['2026-10-03T00:00:00Z', '2026-10-03T09:00:00Z', '2026-10-05T00:00:00Z'];
    const { mapped: given } = input();
    const records = (given?.records ?? []).map((record, place) => ({
      ...record,
      fields: { ...record.fields, measured_at: { type: 'instant' as const, value: days[place] ?? null } },
    }));
    const chart = daysChart(input({ mapped: given === null ? null : { ...given, records } }));
    expect(chart).toEqual({
      by: 'day',
      bins: ['2026-10-03', '2026-10-04', '2026-10-05'],
      tables: [{ table: 'deliveries', total: 3, counts: [2, 0, 1] }],
    });
  });

  it('leave out what was made from several rows', () => {
    const { mapped: given } = input();
    const [row] = given?.mappedRows ?? [];
    const mappedRows = [...(given?.mappedRows ?? []), ...(row === undefined ? [] : [{ ...row, row: 20 }])];
    const chart = daysChart(input({ mapped: given === null ? null : { ...given, mappedRows } }));
    expect(chart?.tables.map(({ total }) => total)).toEqual([2]);
  });
});

describe('text on the page', () => {
  it('is escaped wherever it stands', () => {
    expect(html`<p title="${'"><b>'}">${hostile}</p>`.markup).toBe(
      '<p title="&quot;&gt;&lt;b&gt;">&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;\u2028</p>',
    );
    expect(escapeText('a\u0000b')).toBe('a\ufffdb');
    expect(escapeText('\u202egnp.exe')).toBe('⟨U+202E⟩gnp.exe');
  });

  it('comes back whole from the data, which cannot end its element', () => {
    const json = scriptJson({ text: hostile });
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ text: hostile });
  });

  it('makes no element of the page', () => {
    const page = whole();
    expect(page).not.toContain('<img');
    expect(page.match(/<\/script>/g)).toHaveLength(2);
  });

  it.each([
    ['../../month.xlsx', './../../month.xlsx'],
    ['javascript:alert(1)', './javascript%3Aalert(1)'],
    ['a b/c#d?e.xlsx', './a%20b/c%23d%3Fe.xlsx'],
    ['//evil.example/x', 'file:///evil.example/x'],
    ['D:/months/a.xlsx', 'file:///D:/months/a.xlsx'],
    ['\ud800.xlsx', './%EF%BF%BD.xlsx'],
  ])('has the address %j lead to a file: %s', (address, expected) => {
    expect(pageAddress(address)).toBe(expected);
  });
});

describe('figures', () => {
  it.each([
    [1234567.891, 3, '1,234,567.891'],
    [-0.0004, 3, '0.000'],
    [-1234.5, 1, '\u22121,234.5'],
    [999.9996, 3, '1,000.000'],
    [12, 0, '12'],
  ])('%d to %d decimals is %s', (value, decimals, expected) => {
    expect(fixed(value, decimals)).toBe(expected);
  });

  it('have the sign of a change', () => {
    expect([signedTonnes(137_629), signedTonnes(-1), signedTonnes(0.1)]).toEqual([
      '+137.629',
      '\u22120.001',
      '0.000',
    ]);
  });
});

describe('the operations of the page', () => {
  it('have their cell, both sides of what differs, and what is as it was', () => {
    const { operations, shared } = operationsData(input());
    const changed = [...operations].find(({ r }) => r === 'changed');
    expect(changed).toMatchObject({ c: [0, 'Deliveries!A7'], a: 'update', k: 'datapoint' });
    expect(changed?.f[0]).toEqual(['quantity', '1 t ± 0.1', '24.7 t ± 0.1', [0, 'Deliveries!F7'], 1]);
    expect(changed?.f.filter((field) => field[4] === 0).map(([field]) => field)).toContain('measured at');
    expect(shared().files).toEqual(['./../../month.xlsx']);
  });
});

describe('the page', () => {
  let written = '';
  beforeAll(async () => {
    const file = path.join(await temporaryFolder(), 'report.html');
    await writeReportPage(input(), file);
    written = await readFile(file, 'utf8');
  });

  it('is the same for the same input, on disk as in memory', () => {
    expect(whole()).toBe(whole());
    expect(written).toBe(whole());
  });

  it('forbids everything from elsewhere and names nothing there', () => {
    const hash = (element: RegExp) => {
      const text = element.exec(written)?.groups?.['text'] ?? '';
      expect(text.length).toBeGreaterThan(1000);
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    const [script, style] = [
      hash(/<script>(?<text>[^]*?)<\/script>/),
      hash(/<style>(?<text>[^]*?)<\/style>/),
    ];
    const policy = /Content-Security-Policy" content="(?<policy>[^"]+)"/.exec(written)?.groups?.['policy'];
    expect(policy?.replaceAll('&#39;', "'").split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${script}`,
      `style-src ${style}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(written).not.toMatch(/ (?:src|href)="(?:https?:)?\/\//);
    expect(written).not.toMatch(/@import|url\(/);
  });

  it('says what the summary says', () => {
    expect(written).toContain('2026-11-21T100000-test');
    expect(written).toContain('local, project prj_1');
    expect(written).toMatch(/<option value="update">\s*update \(1\)\s*<\/option>/);
  });

  it('claims no reading back where there was none', () => {
    const lead = 'what the registry holds was read back';
    expect(whole()).toContain(lead);
    expect(whole({ reconciliation: null, breakdowns: [] })).not.toContain(lead);
  });

  it('is written of a run that ended before anything was decided', () => {
    expect(whole()).toContain('Nothing needs a person');
    const error = { code: 'x', message: 'the lists could not be read' };
    const summary = { ...input().summary, exit_code: 5 as const, error };
    const page = whole({ summary, plan: null, mapped: null, reconciliation: null, breakdowns: [] });
    expect(page).toContain('the lists could not be read');
    expect(page).not.toContain('Nothing needs a person');
    expect(page).toContain('{"operations":[],"shared":{"files":[],"documents":[]}}');
  });
});
