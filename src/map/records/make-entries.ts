import type { DesiredRecord, InputBinding, KindName, Link, TemplateInputs } from '../../model/record.js';
import type { RecordBuilder } from './builder.js';
import { bindInput, placeOrigins } from './choose.js';
import type { CompiledEntry, CompiledLink } from './definition.js';
import type { Draft } from './draft.js';
import type { Attributions } from './make-components.js';

function link(draft: Draft, definition: CompiledLink, kind: KindName): Link | null {
  const value = draft.evaluate(definition.template, [...definition.path, definition.by]);
  if (value === null) return null;
  if (value === '') {
    draft.report(
      'link-missing',
      `the ${definition.by} of the ${kind.replaceAll('_', ' ')} is empty`,
      draft.originsOf(definition.template, definition.path),
    );
    return null;
  }
  return { kind, by: definition.by, value };
}

function templateInputs(draft: Draft, definition: CompiledEntry, template: Link): void {
  const groups: TemplateInputs[] = [];
  for (const { component, inputs } of definition.inputs) {
    const bindings: InputBinding[] = [];
    for (const input of inputs) {
      const binding = bindInput(input, draft);
      if (binding !== null) bindings.push(binding);
    }
    groups.push({
      component: { kind: 'template_component', by: 'display_name', value: component, within: template },
      inputs: bindings,
    });
  }
  draft.set('template_inputs', { type: 'template_inputs', value: groups }, [
    ...placeOrigins(draft),
    ...draft.builder.origins([...definition.path, 'inputs']),
  ]);
}

/** Makes the records of one definition of entries. Their attributions follow when the components are made. */
export function makeEntries(builder: RecordBuilder, definition: CompiledEntry): void {
  builder.forEachPlace(
    `ghg_entries.${definition.name}`,
    definition.scope,
    definition.path,
    definition.when,
    (draft) => {
      if (!draft.name(definition.reference)) return;
      const template = link(draft, definition.template, 'ghg_entry_template');
      if (template !== null)
        draft.set(
          'template',
          { type: 'link', value: template },
          draft.originsOf(definition.template.template, definition.template.path),
        );
      const started = draft.date('started_on', definition.startedOn, [...definition.path, 'started_on']);
      const completed = draft.date('completed_on', definition.completedOn, [
        ...definition.path,
        'completed_on',
      ]);
      if (started !== null && completed !== null && completed < started) {
        draft.report(
          'dates-reversed',
          `the entry is completed (${completed}) before it is started (${started})`,
          placeOrigins(draft),
        );
      }
      const { feedstockType } = definition;
      const feedstock = feedstockType === null ? null : link(draft, feedstockType, 'feedstock_type');
      const path = [...definition.path, 'feedstock_type'];
      draft.set(
        'feedstock_type',
        { type: 'link', value: feedstock },
        feedstockType === null ? builder.origins(path) : draft.originsOf(feedstockType.template, path),
      );
      if (template !== null) templateInputs(draft, definition, template);
      draft.set('attributions', { type: 'attributions', value: [] }, builder.origins(definition.path));
      const conclusion = draft.conclude();
      if (conclusion !== null) builder.addRecord(draft, 'ghg_entry', conclusion, definition.onLocked);
    },
  );
}

/** Gives each entry the components that were attributed to it. */
export function attachAttributions(builder: RecordBuilder, attributions: Attributions): void {
  for (const [reference, entry] of builder.records) {
    const list = attributions.get(reference);
    if (list === undefined) continue;
    const changed: DesiredRecord = {
      ...entry,
      fields: {
        ...entry.fields,
        attributions: { type: 'attributions', value: list.map(({ attribution }) => attribution) },
      },
      origins: { ...entry.origins, attributions: list.flatMap(({ origins }) => origins) },
    };
    builder.records.set(reference, changed);
  }
}
