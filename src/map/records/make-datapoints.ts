import type { FieldValue, Link } from '../../model/record.js';
import type { Origin } from '../../model/origin.js';
import type { RecordBuilder } from './builder.js';
import { linksOf, placeOrigins } from './choose.js';
import type { CompiledDatapoint } from './definition.js';
import type { Draft } from './draft.js';
import { quantityField } from './quantity-field.js';

const longName = 100;

/** The display name, with a word where it is long for the service. */
export function displayName(draft: Draft, definition: Pick<CompiledDatapoint, 'displayName' | 'path'>): void {
  const name = draft.text('display_name', definition.displayName, 150);
  if (name === null || name.length <= longName) return;
  draft.warn(
    'text-long',
    `display_name has ${name.length} characters; some parts of the service take at most ${longName}`,
    draft.originsOf(definition.displayName, [...definition.path, 'display_name']),
  );
}

/** What a datapoint holds where its definition says nothing: one value for all of them. */
const nothing = {
  description: { type: 'text', value: '' },
  measuredAt: { type: 'instant', value: null },
  sources: { type: 'links', value: [] },
} as const satisfies Readonly<Record<string, FieldValue>>;

function sourceLinks(draft: Draft, definition: CompiledDatapoint): void {
  const links = new Map<string, Link>();
  for (const choice of definition.sources) {
    const chosen = linksOf(choice, 'sources', draft);
    if (chosen === null) return;
    for (const link of chosen) links.set(link.value, link);
  }
  const origins: readonly Origin[] =
    links.size === 0 ? draft.builder.origins([...definition.path, 'sources']) : placeOrigins(draft);
  draft.set(
    'sources',
    links.size === 0 ? nothing.sources : { type: 'links', value: [...links.values()] },
    origins,
  );
}

/** Makes the records of one definition of datapoints. */
export function makeDatapoints(builder: RecordBuilder, definition: CompiledDatapoint): void {
  const type: FieldValue = { type: 'text', value: definition.type };
  const typeOrigins = builder.origins([...definition.path, 'type']);
  builder.forEachPlace(
    `datapoints.${definition.name}`,
    definition.scope,
    definition.path,
    definition.when,
    (draft) => {
      if (!draft.name(definition.reference)) return;
      displayName(draft, definition);
      if (definition.description === null)
        draft.set('description', nothing.description, builder.origins(definition.path));
      else draft.text('description', definition.description, 500, { mayBeEmpty: true });
      quantityField(draft, definition.quantity);
      draft.set('type', type, typeOrigins);
      if (definition.measuredAt === null)
        draft.set('measured_at', nothing.measuredAt, builder.origins(definition.path));
      else draft.instant('measured_at', definition.measuredAt, [...definition.path, 'measured_at'], 'middle');
      sourceLinks(draft, definition);
      draft.text('uncertainty_justification', definition.justification, 2000, { mayBeEmpty: true });
      const conclusion = draft.conclude();
      if (conclusion !== null) builder.addRecord(draft, 'datapoint', conclusion, definition.onLocked);
    },
  );
}
