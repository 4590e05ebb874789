import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandLine, keptIn } from '../support/command-line.js';
import { givenInputs, givenMonth, givenService } from '../support/given-month.js';
import { temporaryFolder } from '../support/line.js';

const root = path.join(import.meta.dirname, '..', '..');

const summarySchema = z.looseObject({
  format: z.literal('mrv-ingest/summary@1'),
  program: z.string().regex(/^mrv-ingest \d+\.\d+\.\d+$/),
  exit_code: z.number(),
  operations: z.record(z.string(), z.number()),
  outcomes: z.record(z.string(), z.number()),
  verdicts: z.record(z.string(), z.number()),
  requests: z.record(z.string(), z.number()),
  files: z.looseObject({ run: z.string(), report: z.string().nullable() }),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
});

function summaryOf(text: string) {
  return summarySchema.parse(JSON.parse(text));
}

describe('run', () => {
  it('does everything, then nothing, and says so in a dozen lines', async () => {
    const folder = await temporaryFolder();
    const first = await commandLine(['run', ...givenInputs, ...givenService, ...keptIn(folder)]);
    expect(first.code).toBe(0);
    expect(first.err.split('\n').length).toBeLessThan(14);
    expect(first.err).toMatch(/16 applied/);
    const second = await commandLine(['run', ...givenInputs, ...givenService, ...keptIn(folder), '--json']);
    expect(summaryOf(second.out)).toMatchObject({ exit_code: 0, requests: { writes: 0, uploads: 0 } });
  });

  it('prints one JSON object and nothing else with --json, the same as summary.json', async () => {
    const folder = await temporaryFolder();
    const { out, err } = await commandLine([
      'run',
      ...givenInputs,
      ...givenService,
      ...keptIn(folder),
      '--json',
    ]);
    const summary = summaryOf(out);
    expect(err).toBe('');
    expect(JSON.parse(await readFile(path.join(summary.files.run, 'summary.json'), 'utf8'))).toEqual(
      JSON.parse(out),
    );
  });

  it('sends nothing with --dry-run, and reports all the same', async () => {
    const folder = await temporaryFolder();
    const { code, out } = await commandLine([
      'run',
      ...givenInputs,
      ...givenService,
      ...keptIn(folder),
      '--dry-run',
      '--json',
    ]);
    const summary = summaryOf(out);
    expect(code).toBe(0);
    expect(summary).toMatchObject({
      dry_run: true,
      operations: { create: 16 },
      outcomes: { applied: 0 },
      requests: { writes: 0 },
    });
    expect(await readdir(summary.files.run)).toEqual(
      expect.arrayContaining(['plan.json', 'report.xlsx', 'summary.json']),
    );
  });

  it('ends with 4 where changes are pending, only if asked', async () => {
    const folder = await temporaryFolder();
    const flags = ['run', ...givenInputs, ...givenService, ...keptIn(folder), '--dry-run', '--quiet'];
    expect((await commandLine(flags)).code).toBe(0);
    expect((await commandLine([...flags, '--detailed-exitcode'])).code).toBe(4);
  });
});

describe('verify', () => {
  it('says whether the registry equals the workbook, and sends nothing', async () => {
    const folder = await temporaryFolder();
    const flags = ['verify', ...givenInputs, ...givenService, ...keptIn(folder), '--json'];
    const before = summaryOf((await commandLine(flags)).out);
    expect(before).toMatchObject({ exit_code: 6, verdicts: { missing: 16 }, requests: { writes: 0 } });
    await commandLine(['run', ...givenInputs, ...givenService, ...keptIn(folder), '--quiet']);
    expect(summaryOf((await commandLine(flags)).out)).toMatchObject({
      exit_code: 0,
      verdicts: { verified: 16 },
    });
  });
});

describe('plan', () => {
  it('saves what was decided', async () => {
    const folder = await temporaryFolder();
    const out = path.join(folder, 'plan.json');
    expect(
      (
        await commandLine([
          'plan',
          ...givenInputs,
          ...givenService,
          ...keptIn(folder),
          '--out',
          out,
          '--quiet',
        ])
      ).code,
    ).toBe(0);
    expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({
      stage: 'decided',
      format: 'mrv-ingest/plan@1',
    });
  });
});

describe('validate', () => {
  it('needs no credentials and tells every error with its cell', async () => {
    const bad = path.join(root, 'test', 'corpus', 'errors--all-at-once-with-their-cells');
    const { code, err } = await commandLine([
      'validate',
      path.join(bad, 'month.csv'),
      '--mapping',
      path.join(bad, 'mapping.yaml'),
      '--evidence',
      path.join(bad, 'evidence'),
      ...keptIn(await temporaryFolder()),
    ]);
    expect(code).toBe(3);
    for (const place of ['month!A4', 'month!C6', 'nowhere.txt']) expect(err).toContain(place);
    expect(err).toContain('nothing was sent');
  });
});

describe('what is wrong before anything is read', () => {
  const sandbox = ['--environment', 'sandbox'];

  it('is a credential that is not set: exit 2, by name, with a summary', async () => {
    const { code, out, err } = await commandLine(
      [
        'run',
        'no-such-workbook.xlsx',
        '--mapping',
        path.join(givenMonth, 'mapping.yaml'),
        ...sandbox,
        ...keptIn(await temporaryFolder()),
        '--json',
      ],
      {
        variables: { MRV_PROJECT_ID: 'prj_0000000000000000' },
      },
    );
    expect(code).toBe(2);
    expect(err).toBe('');
    expect(summaryOf(out).error?.message).toMatch(/MRV_CLIENT_SECRET is not set/);
  });

  it('is a mapping with mistakes: exit 2, with file, line and column', async () => {
    const folder = await temporaryFolder();
    const mapping = path.join(folder, 'bad.yaml');
    await writeFile(
      mapping,
      'mapping: 1\nname: Bad\ntimezone: UTC\nshape: round\ntables: {}\ncolour: blue\n',
    );
    const { code, err } = await commandLine([
      'validate',
      'month.csv',
      '--mapping',
      mapping,
      ...keptIn(folder),
    ]);
    expect(code).toBe(2);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/bad\.yaml:4:\d+/);
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/bad\.yaml:6:\d+/);
  });

  it('is a service that would get the credentials in the clear', async () => {
    const { code, err } = await commandLine([
      'run',
      ...givenInputs,
      ...sandbox,
      '--base-url',
      'http://example.org',
      ...keptIn(await temporaryFolder()),
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/use https/);
  });

  it('is production without consent: exit 5', async () => {
    const { code, err } = await commandLine(
      ['run', ...givenInputs, '--environment', 'production', ...keptIn(await temporaryFolder())],
      {
        variables: { MRV_CLIENT_SECRET: 'x', MRV_ACCESS_TOKEN: 'y', MRV_PROJECT_ID: 'prj_0000000000000000' },
      },
    );
    expect(code).toBe(5);
    expect(err).toMatch(/--yes/);
  });

  it('is a command or a flag that does not exist: exit 2', async () => {
    expect((await commandLine(['rum', 'x'])).code).toBe(2);
    expect((await commandLine(['run', ...givenInputs, '--colour', 'blue'])).code).toBe(2);
  });
});

describe('.env', () => {
  it('is read in the working folder, and real variables win', async () => {
    const folder = await temporaryFolder();
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, '.env'), 'MRV_ENVIRONMENT=nowhere\n');
    expect((await commandLine(['run', ...givenInputs, ...keptIn(folder)], { folder })).err).toMatch(
      /no environment "nowhere"/,
    );
    const { code } = await commandLine(
      ['run', ...givenInputs, ...givenService, ...keptIn(folder), '--quiet'],
      {
        folder,
        variables: { MRV_ENVIRONMENT: 'local' },
      },
    );
    expect(code).toBe(0);
  });
});

describe('inspect', () => {
  it('gives a cell a line as JSON', async () => {
    const { code, out } = await commandLine([
      'inspect',
      path.join(givenMonth, 'month.csv'),
      '--cells',
      'month!A3:B4',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toMatchObject([
      { sheet: 'month', cell: 'A3', type: 'text', value: 'Ticket' },
      { cell: 'B3' },
      { cell: 'A4', value: '1' },
      { cell: 'B4', value: '03/10/2026' },
    ]);
  });

  it('refuses a file that is no workbook in one line, exit 3', async () => {
    const { code, err } = await commandLine(['inspect', path.join(root, 'package.json')]);
    expect(code).toBe(3);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});

describe('explain', () => {
  it.each([
    ['June!A4', 'there is no sheet "June": the workbook has "month"'],
    ['A4:', '"A4:" is no cell'],
  ])('says of %s that there is no such place, and not that nothing came of it', async (cell, said) => {
    const [workbook = '', ...rest] = givenInputs;
    const { code, err } = await commandLine(['explain', workbook, cell, ...rest]);
    expect(code).toBe(2);
    expect(err).toContain(said);
  });

  it('takes a sheet by its name, whatever its capitals', async () => {
    const [workbook = '', ...rest] = givenInputs;
    const [as, other] = await Promise.all(
      ['month!A4', 'Month!A4'].map((cell) => commandLine(['explain', workbook, cell, ...rest])),
    );
    expect(as?.out).toContain('lies in');
    expect(as?.out).toContain('→ ');
    expect(other?.out).toBe(as?.out);
  });
});

describe('a flag without its value', () => {
  it.each([
    [['run', ...givenInputs, '--report'], '--report wants a value'],
    [['explain', 'month.csv', 'month!A1', '--mapping', ''], '--mapping wants a value'],
    [['plan', ...givenInputs, '--out'], '--out wants a value'],
  ])('%s ends with 2 and says which', async (argv, said) => {
    const { code, err } = await commandLine(argv);
    expect(code).toBe(2);
    expect(err).toContain(said);
  });

  it('a mapping that is not there is told by its path, whatever the command', async () => {
    for (const argv of [
      ['explain', path.join(givenMonth, 'month.csv'), 'month!A4'],
      ['template', '--out', 'blank.xlsx'],
    ]) {
      const { code, err } = await commandLine([...argv, '--mapping', 'nowhere.yaml']);
      expect(code).toBe(2);
      expect(err).toContain('the mapping nowhere.yaml');
    }
  });
});
