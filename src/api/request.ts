import type { Json } from '../kinds/kind.js';

/** The two service roots of one origin (`interface.md`, its first lines). */
export const serviceRoots = { mrv: '/mrv/v0', registry: '/registry/v0' } as const;

/** One request to the service. `path` is below its root, as `/datapoints`. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The root that the path is below; that of the MRV service where it is absent. */
  readonly root?: keyof typeof serviceRoots;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Whether it may be sent again when nobody knows if it arrived. A create may not. */
  readonly repeatable: boolean;
}

/** An answer with a success status. */
export interface ApiAnswer {
  readonly status: number;
  /** Parsed JSON; null for an empty body. */
  readonly body: unknown;
  readonly headers: Headers;
}

/** How one request is sent. */
export interface SendOptions {
  /** Greater goes first. */
  readonly priority?: number;
  readonly signal?: AbortSignal;
  /** Called before each attempt leaves, with its number from 1. */
  readonly onAttempt?: (attempt: number) => void;
}

/** Sends a request once, without retry or rate. Throws one of `api-error.ts`. */
export type Transport = (request: ApiRequest, signal?: AbortSignal) => Promise<ApiAnswer>;

/** Sends a request through the account's rate gate, repeating what may be repeated. */
export type Send = (request: ApiRequest, options?: SendOptions) => Promise<ApiAnswer>;
