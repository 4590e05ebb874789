import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedDataSchema, startEmulator } from '../../src/emulator/index.js';
import { commandLine, keptIn, variablesOf } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';
import { packageParts } from '../support/package-parts.js';

const corpus = path.join(import.meta.dirname, '..', 'corpus');
const summarySchema = z.looseObject({
  exit_code: z.number(),
  not_in_workbook: z.number(),
  files: z.looseObject({ run: z.string() }),
  entries: z.array(z.unknown()),
});

/** The text of every sheet and of the page, with the one moment in them that says when they were made taken out. */
async function textOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(path.join(folder, 'report.html'), 'utf8');
  const made = /made at <bdi>(?<moment>[^<]+)<\/bdi>/.exec(page)?.groups?.['moment'] ?? '';
  expect(made).toMatch(/^\d{4}-\d\d-\d\dT/);
  const parts = await packageParts(await readFile(path.join(folder, 'report.xlsx')));
  const texts = [...parts].filter(([name]) => /worksheets\/|styles|xl\/workbook/.test(name));
  return new Map([
    ['report.html', page.replaceAll(made, 'THEN')],
    ...texts.map(([name, bytes]) => [name, bytes.toString('utf8').replaceAll(made, 'THEN')] as const),
  ]);
}

/** Runs, and rebuilds the report in the run's own folder. */
async function runAndRebuild(
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  folder?: string,
) {
  const kept = keptIn(folder ?? (await temporaryFolder()));
  const ended = await commandLine([...argv, ...kept, '--json'], { variables });
  const ran = summarySchema.parse(JSON.parse(ended.out));
  const before = await textOf(ran.files.run);
  const rebuilt = await commandLine(['report', ran.files.run, '--json']);
  const again = summarySchema.parse(JSON.parse(rebuilt.out));
  return { ran, again, before, after: await textOf(ran.files.run), code: rebuilt.code };
}

function expectSame({ ran, again, before, after, code }: Awaited<ReturnType<typeof runAndRebuild>>): void {
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, text] of before) expect(after.get(name) === text, `${name} is the same`).toBe(true);
  expect(code).toBe(ran.exit_code);
  expect(again).toEqual({ ...ran, files: { ...ran.files, ...again.files } });
}

function inputs(name: string, root = corpus): readonly string[] {
  const folder = path.join(root, name);
  const input = [path.join(folder, 'month.csv'), '--mapping', path.join(folder, 'mapping.yaml')];
  return [...input, '--evidence', path.join(folder, 'evidence')];
}

/** A month of the corpus against the service that its scenario begins with. */
function scenario(name: string, root = corpus): readonly string[] {
  return [...inputs(name, root), '--seed-data', path.join(root, name, 'service.json')];
}

describe('the report of a run, rebuilt from its folder', () => {
  it.each([
    ['the sample month', ['demo']],
    ['a dry run that counts what is pending', ['demo', '--dry-run', '--detailed-exitcode']],
    ['a blocked record', ['run', ...scenario('blocked--a-verified-entry')]],
    ['rows that were left out', ['run', ...scenario('errors--partial-sends-the-rest'), '--partial']],
    ['a limit that was passed', ['run', ...scenario('limits--too-many-updates')]],
    ['a comparison alone', ['verify', ...scenario('update--values-and-names')]],
  ])('equals the one that the run left, but for its time: %s', async (_what, argv) => {
    expectSame(await runAndRebuild(argv));
  });

  it('equals it where answers were lost and doubts were settled', async () => {
    const seed = await readFile(path.join(corpus, 'faults--lost-answers', 'service.json'), 'utf8');
    const seedData = seedDataSchema.parse(JSON.parse(seed));
    const service = await startEmulator({ seedData, faults: 'lost-answers' });
    try {
      const variables = variablesOf(service);
      expectSame(await runAndRebuild(['run', ...inputs('faults--lost-answers')], variables));
    } finally {
      await service.close();
    }
  });

  it('keeps how the net removal comes about', async () => {
    const { after } = await runAndRebuild(['demo']);
    const page = after.get('report.html') ?? '';
    expect(page).toContain('Discount for uncertainty');
    expect(page).not.toContain('the registry says only the total');
  });

  it('keeps what the workbook no longer wants, and what was taken away', async () => {
    const folder = await temporaryFolder();
    const month = path.join(folder, 'create--everything-is-new');
    await cp(path.join(corpus, 'create--everything-is-new'), month, { recursive: true });
    const argv = ['run', ...scenario('create--everything-is-new', folder)];
    await commandLine([...argv, ...keptIn(folder), '--quiet']);
    const csv = path.join(month, 'month.csv');
    await writeFile(csv, (await readFile(csv, 'utf8')).replace(/^3,.*\n/m, ''));
    const pruned = await runAndRebuild([...argv, '--prune', '--on-drift', 'overwrite'], {}, folder);
    expect(pruned.ran.not_in_workbook).toBeGreaterThan(0);
    expectSame(pruned);
  });
});
