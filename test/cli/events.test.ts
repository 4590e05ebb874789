import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { packageVersion } from '../../src/cli/package-root.js';
import { commandLine, keptIn } from '../support/command-line.js';
import { givenInputs, givenMonth, givenService } from '../support/given-month.js';
import { temporaryFolder } from '../support/line.js';

const eventSchema = z.looseObject({ v: z.literal(1), time: z.iso.datetime(), type: z.string() });

async function eventsIn(folder: string) {
  const runs = path.join(folder, 'runs');
  const [run = ''] = await readdir(runs);
  const text = await readFile(path.join(runs, run, 'events.jsonl'), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => eventSchema.parse(JSON.parse(line)));
}

describe('events.jsonl', () => {
  it('has a line an event, from the beginning of the run to its end, with its exit code', async () => {
    const folder = await temporaryFolder();
    await commandLine(['run', ...givenInputs, ...givenService, ...keptIn(folder), '--quiet']);
    const events = await eventsIn(folder);
    expect(events[0]).toMatchObject({
      type: 'run-began',
      format: 'mrv-ingest/events@1',
      program: `mrv-ingest ${packageVersion()}`,
      command: 'run',
    });
    expect(events.at(-1)).toMatchObject({ type: 'run-ended', exit_code: 0, error: null });
    const stages = events.flatMap((event) => (event.type === 'stage' ? [event['stage']] : []));
    expect(stages).toEqual(['read', 'map', 'plan', 'snapshot', 'diff', 'execute', 'reconcile', 'report']);
    expect(events.filter(({ type }) => type === 'operation-ended')).toHaveLength(16);
    expect(events.find(({ type }) => type === 'planned')).toMatchObject({ kinds: { ghg_entry: 1 } });
    const times = events.map(({ time }) => Date.parse(time));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('says how a run ended that ended badly', async () => {
    const folder = await temporaryFolder();
    const { code } = await commandLine([
      'run',
      path.join(givenMonth, 'month.csv'),
      '--mapping',
      path.join(folder, 'nowhere.yaml'),
      ...givenService,
      ...keptIn(folder),
    ]);
    expect(code).not.toBe(0);
    const last = (await eventsIn(folder)).at(-1);
    expect(last).toMatchObject({ type: 'run-ended', exit_code: code });
    expect(last?.['error']).toMatch(/nowhere\.yaml cannot be read/);
  });
});
