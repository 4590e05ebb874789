import { z } from 'zod';
import type { Listing } from '../kinds/kind.js';
import { exitCodes, MrvError } from '../model/errors.js';
import { ApiError, CredentialsError } from './api-error.js';
import type { Send, SendOptions } from './request.js';

/** `interface.md`, Limits: at most 50 records a page. */
export const pageSize = 50;

/** The remote state could not be read completely and unchanging: no plan is made of it. */
export class SnapshotError extends MrvError {
  override readonly name = 'SnapshotError';

  constructor(message: string, options?: ErrorOptions) {
    super('snapshot-incomplete', message, exitCodes.refused, options);
  }
}

/**
 * A failed read, as the end of a run: whatever became of the request, a read changes nothing, so nothing is in doubt
 * and nothing was sent. Refused credentials stay what they are.
 */
export function unread(error: unknown): unknown {
  if (error instanceof z.ZodError) {
    return new SnapshotError(
      `the registry answered in a shape that this program does not know (${z.prettifyError(error)}). Nothing was decided or sent. Try again, and if it stays, update mrv-ingest or report it`,
      { cause: error },
    );
  }
  if (!(error instanceof ApiError) || error instanceof CredentialsError) return error;
  return new SnapshotError(
    `the registry could not be read: ${error.message}. Nothing was decided or sent. Try again later`,
    { cause: error },
  );
}

/** `interface.md`, Paginated list envelope; cursors are null on an empty page (`api-facts.md` §1.1). */
const envelopeSchema = z.looseObject({
  nodes: z.array(z.unknown()),
  page_info: z.looseObject({
    has_next_page: z.boolean(),
    has_previous_page: z.boolean().optional(),
    start_cursor: z.string().nullish(),
    end_cursor: z.string().nullish(),
  }),
  total_count: z.int().min(0),
});

export type Page = z.infer<typeof envelopeSchema>;

/** Reads one page: the `first` ones behind a cursor, or the `last` ones before it; null is the list's own end. */
export async function readPage(
  send: Send,
  listing: Listing,
  cursor: string | null,
  options?: SendOptions,
  which: 'first' | 'last' = 'first',
  size = pageSize,
): Promise<Page> {
  const query: Record<string, string> = { ...listing.query, [which]: String(size) };
  if (cursor !== null) query[which === 'first' ? 'after' : 'before'] = cursor;
  const { path, root = 'mrv' } = listing;
  const answer = await send({ method: 'GET', path, root, query, repeatable: true }, options);
  const page = envelopeSchema.safeParse(answer.body);
  if (page.success) return page.data;
  throw new SnapshotError(
    `GET ${listing.path} answered something that is not a page of a list (${z.prettifyError(page.error)}); nothing was sent. Try again, and if it stays, check --base-url`,
  );
}

const nodeIdSchema = z.looseObject({ id: z.string().optional(), key: z.string().optional() });

function identity(node: unknown): string | null {
  const parsed = nodeIdSchema.safeParse(node);
  return parsed.success ? (parsed.data.id ?? parsed.data.key ?? null) : null;
}

/** Why a pass over a list proves nothing, or null where it is whole. */
function flaw(nodes: readonly unknown[], total: number): string | null {
  if (nodes.length !== total) return `it said ${total} records and gave ${nodes.length}`;
  const ids = nodes.map(identity).filter((id) => id !== null);
  return new Set(ids).size === ids.length ? null : 'it gave a record twice';
}

/** One pass over a list, page after page from its beginning or its end. */
export interface Pass {
  /** Ends with the list, or where the pass is flawed. Who stops before that knows only what was shown. */
  readonly pages: AsyncIterable<Page>;
  /** Why the pass proves nothing, after its last page; null where the list is whole. */
  readonly flaw: () => string | null;
}

/** Goes over a list. `first`: the page that it begins with, where that was read already. */
export function passOver(
  send: Send,
  listing: Listing,
  from: 'first' | 'last',
  first: Page | null = null,
  options?: SendOptions,
): Pass {
  let found: string | null = 'it was not read to its end';
  async function* pages(): AsyncGenerator<Page> {
    const seen = new Set<string>();
    const nodes: unknown[] = [];
    let page = first ?? (await readPage(send, listing, null, options, from));
    const total = page.total_count;
    for (;;) {
      nodes.push(...page.nodes);
      if (page.total_count !== total) {
        found = `its count went from ${total} to ${page.total_count}`;
        return;
      }
      const next = nextCursor(page, from);
      if (next === null) found = flaw(nodes, total);
      yield page;
      if (next === null) return;
      if (next === undefined || seen.has(next)) {
        found = 'its cursors lead nowhere';
        return;
      }
      if (page.nodes.length === 0) {
        found = 'it gave an empty page and said there is more';
        return;
      }
      seen.add(next);
      page = await readPage(send, listing, next, options, from);
    }
  }
  return { pages: pages(), flaw: () => found };
}

/** Where the next page begins: null at the list's end, undefined where there is more and no way to it. */
function nextCursor({ page_info }: Page, from: 'first' | 'last'): string | null | undefined {
  const { has_next_page, has_previous_page, end_cursor, start_cursor } = page_info;
  if (from === 'first') return has_next_page ? (end_cursor ?? undefined) : null;
  return has_previous_page === false ? null : (start_cursor ?? undefined);
}

/**
 * Reads a list to its end and proves that it is whole: the chain of cursors is closed, the count stood still, and
 * as many different records came as were announced. Else it is read again, three times in all.
 * @throws SnapshotError where it cannot be proven: a short read must never make a record absent.
 */
export async function readAll(
  send: Send,
  listing: Listing,
  first: Page | null = null,
  options?: SendOptions,
): Promise<readonly unknown[]> {
  let reason = '';
  for (let pass = 1; pass <= 3; pass += 1) {
    const { pages, flaw: found } = passOver(send, listing, 'first', pass === 1 ? first : null, options);
    const nodes: unknown[] = [];
    for await (const page of pages) nodes.push(...page.nodes);
    const flawed = found();
    if (flawed === null) return nodes;
    reason = flawed;
  }
  throw new SnapshotError(
    `the list ${listing.path} could not be read as a whole: ${reason}, three times. Nothing was decided or sent. Somebody may be changing the project: try again when it is quiet`,
  );
}

/** The beginning of a list, and how long it says that the whole is. */
export interface Beginning {
  readonly nodes: readonly unknown[];
  readonly total: number;
}

/**
 * Reads the first records of a list, `count` at most: what is shown is true, what is not shown is counted and not
 * proven.
 * @throws SnapshotError where the list leads nowhere.
 */
export async function readFirst(send: Send, listing: Listing, count: number): Promise<Beginning> {
  const nodes: unknown[] = [];
  let after: string | null = null;
  for (;;) {
    const page = await readPage(
      send,
      listing,
      after,
      undefined,
      'first',
      Math.min(pageSize, count - nodes.length),
    );
    nodes.push(...page.nodes);
    const cursor = page.page_info.end_cursor ?? null;
    if (nodes.length >= count || !page.page_info.has_next_page)
      return { nodes: nodes.slice(0, count), total: page.total_count };
    if (page.nodes.length === 0 || cursor === null || cursor === after)
      throw new SnapshotError(`the list ${listing.path} says that there is more and does not give it`);
    after = cursor;
  }
}
