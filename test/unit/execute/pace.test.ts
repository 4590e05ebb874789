import { describe, expect, it } from 'vitest';
import { Pace, readAnnouncement } from '../../../src/execute/pace.js';
import { simulatedClock } from '../../support/simulated-clock.js';

const quiet = () => undefined;

/** The moments at which so many requests leave, all wanting to go at once. */
async function leave(
  pace: Pace,
  clock: ReturnType<typeof simulatedClock>,
  count: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: count }, async () => {
      await pace.turn();
      times.push(clock.now());
    }),
  );
  return times;
}

function mostInASecond(times: readonly number[]): number {
  return Math.max(
    ...times.map((start) => times.filter((time) => time >= start && time < start + 1000).length),
  );
}

describe('the pace', () => {
  it('begins at the advised rate and never bursts', async () => {
    const clock = simulatedClock();
    expect(mostInASecond(await leave(new Pace(clock, null, quiet), clock, 20))).toBeLessThanOrEqual(3);
  });

  it('follows what the service announces, and leaves a share to others', async () => {
    const clock = simulatedClock();
    const pace = new Pace(clock, null, quiet);
    pace.answered(
      new Headers({
        'ratelimit-limit': '100',
        'ratelimit-remaining': '99',
        'ratelimit-reset': '1',
        'ratelimit-policy': '100;w=1',
      }),
    );
    const most = mostInASecond(await leave(pace, clock, 300));
    expect(most).toBeLessThanOrEqual(96);
    expect(most).toBeGreaterThan(90);
  });

  it('never passes a ceiling', async () => {
    const clock = simulatedClock();
    const pace = new Pace(clock, 5, quiet);
    pace.answered(new Headers({ 'ratelimit-policy': '100;w=1', 'ratelimit-limit': '100' }));
    expect(mostInASecond(await leave(pace, clock, 30))).toBeLessThanOrEqual(6);
  });

  it('holds everybody for as long as the service asks', async () => {
    const clock = simulatedClock();
    const pace = new Pace(clock, null, quiet);
    const start = clock.now();
    pace.throttled(9_000);
    expect(Math.min(...(await leave(pace, clock, 3)))).toBeGreaterThanOrEqual(start + 9_000);
  });

  it('slows down when it is told to, and tries a little more where nothing is said', async () => {
    const clock = simulatedClock();
    const pace = new Pace(clock, null, quiet);
    pace.throttled(1_000);
    const slow = pace.perSecond;
    expect(slow).toBeLessThan(2);
    for (let seconds = 0; seconds < 120; seconds += 1) {
      await clock.sleep(1_000);
      pace.answered(new Headers());
    }
    expect(pace.perSecond).toBeGreaterThan(slow);
  });

  it('finds a hidden limit of 120 a minute by its first refusal', async () => {
    const clock = simulatedClock();
    const pace = new Pace(clock, null, quiet);
    const start = clock.now();
    let sent = 0;
    for (; sent < 120; sent += 1) {
      await pace.turn();
      pace.answered(new Headers());
    }
    expect(clock.now() - start).toBeLessThan(30_000);
    pace.throttled(start + 60_000 - clock.now());
    expect(pace.perSecond).toBeGreaterThan(1.8);
    expect(pace.perSecond).toBeLessThan(2);
  });

  it('counts refusals of requests that were under way together as one', () => {
    const clock = simulatedClock();
    const pace = new Pace(clock, null, quiet);
    for (let refusal = 0; refusal < 8; refusal += 1) pace.throttled(1_000);
    const once = new Pace(clock, null, quiet);
    once.throttled(1_000);
    expect(pace.perSecond).toBe(once.perSecond);
  });

  it('waits when nothing is left of a window', async () => {
    const clock = simulatedClock();
    const pace = new Pace(clock, null, quiet);
    const start = clock.now();
    pace.answered(
      new Headers({ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }),
    );
    expect(Math.min(...(await leave(pace, clock, 1)))).toBeGreaterThanOrEqual(start + 30_000);
  });
});

describe('what a service says of its limits', () => {
  it.each([
    [{}, null, null],
    [{ 'ratelimit-limit': '120', 'ratelimit-policy': '120;w=60' }, 2, null],
    [{ 'ratelimit-remaining': '30', 'ratelimit-reset': '15' }, 2, null],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' }, null, 5_000],
    [{ 'ratelimit-remaining': '10', 'ratelimit-reset': '1795238023' }, null, null],
    [{ 'ratelimit-limit': 'many' }, null, null],
  ])('%o', (headers, perSecond, emptyForMs) => {
    expect(readAnnouncement(new Headers(headers))).toEqual({ perSecond, emptyForMs });
  });
});
