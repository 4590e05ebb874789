import type { KindName, Link } from '../../model/record.js';
import type { Origin } from '../../model/origin.js';
import { toKey } from '../values.js';
import type { Choice, CompiledInput, DefinitionChoice } from './definition.js';
import type { Draft } from './draft.js';
import type { Instance } from './instances.js';

type Section = 'sources' | 'datapoints' | 'ghg_entries';

const kinds: Readonly<Record<Section, KindName>> = {
  sources: 'source',
  datapoints: 'datapoint',
  ghg_entries: 'ghg_entry',
};

/** The instances of one definition, by row and by the values of columns. */
interface Index {
  readonly byRow: ReadonlyMap<number, readonly Instance[]>;
  readonly byColumns: Map<string, ReadonlyMap<string, readonly Instance[]>>;
}

const indexes = new WeakMap<readonly Instance[], Index>();

function add(map: Map<unknown, Instance[]>, key: unknown, instance: Instance): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [instance]);
  else list.push(instance);
}

function indexOf(instances: readonly Instance[]): Index {
  const known = indexes.get(instances);
  if (known !== undefined) return known;
  const byRow = new Map<number, Instance[]>();
  for (const instance of instances) {
    for (const row of instance.rows) {
      const list = byRow.get(row);
      if (list === undefined) byRow.set(row, [instance]);
      else list.push(instance);
    }
  }
  const index: Index = { byRow, byColumns: new Map() };
  indexes.set(instances, index);
  return index;
}

function byColumns(
  instances: readonly Instance[],
  columns: readonly string[],
  draft: Draft,
): ReadonlyMap<string, readonly Instance[]> {
  const index = indexOf(instances);
  const name = columns.join('\u001f');
  const known = index.byColumns.get(name);
  if (known !== undefined) return known;
  const map = new Map<string, Instance[]>();
  for (const instance of instances) {
    const { table, rows } = instance;
    const [first] = rows;
    if (table === null || first === undefined) continue;
    const key = table.keyOf(columns, first, draft.builder.world);
    if (key !== null) add(map, key, instance);
  }
  index.byColumns.set(name, map);
  return map;
}

/** The instances of a definition that belong to the record at hand. null: their columns could not be read. */
export function belonging(
  choice: DefinitionChoice,
  section: Section,
  draft: Draft,
): readonly Instance[] | null {
  const instances = draft.builder.instancesOf(`${section}.${choice.name}`);
  if (choice.on !== null) {
    const keys: string[] = [];
    for (const pair of choice.on) {
      const value = draft.evaluate(pair.ours, choice.path);
      if (value === null) return null;
      keys.push(toKey(value));
    }
    return (
      byColumns(
        instances,
        choice.on.map((pair) => pair.theirs),
        draft,
      ).get(keys.join('\u001f')) ?? []
    );
  }
  const { table, rows, position } = draft.place;
  const sameTable = table !== null && instances.some((instance) => instance.table === table);
  if (!sameTable) return instances;
  const { byRow } = indexOf(instances);
  const found = new Set<Instance>();
  for (const row of rows) for (const instance of byRow.get(row) ?? []) found.add(instance);
  const list = [...found];
  return position === null || list.every((instance) => instance.position === null)
    ? list
    : list.filter((instance) => instance.position === position);
}

/** The links that a choice comes to. A record that failed fails this one, and that is said once. */
export function linksOf(choice: Choice, section: Section, draft: Draft): readonly Link[] | null {
  const kind = kinds[section];
  if (choice.form === 'reference') {
    const value = draft.evaluate(choice.template, choice.path);
    if (value === null) return null;
    if (value === '') {
      draft.report(
        'link-missing',
        'the reference of the record that is pointed to is empty',
        draft.originsOf(choice.template, choice.path),
      );
      return null;
    }
    return [{ kind, by: 'reference', value }];
  }
  const instances = belonging(choice, section, draft);
  if (instances === null) return null;
  const references = referencesOf(instances);
  if (references === null) {
    draft.warn(
      'depends-on-error',
      `${draft.definition} is left out, since ${section}.${choice.name} has an error there`,
      placeOrigins(draft),
    );
    draft.fail();
    return null;
  }
  return references.map((value): Link => ({ kind, by: 'reference', value }));
}

/** The different references of instances; null where one of them was left out for an error of its own. */
export function referencesOf(instances: readonly Instance[]): readonly string[] | null {
  const references = new Set<string>();
  for (const { reference } of instances) {
    if (reference === null) return null;
    references.add(reference);
  }
  return [...references];
}

export function placeOrigins(draft: Draft): readonly Origin[] {
  return draft.place.table === null ? draft.builder.origins(draft.path) : draft.rowOrigins();
}

/** One input of a component with its datapoints; null where it cannot be bound, which is reported. */
export function bindInput(
  input: CompiledInput,
  draft: Draft,
): {
  readonly input_key: string;
  readonly shape: 'scalar' | 'list';
  readonly datapoints: readonly Link[];
} | null {
  const links: Link[] = [];
  for (const choice of input.choices) {
    const chosen = linksOf(choice, 'datapoints', draft);
    if (chosen === null) return null;
    links.push(...chosen);
  }
  const what = input.choices
    .map((choice) => (choice.form === 'definition' ? `datapoints.${choice.name}` : choice.template.source))
    .join(', ');
  if (links.length === 0) {
    draft.report(
      'link-missing',
      `the input ${input.key} of ${draft.definition} finds no record of ${what}`,
      placeOrigins(draft),
    );
    return null;
  }
  if (input.shape === 'scalar' && links.length > 1) {
    draft.report(
      'link-ambiguous',
      `the input ${input.key} of ${draft.definition} wants one datapoint and ${links.length} of ${what} fit: say on: which columns connect them, or as: list`,
      placeOrigins(draft),
    );
    return null;
  }
  return { input_key: input.key, shape: input.shape, datapoints: links };
}
