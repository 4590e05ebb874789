import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext } from 'hono';
import type { z } from 'zod';
import type { Context } from './context.js';
import type { Fault } from './faults.js';
import { Failure, notFound } from './failure.js';
import { listed, pageOf, readBody, readPath, readQuery, type Listed } from './http.js';
import { sightOf, type Caller } from './visibility.js';

/** What a route is, said once: it is checked by it, answered by it, and documented by it. */
export interface Declaration {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As `interface.md` writes it, below the service root: `/datapoints/{id}`. */
  readonly path: string;
  /** A list's filters, on top of paging; null where it is no list. */
  readonly filters: z.ZodRawShape | null;
  readonly request: z.ZodType | null;
  /** null: 204 without a body. For a list, one of its nodes. */
  readonly answer: z.ZodType | null;
}

/** A request as a handler sees it, its path checked. */
export interface Call {
  /** One of the path's ids. */
  readonly id: (name?: string) => string;
  readonly caller: Caller;
}

/** What goes along with a request through the app. */
export interface Environment {
  readonly Bindings: HttpBindings;
  readonly Variables: { readonly fault: Fault | null; readonly caller: Caller };
}

interface Node {
  readonly id: string;
}

interface ListOf<N extends z.ZodType, F extends z.ZodRawShape, T extends Node> {
  readonly node: N;
  readonly filters: F;
  /** All that the query asks for, in the order of making. */
  readonly select: (query: z.infer<z.ZodObject<F>>, call: Call) => readonly T[];
  readonly present: (node: T, call: Pick<Call, 'caller'>) => z.input<N>;
  /** Whether what is selected also changes with time: then it is worked out for every page. */
  readonly changesByItself?: boolean;
}

const keptLists = 4;

function callOf(params: Readonly<Record<string, string>>, caller: Caller): Call {
  return {
    caller,
    id: (name = 'id') => {
      const value = params[name];
      if (value === undefined) throw new Error(`the path has no ${name}`);
      return value;
    },
  };
}

/** The routes of one service root. */
export class Routes {
  readonly app = new Hono<Environment>();
  readonly declarations: Declaration[] = [];
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  get<A extends z.ZodType>(path: string, answer: A, handle: (call: Call) => z.input<A>): void {
    this.#declare({ method: 'GET', path, filters: null, request: null, answer });
    this.app.get(path, (http) => http.json(answer.parse(handle(this.#call(http)))));
  }

  list<N extends z.ZodType, F extends z.ZodRawShape, T extends Node>(
    path: string,
    { node, filters, select, present, changesByItself = false }: ListOf<N, F, T>,
  ): void {
    this.#declare({ method: 'GET', path, filters, request: null, answer: node });
    const kept = new Map<string, Listed<T>>();
    const { store, settings, now } = this.#context;
    const read = (http: HonoContext<Environment>): Listed<T> => {
      const call = this.#call(http);
      const query = readQuery(http, filters);
      const key = `${call.caller} ${store.version} ${http.req.path} ${JSON.stringify(query)}`;
      const own = kept.get(key);
      if (own !== undefined && !changesByItself) return own;
      const sees = sightOf(this.#context, call.caller);
      const nodes = select(query, call).filter(({ id }) => sees(id));
      const made = listed(settings.listOrder === 'oldest-first' ? nodes : nodes.toReversed());
      const [oldest] = kept.keys();
      if (kept.size >= keptLists && oldest !== undefined) kept.delete(oldest);
      kept.set(key, made);
      return made;
    };
    this.app.get(path, (http) => {
      const fault = http.get('fault');
      const whole = read(http);
      const behind = fault?.type === 'lagging-list' ? fault.writes : 0;
      const seen = behind === 0 ? whole : listed(whole.nodes.filter(({ id }) => store.age(id) >= behind));
      const shown = pageOf(http, seen, (one) => node.parse(present(one, { caller: http.get('caller') })), {
        settings,
        now: now(),
        fault: fault?.type === 'shifted-page' ? { shift: fault.by } : null,
      });
      return http.json(shown);
    });
  }

  post<B extends z.ZodType, A extends z.ZodType>(
    path: string,
    { request, answer }: { readonly request: B; readonly answer: A },
    handle: (body: z.infer<B>, call: Call) => z.input<A>,
  ): void {
    this.#declare({ method: 'POST', path, filters: null, request, answer });
    this.app.post(path, async (http) => {
      const call = this.#call(http);
      return http.json(answer.parse(handle(await readBody(http, request), call)));
    });
  }

  patch<B extends z.ZodType, A extends z.ZodType>(
    path: string,
    { request, answer }: { readonly request: B; readonly answer: A },
    handle: (body: z.infer<B>, call: Call) => z.input<A>,
  ): void {
    this.#declare({ method: 'PATCH', path, filters: null, request, answer });
    this.app.patch(path, async (http) => {
      const call = this.#call(http);
      return http.json(answer.parse(handle(await readBody(http, request), call)));
    });
  }

  remove(path: string, handle: (call: Call) => void): void {
    this.#declare({ method: 'DELETE', path, filters: null, request: null, answer: null });
    this.app.delete(path, (http) => {
      handle(this.#call(http));
      return http.body(null, 204);
    });
  }

  /** The path, checked, and what it names seen by the caller. Only the owner writes. @throws Failure */
  #call(http: HonoContext<Environment>): Call {
    const params = readPath(http);
    const caller = http.get('caller');
    if (caller !== 'owner' && http.req.method !== 'GET')
      throw new Failure(403, { detail: 'only the organisation that owns it may change it' });
    const sees = sightOf(this.#context, caller);
    for (const [name, id] of Object.entries(params))
      if (name !== 'key' && !sees(id)) throw notFound('Record', id);
    return callOf(params, caller);
  }

  #declare(declaration: Declaration): void {
    const path = declaration.path.replaceAll(/:(\w+)/g, '{$1}');
    this.declarations.push({ ...declaration, path });
  }
}
