import { seededRandom } from './ids.js';

/** What goes wrong with one request. */
export type Fault =
  | {
      readonly type: 'status';
      readonly status: 429 | 500 | 502 | 503 | 504;
      readonly retryAfter: string | null;
    }
  /** The connection is cut before anything is done, or after all is done. */
  | { readonly type: 'cut'; readonly when: 'before-work' | 'after-work' | 'mid-answer' }
  /** A business refusal, with its text. */
  | { readonly type: 'refusal'; readonly detail: string }
  /** A success whose body is no JSON. */
  | { readonly type: 'garbled' }
  /** A page that says there are fewer records than there are. */
  | { readonly type: 'short-page' };

/** A request as a profile sees it; `number` counts from 1. */
export interface FaultRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** In [0, 1), from the seed. */
  readonly chance: number;
}

export type FaultProfile = (request: FaultRequest) => Fault | null;

const isWrite = ({ method }: FaultRequest) => method === 'POST' || method === 'PATCH';
const isCreate = ({ method, path }: FaultRequest) =>
  method === 'POST' && !path.endsWith('/signed_upload_url');
const isList = ({ method, path }: FaultRequest) =>
  method === 'GET' && /\/(?:datapoints|components|sources)$/.test(path);
const status = (
  code: Extract<Fault, { type: 'status' }>['status'],
  retryAfter: string | null = null,
): Fault => ({ type: 'status', status: code, retryAfter });

/** Fault profiles by name. A share is of the requests that the profile is about. */
export const faultProfiles: Readonly<Record<string, FaultProfile>> = {
  'lost-answers': (request) =>
    isCreate(request) && request.chance < 0.2 ? { type: 'cut', when: 'after-work' } : null,
  'lost-requests': (request) =>
    isWrite(request) && request.chance < 0.2 ? { type: 'cut', when: 'before-work' } : null,
  'cut-answers': (request) => (request.chance < 0.1 ? { type: 'cut', when: 'mid-answer' } : null),
  'garbled-answers': (request) => (isWrite(request) && request.chance < 0.1 ? { type: 'garbled' } : null),
  'server-errors': (request) =>
    request.chance < 0.1
      ? status(([500, 502, 503, 504] as const)[Math.floor(request.chance * 40)] ?? 500)
      : null,
  throttled: (request) => (request.chance < 0.1 ? status(429, '1') : null),
  'throttled-silently': (request) => (request.chance < 0.05 ? status(429) : null),
  'short-pages': (request) => (isList(request) ? { type: 'short-page' } : null),
  'failing-lists': (request) => (isList(request) ? status(500) : null),
};

/** Faults that follow from one integer: the same seed and the same requests give the same faults. */
export class Faults {
  readonly #profile: FaultProfile;
  readonly #random: () => number;
  #number = 0;

  constructor(profile: FaultProfile, seed: number) {
    this.#profile = profile;
    this.#random = seededRandom(seed);
  }

  next(method: string, path: string): Fault | null {
    this.#number += 1;
    return this.#profile({ number: this.#number, method, path, chance: this.#random() });
  }
}
