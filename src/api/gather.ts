import type { Listing, WritableKindRules } from '../kinds/kind.js';
import { nodeSchema } from '../kinds/wire.js';
import { chainReference, readReference } from '../model/reference.js';
import { pageSize, passOver, readAll } from './pages.js';
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

/** The place of a node in its chain; null where it has no reference. */
export function referenceOf(node: unknown): ReturnType<typeof readReference> | null {
  const parsed = nodeSchema.safeParse(node);
  const reference = parsed.success ? (parsed.data.supplier_reference_id ?? null) : null;
  return reference === null ? null : readReference(reference);
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
    // A library's record is nobody's to replace.
    if (found.length === 0 || found.some((node) => rules.isOfLibrary(node))) return nodes;
  }
}

/** What is asked of one kind. */
export interface Wanted {
  /** The plan's own references: each is found, or known to be absent. */
  readonly own: ReadonlySet<string>;
  /** Those outside the plan that it points to: kept where a list shows them. */
  readonly outward: ReadonlySet<string>;
}

/** What was found so far of what is wanted. */
class Search {
  /** The plan's own references that nothing was found of yet. */
  readonly remaining: Set<string>;
  readonly #wanted: Wanted;
  readonly #found = new Map<string, unknown>();

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.remaining = new Set(wanted.own);
  }

  /** Keeps what is wanted of a page. How many of the missing ones it showed. */
  take(nodes: readonly unknown[]): number {
    const before = this.remaining.size;
    for (const node of nodes) {
      const base = referenceOf(node)?.base;
      if (base === undefined || !(this.#wanted.own.has(base) || this.#wanted.outward.has(base))) continue;
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
 * Goes through the pages of a list from one end, for as long as they are cheaper than a look-up for each record that is
 * still missing, or show what is wanted: a month lies together, at the end where records were made last. Whether the
 * list was read whole, and what it did not show is absent; the order of lists is not documented, so less than that
 * finds and never proves an absence.
 */
async function goThrough(
  tools: GatherTools,
  listing: Listing,
  from: 'first' | 'last',
  sought: Search,
  mayLookUp: boolean,
): Promise<'whole' | 'left'> {
  const pass = passOver(tools.send, listing, from);
  let read = 0;
  for await (const page of pass.pages) {
    const shown = sought.take(page.nodes);
    read += 1;
    if (sought.remaining.size === 0) return 'left';
    const more = Math.ceil(page.total_count / pageSize) - read;
    if (mayLookUp && more > sought.remaining.size && shown < worthwhile) return 'left';
  }
  if (pass.flaw() !== null) sought.take(await readAll(tools.send, listing));
  return 'whole';
}

/**
 * Knows the state of the wanted references of one kind in few requests: from the lists of the entries they belong to,
 * then from the project's pages, then by a look-up for each that is still missing where that is cheaper. Only a list
 * that was read whole, or a look-up, makes a record absent. What belongs to an entry is kept though it is not wanted:
 * the entry stands on it.
 */
export async function gatherWanted(
  tools: GatherTools,
  rules: WritableKindRules,
  wanted: Wanted,
  entryIds: readonly string[],
): Promise<readonly unknown[]> {
  const sought = new Search(wanted);
  const { ofEntry, byReference } = rules;
  if (ofEntry !== null) {
    for (const nodes of await Promise.all(entryIds.map((id) => tools.list(ofEntry(id))))) {
      for (const node of nodes) sought.keep(node);
      sought.take(nodes);
    }
  }
  const { remaining } = sought;
  if (remaining.size === 0) return sought.nodes;
  const listing = rules.all(tools.projectId);
  // An account has few entries, and a page of them shows what two look-ups would.
  const areFew = byReference !== null && remaining.size <= 2 && !rules.computesCo2e;
  if (!areFew) {
    for (const from of ['last', 'first'] as const) {
      const read = await goThrough(tools, listing, from, sought, byReference !== null);
      if (read === 'whole' || remaining.size === 0) return sought.nodes;
    }
  }
  const chains = [...remaining].map((base) => readChain(tools, rules, base));
  for (const nodes of await Promise.all(chains)) sought.take(nodes);
  return sought.nodes;
}
