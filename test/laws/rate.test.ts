import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThrottledError } from '../../src/api/api-error.js';
import { retryAfterMs } from '../../src/api/retry-after.js';
import { rate } from '../../src/emulator/app.js';
import { RateLimiter } from '../../src/emulator/rate-limiter.js';
import type { RateLimit } from '../../src/emulator/settings.js';
import { createGate } from '../../src/execute/gate.js';
import { simulate, type Seen } from '../bench/rate-simulation.js';

const program = { createGate, RateLimiter, rate, retryAfterMs, ThrottledError };
const perMinute = { requests: 120, windowSeconds: 60 };
const shapes = ['token-bucket', 'fixed-window', 'sliding-window'] as const;

function mostInASecond(log: readonly Seen[]): number {
  const times = log.map(({ at }) => at).toSorted((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [index, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

describe('a hidden limit', () => {
  const announced = shapes.map((shape): RateLimit => ({
    shape,
    ...perMinute,
    headers: true,
    retryAfter: 'seconds',
  }));
  it.each(announced)('$shape, announced: is used whole and never passed', async (limit) => {
    const measured = await simulate(program, { limit, latencyMs: 100, requests: 400, seed: 1 });
    expect(measured.used).toBeGreaterThan(0.93);
    expect(measured.refused).toBeLessThan(0.01);
  });

  const hidden = shapes.flatMap((shape) =>
    (['date', 'none'] as const).map((retryAfter): RateLimit => ({
      shape,
      ...perMinute,
      headers: false,
      retryAfter,
    })),
  );
  it.each(hidden)('$shape, Retry-After $retryAfter: is found, and remembered', async (limit) => {
    const given = { limit, latencyMs: 100, requests: 400 };
    const cold = await simulate(program, { ...given, seed: 1 });
    expect(cold.used).toBeGreaterThan(0.8);
    expect(cold.refused).toBeLessThan(0.08);
    const again = await simulate(program, { ...given, seed: 2, remembered: cold.learnt });
    expect(again.used).toBeGreaterThan(0.85);
    expect(again.refused).toBeLessThan(0.03);
  });

  it('that halves and recovers in mid-run is followed both ways', async () => {
    const limit: RateLimit = {
      shape: 'sliding-window',
      requests: 20,
      windowSeconds: 1,
      headers: true,
      retryAfter: 'seconds',
      halvedBetween: { fromSecond: 5, toSecond: 20 },
    };
    const { used, refused } = await simulate(program, { limit, latencyMs: 20, requests: 600, seed: 1 });
    expect(used).toBeGreaterThan(0.85);
    expect(refused).toBeLessThan(0.02);
  });

  it('is shared by three programs: each gets its part, and none storms', async () => {
    const limit: RateLimit = {
      shape: 'sliding-window',
      requests: 20,
      windowSeconds: 1,
      headers: false,
      retryAfter: 'seconds',
    };
    const { logs, refused } = await simulate(program, {
      limit,
      latencyMs: 50,
      requests: 1_500,
      seed: 1,
      programs: 3,
    });
    // Of what went through while all three still sent.
    const end = Math.min(...logs.map((log) => Math.max(...log.map(({ at }) => at))));
    const parts = logs.map((log) => log.filter((seen) => !seen.refused && seen.at <= end).length);
    expect(Math.min(...parts) / Math.max(...parts)).toBeGreaterThan(0.3);
    expect(refused).toBeLessThan(0.1);
  });
});

describe('a ceiling', () => {
  it('is never passed in any window of a second, whatever the service would bear', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(20, 100, 500),
        fc.integer({ min: 1, max: 1_000 }),
        async (ceiling, latencyMs, seed) => {
          const limit: RateLimit = {
            shape: 'fixed-window',
            requests: 250,
            windowSeconds: 1,
            headers: true,
            retryAfter: 'seconds',
          };
          const departures: Seen[] = [];
          const gateOf: typeof createGate = (options) =>
            createGate({
              ...options,
              transport: (request) => {
                departures.push({ at: options.clock.now(), refused: false });
                return options.transport(request);
              },
            });
          await simulate(
            { ...program, createGate: gateOf },
            { limit, latencyMs, requests: 80, seed, rate: ceiling },
          );
          expect(mostInASecond(departures)).toBeLessThanOrEqual(ceiling);
        },
      ),
      { numRuns: 30, seed: 1 },
    );
  });
});
