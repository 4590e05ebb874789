import type { Clock } from '../../src/model/clock.js';

/** A clock that stands still until somebody sleeps, and then leaps. */
export function simulatedClock(start = 1_000_000): Clock & { readonly slept: number[] } {
  let now = start;
  const slept: number[] = [];
  const waiting: { readonly at: number; readonly wake: () => void }[] = [];
  let turning = false;
  const turn = () => {
    if (turning) return;
    turning = true;
    setImmediate(() => {
      turning = false;
      waiting.sort((a, b) => a.at - b.at);
      const next = waiting.shift();
      if (next === undefined) return;
      now = Math.max(now, next.at);
      next.wake();
      if (waiting.length > 0) turn();
    });
  };
  return {
    slept,
    now: () => now,
    sleep: (ms) =>
      new Promise((wake) => {
        slept.push(ms);
        waiting.push({ at: now + ms, wake });
        turn();
      }),
  };
}
