import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRunFolder, type Processes, type RunRequest, type World } from '../../src/run/index.js';
import { Killable, waysTo } from '../support/killing.js';
import { targetOf, walkLine, type Walked } from '../support/line.js';
import { completes, snapshotSchema, stage, type Scene } from '../support/scene.js';

const here: Processes = { pid: 4711, host: 'this-machine', alive: () => true };

/** A run among others that share its runs folder. */
async function walkBeside(
  scene: Scene,
  name: string,
  given: Partial<RunRequest> = {},
  world: Partial<World> = {},
): Promise<Walked> {
  const files = await makeRunFolder(path.join(scene.folder, 'runs'), name);
  const { clock } = scene.world;
  return walkLine(
    targetOf(scene.service),
    { ...scene.request, files, ...given },
    { clock, processes: here, ...world },
  );
}

/** A run that stops before its first write, until it is let go. */
function paused(scene: Scene) {
  let [go, reach]: (() => void)[] = [() => undefined, () => undefined];
  const free = new Promise<void>((resolve) => (go = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const run = walkBeside(
    scene,
    'first',
    {},
    {
      ways: {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          if (request.method === 'POST') {
            reach?.();
            await free;
          }
          return scene.service.answer(request);
        },
      },
    },
  );
  return { reached, run, go: () => go?.() };
}

const locks = async (scene: Scene) =>
  (await readdir(path.join(scene.folder, 'runs'))).filter((name) => name.endsWith('.lock'));

const waiting = { wait: true, mostFailures: null, verifyDocuments: false };

describe('two runs of one project that share a runs folder', () => {
  it('do not write at once: the second says who does, and leaves', async () => {
    const scene = await stage();
    const first = paused(scene);
    await first.reached;
    const second = await walkBeside(scene, 'second');
    expect(second.summary).toMatchObject({
      exit_code: 5,
      error: { code: 'run-under-way' },
      requests: { writes: 0 },
    });
    expect(second.summary.error?.message).toMatch(
      /^the run first \(process 4711 on this-machine, since 2026-11-21T00:00:.*\) is writing to this project; nothing was sent/,
    );
    first.go();
    expect((await first.run).summary.exit_code).toBe(0);
    expect(await locks(scene)).toEqual([]);
  });

  it('look and plan beside each other', async () => {
    const scene = await stage();
    const first = paused(scene);
    await first.reached;
    expect((await walkBeside(scene, 'second', { stop: 'diff' })).summary.exit_code).toBe(0);
    first.go();
    await first.run;
  });

  it('write one after the other with --wait', async () => {
    const scene = await stage();
    const first = paused(scene);
    await first.reached;
    const second = await walkBeside(
      scene,
      'second',
      { manner: waiting },
      {
        observe: ({ type }) => {
          if (type === 'waiting-for-run') first.go();
        },
      },
    );
    expect((await first.run).summary.exit_code).toBe(0);
    expect(second.summary).toMatchObject({ exit_code: 0, requests: { writes: 0 } });
    expect(await locks(scene)).toEqual([]);
  });

  it('can be told apart by an interruption: who waits does not wait for ever', async () => {
    const scene = await stage();
    const first = paused(scene);
    await first.reached;
    const interrupt = new AbortController();
    const second = await walkBeside(
      scene,
      'second',
      { manner: waiting },
      {
        signal: interrupt.signal,
        observe: ({ type }) => {
          if (type === 'waiting-for-run') interrupt.abort();
        },
      },
    );
    expect(second.summary).toMatchObject({ exit_code: 130, requests: { writes: 0 } });
    first.go();
    await first.run;
  });
});

describe('a lock', () => {
  /** Leaves the lock of a run that died at its first write. */
  async function died(scene: Scene): Promise<void> {
    const process = new Killable(waysTo(scene.service), (step) =>
      step.startsWith('POST') ? 'during' : null,
    );
    void walkBeside(scene, 'first', {}, { ways: process.ways });
    await process.died;
    await process.quiet();
    expect(await locks(scene)).toHaveLength(1);
  }

  it('of a process that died is taken over, and that is told', async () => {
    const scene = await stage();
    await died(scene);
    const second = await walkBeside(
      scene,
      'second',
      {},
      { processes: { ...here, pid: 4712, alive: () => false } },
    );
    expect(second.summary.exit_code).toBe(0);
    expect(second.events).toContainEqual({ type: 'lock-taken-over', run_id: 'first' });
    expect(await locks(scene)).toEqual([]);
  });

  it('of another machine is left alone, whatever its process is here', async () => {
    const scene = await stage();
    await died(scene);
    const processes = { pid: 1, host: 'another-machine', alive: () => false };
    const second = await walkBeside(scene, 'second', {}, { processes });
    expect(second.summary).toMatchObject({ exit_code: 5, error: { code: 'run-under-way' } });
    expect(await locks(scene)).toHaveLength(1);
  });

  it('is given back by a run that ends badly', async () => {
    const scene = await stage();
    const refused = () => Promise.resolve(Response.json({ detail: 'no' }, { status: 401 }));
    const run = await walkBeside(
      scene,
      'first',
      {},
      {
        ways: {
          fetch: (input, init) => {
            const request = new Request(input, init);
            return request.method === 'POST' || request.url.includes('/sources')
              ? refused()
              : scene.service.answer(request);
          },
        },
      },
    );
    expect(run.summary.exit_code).not.toBe(0);
    expect(await locks(scene)).toEqual([]);
    expect((await walkBeside(scene, 'second')).summary.exit_code).toBe(0);
  });
});

describe('two runs that know nothing of each other', () => {
  it.each([1, 12, 18, 24, 30, 36])(
    'make nothing twice, the second begun at request %i of the first',
    async (at) => {
      const scene = await stage();
      let seen = 0;
      const late: Promise<Walked>[] = [];
      const first = await scene.walk(
        {},
        {
          fetch: (input, init) => {
            seen += 1;
            if (seen === at) late.push(scene.walk());
            return scene.service.answer(new Request(input, init));
          },
        },
      );
      expect(late).toHaveLength(1);
      const ends = [first, ...(await Promise.all(late))].map(({ summary }) => summary.exit_code);
      // Whoever comes second may find less to do, a list that changes while it is read, or a refusal: never a fault.
      for (const end of ends) expect([0, 5, 6]).toContain(end);
      const references = snapshotSchema
        .parse(scene.service.snapshot())
        .flatMap(({ put }) => put)
        .map(({ value }) => value['supplier_reference_id'])
        .filter((reference) => typeof reference === 'string');
      expect(new Set(references).size).toBe(references.length);
      await completes(scene);
    },
  );
});
