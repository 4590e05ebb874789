import { z } from 'zod';
import type { KindRules, Listing, WritableKindRules } from '../kinds/kind.js';
import { kindRules, isWritableKind, readOnlyRules, writableRules } from '../kinds/registry.js';
import { nodeSchema } from '../kinds/wire.js';
import type { Observer } from '../model/event.js';
import { linkKey, recordKey } from '../model/operation.js';
import type { DesiredRecord, Link, ReadOnlyKind, RemoteRecord, WritableKind } from '../model/record.js';
import { readReference } from '../model/reference.js';
import { RemoteState } from '../model/remote-state.js';
import { RejectedError } from './api-error.js';
import {
  gatherWanted,
  readChain,
  readReferenceOnce,
  referenceOf,
  type GatherTools,
  type Wanted,
} from './gather.js';
import { readAll, SnapshotError, unread } from './pages.js';
import type { Send } from './request.js';

/** What a plan needs to know of the remote side. */
export interface SnapshotQuery {
  readonly projectId: string;
  readonly records: readonly DesiredRecord[];
}

interface Reader extends GatherTools {
  readonly observe: Observer;
}

function readerOf(send: Send, projectId: string, observe: Observer): Reader {
  const lists = new Map<string, Promise<readonly unknown[]>>();
  const list = (listing: Listing) => {
    const key = JSON.stringify(listing);
    const known = lists.get(key) ?? readAll(send, listing);
    lists.set(key, known);
    return known;
  };
  return { send, projectId, list, observe };
}

/** Reads one node and the lists that belong to it. A shape that is not the interface's stops the run. */
async function readNode(reader: Reader, rules: KindRules, node: unknown): Promise<readonly RemoteRecord[]> {
  try {
    const parts: Record<string, readonly unknown[]> = {};
    for (const [name, listing] of Object.entries(rules.parts(node))) {
      parts[name] = await reader.list(listing);
    }
    return rules.parse(node, parts);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new SnapshotError(
      `a ${rules.label.one} came back in a shape that this program does not know (${z.prettifyError(error)}). Nothing was decided or sent: update mrv-ingest, or report it`,
      { cause: error },
    );
  }
}

/** The links that lead out of the plan, to what must exist already. */
function outwardLinks(records: readonly DesiredRecord[]): readonly Link[] {
  const own = new Set(records.map(recordKey));
  const links = new Map<string, Link>();
  for (const record of records) {
    for (const link of writableRules(record.kind).links(record.fields)) {
      const key = linkKey(link);
      if (!own.has(key)) links.set(key, link);
    }
  }
  return [...links.values()];
}

/** A record outside the plan that is named by the registry's own id. */
async function readById(reader: Reader, rules: KindRules, id: string): Promise<readonly unknown[]> {
  const path = `${rules.all(reader.projectId).path}/${encodeURIComponent(id)}`;
  try {
    const answer = await reader.send({ method: 'GET', path, repeatable: true });
    return [answer.body];
  } catch (error) {
    if (error instanceof RejectedError && error.status === 404) return [];
    throw error;
  }
}

/** What is asked of one kind: references, and the registry's own ids. */
interface Asked extends Wanted {
  readonly own: Set<string>;
  readonly outward: Set<string>;
  readonly ids: Set<string>;
}

/**
 * The records outside the plan that it points to, beyond what lists have shown of them. A library's datapoints belong
 * to no project, so the project's list does not show them: they are looked up one by one.
 */
async function readOutward(
  { send }: Reader,
  rules: WritableKindRules,
  outward: ReadonlySet<string>,
  shown: readonly unknown[],
): Promise<readonly unknown[]> {
  const beyond = async (base: string): Promise<readonly unknown[]> => {
    const known = shown.filter((node) => referenceOf(node)?.base === base);
    if (known.some((node) => rules.isOfLibrary(node))) return [];
    const last = Math.max(0, ...known.map((node) => referenceOf(node)?.step ?? 0));
    return readChain({ send, projectId: null }, rules, base, last + 1);
  };
  return (await Promise.all([...outward].map(beyond))).flat();
}

async function readKind(
  reader: Reader,
  kind: WritableKind,
  asked: Asked,
  entryIds: readonly string[],
): Promise<readonly RemoteRecord[]> {
  const rules = writableRules(kind);
  const gathered = async () => {
    const shown = asked.own.size === 0 ? [] : await gatherWanted(reader, rules, asked, entryIds);
    return [...shown, ...(await readOutward(reader, rules, asked.outward, shown))];
  };
  const reads = [gathered(), ...[...asked.ids].map((id) => readById(reader, rules, id))];
  const nodes = new Map((await Promise.all(reads)).flat().map((node) => [nodeSchema.parse(node).id, node]));
  const records = (
    await Promise.all([...nodes.values()].map((node) => readNode(reader, rules, node)))
  ).flat();
  reader.observe({ type: 'remote-read', kind: rules.label.many, records: records.length });
  return records;
}

/** Read-only kinds are short lists without a reference filter: each list is read once, whole. */
async function readReadOnly(
  reader: Reader,
  kinds: ReadonlySet<ReadOnlyKind>,
): Promise<readonly RemoteRecord[]> {
  const records = await Promise.all(
    [...kinds].map(async (kind) => {
      const rules = readOnlyRules(kind);
      const nodes = await reader.list(rules.all(reader.projectId));
      return (await Promise.all(nodes.map((node) => readNode(reader, rules, node)))).flat();
    }),
  );
  return records.flat();
}

/**
 * Reads what the registry holds of the records a plan wants and of those they point to.
 * @throws SnapshotError where a list cannot be read as a whole; an `ApiError` where the service refuses.
 */
export async function readSnapshot(
  send: Send,
  query: SnapshotQuery,
  observe: Observer,
): Promise<RemoteState> {
  const reader = readerOf(send, query.projectId, observe);
  const asked = new Map<WritableKind, Asked>();
  const readOnly = new Set<ReadOnlyKind>();
  const of = (kind: WritableKind): Asked => {
    const known = asked.get(kind) ?? { own: new Set(), outward: new Set(), ids: new Set() };
    asked.set(kind, known);
    return known;
  };
  for (const record of query.records) {
    of(record.kind).own.add(record.reference);
    for (const kind of writableRules(record.kind).needs) readOnly.add(kind);
  }
  for (const link of outwardLinks(query.records)) {
    if (!isWritableKind(link.kind)) readOnly.add(link.kind);
    else if (link.by === 'id') of(link.kind).ids.add(link.value);
    else of(link.kind).outward.add(link.value);
  }
  try {
    // The entries first: what they stand on is read from their own lists, whatever else the project holds.
    const isEntry = (kind: WritableKind) => writableRules(kind).computesCo2e;
    const readOf = (entries: boolean, ids: readonly string[]) =>
      [...asked]
        .filter(([kind]) => isEntry(kind) === entries)
        .map(([kind, ask]) => readKind(reader, kind, ask, ids));
    const written = async () => {
      const entries = (await Promise.all(readOf(true, []))).flat();
      const ids = entries.map((entry) => entry.id);
      return [...entries, ...(await Promise.all(readOf(false, ids))).flat()];
    };
    return new RemoteState((await Promise.all([written(), readReadOnly(reader, readOnly)])).flat());
  } catch (error) {
    throw unread(error);
  }
}

/**
 * Records of one kind by the registry's own ids; those that are not there are left out.
 * @throws SnapshotError where one cannot be read.
 */
export async function readByIds(
  send: Send,
  projectId: string,
  kind: WritableKind,
  ids: readonly string[],
): Promise<readonly RemoteRecord[]> {
  const reader = readerOf(send, projectId, () => undefined);
  const rules = writableRules(kind);
  const one = async (id: string) => {
    const nodes = await readById(reader, rules, id);
    return (await Promise.all(nodes.map((node) => readNode(reader, rules, node)))).flat();
  };
  try {
    return (await Promise.all(ids.map(one))).flat();
  } catch (error) {
    throw unread(error);
  }
}

/**
 * Who uses a record, as it is now. Empty where the service has no such list.
 * @throws SnapshotError where the list cannot be read as a whole.
 */
export async function readConsumers(
  send: Send,
  projectId: string,
  record: RemoteRecord,
): Promise<readonly RemoteRecord[]> {
  if (!isWritableKind(record.kind)) return [];
  const { consumers } = writableRules(record.kind);
  if (consumers === null) return [];
  const reader = readerOf(send, projectId, () => undefined);
  try {
    const nodes = await reader.list(consumers.listing(record.id));
    return (
      await Promise.all(nodes.map((node) => readNode(reader, writableRules(consumers.kind), node)))
    ).flat();
  } catch (error) {
    throw unread(error);
  }
}

/**
 * The records of a chain from one of its references on, each looked up, until one is missing.
 * @throws SnapshotError where one cannot be read.
 */
export async function readSuccessors(
  send: Send,
  projectId: string,
  kind: WritableKind,
  reference: string,
): Promise<readonly RemoteRecord[]> {
  const reader = readerOf(send, projectId, () => undefined);
  const rules = writableRules(kind);
  const { base, step } = readReference(reference);
  try {
    const nodes = await readChain(reader, rules, base, step);
    return (await Promise.all(nodes.map((node) => readNode(reader, rules, node)))).flat();
  } catch (error) {
    throw unread(error);
  }
}

/** One record by its exact reference, as it is now; null where the service has none. */
export async function findByReference(
  send: Send,
  projectId: string,
  kind: WritableKind,
  reference: string,
): Promise<RemoteRecord | null> {
  const reader = readerOf(send, projectId, () => undefined);
  const rules = writableRules(kind);
  const nodes = await readReferenceOnce(reader, rules, reference);
  const records = (await Promise.all(nodes.map((node) => readNode(reader, kindRules(kind), node)))).flat();
  return new RemoteState(records).find({ kind, by: 'reference', value: reference });
}
