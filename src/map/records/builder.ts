import { InternalError } from '../../model/errors.js';
import type { Origin } from '../../model/origin.js';
import type { DesiredRecord, OnLocked, WritableKind } from '../../model/record.js';
import type { EvidenceFolder } from '../../model/evidence.js';
import { CellSink } from '../cell-sink.js';
import type { World } from '../expressions/scope.js';
import type { Findings } from '../findings.js';
import type { Mapping } from '../mapping.js';
import type { TableData } from '../tables/table-data.js';
import type { Path } from '../load/positions.js';
import { type Instance, instance, type Place, placesOf, tableOf } from './instances.js';
import type { RecordScope } from './definition.js';
import { LocalZone } from './instant.js';
import { type Conclusion, Draft } from './draft.js';
import { rowOrigins } from './row-origins.js';

/** What all definitions share while records are made. */
export class RecordBuilder {
  readonly mapping: Mapping;
  readonly world: World;
  readonly findings: Findings;
  readonly evidence: EvidenceFolder;
  readonly zone: LocalZone;
  readonly records = new Map<string, DesiredRecord>();
  /** The places of each definition that others choose from, by `datapoints.delivered_mass`. */
  readonly instances = new Map<string, Instance[]>();
  /** The references that each row of a table has a part in. */
  readonly rowReferences = new Map<TableData, (readonly string[])[]>();
  /** Rows with a part in a record that could not be made. */
  readonly failedRows = new Map<TableData, Set<number>>();
  /** Rows that are members of a group whose record could not be made. */
  readonly failedMembers = new Map<TableData, Set<number>>();
  /** For gathering the cells of one value after the other. */
  readonly cells = new CellSink();
  readonly #positions = new Map<string, readonly Origin[]>();

  constructor(mapping: Mapping, world: World, findings: Findings, evidence: EvidenceFolder) {
    this.mapping = mapping;
    this.world = world;
    this.findings = findings;
    this.evidence = evidence;
    this.zone = new LocalZone(mapping.document.timezone);
  }

  /** The place of a definition's part in the mapping, as the origins of what comes from no cell. */
  origins(path: Path): readonly Origin[] {
    const key = path.join('\u001f');
    let origins = this.#positions.get(key);
    if (origins === undefined) {
      origins = [this.mapping.positions.at(path)];
      this.#positions.set(key, origins);
    }
    return origins;
  }

  /** Runs over the places of a definition that are wanted, and remembers what came of each. */
  forEachPlace(
    definition: string,
    scope: RecordScope,
    path: Path,
    when: Draft['condition'],
    make: (draft: Draft) => void,
  ): void {
    const isChosen = this.mapping.records.chosen.has(definition);
    const instances: Instance[] | null = isChosen ? [] : null;
    if (instances !== null) this.instances.set(definition, instances);
    const { places, ungrouped } = placesOf(scope, this.world);
    this.tellUngrouped(scope, ungrouped);
    for (const place of places) {
      const draft = new Draft(this, definition, path, place, when);
      if (place.faulty) {
        draft.fail();
        draft.tellLeftOut();
      } else if (!draft.isWanted()) {
        if (!draft.failed) continue;
      } else make(draft);
      this.#settle(instances, place, draft.failed ? null : draft.reference);
      if (draft.failed) this.noteFailure(place);
    }
  }

  /** The places of a definition that some record chooses from. */
  instancesOf(definition: string): readonly Instance[] {
    const instances = this.instances.get(definition);
    if (instances === undefined)
      throw new InternalError(`${definition} is chosen from, and its places were not kept`);
    return instances;
  }

  #settle(instances: Instance[] | null, place: Place, reference: string | null): void {
    instances?.push(instance(place, reference));
    if (reference !== null) this.noteRows(place, reference);
  }

  /** Remembers that rows have a part in a record. */
  noteRows(place: Place, reference: string): void {
    if (place.table === null) return;
    let rows = this.rowReferences.get(place.table);
    if (rows === undefined) {
      rows = [];
      this.rowReferences.set(place.table, rows);
    }
    // The rows of a group share one list, until one of them has a part in another record.
    const only: readonly string[] = [reference];
    for (const index of place.rows) {
      const list = rows[index];
      if (list === undefined) rows[index] = only;
      else if (!list.includes(reference)) rows[index] = [...list, reference];
    }
  }

  /** Remembers that rows have a part in a record that could not be made. */
  noteFailure(place: Place): void {
    if (place.table === null) return;
    // A sum that cannot be made is not the fault of each of its rows: they may have records of their own.
    const known = place.rows.length > 1 ? this.failedMembers : this.failedRows;
    let failed = known.get(place.table);
    if (failed === undefined) {
      failed = new Set();
      known.set(place.table, failed);
    }
    for (const index of place.rows) failed.add(index);
  }

  /** Says of rows without a group that they have none, once. */
  tellUngrouped(scope: RecordScope, ungrouped: readonly number[]): void {
    if (scope.form !== 'over') return;
    const table = tableOf(this.world, scope.table);
    for (const index of ungrouped) {
      if (table.faultyRows.has(index)) continue;
      table.faultyRows.add(index);
      this.findings.add(
        'key-missing',
        `the row has no ${scope.groupBy.join(' and ')}, by which ${scope.table} is grouped: fill it in, or skip such rows`,
        rowOrigins(table, [index]),
      );
    }
  }

  /** Adds a finished record. A reference that is taken already is an error that names both: false then. */
  addRecord(draft: Draft, kind: WritableKind, conclusion: Conclusion, onLocked: OnLocked): boolean {
    const { reference, fields, origins } = conclusion;
    const before = this.records.get(reference);
    if (before !== undefined) {
      this.findings.add(
        'reference-repeated',
        `the reference "${reference}" was made twice, by ${before.definition} and by ${draft.definition}: make the reference text distinguish them`,
        [...(origins[''] ?? []), ...(before.origins[''] ?? [])],
        { reference },
      );
      draft.fail();
      return false;
    }
    this.records.set(reference, { kind, reference, fields, origins, definition: draft.definition, onLocked });
    return true;
  }
}
