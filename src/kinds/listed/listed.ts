import { z } from 'zod';
import type { FilterName, ListedName } from '../../model/listed.js';
import type { TableColumn, TableValue } from '../../model/table.js';
import type { Listing } from '../kind.js';

/** A column with what stands in it. */
export interface Column<R> extends TableColumn {
  readonly cell: (row: R) => TableValue;
}

/** Lists that were read along, by name. */
export type Joined = Readonly<Record<string, readonly unknown[]>>;

/** What is read of a list, for people and for programs. */
export interface ReadRows {
  readonly rows: readonly (readonly TableValue[])[];
  /** The nodes as they came, with what was joined to them. */
  readonly json: readonly unknown[];
}

/** A kind of thing that can be listed, as data: which list, narrowed by what, shown in which columns. */
export interface ListedKind {
  readonly name: ListedName;
  readonly title: string;
  readonly one: string;
  /**
   * `path`: the project is a part of the path; `query`: it narrows the list and can be left out; `none`: the list
   * is one for all projects of the organisation.
   */
  readonly project: 'path' | 'query' | 'none';
  /** The query parameter of each filter that the list has. */
  readonly filters: Readonly<Partial<Record<FilterName, string>>>;
  readonly listing: (projectId: string) => Listing;
  /** Lists that are joined to it. */
  readonly joined: Readonly<Record<string, Listing>>;
  readonly columns: readonly TableColumn[];
  /** As `Table`. */
  readonly partedBy?: string;
  /** @throws z.ZodError where a node has another shape than the interface's */
  readonly read: (nodes: readonly unknown[], joined: Joined) => ReadRows;
}

type Whereabouts = Pick<ListedKind, 'project' | 'listing'>;

/** One list for all projects of the organisation. */
export function ofOrganisation(path: string): Whereabouts {
  return { project: 'none', listing: () => ({ path, query: {} }) };
}

/** A list that can be narrowed to a project. */
export function ofAnyProject(path: string): Whereabouts {
  return { project: 'query', listing: (projectId) => ({ path, query: { project_id: projectId } }) };
}

/** A list that each project has of its own, by the last part of its path. */
export function ofOneProject(name: string): Whereabouts {
  return {
    project: 'path',
    listing: (projectId) => ({ path: `/projects/${projectId}/${name}`, query: {} }),
  };
}

interface Given<T, R> extends Omit<ListedKind, 'read' | 'columns' | 'joined'> {
  readonly joined?: ListedKind['joined'];
  readonly schema: z.ZodType<T>;
  /** The rows that one node takes, and the node as it is told to programs. */
  readonly spread: (node: T, joined: Joined) => { readonly rows: readonly R[]; readonly json: unknown };
  readonly columns: (show: Show<R>) => readonly Column<R>[];
}

/** The columns that there are. */
class Show<R> {
  /** Of no use in part. */
  id(cell: (row: R) => string | null | undefined, title = 'Id'): Column<R> {
    return { title, width: 24, whole: true, cell: (row) => cell(row) ?? null };
  }

  text(title: string, width: number, cell: (row: R) => string | null | undefined): Column<R> {
    return { title, width, cell: (row) => cell(row) ?? null };
  }

  /** One of a few short words, or a day: cut, it could be mistaken. */
  word(title: string, width: number, cell: (row: R) => string | null | undefined): Column<R> {
    return { title, width, whole: true, cell: (row) => cell(row) ?? null };
  }

  /** `format` is Excel's. */
  number(title: string, format: string, cell: (row: R) => number | null | undefined): Column<R> {
    return { title, width: 16, format, whole: true, cell: (row) => cell(row) ?? null };
  }
}

/** A kind whose nodes take one row or several. */
export function spreadKind<T, R>(given: Given<T, R>): ListedKind {
  const { schema, spread, joined = {}, columns: made, ...rest } = given;
  const columns = made(new Show<R>());
  return {
    ...rest,
    joined,
    columns: columns.map(({ cell: _cell, ...column }) => column),
    read: (nodes, lists) => {
      const spreads = z
        .array(schema)
        .parse(nodes)
        .map((node) => spread(node, lists));
      return {
        rows: spreads.flatMap(({ rows }) => rows.map((row) => columns.map(({ cell }) => cell(row)))),
        json: spreads.map(({ json }) => json),
      };
    },
  };
}

/** A kind whose nodes take a row each. */
export function rowKind<T>(given: Omit<Given<T, T>, 'spread'>): ListedKind {
  return spreadKind<T, T>({ ...given, spread: (node) => ({ rows: [node], json: node }) });
}

export function yesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

/** `carbon_content` as people read it. */
export function plainWord(word: string | null | undefined): string | null {
  return word?.toLowerCase().replaceAll('_', ' ') ?? null;
}

/** The minute of an instant, in UTC: `2026-10-03 05:12`. What is no instant stays as it came. */
export function minuteOf(instant: string | null | undefined): string | null {
  if (instant === null || instant === undefined) return null;
  const moment = Date.parse(instant);
  return Number.isNaN(moment) ? instant : new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
}
