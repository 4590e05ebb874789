import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Context } from './context.js';
import { acceptsToken, type ServiceCredentials } from './credentials.js';
import { Failure } from './failure.js';
import type { Fault, Faults } from './faults.js';
import { RateLimiter } from './rate-limiter.js';
import { catalogueRoutes, feedstockTypeRoutes, statementRoutes } from './resources/catalogue.js';
import { componentRoutes, singleComponentRoutes } from './resources/components.js';
import { datapointRoutes } from './resources/datapoints.js';
import { entryRoutes, singleEntryRoutes } from './resources/entries.js';
import { sourceRoutes } from './resources/sources.js';
import { storageLocationRoutes } from './resources/storage-locations.js';

/** One request that was answered, or cut. */
export interface RequestLine {
  readonly method: string;
  /** Below the service root, without the query. */
  readonly path: string;
  /** null where the connection was cut instead. */
  readonly status: number | null;
}

export interface AppOptions {
  readonly context: Context;
  readonly credentials: ServiceCredentials;
  readonly seed: number;
  readonly faults: Faults | null;
  readonly log: (line: RequestLine) => void;
}

/** Headers of a limit and, where it is passed, the refusal. */
function rate(
  limiter: RateLimiter,
  now: number,
): { readonly headers: Readonly<Record<string, string>>; readonly refusal: Response | null } {
  const { limit } = limiter;
  const ruling = limiter.rule(now);
  const seconds = Math.max(1, Math.ceil(ruling.resetMs / 1000));
  const headers: Record<string, string> = limit.headers
    ? {
        'RateLimit-Limit': String(limit.requests),
        'RateLimit-Remaining': String(ruling.remaining),
        'RateLimit-Reset': String(seconds),
        'RateLimit-Policy': `${limit.requests};w=${limit.windowSeconds}`,
      }
    : {};
  if (ruling.allowed) return { headers, refusal: null };
  if (limit.retryAfter === 'seconds') headers['Retry-After'] = String(seconds);
  if (limit.retryAfter === 'date') headers['Retry-After'] = new Date(now + ruling.resetMs).toUTCString();
  return { headers, refusal: Response.json({ detail: 'Too many requests' }, { status: 429, headers }) };
}

/** The answer that a fault makes of a good one; null where the connection is cut. */
async function spoil(fault: Fault, answer: Response): Promise<Response | null> {
  switch (fault.type) {
    case 'status':
    case 'refusal':
    case 'cut':
      return null;
    case 'garbled':
      return new Response('<html>gateway</html>', { status: 200, headers: { 'content-type': 'text/html' } });
    case 'short-page': {
      const body = z
        .looseObject({ nodes: z.array(z.unknown()).min(2) })
        .safeParse(await answer.clone().json());
      return body.success ? Response.json({ ...body.data, nodes: body.data.nodes.slice(1) }) : answer;
    }
  }
}

function accepted(options: AppOptions, headers: Headers): boolean {
  const bearer = /^Bearer (?<token>\S+)$/.exec(headers.get('authorization') ?? '')?.groups?.['token'];
  const secret = headers.get('x-client-secret');
  return (
    secret === options.credentials.clientSecret &&
    bearer !== undefined &&
    acceptsToken(bearer, options.seed, options.context.now())
  );
}

/** Only what the service says itself leaves it: anything else is our fault and a 500. */
function failed(error: unknown): Response {
  if (error instanceof Failure) return Response.json(error.body, { status: error.status });
  return Response.json(
    { detail: `internal error: ${error instanceof Error ? error.message : String(error)}` },
    { status: 500 },
  );
}

const resources = [
  sourceRoutes,
  datapointRoutes,
  componentRoutes,
  singleComponentRoutes,
  entryRoutes,
  singleEntryRoutes,
  catalogueRoutes,
  feedstockTypeRoutes,
  statementRoutes,
  storageLocationRoutes,
];

type Bindings = { Bindings: HttpBindings };

/** The service's routes under `/mrv/v0`, behind credentials, limits and faults. */
export function buildApp(options: AppOptions): Hono<Bindings> {
  const { context, faults, log } = options;
  const routes = new Hono();
  for (const register of resources) register(routes, context);
  routes.notFound(() => Response.json({ detail: 'Not Found' }, { status: 404 }));
  routes.onError((error) => failed(error));

  const limiter = context.settings.rateLimit === null ? null : new RateLimiter(context.settings.rateLimit);
  const app = new Hono<Bindings>();
  app.use('*', async (http, next) => {
    const path = http.req.path.replace(/^\/(?:mrv|registry)\/v0/, '');
    const told = (answer: Response | null) => {
      log({ method: http.req.method, path, status: answer?.status ?? null });
      return answer;
    };
    const cut = () => {
      told(null);
      http.env.incoming.socket.destroy();
      return http.body(null, 500);
    };
    if (!accepted(options, http.req.raw.headers)) {
      return (
        told(
          Response.json(
            { detail: 'Credentials are missing or not accepted' },
            { status: context.settings.credentialsStatus },
          ),
        ) ?? undefined
      );
    }
    const limit = limiter === null ? null : rate(limiter, context.now());
    if (limit?.refusal !== null && limit?.refusal !== undefined) return told(limit.refusal) ?? undefined;
    const fault = faults?.next(http.req.method, path) ?? null;
    if (fault?.type === 'status') {
      const headers = fault.retryAfter === null ? {} : { 'Retry-After': fault.retryAfter };
      return (
        told(Response.json({ detail: 'a fault was asked for' }, { status: fault.status, headers })) ??
        undefined
      );
    }
    if (fault?.type === 'refusal')
      return told(Response.json({ detail: fault.detail }, { status: 400 })) ?? undefined;
    if (fault?.type === 'cut' && fault.when === 'before-work') return cut();
    await next();
    if (fault?.type === 'cut') return cut();
    const answer = fault === null ? http.res : ((await spoil(fault, http.res)) ?? http.res);
    for (const [name, value] of Object.entries(limit?.headers ?? {})) answer.headers.set(name, value);
    http.res = answer;
    told(answer);
    return undefined;
  });
  app.route('/mrv/v0', routes);
  app.notFound(() => Response.json({ detail: 'Not Found' }, { status: 404 }));
  app.onError((error) => failed(error));
  return app;
}
