import type { ThrottledError } from '../../src/api/api-error.js';
import type { retryAfterMs } from '../../src/api/retry-after.js';
import type { rate } from '../../src/emulator/app.js';
import type { RateLimiter } from '../../src/emulator/rate-limiter.js';
import type { RateLimit } from '../../src/emulator/settings.js';
import type { createGate, LearntRate } from '../../src/execute/gate.js';
import type { Clock, Random } from '../../src/model/clock.js';

/** What the simulation needs of the program. */
export interface Program {
  readonly createGate: typeof createGate;
  readonly RateLimiter: typeof RateLimiter;
  readonly rate: typeof rate;
  readonly retryAfterMs: typeof retryAfterMs;
  readonly ThrottledError: typeof ThrottledError;
}

export interface Simulated {
  readonly limit: RateLimit;
  readonly latencyMs: number;
  /** Of all programs together. */
  readonly requests: number;
  readonly seed: number;
  readonly remembered?: LearntRate | null;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly programs?: number;
}

/** One request as the limiter saw it; `at` in ms. */
export interface Seen {
  readonly at: number;
  readonly refused: boolean;
}

export interface Measured {
  readonly seconds: number;
  readonly used: number;
  readonly refused: number;
  readonly overBound: number;
  readonly learnt: LearntRate;
  /** A list a program. */
  readonly logs: readonly (readonly Seen[])[];
}

export function eventClock(start: number): Clock & { until<T>(work: Promise<T>): Promise<T> };
export function chanceFrom(seed: number): Random;
export function simulate(program: Program, given: Simulated): Promise<Measured>;
