import { describe, expect, it } from 'vitest';
import type { Emulator } from '../../src/emulator/index.js';
import { givenRequest, startGiven } from '../support/given-month.js';
import { leapingClock, targetOf, walkLine } from '../support/line.js';

describe('lists that lag behind writes', () => {
  it('are waited for before a record counts as missing', async () => {
    const clock = leapingClock();
    let caughtUp = Number.POSITIVE_INFINITY;
    // The lists show the last writes three seconds after they were first asked for them.
    const service = await startGiven({
      faults: ({ method, path: to }) => {
        if (method !== 'GET' || !/\/(?:datapoints|components|sources)$/.test(to)) return null;
        return clock.now() > caughtUp ? null : { type: 'lagging-list', writes: 5 };
      },
    });
    try {
      const { summary, events } = await walkLine(targetOf(service), givenRequest, {
        clock: {
          ...clock,
          sleep: (ms) => {
            caughtUp = Math.min(caughtUp, ms >= 1_000 ? clock.now() + 2_500 : caughtUp);
            return clock.sleep(ms);
          },
        },
      });
      const lags = events.filter(({ type }) => type === 'lists-lag');
      expect(lags).toEqual([
        { type: 'lists-lag', records: 1, wait_ms: 1_000 },
        { type: 'lists-lag', records: 1, wait_ms: 2_000 },
      ]);
      expect(summary).toMatchObject({ exit_code: 0, verdicts: { verified: 16, diverged: 0, missing: 0 } });
    } finally {
      await service.close();
    }
  });

  it('for ever hide nothing that can be read by its id, and are waited for a quarter of a minute', async () => {
    const service = await startGiven({ faults: 'lagging-lists' });
    try {
      const { summary, events, gathered } = await walkLine(targetOf(service), givenRequest);
      const waits = events.flatMap((event) => (event.type === 'lists-lag' ? [event.wait_ms] : []));
      expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
      // The components that an entry makes for itself are shown by a list only.
      expect(summary).toMatchObject({ exit_code: 6, verdicts: { verified: 15, diverged: 1, missing: 0 } });
      const open = gathered.reconciliation?.verdicts.filter(({ state }) => state !== 'verified');
      expect(open).toMatchObject([{ kind: 'ghg_entry', state: 'diverged' }]);
    } finally {
      await service.close();
    }
  });

  it('do not let a record be made twice: one whose reference is taken is looked for again', async () => {
    let hidden = 0;
    const service = await startGiven({
      faults: ({ method, path: to }) => {
        if (method !== 'GET' || !to.endsWith('/datapoints') || hidden === 0) return null;
        hidden -= 1;
        return { type: 'lagging-list', writes: 10_000 };
      },
    });
    try {
      await walkLine(targetOf(service), givenRequest);
      const before = service.requests().length;
      // The plan believes that datapoints are not there, and so do the first look-ups after the creates.
      hidden = 6;
      const { summary, gathered } = await walkLine(targetOf(service), givenRequest);
      expect(summary.operations.create).toBeGreaterThan(0);
      expect(gathered.outcomes.filter(({ state }) => state !== 'applied')).toEqual([]);
      expect(summary).toMatchObject({ exit_code: 0 });
      const creates = service.requests().slice(before);
      expect(creates.filter(({ method, status }) => method === 'POST' && status === 200)).toEqual([]);
    } finally {
      await service.close();
    }
  });

  it('excuse no record that is gone: it is missing, after they were waited for', async () => {
    const kept: { emulator: Emulator | null; before: unknown } = { emulator: null, before: null };
    const service = await startGiven({
      // The entry is made last: whoever removes everything then leaves nothing to read back.
      onRequest: ({ method, path: to }) => {
        if (method === 'POST' && to === '/ghg_entries') kept.emulator?.restore(kept.before);
      },
    });
    kept.emulator = service;
    kept.before = service.snapshot();
    try {
      const { summary, events } = await walkLine(targetOf(service), givenRequest);
      expect(events.filter(({ type }) => type === 'lists-lag').length).toBe(4);
      expect(summary).toMatchObject({ exit_code: 6, verdicts: { verified: 0, diverged: 0, missing: 16 } });
    } finally {
      await service.close();
    }
  });
});

describe('a limit that halves while a run goes on', () => {
  it('costs time and no record', async () => {
    const clock = leapingClock();
    const service = await startGiven({ faults: 'limit-that-halves', now: () => clock.now() });
    const began = clock.now();
    try {
      let throttled = 0;
      // Halved from the fifth second to the twentieth: a run before it, one into it, and one out of it.
      for (const second of [0, 4.5, 18.5]) {
        await clock.sleep(Math.max(0, began + second * 1000 - clock.now()));
        const { summary } = await walkLine(targetOf(service), givenRequest, { clock });
        throttled += summary.requests.throttled;
        expect(summary).toMatchObject({ exit_code: 0, outcomes: { failed: 0, in_doubt: 0, skipped: 0 } });
      }
      expect(throttled).toBeLessThan(20);
    } finally {
      await service.close();
    }
  });
});
