import { AmbiguousError, MalformedError, RejectedError } from '../api/api-error.js';
import type { RequestPlan } from '../kinds/kind.js';
import { z } from 'zod';
import { messageOf } from '../model/errors.js';
import type { Removal } from '../model/removal.js';
import type { Gate } from './gate.js';
import type { Journal } from './journal.js';

export interface RemoveTools {
  readonly gate: Gate;
  readonly journal: Journal;
  readonly signal: AbortSignal;
}

/** Requests that take one record away or put its values back, in order. */
export interface Removing extends Omit<Removal, 'state' | 'message'> {
  readonly requests: readonly RequestPlan[];
}

/**
 * Sends the requests of one record after the other; all of them may be repeated. What is gone already is done. A
 * refusal leaves the record as it is, and is told in full.
 */
export async function remove(items: readonly Removing[], tools: RemoveTools): Promise<readonly Removal[]> {
  const ended: Removal[] = [];
  for (const { requests, ...item } of items) {
    ended.push({ ...item, ...(await removeOne(item, requests, tools)) });
  }
  return ended;
}

async function removeOne(
  item: Omit<Removing, 'requests'>,
  requests: readonly RequestPlan[],
  tools: RemoveTools,
): Promise<Pick<Removal, 'state' | 'message'>> {
  if (tools.signal.aborted) return { state: 'left', message: 'the run was interrupted before it was begun' };
  try {
    for (const request of requests) {
      const { method, path, body } = request;
      const { kind, reference } = item;
      await tools.journal.write({ line: 'intent', kind, reference, method, path, attempt: 1 });
      const sent = tools.gate.send(
        { method, path, ...(method === 'DELETE' ? {} : { body: z.json().parse(body) }), repeatable: true },
        { signal: tools.signal },
      );
      await (item.act === 'delete' && method !== 'DELETE' ? sent.catch(unlessRefused) : sent);
    }
    return { state: 'done', message: null };
  } catch (error) {
    if (error instanceof RejectedError && error.status === 404)
      return { state: 'done', message: 'it was gone already' };
    const unknown = error instanceof AmbiguousError || error instanceof MalformedError;
    const message = messageOf(error);
    return { state: unknown ? 'in-doubt' : 'left', message };
  }
}

/** What a record is taken off may not hold it any more; whether it can go is what the DELETE itself is told. */
function unlessRefused(error: unknown): void {
  if (error instanceof RejectedError && error.status === 400) return;
  throw error;
}
