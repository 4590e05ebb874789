import PQueue from 'p-queue';
import pRetry from 'p-retry';
import type { ApiAnswer, Send, Transport } from '../api/request.js';
import type { Clock, Random } from '../model/clock.js';
import type { Observer } from '../model/event.js';
import type { RequestCounts } from '../model/summary.js';
import { Pace } from './pace.js';
import { remedyFor } from './retry-rules.js';

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

/** The account's one way to the service, and the lane beside it for documents. */
export interface Gate {
  /** Sends through the rate, repeating what may be repeated. A create that may have been done is thrown back. */
  readonly send: Send;
  /** Runs an upload to the document store: four at once, outside the account's rate. */
  readonly upload: <T>(work: () => Promise<T>) => Promise<T>;
  readonly counts: () => RequestCounts;
  /** The run is over: what still waits for its turn or its next try is given up, so that nothing leaves uncounted. */
  readonly close: () => void;
}

const uploadsAtOnce = 4;

function sleepless(): { minTimeout: number; maxTimeout: number; factor: number } {
  // The waiting is done by our own clock, where the retry table says so.
  return { minTimeout: 0, maxTimeout: 0, factor: 1 };
}

/** The retry stands outside the queue: every attempt pays the rate, and a call that waits holds no place in it. */
export function createGate(options: GateOptions): Gate {
  const { clock, random, observe, transport } = options;
  const pace = new Pace(clock, options.rate, observe);
  const queue = new PQueue({ concurrency: options.concurrency });
  const lane = new PQueue({ concurrency: uploadsAtOnce });
  const counts = { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 };

  const over = new AbortController();

  const send: Send = async (request, { priority = 0, signal: given, onAttempt } = {}) => {
    const signal = given === undefined ? over.signal : AbortSignal.any([given, over.signal]);
    const attempt = async (number: number): Promise<ApiAnswer> =>
      queue.add(
        async () => {
          await pace.turn(signal);
          signal.throwIfAborted();
          counts.total += 1;
          counts[request.method === 'GET' ? 'reads' : 'writes'] += 1;
          if (number > 1) counts.retries += 1;
          onAttempt?.(number);
          // A request that has left is not called back: its answer says what became of it.
          const answer = await transport(request);
          pace.answered(answer.headers);
          return answer;
        },
        { priority },
      );
    const remedyOf = (error: unknown, number: number) =>
      remedyFor({ error, repeatable: request.repeatable, attempt: number, chance: random() });
    return pRetry(attempt, {
      ...sleepless(),
      retries: 20,
      // Called before `shouldRetry`, so that what is waited for here is only what the table says.
      onFailedAttempt: async ({ error, attemptNumber }) => {
        const remedy = remedyOf(error, attemptNumber);
        if (remedy.act === 'hold') {
          counts.throttled += 1;
          pace.throttled(remedy.delayMs);
        } else if (remedy.act === 'retry') {
          await clock.sleep(remedy.delayMs, signal);
        }
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
  };
}
