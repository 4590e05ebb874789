import type { EvidenceFile, EvidenceProblem } from '../../model/evidence.js';
import type { DesiredRecord, Fields } from '../../model/record.js';
import type { Origin } from '../../model/origin.js';
import type { RecordBuilder } from './builder.js';
import type { CompiledSource } from './definition.js';
import { Draft } from './draft.js';
import { type Instance, instance, type Place, placesOf } from './instances.js';

type Found = ReadonlyMap<string, EvidenceFile | EvidenceProblem>;

/** The file names that a place cites; null where they cannot be read, none where the cell is blank. */
function fileNames(draft: Draft, { cited, path }: CompiledSource): readonly string[] | null {
  if (cited.by === 'file') {
    const name = draft.evaluate(cited.name, [...path, 'file']);
    return name === null ? null : [name];
  }
  const value = draft.optional(cited.name, [...path, 'files']);
  if (value === undefined) return [];
  return value === null ? null : [value].flat().filter((name) => typeof name === 'string');
}

function* wantedPlaces(builder: RecordBuilder, definition: CompiledSource): Iterable<Draft> {
  for (const place of placesOf(definition.scope, builder.world).places) {
    yield new Draft(builder, `sources.${definition.name}`, definition.path, place, definition.when);
  }
}

/** Looks every cited file up once, a few at a time. */
async function findFiles(builder: RecordBuilder, definitions: readonly CompiledSource[]): Promise<Found> {
  const names = new Set<string>();
  const issuesBefore = builder.findings.issues.length;
  for (const definition of definitions) {
    for (const draft of wantedPlaces(builder, definition)) {
      if (draft.place.faulty || !draft.isWanted()) continue;
      for (const name of fileNames(draft, definition) ?? []) names.add(name);
    }
  }
  // The same expressions are evaluated again when the records are made; what was found amiss is told then.
  builder.findings.issues.length = issuesBefore;
  const found = new Map<string, EvidenceFile | EvidenceProblem>();
  const queue = [...names];
  const worker = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      found.set(name, await builder.evidence.find(name));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return found;
}

/** The fields by which two citations describe one document differently. */
function differing(a: Fields, b: Fields): readonly string[] {
  return ['display_name', 'description', 'published_at', 'is_public'].filter(
    (name) => JSON.stringify(a[name]?.value) !== JSON.stringify(b[name]?.value),
  );
}

function addSource(draft: Draft, definition: CompiledSource, file: EvidenceFile): string | null {
  const { builder } = draft;
  const reference = `doc-${file.document.sha256.slice(0, 40)}`;
  draft.reference = reference;
  draft.text('display_name', definition.displayName, 100);
  draft.text('description', definition.description, 2000, { mayBeEmpty: true });
  draft.date('published_at', definition.publishedAt, [...definition.path, 'published_at']);
  draft.set(
    'is_public',
    { type: 'flag', value: definition.isPublic },
    builder.origins([...definition.path, 'public']),
  );
  const cells = draft.originsOf(definition.cited.name, definition.path);
  draft.set('document', { type: 'document', value: file.document }, [
    { at: 'file', file: file.document.path },
    ...cells,
  ]);
  const conclusion = draft.conclude();
  if (conclusion === null) return null;
  const before = builder.records.get(reference);
  if (before === undefined) {
    for (const warning of file.warnings) draft.warn('evidence-warning', warning, cells);
    builder.addRecord(draft, 'source', conclusion, definition.onLocked);
    return reference;
  }
  const fields = differing(before.fields, conclusion.fields);
  const [field] = fields;
  if (field !== undefined) {
    const names = fields.map((name) => name.replaceAll('_', ' ')).join(' and ');
    draft.warn(
      'source-conflict',
      `${file.document.file_name} is one document and has another ${names} in another row: the first was taken. Make it alike, or let the mapping take it from what the rows share`,
      [...(conclusion.origins[field] ?? []), ...(before.origins[field] ?? []).slice(0, 1)],
    );
  }
  builder.records.set(reference, withRows(before, conclusion.origins['']));
  return reference;
}

/** The rows of every citation stay with the source. */
function withRows(record: DesiredRecord, rows: readonly Origin[] | undefined): DesiredRecord {
  const own = record.origins[''] ?? [];
  return { ...record, origins: { ...record.origins, '': [...own, ...(rows ?? [])] } };
}

function makeAt(
  place: Place,
  definition: CompiledSource,
  builder: RecordBuilder,
  found: Found,
): readonly Instance[] {
  const draft = new Draft(builder, `sources.${definition.name}`, definition.path, place, definition.when);
  if (place.faulty) {
    draft.tellLeftOut();
    return [instance(place, null)];
  }
  if (!draft.isWanted()) return draft.failed ? [instance(place, null)] : [];
  const names = fileNames(draft, definition);
  if (names === null) return [instance(place, null)];
  return names.map((name): Instance => {
    const file = found.get(name);
    if (file?.ok !== true) {
      draft.report(
        file?.code ?? 'evidence-missing',
        file?.message ?? `${name} was not looked up`,
        draft.originsOf(definition.cited.name, definition.path),
      );
      return instance(place, null);
    }
    const extras = new Map(place.frame.extras ?? []);
    extras.set('file', file.document.file_name);
    const own = new Draft(
      builder,
      draft.definition,
      definition.path,
      { ...place, frame: { ...place.frame, extras } },
      null,
    );
    const reference = addSource(own, definition, file);
    if (reference !== null) builder.noteRows(place, reference);
    return instance(place, reference);
  });
}

/** Makes a source of each file that is cited. One file is one source, however often it is cited. */
export async function makeSources(
  builder: RecordBuilder,
  definitions: readonly CompiledSource[],
): Promise<void> {
  const found = await findFiles(builder, definitions);
  for (const definition of definitions) {
    const instances: Instance[] = [];
    const { places, ungrouped } = placesOf(definition.scope, builder.world);
    builder.tellUngrouped(definition.scope, ungrouped);
    for (const place of places) {
      const made = makeAt(place, definition, builder, found);
      instances.push(...made);
      if (made.some((instance) => instance.reference === null)) builder.noteFailure(place);
    }
    builder.instances.set(`sources.${definition.name}`, instances);
  }
}
