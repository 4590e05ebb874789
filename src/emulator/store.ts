import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { entitySchemas, type Entity, type EntityName } from './entities.js';

/** One line of the state file: everything that one request wrote, so that it is there as a whole or not at all. */
const lineSchema = z.object({
  put: z.array(z.object({ name: z.string(), value: z.unknown() })),
  drop: z.array(z.object({ name: z.string(), id: z.string() })),
});

type Line = z.infer<typeof lineSchema>;

const withId = z.looseObject({ id: z.string() });

/** The records of one kind, in the order in which they were made. */
export class Collection<N extends EntityName> {
  readonly name: N;
  readonly #schema: z.ZodType<Entity<N>>;
  readonly #byId = new Map<string, Entity<N>>();

  constructor(name: N, schema: z.ZodType<Entity<N>>) {
    this.name = name;
    this.#schema = schema;
  }

  get(id: string): Entity<N> | null {
    return this.#byId.get(id) ?? null;
  }

  all(): readonly Entity<N>[] {
    return [...this.#byId.values()];
  }

  get size(): number {
    return this.#byId.size;
  }

  load(id: string, value: unknown): void {
    this.#byId.set(id, this.#schema.parse(value));
  }

  drop(id: string): void {
    this.#byId.delete(id);
  }
}

function collections() {
  return {
    organisation: new Collection('organisation', entitySchemas.organisation),
    project: new Collection('project', entitySchemas.project),
    feedstock_type: new Collection('feedstock_type', entitySchemas.feedstock_type),
    storage_location: new Collection('storage_location', entitySchemas.storage_location),
    source: new Collection('source', entitySchemas.source),
    datapoint: new Collection('datapoint', entitySchemas.datapoint),
    component: new Collection('component', entitySchemas.component),
    template: new Collection('template', entitySchemas.template),
    entry: new Collection('entry', entitySchemas.entry),
    attribution: new Collection('attribution', entitySchemas.attribution),
    statement: new Collection('statement', entitySchemas.statement),
    supplier: new Collection('supplier', entitySchemas.supplier),
    facility: new Collection('facility', entitySchemas.facility),
    storage_unit: new Collection('storage_unit', entitySchemas.storage_unit),
    monitoring_requirement: new Collection('monitoring_requirement', entitySchemas.monitoring_requirement),
    monitoring_submission: new Collection('monitoring_submission', entitySchemas.monitoring_submission),
    sensor: new Collection('sensor', entitySchemas.sensor),
    file_upload: new Collection('file_upload', entitySchemas.file_upload),
    data_upload_submission: new Collection('data_upload_submission', entitySchemas.data_upload_submission),
    measurement_location: new Collection('measurement_location', entitySchemas.measurement_location),
    measurement_sample: new Collection('measurement_sample', entitySchemas.measurement_sample),
    feedstock_batch: new Collection('feedstock_batch', entitySchemas.feedstock_batch),
    production_batch: new Collection('production_batch', entitySchemas.production_batch),
    biochar_application: new Collection('biochar_application', entitySchemas.biochar_application),
    issuance: new Collection('issuance', entitySchemas.issuance),
    credit_batch: new Collection('credit_batch', entitySchemas.credit_batch),
    refund: new Collection('refund', entitySchemas.refund),
  };
}

type Collections = ReturnType<typeof collections>;

/** What a request writes, gathered while it is checked and written at once when it is answered. */
export class Changes {
  readonly put: { readonly name: EntityName; readonly value: { readonly id: string } }[] = [];
  readonly drop: { readonly name: EntityName; readonly id: string }[] = [];

  set<N extends EntityName>(name: N, value: Entity<N>): Entity<N> {
    this.put.push({ name, value });
    return value;
  }

  remove(name: EntityName, id: string): void {
    this.drop.push({ name, id });
  }
}

/**
 * All records, and the file that has them. A line is written before the answer leaves, so a killed process has every
 * write that it answered; a last line that was cut was never answered.
 */
export class Store {
  readonly records: Collections = collections();
  /** By kind and reference, the id. */
  readonly #references = new Map<EntityName, Map<string, string>>();
  readonly #dropped = new Set<string>();
  /** The write that made a record; what was read from a file or a snapshot has none. */
  readonly #born = new Map<string, number>();
  #file: number | null;
  #version = 0;

  constructor(stateFile: string | null) {
    this.#file = null;
    if (stateFile === null) return;
    for (const line of readLines(stateFile)) this.#apply(line);
    this.#file = openSync(stateFile, 'a');
  }

  get empty(): boolean {
    return this.records.project.size === 0;
  }

  /** Grows with every write: what is computed from the records is kept as long as it stands still. */
  get version(): number {
    return this.#version;
  }

  /** The ids of the records that have a reference: over all kinds, or of one. */
  referenceOwners(reference: string, kind: EntityName | null = null): readonly string[] {
    const maps =
      kind === null
        ? [...this.#references.values()]
        : [this.#references.get(kind) ?? new Map<string, string>()];
    return maps.flatMap((owners) => owners.get(reference) ?? []);
  }

  /** The ids of all records. */
  ids(): readonly string[] {
    return Object.values(this.records).flatMap((collection) => collection.all().map(({ id }) => id));
  }

  /** Whether there was a record of that id, and it was deleted. */
  wasDropped(id: string): boolean {
    return this.#dropped.has(id);
  }

  /** How many writes ago a record was made; 0: by the last one. Infinite for what the service started with. */
  age(id: string): number {
    const born = this.#born.get(id);
    return born === undefined ? Number.POSITIVE_INFINITY : this.#version - 1 - born;
  }

  commit(changes: Changes): void {
    const line: Line = { put: changes.put, drop: changes.drop };
    if (line.put.length === 0 && line.drop.length === 0) return;
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(line)}\n`);
    for (const { name, value } of changes.put)
      if (this.records[name].get(value.id) === null) this.#born.set(value.id, this.#version);
    this.#apply(line);
  }

  /** Everything, as lines that a state file could hold. */
  snapshot(): readonly Line[] {
    const put = Object.values(this.records).flatMap((collection) =>
      collection.all().map((value) => ({ name: collection.name, value })),
    );
    return [{ put, drop: [] }];
  }

  /** Makes the state that of a snapshot, in one write. */
  restore(lines: unknown): void {
    const [first = { put: [], drop: [] }, ...rest] = z.array(lineSchema).parse(lines);
    const existing = Object.values(this.records).flatMap((collection) =>
      collection.all().map(({ id }) => ({ name: collection.name, id })),
    );
    for (const line of [{ ...first, drop: [...existing, ...first.drop] }, ...rest]) {
      if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(line)}\n`);
      this.#apply(line);
    }
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #apply(line: Line): void {
    for (const { name, id } of line.drop) {
      const collection = this.#collection(name);
      this.#forget(collection.name, collection.get(id));
      collection.drop(id);
      this.#dropped.add(id);
    }
    for (const { name, value } of line.put) {
      const { id } = withId.parse(value);
      const collection = this.#collection(name);
      this.#forget(collection.name, collection.get(id));
      collection.load(id, value);
      this.#dropped.delete(id);
      const now = collection.get(id);
      if (now !== null && 'supplier_reference_id' in now && now.supplier_reference_id !== null) {
        const owners = this.#references.get(collection.name) ?? new Map<string, string>();
        owners.set(now.supplier_reference_id, id);
        this.#references.set(collection.name, owners);
      }
    }
    this.#version += 1;
  }

  #forget(kind: EntityName, entity: { readonly id: string } | null): void {
    if (
      entity !== null &&
      'supplier_reference_id' in entity &&
      typeof entity.supplier_reference_id === 'string'
    ) {
      this.#references.get(kind)?.delete(entity.supplier_reference_id);
    }
  }

  #collection(name: string) {
    const collection = Object.values(this.records).find((candidate) => candidate.name === name);
    if (collection === undefined) throw new Error(`the state file names an unknown kind: ${name}`);
    return collection;
  }
}

function readLines(file: string): readonly Line[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  // What stands behind the last line break was cut while it was written, and so was never answered.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
}
