import { describe, expect, it } from 'vitest';
import { ThrottledError } from '../../../src/api/api-error.js';
import type { ApiRequest, Transport } from '../../../src/api/request.js';
import { retryAfterMs } from '../../../src/api/retry-after.js';
import { createGate, type Gate } from '../../../src/execute/gate.js';
import { UnderWay } from '../../../src/execute/under-way.js';
import { simulatedClock } from '../../support/simulated-clock.js';

type Clock = ReturnType<typeof simulatedClock>;

function gateOf(
  clock: Clock,
  transport: Transport,
  given: { rate?: number; concurrency?: number } = {},
): Gate {
  return createGate({
    transport,
    concurrency: given.concurrency ?? 8,
    rate: given.rate ?? null,
    clock,
    random: () => 0,
    observe: () => undefined,
  });
}

const get = (path: string): ApiRequest => ({ method: 'GET', path, repeatable: true });
const answered = { status: 200, headers: new Headers(), body: null };

describe('the gate', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  it.each([
    ['seconds', '30'],
    ['a date', 'Sat, 21 Nov 2026 10:00:31 GMT'],
  ])('holds the whole account for all of a Retry-After in %s', async (_name, retryAfter) => {
    const clock = simulatedClock(now);
    let refusedAt: number | null = null;
    const times: number[] = [];
    const gate = gateOf(clock, async (request) => {
      if (refusedAt === null) {
        refusedAt = clock.now();
        throw new ThrottledError(request, 429, retryAfterMs(retryAfter, clock.now()));
      }
      times.push(clock.now() - refusedAt);
      await clock.sleep(10);
      return answered;
    });
    await Promise.all(['/a', '/b', '/c', '/d'].map((path) => gate.send(get(path))));
    expect(times).toHaveLength(4);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(30_000);
    expect(gate.counts()).toMatchObject({ throttled: 1, retries: 1 });
  });

  it('lets the greatest priority go first, among all that wait when a turn comes', async () => {
    const clock = simulatedClock();
    const sent: string[] = [];
    const gate = gateOf(clock, async ({ path }) => {
      sent.push(path);
      await clock.sleep(10);
      return answered;
    });
    await Promise.all([1, 5, 3, 4, 2].map((priority) => gate.send(get(`/${priority}`), { priority })));
    // The first came when nobody waited.
    expect(sent).toEqual(['/1', '/5', '/4', '/3', '/2']);
  });

  it('uploads four at once, beside the rate and not through it', async () => {
    const clock = simulatedClock();
    const gate = gateOf(clock, () => Promise.resolve(answered), { rate: 1 });
    const began = clock.now();
    let [atOnce, most] = [0, 0];
    await Promise.all(
      Array.from({ length: 20 }, () =>
        gate.upload(async () => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          await clock.sleep(100);
          atOnce -= 1;
        }),
      ),
    );
    expect(most).toBe(4);
    // Five rounds of a tenth of a second; at one a second they would take twenty.
    expect(clock.now() - began).toBeLessThan(1_000);
    expect(gate.counts()).toMatchObject({ uploads: 20 });
  });

  it('hands back what it learnt, and begins with it when it is told', async () => {
    const clock = simulatedClock();
    const gate = gateOf(clock, () => Promise.resolve(answered));
    gate.recall({ per_second: 20, refused_at: null, under_way: 6 });
    expect(gate.learnt()).toEqual({ per_second: 20, refused_at: null, under_way: 6 });
    const began = clock.now();
    await Promise.all(Array.from({ length: 40 }, (_, number) => gate.send(get(`/${number}`))));
    expect(clock.now() - began).toBeLessThan(2_500);
  });
});

describe('the requests under way', () => {
  const answer = (durationMs: number, sort = 'POST datapoints') => ({ sort, durationMs });
  /** So many answers, each after so long; whoever waits takes a place as soon as it is free. */
  function answers(places: UnderWay, count: number, durationMs: number, sort?: string): void {
    for (let answered = 0; answered < count; answered += 1) {
      while (places.count < places.limit) places.began();
      places.ended(answer(durationMs, sort), true, null);
    }
  }

  it('are more while answers come as quickly as ever, and fewer when they slow down', () => {
    const places = new UnderWay(64);
    answers(places, 100, 100);
    const quick = places.limit;
    expect(quick).toBe(64);
    answers(places, 400, 900);
    expect(places.limit).toBeLessThan(quick / 4);
  });

  it('are not fewer for one answer that was slow, nor for a sort of request that always is', () => {
    const places = new UnderWay(64);
    answers(places, 100, 100);
    places.began();
    places.ended(answer(20_000), true, null);
    answers(places, 10, 100);
    expect(places.limit).toBe(64);
    answers(places, 100, 800, 'GET ghg_entries');
    expect(places.limit).toBe(64);
  });

  it('are as many as an announced rate takes at the speed that the service shows', () => {
    const places = new UnderWay(256);
    places.began();
    places.ended(answer(500), true, 100);
    expect(places.limit).toBeGreaterThanOrEqual(50);
    expect(places.limit).toBeLessThan(100);
  });

  it('are never more than the ceiling', () => {
    const places = new UnderWay(3);
    places.recall(50);
    answers(places, 100, 10);
    expect(places.limit).toBe(3);
  });
});
