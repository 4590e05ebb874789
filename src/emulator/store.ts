import { closeSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { entitySchemas, type Entity, type EntityName } from './entities.js';

/** One line of the state file: everything that one request wrote, so that it is there as a whole or not at all. */
const lineSchema = z.object({
  put: z.array(z.object({ name: z.string(), value: z.unknown() })),
  drop: z.array(z.object({ name: z.string(), id: z.string() })),
});

type Line = z.infer<typeof lineSchema>;

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

  clear(): void {
    this.#byId.clear();
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
  readonly #references = new Map<string, string>();
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

  /** The id of whatever record has that reference, over all kinds. */
  referenceOwner(reference: string): string | null {
    return this.#references.get(reference) ?? null;
  }

  commit(changes: Changes): void {
    const line: Line = { put: changes.put, drop: changes.drop };
    if (line.put.length === 0 && line.drop.length === 0) return;
    if (this.#file !== null) writeSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#apply(line);
  }

  /** Everything, as lines that a state file could hold. */
  snapshot(): readonly Line[] {
    const put = Object.values(this.records).flatMap((collection) =>
      collection.all().map((value) => ({ name: collection.name, value })),
    );
    return [{ put, drop: [] }];
  }

  /** Makes the state that of a snapshot. */
  restore(lines: unknown): void {
    const parsed = z.array(lineSchema).parse(lines);
    const changes = new Changes();
    for (const collection of Object.values(this.records)) {
      for (const { id } of collection.all()) changes.remove(collection.name, id);
    }
    this.commit(changes);
    for (const line of parsed) {
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
      this.#forget(collection.get(id));
      collection.drop(id);
    }
    for (const { name, value } of line.put) {
      const { id } = z.looseObject({ id: z.string() }).parse(value);
      const collection = this.#collection(name);
      this.#forget(collection.get(id));
      collection.load(id, value);
      const now = collection.get(id);
      if (now !== null && 'supplier_reference_id' in now && now.supplier_reference_id !== null) {
        this.#references.set(now.supplier_reference_id, id);
      }
    }
    this.#version += 1;
  }

  #forget(entity: { readonly id: string } | null): void {
    if (
      entity !== null &&
      'supplier_reference_id' in entity &&
      typeof entity.supplier_reference_id === 'string'
    ) {
      this.#references.delete(entity.supplier_reference_id);
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
