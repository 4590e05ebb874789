import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startEmulator, type Emulator } from '../../src/emulator/index.js';
import type { RunRequest, Ways } from '../../src/run/index.js';
import { targetOf, temporaryFolder, walkLine, type Walked } from './line.js';
import { simulatedClock } from './simulated-clock.js';
import { givenSeed } from './given-month.js';
import { writeSmallMonth } from './small-month.js';
import { stateOf } from './state.js';

export const snapshotSchema = z.array(
  z.object({
    put: z.array(z.object({ name: z.string(), value: z.looseObject({ id: z.string() }) })),
    drop: z.array(z.unknown()),
  }),
);
export type Kept = z.infer<typeof snapshotSchema>[number]['put'][number];

/** A month, its service, and what one may do to the service behind the run's back. */
export class Scene {
  readonly folder: string;
  readonly service: Emulator;
  readonly request: Pick<RunRequest, 'workbooks' | 'mapping' | 'evidence'>;
  readonly #clock: ReturnType<typeof simulatedClock>;

  constructor(
    folder: string,
    service: Emulator,
    request: Scene['request'],
    clock: ReturnType<typeof simulatedClock>,
  ) {
    this.folder = folder;
    this.service = service;
    this.request = request;
    this.#clock = clock;
  }

  get world() {
    return {
      clock: this.#clock,
      random: () => 0.5,
      observe: () => undefined,
      signal: new AbortController().signal,
    };
  }

  walk(
    given: Partial<RunRequest> = {},
    ways: Partial<Ways> = {},
    signal = new AbortController().signal,
  ): Promise<Walked> {
    const world = { clock: this.#clock, ways, signal };
    return walkLine(targetOf(this.service), { ...this.request, ...given }, world);
  }

  /** Keeps of the service's records what is told, each as it is told; gives them as they were. */
  change(keep: (record: Kept) => Kept | null): unknown {
    const before = this.service.snapshot();
    this.service.restore(
      snapshotSchema.parse(before).map((line) => ({
        ...line,
        put: line.put.map(keep).filter((record) => record !== null),
      })),
    );
    return before;
  }

  writes(): number {
    return this.service.requests().filter(({ method }) => method !== 'GET').length;
  }
}

/** `onWrite` is told of every write, counted from 1, when the service has done it. */
export async function stage(
  onWrite: (count: number, scene: Scene) => void = () => undefined,
): Promise<Scene> {
  const folder = await temporaryFolder();
  const clock = simulatedClock(Date.UTC(2026, 10, 21));
  const request = await writeSmallMonth(
    folder,
    [1, 2, 3].map((ticket) => ({
      ticket,
      day: ticket,
      mass: 9 + ticket,
      distance: 40,
      carbon: 75,
      evidence: 'a.txt',
    })),
    { 'a.txt': 'tickets\n' },
  );
  let writes = 0;
  const service = await startEmulator({
    seedData: await givenSeed(),
    now: () => clock.now(),
    settings: { rateLimit: null },
    onRequest: ({ method }) => {
      if (method === 'GET') return;
      writes += 1;
      onWrite(writes, scene);
    },
  });
  onTestFinished(() => service.close());
  const scene = new Scene(folder, service, request, clock);
  return scene;
}

/** What the service holds where nothing goes wrong. */
async function undisturbed(): Promise<readonly string[]> {
  const scene = await stage();
  expect((await scene.walk()).summary.exit_code).toBe(0);
  return stateOf(scene.service);
}

/** A later run completes the month, and one more has nothing to send. */
export async function completes(scene: Scene): Promise<void> {
  const again = await scene.walk();
  expect(again.summary).toMatchObject({ exit_code: 0, error: null });
  expect(stateOf(scene.service)).toEqual(await undisturbed());
  expect((await scene.walk()).summary.requests).toMatchObject({ writes: 0, uploads: 0 });
}

/** What the outcomes of one state say. */
export function messages({ gathered }: Walked, state: string): readonly string[] {
  return gathered.outcomes.filter((outcome) => outcome.state === state).map(({ message }) => message ?? '');
}
