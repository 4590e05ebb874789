import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { plainManner } from '../../src/run/index.js';
import { commandLine, keptIn } from '../support/command-line.js';
import { targetOf, walkLine, type Walked } from '../support/line.js';
import { stage, type Scene } from '../support/scene.js';
import { writeSmallMonth } from '../support/small-month.js';

const many = Array.from({ length: 12 }, (_, place) => ({
  ticket: place + 1,
  day: place + 1,
  mass: 10,
  distance: 40,
  carbon: 75,
  evidence: 'a.txt',
}));

/** A month of which the service refuses every distance, sent one request at a time. */
async function refusedMonth(mostFailures: number | null) {
  const scene = await stage();
  const request = await writeSmallMonth(scene.folder, many, { 'a.txt': 'tickets\n' });
  const writes = () => scene.service.requests().filter(({ method }) => method === 'POST').length;
  const atFailure: number[] = [];
  const run = await walkLine(
    { ...targetOf(scene.service), concurrency: 1 },
    { ...request, manner: { ...plainManner, mostFailures } },
    {
      clock: scene.world.clock,
      observe: (event) => {
        if (event.type === 'operation-ended' && event.outcome.state === 'failed') atFailure.push(writes());
      },
      ways: {
        fetch: async (input, init) => {
          const asked = new Request(input, init);
          const body = await asked.clone().text();
          return asked.method === 'POST' && /"NRM-\d+-haul"/.test(body)
            ? Response.json({ detail: 'as asked for' }, { status: 400 })
            : scene.service.answer(asked);
        },
      },
    },
  );
  return { scene, request, run, writes, atFailure };
}

const states = (run: Walked, state: string) =>
  run.gathered.outcomes.filter((outcome) => outcome.state === state);

async function isCompleted(scene: Scene, request: Parameters<Scene['walk']>[0]): Promise<void> {
  expect((await scene.walk(request)).summary.exit_code).toBe(0);
}

it.each([1, 3])('nothing new is begun after %i failures, and the rest is told as not begun', async (most) => {
  const { scene, request, run, writes, atFailure } = await refusedMonth(most);
  // One more request may have been under way.
  expect([most, most + 1]).toContain(states(run, 'failed').length);
  expect(writes() - (atFailure[most - 1] ?? 0)).toBeLessThanOrEqual(1);
  const untried = states(run, 'skipped').filter(({ message }) => message?.startsWith('it was not begun'));
  expect(untried.length).toBeGreaterThan(5);
  expect(untried.every(({ attempts }) => attempts === 0)).toBe(true);
  expect(run.summary).toMatchObject({ exit_code: 6, error: null });
  const { outcomes, operations } = run.summary;
  expect(outcomes.applied + outcomes.failed + outcomes.skipped).toBe(operations.create);
  expect((await stat(run.summary.files.report ?? '')).size).toBeGreaterThan(0);
  await isCompleted(scene, request);
});

it('without a limit all is tried that can be', async () => {
  const { run } = await refusedMonth(null);
  expect(states(run, 'failed')).toHaveLength(many.length);
  expect(states(run, 'skipped').every(({ message }) => message?.startsWith('it needs'))).toBe(true);
});

it.each(['0', '-1', '1.5', 'many'])('--max-failures %s is no number of failures', async (given) => {
  const folder = (await stage()).folder;
  const ended = await commandLine(['demo', `--max-failures=${given}`, ...keptIn(folder)]);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain('--max-failures');
});
