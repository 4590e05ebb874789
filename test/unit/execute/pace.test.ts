import { describe, expect, it } from 'vitest';
import { readAnnouncement } from '../../../src/execute/announced.js';
import { Pace } from '../../../src/execute/pace.js';
import { simulatedClock } from '../../support/simulated-clock.js';

const quiet = () => undefined;

function paceOf(clock: ReturnType<typeof simulatedClock>, ceiling: number | null = null): Pace {
  return new Pace(clock, () => 0, ceiling, quiet);
}

/** The moments at which so many requests leave, one after the other. */
async function leave(
  pace: Pace,
  clock: ReturnType<typeof simulatedClock>,
  count: number,
  said?: Headers,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    await pace.turn();
    times.push(clock.now());
    if (said !== undefined) pace.answered(said);
  }
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
    expect(mostInASecond(await leave(paceOf(clock), clock, 20))).toBeLessThanOrEqual(2);
  });

  it('follows what the service announces, and leaves a share to others', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    pace.answered(
      new Headers({
        'ratelimit-limit': '100',
        'ratelimit-remaining': '99',
        'ratelimit-reset': '1',
        'ratelimit-policy': '100;w=1',
      }),
    );
    const most = mostInASecond(await leave(pace, clock, 300));
    expect(most).toBeLessThanOrEqual(98);
    expect(most).toBeGreaterThan(90);
  });

  it('spreads what is left of a long window over the time until there is more', () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    const said = (remaining: number) =>
      new Headers({
        'ratelimit-limit': '120',
        'ratelimit-policy': '120;w=60',
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': '31',
      });
    pace.answered(said(39));
    expect(pace.perSecond).toBeCloseTo(39 / 30, 1);
    pace.answered(said(118));
    expect(pace.perSecond).toBeCloseTo(2 * 0.97 * 1.25, 2);
  });

  it('never passes a ceiling', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock, 5);
    pace.answered(new Headers({ 'ratelimit-policy': '100;w=1', 'ratelimit-limit': '100' }));
    expect(mostInASecond(await leave(pace, clock, 30))).toBeLessThanOrEqual(5);
  });

  it('holds everybody for as long as the service asks', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    const start = clock.now();
    pace.throttled(9_000);
    expect(Math.min(...(await leave(pace, clock, 3)))).toBeGreaterThanOrEqual(start + 9_000);
  });

  it('does not shorten a hold that was asked for by a later, shorter one', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    const start = clock.now();
    pace.throttled(9_000);
    pace.throttled(1_000);
    expect(Math.min(...(await leave(pace, clock, 1)))).toBeGreaterThanOrEqual(start + 9_000);
  });

  it('lets one request go ahead alone where no time was named, and waits longer each time it is refused', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    const start = clock.now();
    pace.throttled(null);
    await pace.turn();
    expect(clock.now() - start).toBe(2_000);
    let others = 0;
    const next = pace.turn().then(() => {
      others += 1;
    });
    await clock.sleep(1_000);
    expect(others).toBe(0);
    const again = clock.now();
    pace.throttled(null);
    await next;
    expect(clock.now() - again).toBe(4_000);
    pace.answered(new Headers());
    await pace.turn();
    expect(clock.now() - again).toBeLessThan(15_000);
  });

  it('slows down when it is told to, and tries a little more where nothing is said', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    await leave(pace, clock, 30, new Headers());
    const before = pace.perSecond;
    pace.throttled(1_000);
    await leave(pace, clock, 1, new Headers());
    const slow = pace.perSecond;
    expect(slow).toBeLessThan(before);
    await leave(pace, clock, 400, new Headers());
    expect(pace.perSecond).toBeGreaterThan(slow);
  });

  it('finds a hidden limit of 120 a minute by its first refusal', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    const start = clock.now();
    await leave(pace, clock, 120, new Headers());
    expect(clock.now() - start).toBeLessThan(30_000);
    pace.throttled(start + 60_000 - clock.now());
    await leave(pace, clock, 1, new Headers());
    expect(pace.perSecond).toBeGreaterThan(1.8);
    expect(pace.perSecond).toBeLessThan(2.05);
  });

  it('counts refusals of requests that were under way together as one', async () => {
    const clocks = [simulatedClock(), simulatedClock()] as const;
    const [pace, once] = [paceOf(clocks[0]), paceOf(clocks[1])];
    await leave(pace, clocks[0], 30, new Headers());
    await leave(once, clocks[1], 30, new Headers());
    for (let refusal = 0; refusal < 8; refusal += 1) pace.throttled(1_000);
    once.throttled(1_000);
    await pace.turn();
    await once.turn();
    expect(pace.perSecond).toBe(once.perSecond);
  });

  it('begins where an earlier run ended', () => {
    const pace = paceOf(simulatedClock());
    pace.recall({ per_second: 18, refused_at: 20 });
    expect(pace.perSecond).toBe(18);
    expect(pace.learnt).toEqual({ per_second: 18, refused_at: 20 });
  });

  it('waits when nothing is left of a window', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    const start = clock.now();
    pace.answered(
      new Headers({ 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '30' }),
    );
    expect(Math.min(...(await leave(pace, clock, 1)))).toBeGreaterThanOrEqual(start + 30_000);
  });

  it('stops waiting when the run is interrupted', async () => {
    const clock = simulatedClock();
    const pace = paceOf(clock);
    pace.throttled(9_000);
    await expect(pace.turn(AbortSignal.abort(new Error('interrupted')))).rejects.toThrow('interrupted');
  });
});

describe('what a service says of its limits', () => {
  const now = 1_795_238_000_000;
  const none = { limit: null, windowMs: null, remaining: null, resetMs: null };
  it.each([
    [{}, none],
    [
      { 'ratelimit-limit': '120', 'ratelimit-policy': '120;w=60' },
      { ...none, limit: 120, windowMs: 60_000 },
    ],
    [
      { 'ratelimit-remaining': '30', 'ratelimit-reset': '15' },
      { ...none, remaining: 30, resetMs: 15_000 },
    ],
    [
      { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '5' },
      { ...none, limit: 60, remaining: 0, resetMs: 5_000 },
    ],
    [{ 'x-ratelimit-reset': '1795238023' }, { ...none, resetMs: 23_000 }],
    [{ 'x-ratelimit-reset': '1795238023000' }, { ...none, resetMs: 23_000 }],
    [{ 'x-ratelimit-reset': '1795237000' }, { ...none, resetMs: 0 }],
    [
      { 'ratelimit-policy': '"burst";q=100;w=60', ratelimit: '"burst";r=50;t=30' },
      { limit: 100, windowMs: 60_000, remaining: 50, resetMs: 30_000 },
    ],
    [{ 'ratelimit-limit': 'many', 'ratelimit-remaining': '-3' }, none],
  ])('%o', (headers, said) => {
    expect(readAnnouncement(new Headers(headers), now)).toEqual(said);
  });
});
