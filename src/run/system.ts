import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Random } from '../model/clock.js';

/** The machine's own clock and chance. Everything below takes them as arguments. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  },
};

/** The machine's chance: a number from 0 up to 1. */
export const systemRandom: Random = () => Math.random();
