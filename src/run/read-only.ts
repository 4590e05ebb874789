import { z } from 'zod';
import { CredentialsError, RejectedError } from '../api/api-error.js';
import { readAll, readFirst, SnapshotError, unread, type Beginning } from '../api/pages.js';
import type { Send } from '../api/request.js';
import { listedKind } from '../kinds/listed/registry.js';
import type { ListedKind } from '../kinds/listed/listed.js';
import type { Listing } from '../kinds/kind.js';
import { exitCodes, MrvError } from '../model/errors.js';
import { filterNames, type Filters, type ListedName } from '../model/listed.js';
import type { Table } from '../model/table.js';
import { checkProject, openGate, type Target, type World } from './connect.js';

/** What a command that only reads found: the same for people, for programs and for a workbook. */
export interface Found {
  readonly tables: readonly Table[];
  /** An array for a list, an object for one thing. */
  readonly json: unknown;
  /** A line that says how much it is. */
  readonly count: string;
}

/** What is to be listed, narrowed by what. */
export interface ListRequest {
  readonly kind: ListedName;
  readonly filters: Filters;
  /** The first so many only; null: all, proven to be all. */
  readonly first: number | null;
  /** Those of no project and of other projects too. */
  readonly allProjects: boolean;
}

/**
 * A refused read is about what was asked, other than an unreachable service; nothing is in doubt either way.
 */
export function refusedRead(error: unknown): unknown {
  if (error instanceof z.ZodError)
    return new SnapshotError(
      `an answer came back in a shape that this program does not know (${z.prettifyError(error)}): update mrv-ingest, or report it`,
      { cause: error },
    );
  if (!(error instanceof RejectedError) || error instanceof CredentialsError) return unread(error);
  return new MrvError(
    'read-refused',
    `${error.message}. Check the flags, and that ids are of this environment`,
    exitCodes.usage,
    { cause: error },
  );
}

function usage(message: string): MrvError {
  return new MrvError('list-flags', message, exitCodes.usage);
}

const entryId = /^rmv_[0-9A-Za-z]{16,}$/;
const idNode = z.looseObject({ id: z.string() });

/** People know an entry by its reference; the filter wants its id. */
async function entryIdOf(send: Send, given: string): Promise<string> {
  if (entryId.test(given)) return given;
  const listing = { path: '/ghg_entries', query: { supplier_reference_id: given } };
  const [node] = await readAll(send, listing);
  if (node === undefined)
    throw usage(`there is no entry ${given}: mrv-ingest list entries shows those that are there`);
  return idNode.parse(node).id;
}

/** The query of the filters. @throws a usage error for one that the list does not have. */
async function queryOf(
  send: Send,
  rules: ListedKind,
  filters: Filters,
): Promise<Readonly<Record<string, string>>> {
  const query: Record<string, string> = {};
  for (const name of filterNames) {
    const value = filters[name];
    if (value === undefined) continue;
    const parameter = rules.filters[name];
    if (parameter === undefined) {
      const has = Object.keys(rules.filters).map((own) => `--${own}`);
      throw usage(
        `the list of ${rules.name} cannot be narrowed by --${name}; it has ${has.join(', ') || 'no such flag'}`,
      );
    }
    query[parameter] = name === 'used-in-entry' ? await entryIdOf(send, value) : value;
  }
  return query;
}

/** Whether the project narrows the list: a reference is unique over all projects (`interface.md`, Identifiers). */
function listingOf(rules: ListedKind, projectId: string, request: ListRequest): Listing {
  const listing = rules.listing(projectId);
  const wide = request.allProjects || request.filters.reference !== undefined;
  return rules.project === 'query' && wide ? { ...listing, query: {} } : listing;
}

function counted(total: number, shown: number, rules: ListedKind): string {
  const all = `${total} ${total === 1 ? rules.one : rules.name.replaceAll('-', ' ')}`;
  return shown < total ? `the first ${shown} of ${all}` : all;
}

async function readNodes(send: Send, listing: Listing, first: number | null): Promise<Beginning> {
  if (first !== null) return readFirst(send, listing, first);
  const nodes = await readAll(send, listing);
  return { nodes, total: nodes.length };
}

/**
 * Lists what there is of a kind, whole or its beginning.
 * @throws a usage error for flags that do not fit; SnapshotError where it cannot be read; CredentialsError
 */
export async function readList(target: Target, request: ListRequest, world: World): Promise<Found> {
  const rules = listedKind(request.kind);
  const { send } = openGate(target, world);
  try {
    const needs = rules.project === 'path' || (rules.project === 'query' && !request.allProjects);
    const projectId = needs ? await checkProject(send, target.projectId) : '';
    const query = await queryOf(send, rules, request.filters);
    const listing = listingOf(rules, projectId, request);
    const { nodes, total } = await readNodes(
      send,
      { ...listing, query: { ...listing.query, ...query } },
      request.first,
    );
    const joined: Record<string, readonly unknown[]> = {};
    for (const [name, own] of Object.entries(rules.joined)) joined[name] = await readAll(send, own);
    const read = rules.read(nodes, joined);
    const count = counted(total, nodes.length, rules);
    const where = listing.query['project_id'] ?? (rules.project === 'path' ? projectId : 'all projects');
    const lead = `${count}, ${where}, ${target.environment}`;
    const { title, columns, partedBy } = rules;
    const parted = partedBy === undefined ? {} : { partedBy };
    return {
      tables: [{ name: title, title, lead, columns, ...parted, rows: read.rows }],
      json: read.json,
      count,
    };
  } catch (error) {
    throw refusedRead(error);
  }
}
