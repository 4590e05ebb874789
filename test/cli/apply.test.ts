import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandLine, keptIn } from '../support/command-line.js';
import { givenMonth, givenService } from '../support/given-month.js';
import { temporaryFolder } from '../support/line.js';

const summarySchema = z.looseObject({
  exit_code: z.number(),
  run_id: z.string(),
  operations: z.record(z.string(), z.number()),
  outcomes: z.record(z.string(), z.number()),
  verdicts: z.record(z.string(), z.number()),
  requests: z.record(z.string(), z.number()),
  files: z.looseObject({ run: z.string(), plan: z.string().nullable(), report: z.string().nullable() }),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
});

/** A folder of its own with the month in it, and a plan of it. */
async function planned() {
  const folder = await temporaryFolder();
  await cp(givenMonth, path.join(folder, 'month'), { recursive: true });
  const workbook = path.join(folder, 'month', 'month.csv');
  const mapping = path.join(folder, 'month', 'mapping.yaml');
  const inputs = [workbook, '--mapping', mapping, '--evidence', path.join(folder, 'month', 'evidence')];
  const plan = path.join(folder, 'plan.json');
  const kept = [...givenService, ...keptIn(folder), '--json'];
  const saved = await commandLine(['plan', ...inputs, ...kept, '--out', plan]);
  expect(saved.code).toBe(0);
  const apply = async (...flags: readonly string[]) => {
    const evidence = path.join(folder, 'month', 'evidence');
    const ended = await commandLine(['apply', plan, '--evidence', evidence, ...kept, ...flags]);
    return summarySchema.parse(JSON.parse(ended.out));
  };
  const run = async () =>
    summarySchema.parse(JSON.parse((await commandLine(['run', ...inputs, ...kept])).out));
  return { folder, workbook, mapping, inputs, plan, kept, apply, run };
}

describe('apply', () => {
  it('does what the plan says, and a run afterwards finds nothing to do', async () => {
    const { apply, run } = await planned();
    expect(await apply()).toMatchObject({
      exit_code: 0,
      outcomes: { applied: 16 },
      verdicts: { verified: 16 },
    });
    expect(await run()).toMatchObject({ exit_code: 0, requests: { writes: 0 } });
  });

  it('refuses a plan of which nothing holds any more, and sends nothing', async () => {
    const { apply, run } = await planned();
    await run();
    const again = await apply();
    expect(again).toMatchObject({ exit_code: 5, requests: { writes: 0 } });
    expect(again.error?.message).toContain('nothing of the plan holds any more');
  });

  it('does what still holds and refuses the rest one by one', async () => {
    const { apply, folder, mapping, kept, workbook } = await planned();
    // Somebody else sends one ticket of the month meanwhile.
    const lines = (await readFile(workbook, 'utf8')).split('\n');
    const part = path.join(folder, 'month', 'part.csv');
    const few = lines.slice(0, lines.length - 3).join('\n');
    await writeFile(part, `${few}\n`);
    const text = await readFile(mapping, 'utf8');
    await writeFile(path.join(folder, 'month', 'part.yaml'), text.replaceAll('month.csv', 'part.csv'));
    const evidence = path.join(folder, 'month', 'evidence');
    const first = [
      'run',
      part,
      '--mapping',
      path.join(folder, 'month', 'part.yaml'),
      '--evidence',
      evidence,
      ...kept,
    ];
    await commandLine(first);
    const summary = await apply();
    expect([5, 6]).toContain(summary.exit_code);
    if (summary.exit_code === 6) expect(summary.outcomes['failed']).toBeGreaterThan(0);
  });

  it('refuses an altered plan, a workbook or mapping that changed, another project, and what is no plan', async () => {
    const { apply, workbook, plan, mapping } = await planned();
    const [text, rows, rules] = await Promise.all(
      [plan, workbook, mapping].map((file) => readFile(file, 'utf8')),
    );
    const refused = async (what: RegExp, ...flags: readonly string[]) => {
      const summary = await apply(...flags);
      expect(summary).toMatchObject({ exit_code: 5, outcomes: { applied: 0 }, requests: { writes: 0 } });
      expect(summary.error?.message).toMatch(what);
    };
    await writeFile(plan, (text ?? '').replace('"magnitude": ', '"magnitude": 9'));
    await refused(/was altered/);
    await writeFile(plan, '{"format":"mrv-ingest/plan@9","hash":""}');
    await refused(/form mrv-ingest\/plan@9/);
    await writeFile(plan, 'no plan');
    await refused(/is not a plan/);
    await writeFile(plan, text ?? '');
    await writeFile(workbook, `${rows ?? ''}\n`);
    await refused(/changed since the plan was made/);
    await writeFile(workbook, rows ?? '');
    await writeFile(mapping, `${rules ?? ''}\n# later`);
    await refused(/changed since the plan was made/);
    await rm(mapping);
    await refused(/cannot be read from here/);
  });
});

describe('report', () => {
  it('makes the report of a run anew, with the same counts', async () => {
    const { run, folder } = await planned();
    const ran = await run();
    await rm(path.join(ran.files.run, 'report.xlsx'));
    const ended = await commandLine([
      'report',
      ran.run_id,
      '--runs-dir',
      path.dirname(ran.files.run),
      '--json',
    ]);
    const again = summarySchema.parse(JSON.parse(ended.out));
    expect(again).toMatchObject({
      operations: ran.operations,
      outcomes: ran.outcomes,
      verdicts: ran.verdicts,
    });
    await expect(readFile(path.join(ran.files.run, 'report.xlsx'))).resolves.toBeInstanceOf(Buffer);
    expect(folder).not.toBe('');
  });

  it('says what is known of a run that was killed while it wrote a line, and what is not', async () => {
    const { run } = await planned();
    const ran = await run();
    const journal = path.join(ran.files.run, 'journal.jsonl');
    const lines = (await readFile(journal, 'utf8')).split('\n');
    const cut = lines.findLastIndex((line) => line.includes('"line":"intent"'));
    await writeFile(journal, `${lines.slice(0, cut + 1).join('\n')}\n${(lines[cut + 1] ?? '').slice(0, 20)}`);
    await rm(path.join(ran.files.run, 'summary.json'));
    await rm(path.join(ran.files.run, 'reconciliation.json'));
    const ended = await commandLine(['report', 'latest', '--runs-dir', path.dirname(ran.files.run)]);
    expect(ended.err).toContain('is cut or damaged');
    expect(ended.err).toContain('the journal has no end');
    expect(ended.err).toContain('run `verify`');
    const json = await commandLine([
      'report',
      ran.run_id,
      '--runs-dir',
      path.dirname(ran.files.run),
      '--json',
    ]);
    const { outcomes } = summarySchema.parse(JSON.parse(json.out));
    expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(16);
    expect(outcomes['in_doubt']).toBeGreaterThan(0);
  });

  it('says where it looked for a run that is not there', async () => {
    const { folder } = await planned();
    const ended = await commandLine(['report', 'nothing', '--runs-dir', folder]);
    expect(ended.code).toBe(2);
    expect(ended.err).toContain('there is no run nothing');
  });
});
