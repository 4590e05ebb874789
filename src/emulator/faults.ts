import { z } from 'zod';
import { seededRandom } from './ids.js';

/** What goes wrong with one request. */
const faultSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('status'),
    status: z.union([z.literal(429), z.literal(500), z.literal(502), z.literal(503), z.literal(504)]),
    /** `Retry-After` as it stands, or as a date so many seconds from now; null: none. */
    retryAfter: z.union([z.string(), z.strictObject({ dateIn: z.number() })]).nullable(),
  }),
  /** The connection is cut before anything is done, after all is done, or in the midst of the answer. */
  z.strictObject({
    type: z.literal('cut'),
    when: z.enum(['before-work', 'after-work', 'mid-answer']),
  }),
  /** A business refusal, with its text. */
  z.strictObject({ type: z.literal('refusal'), detail: z.string() }),
  /** A success whose body is no JSON. */
  z.strictObject({ type: z.literal('garbled') }),
  /** A success whose body is the first half of its JSON, and says that it is whole. */
  z.strictObject({ type: z.literal('truncated') }),
  /** The answer comes so many milliseconds late. */
  z.strictObject({ type: z.literal('slow'), ms: z.number().min(0) }),
  /** No answer ever comes, and the connection stays. */
  z.strictObject({ type: z.literal('hang') }),
  /** A page that lacks its first record, and does not say so. */
  z.strictObject({ type: z.literal('short-page') }),
  /** A list that does not know of the last so many writes yet. */
  z.strictObject({ type: z.literal('lagging-list'), writes: z.int().min(1) }),
  /** A later page that begins so many records off its cursor, as when records come and go meanwhile. */
  z.strictObject({ type: z.literal('shifted-page'), by: z.int() }),
  /** The signed address of an upload is too old already. */
  z.strictObject({ type: z.literal('expired-upload') }),
  /** The connection breaks while the document comes. */
  z.strictObject({ type: z.literal('broken-upload') }),
]);

/** What goes wrong with one request. */
export type Fault = z.infer<typeof faultSchema>;

/** A request as a profile sees it; `number` counts from 1. An upload is `PUT /upload`, and counts on its own. */
export interface FaultRequest {
  readonly number: number;
  readonly method: string;
  readonly path: string;
  /** In [0, 1), from the seed. */
  readonly chance: number;
}

/** Decides what goes wrong with a request; null: nothing. */
export type FaultProfile = (request: FaultRequest) => Fault | null;

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

/** One line of a schedule: which requests, and what befalls them. */
export const scheduleSchema = z.array(
  z.strictObject({
    /** The first request, counted from 1 among all, or among those of `method` and `path` where they are given. */
    from: z.int().min(1).default(1),
    /** The last one; none: that first one alone. */
    to: z.int().min(1).optional(),
    /** Of those, every so many. */
    every: z.int().min(1).default(1),
    method: z.enum(['GET', 'POST', 'PATCH', 'DELETE', 'PUT']).optional(),
    /** The path below the service root, or its beginning before a `*`. */
    path: z.string().optional(),
    fault: faultSchema,
  }),
);
/** Faults by the number of the request. */
export type Schedule = z.input<typeof scheduleSchema>;

function matchesPath(pattern: string | undefined, path: string): boolean {
  if (pattern === undefined) return true;
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** Faults by the number of the request: the first line that holds decides. A profile made so counts, and is used once. */
export function scheduledFaults(given: Schedule): FaultProfile {
  const lines = scheduleSchema.parse(given).map((line) => ({ ...line, seen: 0 }));
  return ({ method, path }) => {
    let found: Fault | null = null;
    for (const line of lines) {
      const meant =
        (line.method === undefined ? method !== 'PUT' : line.method === method) &&
        matchesPath(line.path, path);
      if (!meant) continue;
      line.seen += 1;
      const due =
        line.seen >= line.from &&
        line.seen <= (line.to ?? line.from) &&
        (line.seen - line.from) % line.every === 0;
      if (due) found ??= line.fault;
    }
    return found;
  };
}
