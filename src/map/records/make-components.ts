import type { Attribution, InputBinding } from '../../model/record.js';
import type { Origin } from '../../model/origin.js';
import { unitOf } from '../../quantity/index.js';
import { Quantity } from '../../quantity/index.js';
import type { RecordBuilder } from './builder.js';
import { belonging, bindInput, placeOrigins, referencesOf } from './choose.js';
import type { CompiledComponent } from './definition.js';
import { isDataFault } from '../values.js';
import type { Draft } from './draft.js';
import { displayName } from './make-datapoints.js';

const plain = unitOf('dimensionless');

/** What components say of the entries they belong to: by the entry's reference. */
export type Attributions = Map<
  string,
  { readonly attribution: Attribution; readonly origins: readonly Origin[] }[]
>;

function bindAll(draft: Draft, definition: CompiledComponent): void {
  const bindings: InputBinding[] = [];
  for (const input of definition.inputs) {
    const binding = bindInput(input, draft);
    if (binding !== null) bindings.push(binding);
  }
  draft.set('inputs', { type: 'inputs', value: bindings }, [
    ...placeOrigins(draft),
    ...draft.builder.origins([...definition.path, 'inputs']),
  ]);
}

function factorOf(draft: Draft, definition: NonNullable<CompiledComponent['attribute']>): number | null {
  if (definition.factor === null) return 1;
  const path = [...definition.path, 'factor'];
  const value = draft.evaluate(definition.factor, path);
  if (!(value instanceof Quantity)) return null;
  try {
    const factor = value.to(plain).magnitude.toNumber();
    if (factor > 0 && factor <= 1) return factor;
    draft.report(
      'factor-invalid',
      `the attribution factor is ${factor}: it must be above 0 and at most 1`,
      draft.originsOf(definition.factor, path),
    );
  } catch (error) {
    if (!isDataFault(error)) throw error;
    draft.fault(error, definition.factor, path);
  }
  return null;
}

/** The share of a component in its entry. */
interface Share {
  readonly entry: string;
  readonly group: string;
  readonly factor: number;
}

/** null: there is none, or it was reported. */
function shareOf(draft: Draft, wanted: CompiledComponent['attribute']): Share | null {
  if (wanted === null) return null;
  const entries = belonging(wanted.entry, 'ghg_entries', draft);
  if (entries === null) return null;
  const references = referencesOf(entries);
  // The share is the entry's, and the activity took place whatever becomes of it: a later run adds the share.
  if (references === null) return null;
  const factor = factorOf(draft, wanted);
  if (factor === null) return null;
  const [entry, ...others] = references;
  if (entry === undefined || others.length > 0) {
    draft.report(
      entry === undefined ? 'link-missing' : 'link-ambiguous',
      `ghg_entries.${wanted.entry.name} has ${references.length} records for this component: say on: which columns connect them`,
      placeOrigins(draft),
    );
    return null;
  }
  return { entry, group: wanted.group, factor };
}

function attribute(draft: Draft, reference: string, share: Share, attributions: Attributions): void {
  const { entry, group, factor } = share;
  const component = { kind: 'component', by: 'reference', value: reference } as const;
  const list = attributions.get(entry) ?? [];
  list.push({ attribution: { component, group, factor }, origins: placeOrigins(draft) });
  attributions.set(entry, list);
}

/** Makes the records of one definition of components; gathers what they say of entries. */
export function makeComponents(
  builder: RecordBuilder,
  definition: CompiledComponent,
  attributions: Attributions,
): void {
  builder.forEachPlace(
    `components.${definition.name}`,
    definition.scope,
    definition.path,
    definition.when,
    (draft) => {
      if (!draft.name(definition.reference)) return;
      displayName(draft, definition);
      draft.text('description', definition.description, 2000, { mayBeEmpty: true });
      draft.set(
        'blueprint',
        { type: 'text', value: definition.blueprint },
        builder.origins([...definition.path, 'blueprint']),
      );
      const started = draft.instant(
        'activity_started_at',
        definition.started,
        [...definition.path, 'activity', 'started'],
        'start',
      );
      const completed = draft.instant(
        'activity_completed_at',
        definition.completed,
        [...definition.path, 'activity', 'completed'],
        'end',
      );
      if (started !== null && completed !== null && completed < started) {
        draft.report(
          'dates-reversed',
          `the activity is completed (${completed}) before it is started (${started})`,
          placeOrigins(draft),
        );
      }
      bindAll(draft, definition);
      const share = shareOf(draft, definition.attribute);
      const conclusion = draft.conclude();
      if (conclusion === null) return;
      const isNew = builder.addRecord(draft, 'component', conclusion, definition.onLocked);
      if (isNew && share !== null) attribute(draft, conclusion.reference, share, attributions);
    },
  );
}
