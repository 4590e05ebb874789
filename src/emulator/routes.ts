import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext } from 'hono';
import type { z } from 'zod';
import type { Context } from './context.js';
import type { Fault } from './faults.js';
import { listed, pageOf, readBody, readPath, readQuery, type Listed } from './http.js';

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
}

/** What goes along with a request through the app. */
export interface Environment {
  readonly Bindings: HttpBindings;
  readonly Variables: { readonly fault: Fault | null };
}

interface Node {
  readonly id: string;
}

interface ListOf<N extends z.ZodType, F extends z.ZodRawShape, T extends Node> {
  readonly node: N;
  readonly filters: F;
  /** All that the query asks for, in the order of making. */
  readonly select: (query: z.infer<z.ZodObject<F>>, call: Call) => readonly T[];
  readonly present: (node: T) => z.input<N>;
  /** Whether what is selected also changes with time: then it is worked out for every page. */
  readonly changesByItself?: boolean;
}

const keptLists = 4;

function callOf(params: Readonly<Record<string, string>>): Call {
  return {
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
    this.app.get(path, (http) => http.json(answer.parse(handle(callOf(readPath(http))))));
  }

  list<N extends z.ZodType, F extends z.ZodRawShape, T extends Node>(
    path: string,
    { node, filters, select, present, changesByItself = false }: ListOf<N, F, T>,
  ): void {
    this.#declare({ method: 'GET', path, filters, request: null, answer: node });
    const kept = new Map<string, Listed<T>>();
    const { store, settings, now } = this.#context;
    const read = (http: HonoContext<Environment>): Listed<T> => {
      const call = callOf(readPath(http));
      const query = readQuery(http, filters);
      const key = `${store.version} ${http.req.path} ${JSON.stringify(query)}`;
      const own = kept.get(key);
      if (own !== undefined && !changesByItself) return own;
      const nodes = select(query, call);
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
      const shown = pageOf(http, seen, (one) => node.parse(present(one)), {
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
      const call = callOf(readPath(http));
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
      const call = callOf(readPath(http));
      return http.json(answer.parse(handle(await readBody(http, request), call)));
    });
  }

  remove(path: string, handle: (call: Call) => void): void {
    this.#declare({ method: 'DELETE', path, filters: null, request: null, answer: null });
    this.app.delete(path, (http) => {
      handle(callOf(readPath(http)));
      return http.body(null, 204);
    });
  }

  #declare(declaration: Declaration): void {
    const path = declaration.path.replaceAll(/:(\w+)/g, '{$1}');
    this.declarations.push({ ...declaration, path });
  }
}
