import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { invalid, invalidBy } from './failure.js';
import * as fields from './fields.js';
import type { ServiceSettings } from './settings.js';

const largestBody = 1_000_000;

/** `interface.md`, PATCH bodies: this object stands for a field that is not being changed. */
function isUndefinedMark(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && '__typename' in value && value.__typename === 'Undefined'
  );
}

function withoutMarks(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([, value]) => !isUndefinedMark(value)));
}

/** A JSON body, checked. @throws Failure 422 in the documented shape for everything that is wrong with it. */
export async function readBody<S extends z.ZodType>(http: HonoContext, schema: S): Promise<z.infer<S>> {
  const text = await http.req.text();
  const fault = (msg: string) =>
    invalid([{ loc: ['body'], msg, type: 'json_invalid', input: text.slice(0, 200) }]);
  if (text.length > largestBody) throw fault(`the body is larger than ${largestBody} characters`);
  let body: unknown;
  try {
    body = withoutMarks(JSON.parse(text));
  } catch {
    throw fault('the body is not JSON');
  }
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidBy(parsed.error, 'body', body);
  return parsed.data;
}

/** The ids of a path: 20 to 37 characters (`interface.md`, Limits). A blueprint's key is no id. */
export function readPath(http: HonoContext): Readonly<Record<string, string>> {
  const params: Readonly<Record<string, string>> = http.req.param();
  for (const [name, value] of Object.entries(params)) {
    const parsed = (name === 'key' ? z.string().min(1) : fields.anyId).safeParse(value);
    if (!parsed.success) {
      throw invalid(
        parsed.error.issues.map(({ message, code }) => ({
          loc: ['path', name],
          msg: message,
          type: code,
          input: value,
        })),
      );
    }
  }
  return params;
}

const count = z.coerce.number().int().min(1).max(50);

/** The parameters of every list (`interface.md`, Pagination parameters). */
export const pageParameters = {
  first: count.optional(),
  after: z.string().min(1).optional(),
  last: count.optional(),
  before: z.string().min(1).optional(),
};
const pageSchema = z.object(pageParameters);

/** A query, checked by the fields of a list on top of paging. Unknown parameters are ignored, as web services do. */
export function readQuery<F extends z.ZodRawShape>(http: HonoContext, filters: F): z.infer<z.ZodObject<F>> {
  const query = http.req.query();
  const parsed = z.object(filters).safeParse(query);
  if (!parsed.success) throw invalidBy(parsed.error, 'query', query);
  return parsed.data;
}

/** A list as a client may page over it: nodes in order, and the place of each. */
export interface Listed<T> {
  readonly nodes: readonly T[];
  readonly places: ReadonlyMap<string, number>;
}

export function listed<T extends { readonly id: string }>(nodes: readonly T[]): Listed<T> {
  return { nodes, places: new Map(nodes.map(({ id }, place) => [id, place])) };
}

function cursorOf(id: string, settings: ServiceSettings, now: number): string {
  const time = settings.cursorSeconds === null ? '' : ` ${now}`;
  return Buffer.from(`cursor ${id}${time}`).toString('base64url');
}

interface Asked {
  readonly settings: ServiceSettings;
  readonly now: number;
  readonly places: ReadonlyMap<string, number>;
}

function placeOf({ settings, now, places }: Asked, cursor: string, name: string): number {
  const fault = (msg: string) => invalid([{ loc: ['query', name], msg, type: 'value_error', input: cursor }]);
  const [word, id = '', made] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ');
  const place = word === 'cursor' ? places.get(id) : undefined;
  if (place === undefined) throw fault('the cursor is not one of this list');
  if (settings.cursorSeconds !== null && Number(made) + settings.cursorSeconds * 1000 < now)
    throw fault('the cursor has expired');
  return place;
}

/** The part of a list that a query asks for: forward with `first`, unless `before` or `last` alone is given. */
function bounds(
  http: HonoContext,
  size: number,
  asked: Asked,
): { readonly start: number; readonly end: number } {
  const query = http.req.query();
  const parsed = pageSchema.safeParse(query);
  if (!parsed.success) throw invalidBy(parsed.error, 'query', query);
  const { first, last, after, before } = parsed.data;
  const forward = first !== undefined || after !== undefined;
  const backward = last !== undefined || before !== undefined;
  const both = asked.settings.bothDirections;
  if (forward && backward && both === 'refused')
    throw invalid([{ loc: ['query'], msg: 'one direction at a time', type: 'value_error', input: query }]);
  if (
    backward &&
    (!forward || both === 'backward' || (both === 'forward' && before !== undefined && after === undefined))
  ) {
    const end = before === undefined ? size : placeOf(asked, before, 'before');
    return { start: Math.max(0, end - (last ?? 10)), end };
  }
  const start = after === undefined ? 0 : placeOf(asked, after, 'after') + 1;
  return { start, end: Math.min(size, start + (first ?? 10)) };
}

/** What a page does other than it should: it is a faithful one without. */
export interface PageFault {
  /** Begins so many records later (or earlier) than the cursor says, as when records come and go between pages. */
  readonly shift: number;
}

/** One page of a list, each of its nodes as it is shown, in the envelope of `interface.md`. */
export function pageOf<T extends { readonly id: string }, N>(
  http: HonoContext,
  { nodes, places }: Listed<T>,
  present: (node: T) => N,
  given: { readonly settings: ServiceSettings; readonly now: number; readonly fault: PageFault | null },
) {
  const { settings, now, fault } = given;
  const asked = bounds(http, nodes.length, { settings, now, places });
  const start = asked.start === 0 ? 0 : Math.max(0, asked.start + (fault?.shift ?? 0));
  const end = Math.max(start, asked.end);
  const shown = nodes.slice(start, end);
  const [head, tail] = [shown[0], shown.at(-1)];
  return {
    nodes: shown.map(present),
    page_info: {
      has_previous_page: start > 0,
      has_next_page: end < nodes.length,
      start_cursor: head === undefined ? settings.emptyPageCursor : cursorOf(head.id, settings, now),
      end_cursor: tail === undefined ? settings.emptyPageCursor : cursorOf(tail.id, settings, now),
    },
    total_count: nodes.length,
  };
}
