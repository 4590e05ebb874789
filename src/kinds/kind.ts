import type { IssueCode } from '../model/issue-codes.js';
import type { z } from 'zod';
import type { Change } from '../model/operation.js';
import type {
  DesiredRecord,
  DocumentValue,
  Fields,
  KindName,
  Link,
  ReadOnlyKind,
  RemoteRecord,
  WritableKind,
} from '../model/record.js';

/** JSON as it is sent. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A list to be read to its end. `path` is below `/mrv/v0`, or below `/registry/v0` where `root` says so. */
export interface Listing {
  readonly root?: 'mrv' | 'registry';
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A write as plain data. `path` is below `/mrv/v0`. */
export interface RequestPlan {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: Json;
}

/** What is done after, or instead of, a create. Every step can be repeated without harm. */
export type Step =
  | { readonly type: 'request'; readonly request: RequestPlan }
  | {
      readonly type: 'upload';
      readonly document: DocumentValue;
      /** The signed URL that came with the create; null where a fresh one must be asked for. */
      readonly url: string | null;
      /** Asks for a fresh URL: a POST that answers with the URL as a JSON string, 409 where the bytes are there. */
      readonly fresh: RequestPlan;
    };

/** Turns links into the registry's ids and knows what else a request needs. */
export interface RequestContext {
  readonly projectId: string;
  /** Throws where the record has no id yet: the scheduler runs an operation only after those it depends on. */
  readonly id: (link: Link) => string;
}

/** What a link leads to: the wanted record of this plan, the remote one, or both. */
export interface Seen {
  /** The wanted fields where the record is in the plan, else the remote ones. */
  readonly fields: Fields;
  readonly remote: RemoteRecord | null;
}

/** What `prepare` may ask. */
export interface Lookup {
  /** null where it exists neither in the plan nor remotely. */
  readonly find: (link: Link) => Seen | null;
  /** All remote records of a read-only kind. */
  readonly all: (kind: ReadOnlyKind) => readonly RemoteRecord[];
}

/** How a field may change. */
export interface FieldRule {
  /** `patch`: in place. `fixed`: a difference needs a new record. `ignore`: never compared. */
  readonly change: 'patch' | 'fixed' | 'ignore';
  /** Whether a difference matters on a locked record; a display name does not. */
  readonly counts: boolean;
}

/** A thing wrong with a desired record that only the remote side's blueprints and templates show. */
export interface Finding {
  readonly code: IssueCode;
  readonly severity: 'error' | 'warning';
  readonly field: string;
  readonly message: string;
}

interface KindBase {
  readonly name: KindName;
  readonly label: { readonly one: string; readonly many: string };
  /**
   * The list of all there is for a project, and whether the service can narrow it to one reference: within a project,
   * or wherever the account sees it (null), as a library's datapoints.
   */
  readonly all: (projectId: string) => Listing;
  readonly byReference: ((projectId: string | null, reference: string) => Listing) | null;
  /** Further lists that belong to one node, by name. */
  readonly parts: (wire: unknown) => Readonly<Record<string, Listing>>;
  /** Reads one node of a list. Loose: new fields and enum values pass. Throws a ZodError on a wrong shape. */
  readonly parse: (
    wire: unknown,
    parts: Readonly<Record<string, readonly unknown[]>>,
  ) => readonly RemoteRecord[];
}

/** A kind that a record may point to and that this program never writes. */
export interface ReadOnlyKindRules extends KindBase {
  readonly writable: false;
  readonly name: ReadOnlyKind;
}

/** What is true of one kind of record, as data and pure functions. */
export interface WritableKindRules extends KindBase {
  readonly writable: true;
  readonly name: WritableKind;
  /** Strict: what may be sent, so that a fault is found before anything leaves. */
  readonly desired: z.ZodType;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** Every link in the fields, for ordering and look-ups. */
  readonly links: (fields: Fields) => readonly Link[];
  /** Read-only kinds that `prepare` asks for: a component's blueprint, an entry's template. */
  readonly needs: readonly ReadOnlyKind[];
  /** Whether a locked or unpatchable record may be superseded by a new one. An entry never is: it would count twice. */
  readonly supersede: 'replace' | 'block';
  /** The list of records that use one of these, and their kind, where the service has such a list. */
  readonly consumers: { readonly kind: WritableKind; readonly listing: (id: string) => Listing } | null;
  /** Points the fields of a record to other records, by id; null where it points to none of them. */
  readonly repoint: ((fields: Fields, to: ReadonlyMap<string, Link>) => Fields) | null;
  /** Takes one of these off an entry, so that it may be removed. */
  readonly detach: ((id: string, entryId: string) => RequestPlan) | null;
  /** The list of those that an entry stands on, where the service has such a list. */
  readonly ofEntry: ((entryId: string) => Listing) | null;
  /** Whether one belongs to a library, and so to no project: nobody's mapping makes or supersedes it. */
  readonly isOfLibrary: (wire: unknown) => boolean;
  /** Whether the registry computes a net removal from it. */
  readonly computesCo2e: boolean;
  /** Completes the desired fields by what the remote side knows (a list input is a list), and finds faults. */
  readonly prepare: (
    record: DesiredRecord,
    lookup: Lookup,
  ) => { readonly fields: Fields; readonly findings: readonly Finding[] };
  readonly create: (record: DesiredRecord, context: RequestContext) => RequestPlan;
  /** Reads the answer to a create. */
  readonly created: (wire: unknown) => { readonly id: string; readonly uploadUrl: string | null };
  readonly afterCreate: (
    record: DesiredRecord,
    created: { readonly id: string; readonly uploadUrl: string | null },
    context: RequestContext,
  ) => readonly Step[];
  readonly update: (
    remote: RemoteRecord,
    record: DesiredRecord,
    changes: readonly Change[],
    context: RequestContext,
  ) => readonly Step[];
}

export type KindRules = ReadOnlyKindRules | WritableKindRules;
