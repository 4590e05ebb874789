import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandLine, keptIn } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';

const corpus = path.join(import.meta.dirname, '..', 'corpus');

const summarySchema = z.looseObject({
  exit_code: z.number(),
  operations: z.record(z.string(), z.number()),
  requests: z.record(z.string(), z.number()),
  removals: z.record(z.string(), z.number()),
  not_in_workbook: z.number(),
  files: z.looseObject({ run: z.string() }),
  entries: z.array(z.looseObject({ co2e_net_removed_kg_before: z.number().nullable() })),
});

async function scenario(name: string) {
  const folder = await temporaryFolder();
  const month = path.join(folder, 'month');
  await cp(path.join(corpus, name), month, { recursive: true });
  const kept = ['--seed-data', path.join(month, 'service.json'), ...keptIn(folder), '--json'];
  const inputs = [path.join(month, 'month.csv'), '--mapping', path.join(month, 'mapping.yaml')];
  const call = async (...argv: readonly string[]) =>
    summarySchema.parse(JSON.parse((await commandLine([...argv, ...kept])).out));
  return {
    month,
    run: (...flags: readonly string[]) =>
      call('run', ...inputs, '--evidence', path.join(month, 'evidence'), ...flags),
    undo: (...flags: readonly string[]) => call('undo', 'latest', ...flags),
  };
}

describe('undo', () => {
  it('deletes what a run made, and the same run can be made again', async () => {
    const { run, undo } = await scenario('create--everything-is-new');
    expect(await run()).toMatchObject({ exit_code: 0, operations: { create: 16 } });
    expect(await undo('--dry-run')).toMatchObject({ exit_code: 0, requests: { writes: 0 } });
    expect(await undo()).toMatchObject({ exit_code: 0, removals: { deleted: 16, left: 0 } });
    expect(await run()).toMatchObject({ exit_code: 0, operations: { create: 16 } });
  });

  it('puts changed values back and points consumers to the old records again', async () => {
    const { run, undo } = await scenario('replace--locked-and-used-by-the-entry');
    const first = await run();
    expect(first.exit_code).toBe(0);
    const undone = await undo();
    expect(undone.removals).toMatchObject({ left: 0 });
    expect(undone.removals['restored']).toBe(first.operations['update']);
    const again = await run();
    expect(again.operations).toEqual(first.operations);
    expect(again.entries[0]?.co2e_net_removed_kg_before).toBeCloseTo(
      first.entries[0]?.co2e_net_removed_kg_before ?? Number.NaN,
      9,
    );
  });

  it('leaves what somebody changed since, and says so of each', async () => {
    const { month, run, undo } = await scenario('create--everything-is-new');
    await run();
    const file = path.join(month, 'month.csv');
    const runs = path.join(month, '..', 'runs');
    const first = (await readdir(runs))[0] ?? '';
    await writeFile(file, (await readFile(file, 'utf8')).replace('12,5', '12,6').replace('12.5', '12.6'));
    await run('--on-drift', 'overwrite');
    const { err, code } = await commandLine([
      'undo',
      first,
      '--dry-run',
      ...['--seed-data', path.join(month, 'service.json')],
      ...keptIn(path.join(month, '..')),
    ]);
    expect(code).toBe(6);
    expect(err).toMatch(/left datapoint .*: its quantity changed since the run/);
    expect((await undo('--dry-run')).removals['left']).toBe(0);
  });
});

describe('records that the workbook no longer wants', () => {
  it('are listed, and deleted only with --prune', async () => {
    const { month, run } = await scenario('create--everything-is-new');
    await run();
    const file = path.join(month, 'month.csv');
    const lines = (await readFile(file, 'utf8')).split('\n');
    const last = lines.findLastIndex((line) => /^\d/.test(line));
    await writeFile(file, lines.filter((_, place) => place !== last).join('\n'));
    const listed = await run('--dry-run');
    expect(listed.not_in_workbook).toBeGreaterThan(0);
    expect(listed.removals).toMatchObject({ deleted: 0 });
    const pruned = await run('--prune', '--on-drift', 'overwrite');
    expect(pruned.removals).toMatchObject({ deleted: listed.not_in_workbook, left: 0 });
    expect(await run()).toMatchObject({ exit_code: 0, not_in_workbook: 0, requests: { writes: 0 } });
  });
});
