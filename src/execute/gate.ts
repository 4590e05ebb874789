import PQueue from 'p-queue';
import pRetry from 'p-retry';
import type { ApiAnswer, ApiRequest, Send, Transport } from '../api/request.js';
import { ApiError, ThrottledError, UnreachableError } from '../api/api-error.js';
import type { Clock, Random } from '../model/clock.js';
import type { Observer } from '../model/event.js';
import type { RequestCounts } from '../model/summary.js';
import type { FoundLimit } from './limit-search.js';
import { Pace } from './pace.js';
import { remedyFor } from './retry-rules.js';
import { UnderWay, type TimedAnswer } from './under-way.js';

/** What a gate is made of. */
export interface GateOptions {
  readonly transport: Transport;
  /** Requests under way at most. */
  readonly concurrency: number;
  /** Requests a second at most; null: what the service bears. */
  readonly rate: number | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly observe: Observer;
}

/** What a service was found to bear: what is remembered between runs. */
export interface LearntRate extends FoundLimit {
  /** Requests under way that did not slow it. */
  readonly under_way: number;
}

/** The account's one way to the service, and the lane beside it for documents. */
export interface Gate {
  /** Sends through the rate, repeating what may be repeated. A create that may have been done is thrown back. */
  readonly send: Send;
  /** Runs an upload to the document store: four at once, outside the account's rate. */
  readonly upload: <T>(work: () => Promise<T>) => Promise<T>;
  readonly counts: () => RequestCounts;
  /** The run is over: what still waits for its turn or its next try is given up, so that nothing leaves uncounted. */
  readonly close: () => void;
  /** Begins at the rate that an earlier run ended with, until the service says something else. */
  readonly recall: (learnt: LearntRate) => void;
  /** What the service was found to bear. */
  readonly learnt: () => LearntRate;
}

const uploadsAtOnce = 4;

function sleepless(): { minTimeout: number; maxTimeout: number; factor: number } {
  // The waiting is done by our own clock, where the retry table says so.
  return { minTimeout: 0, maxTimeout: 0, factor: 1 };
}

/** Requests that take about as long as each other: by method, and by what they are about. */
function sortOf({ method, path }: ApiRequest): string {
  return `${method} ${path.split('/')[1] ?? ''}`;
}

/** Sends once, and tells the pace and the places under way what came of it. */
function exchangeOf(
  { transport, clock }: Pick<GateOptions, 'transport' | 'clock'>,
  pace: Pace,
  underWay: UnderWay,
  counts: { throttled: number },
): (request: ApiRequest) => Promise<ApiAnswer> {
  return async (request) => {
    const left = clock.now();
    let took: TimedAnswer | null = null;
    try {
      // A request that has left is not called back: its answer says what became of it.
      const answer = await transport(request);
      took = { sort: sortOf(request), durationMs: clock.now() - left };
      pace.answered(answer.headers, underWay.count - 1);
      return answer;
    } catch (error) {
      if (error instanceof ThrottledError) {
        counts.throttled += 1;
        pace.throttled(error.retryAfterMs, error.headers, underWay.count - 1);
      } else {
        // An answer that was refused for what it says has passed the limit; one that never came has not.
        if (error instanceof ApiError && !(error instanceof UnreachableError))
          took = { sort: sortOf(request), durationMs: clock.now() - left };
        pace.failed();
      }
      throw error;
    } finally {
      underWay.ended(took, pace.known, pace.announcedPerSecond);
    }
  };
}

/**
 * The retry stands outside the queue: every attempt pays the rate, and a call that waits for its next one holds no
 * place in it. The queue lets one request at a time through to the pace, so that whoever is due first is chosen when
 * the turn comes and not before.
 */
export function createGate(options: GateOptions): Gate {
  const { clock, random, observe } = options;
  const pace = new Pace(clock, random, options.rate, observe);
  const underWay = new UnderWay(options.concurrency);
  const turnstile = new PQueue({ concurrency: 1 });
  const lane = new PQueue({ concurrency: uploadsAtOnce });
  const counts = { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 };

  const over = new AbortController();
  const exchange = exchangeOf(options, pace, underWay, counts);
  const send: Send = async (request, { priority = 0, signal: given, onAttempt } = {}) => {
    const signal = given === undefined ? over.signal : AbortSignal.any([given, over.signal]);
    const attempt = async (number: number): Promise<ApiAnswer> => {
      await turnstile.add(
        async () => {
          await underWay.place();
          await pace.turn(signal);
          signal.throwIfAborted();
          underWay.began();
        },
        { priority },
      );
      counts.total += 1;
      counts[request.method === 'GET' ? 'reads' : 'writes'] += 1;
      if (number > 1) counts.retries += 1;
      onAttempt?.(number);
      return exchange(request);
    };
    const remedyOf = (error: unknown, number: number) =>
      remedyFor({ error, repeatable: request.repeatable, attempt: number, chance: random() });
    return pRetry(attempt, {
      ...sleepless(),
      retries: 20,
      // Called before `shouldRetry`, so that what is waited for here is only what the table says.
      onFailedAttempt: async ({ error, attemptNumber }) => {
        const remedy = remedyOf(error, attemptNumber);
        if (remedy.act === 'retry') await clock.sleep(remedy.delayMs, signal);
      },
      shouldRetry: ({ error, attemptNumber }) => {
        const { act } = remedyOf(error, attemptNumber);
        return act === 'hold' || act === 'retry';
      },
    });
  };

  return {
    send,
    upload: (work) =>
      lane.add(async () => {
        counts.total += 1;
        counts.uploads += 1;
        return work();
      }),
    counts: () => ({ ...counts }),
    close: () => {
      over.abort(new Error('the run is over'));
    },
    recall: (learnt) => {
      pace.recall(learnt);
      underWay.recall(learnt.under_way);
    },
    learnt: () => ({ ...pace.learnt, under_way: underWay.limit }),
  };
}
