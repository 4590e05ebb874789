import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Random } from '../model/clock.js';

/** The machine's own clock and chance. Everything below takes them as arguments. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal === undefined ? {} : { signal });
  },
};

/** Who this process is among those of the machine, and which of them live. */
export interface Processes {
  readonly pid: number;
  readonly host: string;
  readonly alive: (pid: number) => boolean;
}

export const systemProcesses: Processes = {
  pid: process.pid,
  host: hostname(),
  alive: (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      // A process of somebody else may not be asked, and lives.
      return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
  },
};

/** The machine's chance: a number from 0 up to 1. */
export const systemRandom: Random = () => Math.random();
