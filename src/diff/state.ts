import type { Lookup } from '../kinds/kind.js';
import { linkKey, knownId, recordKey, type Operation } from '../model/operation.js';
import { writableKinds, type DesiredRecord, type Link, type RemoteRecord } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import { managedShares, type Managed } from './compare.js';

/** What a link leads to while the plan is being decided. */
export type Resolved =
  | { readonly state: 'known'; readonly id: string }
  | { readonly state: 'to-be-made'; readonly operation: Operation }
  | { readonly state: 'missing' };

/** Why a remote record stands still. */
export interface Lock {
  /** As in "it is …". */
  readonly why: string;
  /** It is locked through one that has a share of it: a new one could not take its place there. */
  readonly held: boolean;
}

/** Why a record stands still by itself, whoever has a share of it; null where it does not. */
export function ownLock({ lock }: RemoteRecord): Lock | null {
  return lock === null ? null : { why: lock.replaceAll('_', ' '), held: false };
}

/** The records that a locked one has shares of stand still with it. By kind and id. */
function heldRecords(remote: RemoteState): ReadonlyMap<string, Lock> {
  const held = new Map<string, Lock>();
  for (const holder of writableKinds.flatMap((kind) => remote.all(kind))) {
    if (holder.lock === null) continue;
    const why = `part of ${holder.reference ?? holder.id}, which is ${holder.lock}`;
    for (const field of Object.values(holder.fields)) {
      if (field.type !== 'attributions') continue;
      for (const { component } of field.value)
        held.set(`${component.kind} ${component.value}`, { why, held: true });
    }
  }
  return held;
}

/** The wanted records, what was decided of them so far, and the remote side: everything a link may lead to. */
export class DiffState {
  readonly remote: RemoteState;
  readonly #wanted: ReadonlyMap<string, DesiredRecord>;
  readonly #decided = new Map<string, Operation>();
  readonly #ours: ReadonlySet<string>;
  readonly #held: ReadonlyMap<string, Lock>;

  constructor(records: readonly DesiredRecord[], remote: RemoteState) {
    this.remote = remote;
    this.#held = heldRecords(remote);
    this.#wanted = new Map(records.map((record) => [recordKey(record), record]));
    this.#ours = new Set(
      records.flatMap((record) =>
        remote.chain(record.kind, record.reference).map((link) => `${link.kind} ${link.id}`),
      ),
    );
  }

  decide(operation: Operation): void {
    this.#decided.set(recordKey(operation.desired), operation);
  }

  /** The operation of the wanted record that a link leads to. */
  decided(link: Link): Operation | null {
    return this.#decided.get(linkKey(link)) ?? null;
  }

  /** Why a remote record cannot be changed; null where it can. */
  lockOf(record: RemoteRecord): Lock | null {
    return ownLock(record) ?? this.#held.get(`${record.kind} ${record.id}`) ?? null;
  }

  /** The remote record a link leads to: the current one of a chain, where it is named by reference. */
  current(link: Link): RemoteRecord | null {
    if (link.by !== 'reference') return this.remote.find(link);
    return this.remote.chain(link.kind, link.value).at(-1) ?? this.remote.find(link);
  }

  resolve(link: Link): Resolved {
    const operation = this.decided(link);
    if (operation !== null && (operation.action === 'create' || operation.action === 'replace')) {
      return { state: 'to-be-made', operation };
    }
    const id = operation === null ? null : knownId(operation);
    const known = id ?? (link.by === 'id' ? link.value : (this.current(link)?.id ?? null));
    return known === null ? { state: 'missing' } : { state: 'known', id: known };
  }

  /** One comparable word for what a link leads to. */
  target = (link: Link): string => {
    const resolved = this.resolve(link);
    switch (resolved.state) {
      case 'known':
        return resolved.id;
      case 'to-be-made':
        return `to be made: ${resolved.operation.reference}`;
      case 'missing':
        return `missing: ${linkKey(link)}`;
    }
  };

  /** Ours are the components that this mapping made, whatever of their chain. */
  readonly managed: Managed = managedShares(({ kind, value }) => this.#ours.has(`${kind} ${value}`));

  readonly lookup: Lookup = {
    find: (link) => {
      const wanted = this.#wanted.get(linkKey(link));
      const remote = this.current(link);
      if (wanted !== undefined) return { fields: wanted.fields, remote };
      return remote === null ? null : { fields: remote.fields, remote };
    },
    all: (kind) => this.remote.all(kind),
  };
}
