import type { Listing, WritableKindRules } from '../kinds/kind.js';
import { nodeSchema } from '../kinds/wire.js';
import { chainReference, readReference } from '../model/reference.js';
import { pageSize, readAll, readPage, type Page } from './pages.js';
import type { Send } from './request.js';

/** What reading one kind may use. */
export interface GatherTools {
  readonly send: Send;
  readonly projectId: string;
  /** Reads a list whole, each list once in a snapshot. */
  readonly list: (listing: Listing) => Promise<readonly unknown[]>;
}

/** A page is worth its request where it shows at least so many wanted records: each would be a look-up else. */
const worthwhile = 2;

function baseOf(node: unknown): string | null {
  const parsed = nodeSchema.safeParse(node);
  const reference = parsed.success ? (parsed.data.supplier_reference_id ?? null) : null;
  return reference === null ? null : readReference(reference).base;
}

/** Where a reference is looked up: in one project, or (null) in all that the credential sees. */
interface LookUp {
  readonly send: Send;
  readonly projectId: string | null;
}

/** All records of one reference: none, one, or two that the caller will refuse. */
export async function readReferenceOnce(
  { send, projectId }: LookUp,
  rules: WritableKindRules,
  reference: string,
): Promise<readonly unknown[]> {
  return rules.byReference === null ? [] : readAll(send, rules.byReference(projectId, reference));
}

/** The nodes of a chain `R`, `R~2`, … from a step on, one look-up at a time, until one is missing. */
export async function readChain(
  tools: LookUp,
  rules: WritableKindRules,
  base: string,
  from = 1,
): Promise<readonly unknown[]> {
  const nodes: unknown[] = [];
  for (let step = from; ; step += 1) {
    const found = await readReferenceOnce(tools, rules, chainReference(base, step));
    nodes.push(...found);
    if (found.length === 0) return nodes;
  }
}

/** The wanted references of one kind, and what was found of them so far. */
class Search {
  readonly remaining: Set<string>;
  readonly #wanted: ReadonlySet<string>;
  readonly #found = new Map<string, unknown>();

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
    this.remaining = new Set(wanted);
  }

  /** Keeps what is wanted of a page. How many of the missing ones it showed. */
  take(nodes: readonly unknown[]): number {
    const before = this.remaining.size;
    for (const node of nodes) {
      const base = baseOf(node);
      if (base === null || !this.#wanted.has(base)) continue;
      this.keep(node);
      this.remaining.delete(base);
    }
    return before - this.remaining.size;
  }

  keep(node: unknown): void {
    this.#found.set(nodeSchema.parse(node).id, node);
  }

  get nodes(): readonly unknown[] {
    return [...this.#found.values()];
  }
}

/**
 * Goes through the pages from either end for as long as they show wanted records: a month lies together, at the end
 * where records were made last. The order of lists is not documented, so this finds and never proves an absence.
 */
async function skim(tools: GatherTools, listing: Listing, first: Page, search: Search): Promise<void> {
  const ends = ['forward', 'backward'] as const;
  for (const way of ends) {
    let page: Page | null = way === 'forward' ? first : await readPage(tools.send, listing, null, {}, 'last');
    while (page !== null && search.take(page.nodes) >= worthwhile && search.remaining.size > 0) {
      page = await neighbour(tools, listing, page, way);
    }
    if (search.remaining.size === 0) return;
  }
}

async function neighbour(
  tools: GatherTools,
  listing: Listing,
  page: Page,
  way: 'forward' | 'backward',
): Promise<Page | null> {
  const { has_next_page, has_previous_page, end_cursor, start_cursor } = page.page_info;
  if (way === 'forward') {
    return has_next_page && typeof end_cursor === 'string' ? readPage(tools.send, listing, end_cursor) : null;
  }
  return has_previous_page === true && typeof start_cursor === 'string'
    ? readPage(tools.send, listing, start_cursor, {}, 'last')
    : null;
}

/**
 * Knows the state of the wanted references of one kind in few requests: from the lists of the entries they belong to,
 * then whichever is cheaper by the project's count, its pages or, after the ends of the list were skimmed, a look-up
 * for each that is still missing. Only a list that was read whole, or a look-up, makes a record absent. What belongs
 * to an entry is kept though it is not wanted: the entry stands on it.
 */
export async function gatherWanted(
  tools: GatherTools,
  rules: WritableKindRules,
  wanted: ReadonlySet<string>,
  entryIds: readonly string[],
): Promise<readonly unknown[]> {
  const search = new Search(wanted);
  const { ofEntry, byReference } = rules;
  if (ofEntry !== null) {
    for (const nodes of await Promise.all(entryIds.map((id) => tools.list(ofEntry(id))))) {
      for (const node of nodes) search.keep(node);
      search.take(nodes);
    }
  }
  const lookUp = async (): Promise<void> => {
    const chains = [...search.remaining].map((base) => readChain(tools, rules, base));
    for (const nodes of await Promise.all(chains)) search.take(nodes);
  };
  if (search.remaining.size === 0) return search.nodes;
  const listing = rules.all(tools.projectId);
  if (byReference !== null && search.remaining.size <= 2) {
    await lookUp();
    return search.nodes;
  }
  const first = await readPage(tools.send, listing, null);
  const more = Math.ceil(first.total_count / pageSize) - 1;
  if (byReference === null || more <= search.remaining.size) {
    search.take(await readAll(tools.send, listing, first));
    return search.nodes;
  }
  await skim(tools, listing, first, search);
  await lookUp();
  return search.nodes;
}
