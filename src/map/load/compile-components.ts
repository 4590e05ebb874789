import { didYouMean } from '../expressions/nearest.js';
import type { Scope } from '../expressions/scope.js';
import { compileTemplate } from '../expressions/template.js';
import type { CompiledComponent, CompiledEntry, CompiledLink } from '../records/definition.js';
import type { ComponentDefinition, EntryDefinition, LinkDefinition } from '../schema/records.js';
import { compileEntryChoice } from './compile-choices.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';
import { choices, compileInputs, type Context, dated, Parts, type Place } from './record-parts.js';

/** Compiles a definition of components; null where it cannot be used. */
export function compileComponent(
  place: Place,
  definition: ComponentDefinition,
  context: Context,
): CompiledComponent | null {
  const parts = new Parts(place, context.problems);
  const reference = parts.text('reference', definition.reference);
  const displayName = parts.text('display_name', definition.display_name);
  const started = parts.expression(['activity', 'started'], definition.activity.started, dated);
  const completed = parts.expression(['activity', 'completed'], definition.activity.completed, dated);
  const description = parts.text('description', definition.description);
  const inputs = compileInputs(definition.inputs, [...place.path, 'inputs'], place, context);
  const { attribute } = definition;
  const path = [...place.path, 'attribute'];
  const entry =
    attribute === undefined
      ? null
      : compileEntryChoice(
          attribute.entry,
          attribute.on,
          [...path, 'entry'],
          choices('ghg_entries', place, context),
        );
  const factor = parts.expression(['attribute', 'factor'], attribute?.factor, ['quantity']);
  if (reference === null || displayName === null || started === null || completed === null) return null;
  return {
    ...parts.base(definition.when, definition.on_locked ?? 'replace'),
    reference,
    displayName,
    description,
    blueprint: definition.blueprint,
    started,
    completed,
    inputs,
    attribute:
      attribute === undefined || entry === null ? null : { entry, group: attribute.group, factor, path },
  };
}

function compileLink(
  definition: LinkDefinition,
  path: Path,
  names: Scope,
  problems: Problems,
): CompiledLink | null {
  const by =
    definition.reference !== undefined ? 'reference' : definition.id !== undefined ? 'id' : 'display_name';
  const source = definition[by];
  if (source === undefined) return null;
  return problems.try([...path, by], () => ({ by, template: compileTemplate(source, names), path }));
}

function compileFeedstock(place: Place, definition: EntryDefinition, context: Context): CompiledLink | null {
  const { feedstock_type: chosen } = definition;
  if (chosen === undefined) return null;
  if (typeof chosen === 'object')
    return compileLink(chosen, [...place.path, 'feedstock_type'], place.names, context.problems);
  const known = context.document.feedstock_types ?? {};
  const named = known[chosen];
  if (named === undefined) {
    context.problems.at(
      [...place.path, 'feedstock_type'],
      `feedstock_types has no "${chosen}"${didYouMean(chosen, Object.keys(known))}`,
    );
    return null;
  }
  return compileLink(named, ['feedstock_types', chosen], place.names, context.problems);
}

/** Compiles a definition of entries; null where it cannot be used. */
export function compileEntry(
  place: Place,
  definition: EntryDefinition,
  context: Context,
): CompiledEntry | null {
  const parts = new Parts(place, context.problems);
  const reference = parts.text('reference', definition.reference);
  const template = compileLink(
    definition.template,
    [...place.path, 'template'],
    place.names,
    context.problems,
  );
  const startedOn = parts.expression(['started_on'], definition.started_on, dated);
  const completedOn = parts.expression(['completed_on'], definition.completed_on, dated);
  const feedstockType = compileFeedstock(place, definition, context);
  const inputs = Object.entries(definition.inputs ?? {}).map(([component, group]) => ({
    component,
    inputs: compileInputs(group, [...place.path, 'inputs', component], place, context),
  }));
  if (reference === null || template === null || startedOn === null || completedOn === null) return null;
  return {
    ...parts.base(definition.when, definition.on_locked ?? 'fail'),
    reference,
    template,
    startedOn,
    completedOn,
    feedstockType,
    inputs,
  };
}
