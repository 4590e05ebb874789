import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { invalid, invalidBy } from './failure.js';

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

/** The path's id: 20 to 37 characters (`interface.md`, Limits). */
export function pathId(http: HonoContext, name = 'id'): string {
  const parsed = z.string().min(20).max(37).safeParse(http.req.param(name));
  if (!parsed.success) throw invalidBy(parsed.error, `path`, http.req.param(name));
  return parsed.data;
}

const count = z.coerce.number().int().min(1).max(50);

const pageSchema = z.object({
  first: count.optional(),
  last: count.optional(),
  after: z.string().min(1).optional(),
  before: z.string().min(1).optional(),
});

/** A query, checked by the fields of a list on top of paging. Unknown parameters are ignored, as web services do. */
export function readQuery<F extends z.ZodRawShape>(http: HonoContext, filters: F): z.infer<z.ZodObject<F>> {
  const query = http.req.query();
  const parsed = z.object(filters).safeParse(query);
  if (!parsed.success) throw invalidBy(parsed.error, 'query', query);
  return parsed.data;
}

function cursorOf(id: string): string {
  return Buffer.from(`cursor ${id}`).toString('base64url');
}

function placeOf(nodes: readonly { readonly id: string }[], cursor: string, name: string): number {
  const place = nodes.findIndex((node) => cursorOf(node.id) === cursor);
  if (place === -1)
    throw invalid([
      { loc: ['query', name], msg: 'the cursor is not one of this list', type: 'value_error', input: cursor },
    ]);
  return place;
}

interface Node {
  readonly id: string;
}

/** The part of a list that a query asks for: forward with `first`, unless `before` or `last` alone is given. */
function bounds(http: HonoContext, nodes: readonly Node[]): { readonly start: number; readonly end: number } {
  const query = http.req.query();
  const parsed = pageSchema.safeParse(query);
  if (!parsed.success) throw invalidBy(parsed.error, 'query', query);
  const { first, last, after, before } = parsed.data;
  if (before !== undefined || (last !== undefined && first === undefined && after === undefined)) {
    const end = before === undefined ? nodes.length : placeOf(nodes, before, 'before');
    return { start: Math.max(0, end - (last ?? 10)), end };
  }
  const start = after === undefined ? 0 : placeOf(nodes, after, 'after') + 1;
  return { start, end: Math.min(nodes.length, start + (first ?? 10)) };
}

/** One page of a list, each of its nodes as it is shown, in the envelope of `interface.md`. */
export function page<T extends Node>(
  http: HonoContext,
  nodes: readonly T[],
  present?: (node: T) => unknown,
): Response {
  const { start, end } = bounds(http, nodes);
  const shown = nodes.slice(start, end);
  const [head, tail] = [shown[0], shown.at(-1)];
  return http.json({
    nodes: present === undefined ? shown : shown.map(present),
    page_info: {
      has_previous_page: start > 0,
      has_next_page: end < nodes.length,
      start_cursor: head === undefined ? null : cursorOf(head.id),
      end_cursor: tail === undefined ? null : cursorOf(tail.id),
    },
    total_count: nodes.length,
  });
}
