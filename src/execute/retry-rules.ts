import {
  AmbiguousError,
  MalformedError,
  RejectedError,
  ThrottledError,
  UnreachableError,
} from '../api/api-error.js';

/** What to do about a request that failed. */
export type Remedy =
  /** Nothing was done: send again when the hold on the whole account is over, which the pace keeps (`pace.ts`). */
  | { readonly act: 'hold' }
  /** Wait, then send again. */
  | { readonly act: 'retry'; readonly delayMs: number }
  /** Nobody knows whether it was done: look the record up by its reference before anything else. */
  | { readonly act: 'look-up' }
  /** Give up on it. */
  | { readonly act: 'fail' };

export interface Failure {
  readonly error: unknown;
  /** Whether sending it again does no harm: everything but a create. */
  readonly repeatable: boolean;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
  /** In [0, 1), for the jitter. */
  readonly chance: number;
}

const firstDelayMs = 500;
const longestDelayMs = 30_000;

/** Attempts in all, by what failed. A throttled request is patient: the service said that it will take it later. */
const most = { throttled: 12, unavailable: 6, ambiguous: 5, malformed: 3 } as const;

/** Exponential, with full jitter in its upper half, so that clients that failed together do not come back together. */
function backoff(attempt: number, chance: number): number {
  const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return Math.round(delay / 2 + (delay / 2) * chance);
}

interface Rule {
  readonly name: keyof typeof most;
  readonly fits: (error: unknown) => boolean;
  readonly remedy: (failure: Failure) => Remedy;
}

/** The table: the first rule that fits says what to do; what fits none was refused and fails. */
const rules: readonly Rule[] = [
  {
    name: 'throttled',
    fits: (error) => error instanceof ThrottledError,
    remedy: () => ({ act: 'hold' }),
  },
  {
    name: 'unavailable',
    fits: (error) => error instanceof UnreachableError,
    remedy: ({ attempt, chance }) => ({ act: 'retry', delayMs: backoff(attempt, chance) }),
  },
  {
    name: 'ambiguous',
    fits: (error) => error instanceof AmbiguousError,
    remedy: ({ repeatable, attempt, chance }) =>
      repeatable ? { act: 'retry', delayMs: backoff(attempt, chance) } : { act: 'look-up' },
  },
  {
    name: 'malformed',
    fits: (error) => error instanceof MalformedError,
    remedy: ({ repeatable, attempt, chance }) =>
      repeatable ? { act: 'retry', delayMs: backoff(attempt, chance) } : { act: 'look-up' },
  },
];

/** What to do about a failed request, by the table. */
export function remedyFor(failure: Failure): Remedy {
  const rule = rules.find(({ fits }) => fits(failure.error));
  if (rule === undefined) return { act: 'fail' };
  const remedy = rule.remedy(failure);
  return remedy.act !== 'look-up' && failure.attempt >= most[rule.name] ? { act: 'fail' } : remedy;
}

/** Whether the service understood a create and refused it: it may hold the reference already. */
export function isRefusal(error: unknown): error is RejectedError {
  return error instanceof RejectedError;
}
