import { z } from 'zod';
import { MalformedError } from '../api/api-error.js';
import { pageSize, readAll, readFirst, readPage, SnapshotError, type Page } from '../api/pages.js';
import type { Send } from '../api/request.js';
import type { Listing } from '../kinds/kind.js';
import { RequestError } from './request-error.js';

/** Which page: the `first` ones behind a cursor, or the `last` ones before it; 1 to 50, 50 where it is not said. */
export type PageRequest =
  { readonly first?: number; readonly after?: string } | { readonly last: number; readonly before?: string };

/** One page (`interface.md`, Paginated list envelope). Cursors are null where the page is empty. */
export interface PageOf<T> {
  readonly nodes: readonly T[];
  readonly page_info: {
    readonly has_next_page: boolean;
    readonly has_previous_page: boolean;
    readonly start_cursor: string | null;
    readonly end_cursor: string | null;
  };
  /** How long the list says that it is, over all pages. */
  readonly total_count: number;
}

/** What a list is read with. */
export interface ListSource<T> {
  readonly send: Send;
  readonly listing: Listing;
  readonly schema: z.ZodType<T>;
}

/**
 * A list of the service. Nothing is read until it is asked for: `all` for a list that is proven whole, `for await` for
 * one record after the other, `first` for a look at it, `page` for one page.
 */
export class List<T> implements AsyncIterable<T> {
  readonly #source: ListSource<T>;

  constructor(source: ListSource<T>) {
    this.#source = source;
  }

  /**
   * Reads the list to its end and proves that it is whole: the cursors close, the count stood still, as many different
   * records came as were announced. It is read three times at most.
   * @throws SnapshotError where it cannot be proven; MalformedError; an `ApiError`
   */
  async all(): Promise<readonly T[]> {
    const { send, listing } = this.#source;
    return this.#understand(await readAll(send, listing));
  }

  /**
   * The first `count` records at most, and how many the service says there are in all. What is shown is true; what is
   * not shown is not proven.
   * @throws RequestError, SnapshotError, MalformedError; an `ApiError`
   */
  async first(count: number): Promise<{ readonly nodes: readonly T[]; readonly total_count: number }> {
    if (!Number.isInteger(count) || count < 1) throw new RequestError(`${count} is no count of records`);
    const { send, listing } = this.#source;
    const { nodes, total } = await readFirst(send, listing, count);
    return { nodes: this.#understand(nodes), total_count: total };
  }

  /** One page, forward or backward. @throws RequestError, SnapshotError, MalformedError; an `ApiError` */
  async page(asked: PageRequest = {}): Promise<PageOf<T>> {
    const [way, size, cursor] =
      'last' in asked
        ? (['last', asked.last, asked.before] as const)
        : (['first', asked.first ?? pageSize, asked.after] as const);
    if (!Number.isInteger(size) || size < 1 || size > pageSize)
      throw new RequestError(`a page has 1 to ${pageSize} records, not ${size}`);
    if (cursor === '') throw new RequestError('a cursor is not empty');
    const { send, listing } = this.#source;
    const page = await readPage(send, listing, cursor ?? null, undefined, way, size);
    const { has_next_page, has_previous_page, start_cursor, end_cursor } = page.page_info;
    return {
      nodes: this.#understand(page.nodes),
      page_info: {
        has_next_page,
        has_previous_page: has_previous_page ?? false,
        start_cursor: start_cursor ?? null,
        end_cursor: end_cursor ?? null,
      },
      total_count: page.total_count,
    };
  }

  /**
   * Every record, page by page as it is taken, 50 at a time: nothing is kept, so that a list that changes meanwhile may
   * show a record twice or not at all. Where that matters, `all`.
   * @throws SnapshotError where the list says that there is more and does not give it; MalformedError; an `ApiError`
   */
  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    const { send, listing } = this.#source;
    const seen = new Set<string>();
    let page: Page | null = await readPage(send, listing, null);
    while (page !== null) {
      yield* this.#understand(page.nodes);
      page = await this.#after(page, seen);
    }
  }

  async #after(page: Page, seen: Set<string>): Promise<Page | null> {
    if (!page.page_info.has_next_page) return null;
    const { send, listing } = this.#source;
    const cursor = page.page_info.end_cursor ?? null;
    if (page.nodes.length === 0 || cursor === null || seen.has(cursor))
      throw new SnapshotError(`the list ${listing.path} says that there is more and does not give it`);
    seen.add(cursor);
    return readPage(send, listing, cursor);
  }

  #understand(nodes: readonly unknown[]): readonly T[] {
    const parsed = z.array(this.#source.schema).safeParse(nodes);
    if (parsed.success) return parsed.data;
    throw new MalformedError(
      { method: 'GET', path: this.#source.listing.path },
      z.prettifyError(parsed.error),
    );
  }
}
