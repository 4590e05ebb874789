import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { startEmulator, type Emulator } from '../../src/emulator/index.js';
import { makeRunFolder, type Processes, type RunFolder } from '../../src/run/index.js';
import { Killable, waysTo, type Death } from '../support/killing.js';
import { targetOf, temporaryFolder, walkLine, type Walked } from '../support/line.js';
import { simulatedClock } from '../support/simulated-clock.js';
import { givenSeed } from '../support/given-month.js';
import { writeSmallMonth, type Delivery } from '../support/small-month.js';
import { stateOf } from '../support/state.js';

const files = { 'a.txt': 'first batch of tickets\n', 'b.txt': 'second batch\n', 'c.txt': 'third batch\n' };

function deliveries(count: number): readonly Delivery[] {
  return Array.from({ length: count }, (_, place) => ({
    ticket: place + 1,
    day: place + 2,
    mass: 9 + place,
    distance: 40 + place,
    carbon: 75,
    evidence: (['a.txt', 'b.txt', 'c.txt'] as const)[place % 3] ?? 'a.txt',
  }));
}

const lines = z.array(
  z.object({
    put: z.array(z.object({ name: z.string(), value: z.looseObject({ id: z.string() }) })),
    drop: z.array(z.unknown()),
  }),
);

/**
 * What an earlier upload left: a locked value that must be replaced, others that must be changed, a source whose
 * document never came, and no entry yet.
 */
function unfinished(snapshot: unknown): unknown {
  return lines.parse(snapshot).map((line) => ({
    ...line,
    put: line.put
      .filter(({ name }) => name !== 'entry' && name !== 'attribution')
      .filter(({ name, value }) => name !== 'component' || value['ghg_entry_template_component_id'] === null)
      .map(({ name, value }) => {
        if (value['supplier_reference_id'] === 'NRM-1-haul')
          return { name, value: { ...value, locked_status: 'locked_measurement_sample_datapoint' } };
        return value['original_filename'] === 'b.txt'
          ? { name, value: { ...value, sha256: null } }
          : { name, value };
      }),
  }));
}

/** Whoever ran before is dead: each death leaves its lock behind, and the next run takes it over. */
const oneAtATime: Processes = { pid: 1, host: 'here', alive: () => false };

export interface Rehearsal {
  /** Every step of an undisturbed run, in its order. */
  readonly steps: readonly string[];
  readonly operations: Walked['summary']['operations'];
  /** Dies as told, runs again twice, and holds the laws. */
  readonly dies: (death: Death) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A month on a service of its own, ready to be killed anywhere. */
export async function rehearse(tickets: number): Promise<Rehearsal> {
  const folder = await temporaryFolder();
  const clock = simulatedClock(Date.UTC(2026, 10, 21));
  const service = await startEmulator({
    seedData: await givenSeed(),
    now: () => clock.now(),
    settings: { rateLimit: null },
  });
  const earlier = await writeSmallMonth(
    path.join(folder, 'earlier'),
    deliveries(2).map((delivery) => ({ ...delivery, mass: delivery.mass + 1 })),
    files,
  );
  const request = await writeSmallMonth(path.join(folder, 'month'), deliveries(tickets), files);
  let [lives, runs] = [0, 0];
  /** Each death and what follows it have a runs folder of their own: the service is set back behind their backs. */
  const runFolder = () => {
    runs += 1;
    return makeRunFolder(path.join(folder, `life-${lives}`), `run-${runs}`);
  };
  const living = () => new Killable(waysTo(service), () => null);
  const walk = async (process: Killable, into: RunFolder) =>
    walkLine(
      targetOf(service),
      { ...request, files: into },
      { clock, ways: process.ways, processes: oneAtATime },
    );
  const alive = async () => walk(living(), await runFolder());

  const ended = await walkLine(targetOf(service), earlier, { clock, ways: living().ways });
  expect(ended.summary.exit_code).toBe(0);
  const before = unfinished(service.snapshot());
  service.restore(before);
  const undisturbed = living();
  const whole = await walk(undisturbed, await runFolder());
  expect(whole.summary.exit_code).toBe(0);
  const wanted = stateOf(service);

  /** A later run knows nothing but the registry and the workbook, so that one run from each state left is enough. */
  const resumed = new Set<string>();
  const resume = async (): Promise<void> => {
    const left = stateOf(service).join('\n');
    if (resumed.has(left)) return;
    const again = await alive();
    expect(again.summary).toMatchObject({ exit_code: 0, error: null });
    expect(stateOf(service)).toEqual(wanted);
    const third = await alive();
    expect(third.summary).toMatchObject({ exit_code: 0, requests: { writes: 0, uploads: 0 } });
    resumed.add(left);
  };

  const dies = async (death: Death): Promise<void> => {
    service.restore(before);
    lives += 1;
    const process = new Killable(waysTo(service), (step) => (step === death.step ? death.point : null));
    const into = await runFolder();
    const from = service.requests().length;
    const killed = walk(process, into).then(
      () => 'ended' as const,
      (error: unknown) => error,
    );
    const end = await Promise.race([process.died.then(() => 'died' as const), killed]);
    expect(end, `${death.step} was never reached`).toBe('died');
    await process.quiet();
    await expectIntents(service, from, into);
    await resume();
  };
  return {
    steps: undisturbed.steps,
    operations: whole.summary.operations,
    dies,
    close: () => service.close(),
  };
}

/** Whatever reached the service stands in the journal, so that a reader of the cut run misses nothing. */
async function expectIntents(service: Emulator, from: number, into: RunFolder): Promise<void> {
  const written = service
    .requests()
    .slice(from)
    .filter(({ method }) => method !== 'GET');
  if (written.length === 0) return;
  const journal = await readFile(into.journal, 'utf8');
  const intents = [
    ...journal.matchAll(/"line":"intent".*"method":"(?<method>\w+)","path":"(?<path>[^"]+)"/g),
  ].map(({ groups }) => `${groups?.['method'] ?? ''} ${groups?.['path'] ?? ''}`);
  for (const { method, path: to } of written) {
    const place = intents.indexOf(`${method} ${to}`);
    expect(place, `no intent for ${method} ${to}`).toBeGreaterThanOrEqual(0);
    intents.splice(place, 1);
  }
}
