import { exitCodes, MrvError } from './errors.js';
import { readReference } from './reference.js';
import type { KindName, Link, ReferencedRecord, RemoteRecord } from './record.js';

/** Two remote records answer to one name: nobody can say which is meant, so nothing is decided. */
export class AmbiguousRecordError extends MrvError {
  override readonly name = 'AmbiguousRecordError';

  constructor(link: Link, ids: readonly string[]) {
    super(
      'remote-ambiguous',
      `${ids.length} remote records are the ${link.kind.replaceAll('_', ' ')} with ${link.by.replaceAll('_', ' ')} "${link.value}": ${ids.join(', ')}. Rename or remove all but one in the web interface, then run again`,
      exitCodes.refused,
    );
  }
}

/** What the registry holds of the records a plan needs, indexed. It only stands on reads that were complete. */
export class RemoteState {
  readonly #byId = new Map<string, RemoteRecord>();
  /** By kind, and made when a kind is first asked for by name: most never are. */
  readonly #byName = new Map<KindName, ReadonlyMap<string, readonly RemoteRecord[]>>();
  readonly #byKind = new Map<KindName, RemoteRecord[]>();
  readonly #chains = new Map<string, ReferencedRecord[]>();

  constructor(records: Iterable<RemoteRecord>) {
    for (const record of records) {
      this.#byId.set(`${record.kind} ${record.id}`, record);
      push(this.#byKind, record.kind, record);
      if (hasReference(record)) {
        push(this.#chains, `${record.kind} ${readReference(record.reference).base}`, record);
      }
    }
    for (const chain of this.#chains.values()) chain.sort((a, b) => stepOf(a) - stepOf(b));
  }

  /** Everything that was read. */
  records(): readonly RemoteRecord[] {
    return [...this.#byId.values()];
  }

  /** All records of a kind that were read. */
  all(kind: KindName): readonly RemoteRecord[] {
    return this.#byKind.get(kind) ?? [];
  }

  /**
   * The record that a link names, or null where there is none.
   * @throws AmbiguousRecordError where two answer to it.
   */
  find(link: Link): RemoteRecord | null {
    const found = this.#candidates(link);
    if (found.length > 1)
      throw new AmbiguousRecordError(
        link,
        found.map((record) => record.id),
      );
    return found[0] ?? null;
  }

  /** The records of a chain, `R`, `R~2`, …, in order; the last is the current one. */
  chain(kind: KindName, base: string): readonly ReferencedRecord[] {
    const chain = this.#chains.get(`${kind} ${base}`) ?? [];
    for (const [place, record] of chain.entries()) {
      const next = chain[place + 1];
      if (next !== undefined && stepOf(next) === stepOf(record)) {
        throw new AmbiguousRecordError({ kind, by: 'reference', value: record.reference }, [
          record.id,
          next.id,
        ]);
      }
    }
    return chain;
  }

  #named(kind: KindName): ReadonlyMap<string, readonly RemoteRecord[]> {
    const known = this.#byName.get(kind);
    if (known !== undefined) return known;
    const named = new Map<string, RemoteRecord[]>();
    for (const record of this.all(kind)) {
      if (record.displayName !== null) push(named, record.displayName, record);
    }
    this.#byName.set(kind, named);
    return named;
  }

  #candidates(link: Link): readonly RemoteRecord[] {
    switch (link.by) {
      case 'id': {
        const record = this.#byId.get(`${link.kind} ${link.value}`);
        return record === undefined ? [] : [record];
      }
      case 'reference': {
        const chain = this.#chains.get(`${link.kind} ${readReference(link.value).base}`) ?? [];
        return chain.filter((record) => record.reference === link.value);
      }
      case 'display_name': {
        const named = this.#named(link.kind).get(link.value) ?? [];
        if (link.within === undefined) return named;
        const parent = this.find(link.within);
        return named.filter((record) => record.parent === parent?.id);
      }
    }
  }
}

function hasReference(record: RemoteRecord): record is ReferencedRecord {
  return record.reference !== null;
}

function stepOf(record: ReferencedRecord): number {
  return readReference(record.reference).step;
}

function push<K, R extends RemoteRecord>(index: Map<K, R[]>, key: K, record: R): void {
  const list = index.get(key);
  if (list === undefined) index.set(key, [record]);
  else list.push(record);
}
