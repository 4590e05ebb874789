import type { Clock } from '../../src/model/clock.js';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** A clock that stands still until somebody sleeps, and then leaps. */
export function simulatedClock(start = 1_000_000): Clock & { readonly slept: number[] } {
  let now = start;
  const slept: number[] = [];
  const waiting: Sleeper[] = [];
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
    sleep: (ms, signal) =>
      new Promise((wake, reject) => {
        signal?.throwIfAborted();
        slept.push(ms);
        const sleeper: Sleeper = {
          at: now + ms,
          wake: () => {
            signal?.removeEventListener('abort', interrupted);
            wake();
          },
        };
        const interrupted = () => {
          waiting.splice(waiting.indexOf(sleeper), 1);
          reject(new DOMException('the sleep was interrupted', 'AbortError'));
        };
        signal?.addEventListener('abort', interrupted, { once: true });
        waiting.push(sleeper);
        turn();
      }),
  };
}
