import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenMonth, givenRequest, startGiven } from '../support/given-month.js';
import { targetOf, temporaryFolder, walkLine } from '../support/line.js';
import { stateOf } from '../support/state.js';

async function undisturbed(): Promise<readonly string[]> {
  const service = await startGiven();
  try {
    await walkLine(targetOf(service), givenRequest);
    return stateOf(service);
  } finally {
    await service.close();
  }
}

describe('after at most three runs the registry is as if nothing had ever gone wrong', () => {
  const profiles = [
    'lost-answers',
    'lost-requests',
    'cut-answers',
    'garbled-answers',
    'server-errors',
    'throttled',
  ];
  const cases = profiles.flatMap((profile) => [1, 2, 3].map((seed) => [profile, seed] as const));

  it.each(cases)('%s, seed %i', async (profile, seed) => {
    const service = await startGiven({ faults: profile, seed });
    try {
      const codes: number[] = [];
      for (let runs = 0; runs < 3 && codes.at(-1) !== 0; runs += 1) {
        codes.push((await walkLine(targetOf(service), givenRequest)).summary.exit_code);
      }
      expect(codes.at(-1)).toBe(0);
      expect(stateOf(service)).toEqual(await undisturbed());
    } finally {
      await service.close();
    }
  });
});

describe('a remote state that cannot be read', () => {
  it.each(['short-pages', 'failing-lists'])('%s: no plan, no write', async (faults) => {
    const service = await startGiven();
    await walkLine(targetOf(service), givenRequest);
    const snapshot = service.snapshot();
    await service.close();
    const failing = await startGiven({ faults });
    failing.restore(snapshot);
    try {
      const { summary } = await walkLine(targetOf(failing), givenRequest);
      expect(summary).toMatchObject({ exit_code: 5, operations: { create: 0 } });
      expect(failing.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
    } finally {
      await failing.close();
    }
  });
});

describe('a record that the service refuses', () => {
  it('takes along only what depends on it, with the full message', async () => {
    const service = await startGiven({
      faults: ({ method, path: to }) =>
        method === 'POST' && to === '/components'
          ? { type: 'refusal', detail: 'components are closed today' }
          : null,
    });
    try {
      const { summary, gathered } = await walkLine(targetOf(service), givenRequest);
      expect(summary).toMatchObject({
        exit_code: 6,
        outcomes: { applied: 12, failed: 3, in_doubt: 0, skipped: 1 },
      });
      const failed = gathered.outcomes.filter(({ state }) => state === 'failed');
      for (const { message } of failed) expect(message).toContain('components are closed today');
      expect(gathered.outcomes.find(({ state }) => state === 'skipped')).toMatchObject({ kind: 'ghg_entry' });
    } finally {
      await service.close();
    }
  });
});

describe('an evidence file that changes while it is uploaded', () => {
  it('never arrives, is said, and a later run completes the month', async () => {
    const evidence = path.join(await temporaryFolder(), 'evidence');
    await cp(path.join(givenMonth, 'evidence'), evidence, { recursive: true });
    let spoiled = false;
    const service = await startGiven({
      onRequest: ({ method, path: to }) => {
        if (method !== 'POST' || to !== '/sources' || spoiled) return;
        spoiled = true;
        void writeFile(path.join(evidence, 'a.txt'), 'something else\n');
        void rm(path.join(evidence, 'b.txt'));
      },
    });
    try {
      const first = await walkLine(targetOf(service), { ...givenRequest, evidence });
      expect(first.summary.exit_code).toBe(6);
      expect(
        first.gathered.outcomes.filter(({ state }) => state === 'failed').map(({ message }) => message),
      ).toEqual(expect.arrayContaining([expect.stringContaining('changed or vanished')]));
      const again = await walkLine(targetOf(service), givenRequest);
      expect(again.summary.exit_code).toBe(0);
    } finally {
      await service.close();
    }
  });
});
