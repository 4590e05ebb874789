import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext } from 'hono';
import { z } from 'zod';
import { boxRoutes } from './box-routes.js';
import type { Context } from './context.js';
import { callerOf, type ServiceCredentials } from './credentials.js';
import { Failure } from './failure.js';
import type { Fault, Faults } from './faults.js';
import { openApi } from './openapi.js';
import type { Caller } from './visibility.js';
import { RateLimiter } from './rate-limiter.js';
import type { Environment } from './routes.js';
import { serviceRoots } from './service-routes.js';

/** One request that was answered, or cut. */
export interface RequestLine {
  readonly method: string;
  /** Below the service root, without the query. */
  readonly path: string;
  /** null where the connection was cut or left without an answer. */
  readonly status: number | null;
}

export interface AppOptions {
  readonly context: Context;
  readonly credentials: ServiceCredentials;
  readonly seed: number;
  readonly faults: Faults | null;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: (line: RequestLine) => void;
}

/** Headers of a limit and, where it is passed, the refusal. */
export function rate(
  limiter: RateLimiter,
  now: number,
): { readonly headers: Readonly<Record<string, string>>; readonly refusal: Response | null } {
  const { limit } = limiter;
  const ruling = limiter.rule(now);
  const seconds = Math.max(1, Math.ceil(ruling.resetMs / 1000));
  const requests = limiter.requestsAt(now);
  const headers: Record<string, string> = limit.headers
    ? {
        'RateLimit-Limit': String(requests),
        'RateLimit-Remaining': String(ruling.remaining),
        'RateLimit-Reset': String(seconds),
        'RateLimit-Policy': `${requests};w=${limit.windowSeconds}`,
      }
    : {};
  if (ruling.allowed) return { headers, refusal: null };
  if (limit.retryAfter === 'seconds') headers['Retry-After'] = String(seconds);
  if (limit.retryAfter === 'date') headers['Retry-After'] = new Date(now + ruling.resetMs).toUTCString();
  return { headers, refusal: Response.json({ detail: 'Too many requests' }, { status: 429, headers }) };
}

/** The answer that a fault makes of a good one. */
async function spoil(fault: Fault, answer: Response): Promise<Response> {
  if (fault.type === 'garbled')
    return new Response('<html>gateway</html>', { status: 200, headers: { 'content-type': 'text/html' } });
  if (fault.type === 'truncated') {
    const text = await answer.clone().text();
    const { status, headers } = answer;
    const type = headers.get('content-type') ?? 'application/json';
    return text === ''
      ? answer
      : new Response(text.slice(0, Math.ceil(text.length / 2)), {
          status,
          headers: { 'content-type': type },
        });
  }
  if (fault.type === 'short-page') {
    const body = z.looseObject({ nodes: z.array(z.unknown()).min(2) }).safeParse(await answer.clone().json());
    return body.success ? Response.json({ ...body.data, nodes: body.data.nodes.slice(1) }) : answer;
  }
  return answer;
}

/** What a fault answers in the place of the service; null where the service is to do its work. */
function instead(fault: Fault | null, now: number): Response | null {
  if (fault?.type === 'refusal') return Response.json({ detail: fault.detail }, { status: 400 });
  if (fault?.type !== 'status') return null;
  const { retryAfter: after } = fault;
  const headers: Record<string, string> = {};
  if (after !== null)
    headers['Retry-After'] =
      typeof after === 'string' ? after : new Date(now + after.dateIn * 1000).toUTCString();
  return Response.json({ detail: 'a fault was asked for' }, { status: fault.status, headers });
}

/** Who asks, by both credentials; null where they are missing or refused. */
function callerIn(options: AppOptions, headers: Headers, path: string): Caller | null {
  const bearer = /^Bearer (?<token>\S+)$/.exec(headers.get('authorization') ?? '')?.groups?.['token'];
  if (headers.get('x-client-secret') !== options.credentials.clientSecret) return null;
  if (options.context.settings.pathsWithoutToken.includes(path)) return 'owner';
  return bearer === undefined ? null : callerOf(bearer, options.seed, options.context.now());
}

/** Only what the service says itself leaves it: anything else is our fault and a 500. */
function failed(error: unknown): Response {
  if (error instanceof Failure) return Response.json(error.body, { status: error.status });
  return Response.json(
    { detail: `internal error: ${error instanceof Error ? error.message : String(error)}` },
    { status: 500 },
  );
}

/** Ends the connection; with half an answer where there is one. */
async function cut(http: Pick<HonoContext<Environment>, 'env'>, answer: Response | null): Promise<void> {
  const { incoming, outgoing } = http.env;
  const bytes = answer === null ? Buffer.alloc(0) : Buffer.from(await answer.arrayBuffer());
  if (answer === null || bytes.length < 2) {
    incoming.socket.destroy();
    return;
  }
  outgoing.writeHead(answer.status, { 'content-type': 'application/json', 'content-length': bytes.length });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    incoming.socket.destroy();
  });
}

/** What happens to one request whose credentials are good; null: it is never answered. */
async function serve(
  options: AppOptions,
  limiter: RateLimiter | null,
  http: Pick<HonoContext<Environment>, 'req' | 'set' | 'env' | 'res'>,
  given: { readonly path: string; readonly next: () => Promise<void> },
): Promise<Response | null> {
  const { context, faults } = options;
  const limit = limiter === null ? null : rate(limiter, context.now());
  if (limit?.refusal !== null && limit?.refusal !== undefined) return limit.refusal;
  const fault = faults?.next(http.req.method, given.path) ?? null;
  const other = instead(fault, context.now());
  if (other !== null) return other;
  if (fault?.type === 'hang') return null;
  if (fault?.type === 'cut' && fault.when === 'before-work') {
    await cut(http, null);
    return null;
  }
  http.set('fault', fault);
  await given.next();
  if (fault?.type === 'slow') await options.sleep(fault.ms);
  if (fault?.type === 'cut') {
    await cut(http, fault.when === 'mid-answer' ? http.res : null);
    return null;
  }
  const answer = fault === null ? http.res : await spoil(fault, http.res);
  for (const [name, value] of Object.entries(limit?.headers ?? {})) answer.headers.set(name, value);
  return answer;
}

/** Both service roots behind credentials, limits and faults; beside them the service's document and the box's own paths. */
export function buildApp(options: AppOptions): Hono<{ Bindings: HttpBindings }> {
  const { context, log } = options;
  const roots = serviceRoots(context);
  const limiter = context.settings.rateLimit === null ? null : new RateLimiter(context.settings.rateLimit);

  const service = new Hono<Environment>();
  service.use('*', async (http, next) => {
    const path = http.req.path.replace(/^\/(?:mrv|registry)\/v0/, '');
    const caller = callerIn(options, http.req.raw.headers, path);
    http.set('caller', caller ?? 'public');
    const refusal =
      caller !== null
        ? null
        : Response.json(
            { detail: 'Credentials are missing or not accepted' },
            { status: context.settings.credentialsStatus },
          );
    const answer = refusal ?? (await serve(options, limiter, http, { path, next }));
    log({ method: http.req.method, path, status: answer?.status ?? null });
    // What the framework waits for it cannot write: the connection is gone, or is to hang.
    if (answer === null) return new Promise<never>(() => undefined);
    http.res = answer;
    return undefined;
  });
  for (const { root, routes } of roots) service.route(root, routes.app);
  service.notFound(() => Response.json({ detail: 'Not Found' }, { status: 404 }));
  service.onError((error) => failed(error));

  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/openapi.json', (http) => http.json(openApi(roots)));
  app.route('/_box', boxRoutes(context, failed));
  app.all('*', (http) => service.fetch(http.req.raw, http.env));
  return app;
}
