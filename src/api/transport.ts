import type { Clock } from '../model/clock.js';
import { exitCodes, MrvError } from '../model/errors.js';
import type { Observer } from '../model/event.js';
import {
  AmbiguousError,
  CredentialsError,
  MalformedError,
  RejectedError,
  ThrottledError,
  UnreachableError,
} from './api-error.js';
import type { Credentials } from './credentials.js';
import { readDetail } from './detail.js';
import { serviceRoots, type ApiAnswer, type ApiRequest, type Transport } from './request.js';
import { retryAfterMs } from './retry-after.js';

/** Where requests go, as whom, and by what. */
export interface TransportOptions {
  /** The origin; a root of the service is put behind it. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly observe: Observer;
  readonly fetch?: typeof globalThis.fetch;
  /** After so long an answer counts as lost. */
  readonly timeoutMs?: number;
}

/** More than the largest page of records, and little enough that no answer can fill the memory. */
const largestAnswer = 20_000_000;
const usualTimeoutMs = 60_000;

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Credentials go to `https` only, or to this machine. */
function checkBase(baseUrl: string): URL {
  const base = new URL(baseUrl);
  if (base.protocol === 'https:' || (base.protocol === 'http:' && loopback.has(base.hostname))) return base;
  throw new MrvError(
    'base-url',
    `${base.origin} is not https: the credentials would be sent in the clear`,
    exitCodes.usage,
  );
}

/** Codes of a connection that never stood: nothing was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function codeOf(error: unknown): string {
  for (
    let cause: unknown = error, depth = 0;
    cause instanceof Error && depth < 5;
    cause = cause.cause, depth += 1
  ) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
  }
  return error instanceof Error ? error.name : 'unknown';
}

/** The class of a failure on the way: whether it can have been done is all that matters. */
function networkError(request: ApiRequest, error: unknown): Error {
  const code = codeOf(error);
  if (neverSent.has(code)) return new UnreachableError(request, error, code);
  const reason = code === 'TimeoutError' ? 'no answer came in time' : `the connection broke (${code})`;
  return new AmbiguousError(request, null, reason, error);
}

/** The class of an answer that is not a success. */
function statusError(
  request: ApiRequest,
  status: number,
  headers: Headers,
  text: string,
  now: number,
): Error {
  const wait = retryAfterMs(headers.get('retry-after'), now);
  if (status === 429 || (status === 503 && wait !== null))
    return new ThrottledError(request, status, wait, headers);
  if (status >= 300 && status < 400) {
    return new RejectedError(
      request,
      status,
      'the service answered with a redirect, which is not followed: credentials go to the configured address alone. Check --base-url',
    );
  }
  if (status === 408 || status >= 500)
    return new AmbiguousError(request, status, `the service failed with ${status}: ${readDetail(text)}`);
  if (status === 401 || status === 403) return new CredentialsError(request, status, readDetail(text));
  return new RejectedError(request, status, readDetail(text));
}

/** Reads a body to its end, but never more than `largestAnswer` bytes. */
async function readBody(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  const chunks: AsyncIterable<unknown> = response.body;
  for await (const chunk of chunks) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > largestAnswer) throw new RangeError(`an answer of more than ${largestAnswer} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseBody(request: ApiRequest, text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MalformedError(request, `it is not JSON: ${text.slice(0, 80)}`, error);
  }
}

/**
 * Sends one request and reads its answer, once. Both credentials go along, to the configured origin alone; redirects
 * are refused. Throws the class of `api-error.ts` that says what is known of the effect.
 */
export function createTransport(options: TransportOptions): Transport {
  const base = checkBase(options.baseUrl);
  const send = options.fetch ?? globalThis.fetch;
  const origin = `${base.origin}${base.pathname.replace(/\/+$/, '')}`;
  const exchange = async (
    request: ApiRequest,
    signal: AbortSignal,
  ): Promise<{ status: number; headers: Headers; text: string }> => {
    const url = new URL(origin + serviceRoots[request.root ?? 'mrv'] + request.path);
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
    const { clientSecret, accessToken } = options.credentials;
    const response = await send(url, {
      method: request.method,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json',
        'x-client-secret': clientSecret.reveal(),
        authorization: `Bearer ${accessToken.reveal()}`,
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return { status: response.status, headers: response.headers, text: await readBody(response) };
  };
  return async (request, signal): Promise<ApiAnswer> => {
    const started = options.clock.now();
    const timeout = AbortSignal.timeout(options.timeoutMs ?? usualTimeoutMs);
    const observed = (status: number | null) => {
      const { method, path } = request;
      options.observe({
        type: 'request',
        method,
        path,
        status,
        duration_ms: Math.round(options.clock.now() - started),
      });
    };
    let answer;
    try {
      answer = await exchange(request, signal === undefined ? timeout : AbortSignal.any([timeout, signal]));
    } catch (error) {
      observed(null);
      throw networkError(request, error);
    }
    observed(answer.status);
    const { status, headers, text } = answer;
    if (status < 200 || status >= 300) throw statusError(request, status, headers, text, options.clock.now());
    return { status, headers, body: parseBody(request, text) };
  };
}
