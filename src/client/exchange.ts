import { z } from 'zod';
import { MalformedError, RejectedError } from '../api/api-error.js';
import type { ApiRequest, Send } from '../api/request.js';
import type { Json } from '../kinds/kind.js';
import { List } from './list.js';
import { RequestError } from './request-error.js';

/** The filters of a list. What is left out narrows nothing. */
export type Query = Readonly<Record<string, string | undefined>>;

const schemaOfQuery = z.record(z.string(), z.string().min(1).optional());

/** An empty id, or one of dots alone, would lead to another path: a DELETE of it could hit what nobody named. */
function segment(id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new RequestError(`${JSON.stringify(id)} is no id`);
  return encodeURIComponent(id);
}

/** A path of the interface, each of its ids escaped. @throws RequestError for an id that is none */
export function path(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  const [first = '', ...rest] = parts;
  return rest.reduce((whole, part, index) => whole + segment(ids[index] ?? '') + part, first);
}

/** Only what is there is sent: a field that is left out stays as it is. */
function jsonOf(value: unknown): Json {
  return z.json().parse(JSON.parse(JSON.stringify(value)));
}

interface Write<T> {
  readonly request: z.ZodType;
  readonly body: unknown;
  readonly answer: z.ZodType<T>;
}

/** Asks and understands: checks what is sent before it leaves, and what is answered when it comes. */
export class Exchange {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** A list that nothing is read of yet. @throws RequestError for an empty filter, which would narrow nothing */
  list<T>(below: string, schema: z.ZodType<T>, given: Query = {}, root?: 'registry'): List<T> {
    const checked = schemaOfQuery.safeParse(given);
    if (!checked.success)
      throw new RequestError(`the filters of ${below}: ${z.prettifyError(checked.error)}`);
    const query: Record<string, string> = {};
    for (const [name, value] of Object.entries(checked.data)) if (value !== undefined) query[name] = value;
    const listing = { path: below, query, ...(root === undefined ? {} : { root }) };
    return new List({ send: this.#send, listing, schema });
  }

  get<T>(below: string, answer: z.ZodType<T>, root?: 'registry'): Promise<T> {
    const request = { method: 'GET', path: below, repeatable: true } as const;
    return this.#ask(root === undefined ? request : { ...request, root }, answer);
  }

  /** `repeatable`: whether it does no harm to send it twice. A create does. */
  post<T>(below: string, write: Write<T>, repeatable = false): Promise<T> {
    return this.#write('POST', below, write, repeatable);
  }

  patch<T>(below: string, write: Write<T>): Promise<T> {
    return this.#write('PATCH', below, write, true);
  }

  /** Deletes. That it is gone when it is asked for again after a lost answer is what was wanted. */
  async remove(below: string): Promise<void> {
    let attempts = 0;
    const onAttempt = () => {
      attempts += 1;
    };
    try {
      await this.#send({ method: 'DELETE', path: below, repeatable: true }, { onAttempt });
    } catch (error) {
      const gone = error instanceof RejectedError && [404, 410].includes(error.status);
      if (!gone || attempts < 2) throw error;
    }
  }

  #write<T>(method: 'POST' | 'PATCH', below: string, write: Write<T>, repeatable: boolean): Promise<T> {
    const checked = write.request.safeParse(write.body);
    if (!checked.success)
      throw new RequestError(`${method} ${below} was not sent: ${z.prettifyError(checked.error)}`);
    return this.#ask({ method, path: below, body: jsonOf(checked.data), repeatable }, write.answer);
  }

  async #ask<T>(request: ApiRequest, schema: z.ZodType<T>): Promise<T> {
    const { body } = await this.#send(request);
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new MalformedError(request, z.prettifyError(parsed.error));
  }
}
