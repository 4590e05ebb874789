import { quantityKinds } from '../../quantity/index.js';
import type { OnLocked } from '../../model/record.js';
import { compileDeviation } from '../deviation.js';
import { type Compiled, compile } from '../expressions/compile.js';
import { ExpressionError } from '../expressions/expression-error.js';
import { didYouMean } from '../expressions/nearest.js';
import { extraVariable, type Scope } from '../expressions/scope.js';
import {
  compatible,
  describeDimension,
  describeType,
  dimensionOf,
  type TypeName,
  typeWords,
} from '../expressions/static-type.js';
import { type CompiledTemplate, compileTemplate } from '../expressions/template.js';
import type {
  CompiledComponent,
  CompiledDatapoint,
  CompiledEntry,
  CompiledLink,
  CompiledQuantity,
  CompiledRecords,
  CompiledSource,
  RecordScope,
} from '../records/definition.js';
import type { MappingDocument } from '../schema/document.js';
import type {
  ComponentDefinition,
  DatapointDefinition,
  EntryDefinition,
  LinkDefinition,
  QuantityDefinition,
  SourceDefinition,
} from '../schema/records.js';
import { compileUnit } from './compile-column.js';
import { flag } from './compile-tables.js';
import { type ChoiceContext, compileEntryChoice, compileInput, compileSources } from './compile-choices.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';
import { recordScope } from './record-scope.js';

interface Context {
  readonly document: MappingDocument;
  readonly scope: Scope;
  readonly problems: Problems;
  readonly scopes: Readonly<
    Record<'sources' | 'datapoints' | 'ghg_entries', ReadonlyMap<string, RecordScope>>
  >;
}

interface Place {
  readonly name: string;
  readonly path: Path;
  readonly own: RecordScope;
  readonly names: Scope;
}

function typed(compiled: Compiled, allowed: readonly TypeName[]): Compiled {
  if (allowed.includes(compiled.type.type)) return compiled;
  throw new ExpressionError(
    `"${compiled.source}" is ${describeType(compiled.type)}; here belongs ${allowed.map((type) => typeWords[type]).join(' or ')}`,
  );
}

const dated: readonly TypeName[] = ['date', 'datetime'];

/** Compiles the parts of one definition; null where one of them is wrong. */
class Parts {
  readonly #place: Place;
  readonly #problems: Problems;

  constructor(place: Place, problems: Problems) {
    this.#place = place;
    this.#problems = problems;
  }

  text(key: string, source: string | undefined): CompiledTemplate | null {
    if (source === undefined) return null;
    return this.#problems.try([...this.#place.path, key], () => compileTemplate(source, this.#place.names));
  }

  expression(
    keys: readonly string[],
    source: string | number | undefined,
    allowed: readonly TypeName[],
  ): Compiled | null {
    if (source === undefined) return null;
    return this.#problems.try([...this.#place.path, ...keys], () =>
      typed(compile(String(source), this.#place.names), allowed),
    );
  }

  when(source: string | number | undefined): Compiled | null {
    if (source === undefined) return null;
    return this.#problems.try([...this.#place.path, 'when'], () =>
      flag(compile(String(source), this.#place.names)),
    );
  }

  base(
    when: string | number | undefined,
    onLocked: OnLocked,
  ): { name: string; path: Path; scope: RecordScope; when: Compiled | null; onLocked: OnLocked } {
    return {
      name: this.#place.name,
      path: this.#place.path,
      scope: this.#place.own,
      when: this.when(when),
      onLocked,
    };
  }
}

function compileSource(place: Place, definition: SourceDefinition, context: Context): CompiledSource | null {
  const variables = new Map(place.names.variables);
  variables.set(
    'file',
    extraVariable('file', { type: 'text' }, () => undefined),
  );
  const parts = new Parts({ ...place, names: { ...place.names, variables } }, context.problems);
  const cells = new Parts(place, context.problems);
  const files = cells.expression(['files'], definition.files, ['texts', 'text']);
  const file = cells.text('file', definition.file);
  const displayName = parts.text('display_name', definition.display_name);
  const publishedAt = cells.expression(['published_at'], definition.published_at, dated);
  if (displayName === null || publishedAt === null || (files === null && file === null)) return null;
  const description = parts.text('description', definition.description);
  return {
    ...parts.base(definition.when, 'keep'),
    files,
    file,
    displayName,
    description,
    publishedAt,
    isPublic: definition.public ?? false,
  };
}

function compileQuantity(
  place: Place,
  definition: QuantityDefinition,
  context: Context,
): CompiledQuantity | null {
  const { problems } = context;
  const path = [...place.path, 'quantity'];
  const full = typeof definition === 'object' ? definition : { value: definition };
  const value = problems.try(typeof definition === 'object' ? [...path, 'value'] : path, () =>
    typed(compile(String(full.value), place.names), ['quantity']),
  );
  const unit = compileUnit(full.unit, full.kind, path, problems);
  const deviation = compileDeviation(full.sd, full.relative_sd);
  if (typeof deviation === 'string') problems.at([...path, 'sd'], deviation);
  if (value === null || typeof deviation === 'string' || (unit === null && full.unit !== undefined))
    return null;
  const dimension = value.type.type === 'quantity' ? value.type.dimension : null;
  if (unit !== null && !compatible(dimension, dimensionOf(unit))) {
    problems.at(
      [...path, 'unit'],
      `${full.unit ?? ''} (${describeDimension(dimensionOf(unit))}) cannot hold ${describeDimension(dimension)}, which is what ${full.value} gives`,
    );
  }
  const kindDimension = full.kind === undefined ? undefined : quantityKinds.get(full.kind)?.dimension;
  if (kindDimension !== undefined && unit === null && !compatible(dimension, kindDimension)) {
    problems.at(
      [...path, 'kind'],
      `${full.value} is ${describeDimension(dimension)}, which is not ${full.kind ?? ''}`,
    );
  }
  return { value, unit, unitText: full.unit ?? null, kind: full.kind ?? null, deviation };
}

function choices(
  section: 'sources' | 'datapoints' | 'ghg_entries',
  place: Place,
  context: Context,
): ChoiceContext {
  return {
    section,
    definitions: context.scopes[section],
    own: place.own,
    names: place.names,
    tables: context.scope,
    keys: context.scope.keys,
    problems: context.problems,
  };
}

function compileDatapoint(
  place: Place,
  definition: DatapointDefinition,
  context: Context,
): CompiledDatapoint | null {
  const parts = new Parts(place, context.problems);
  const reference = parts.text('reference', definition.reference);
  const displayName = parts.text('display_name', definition.display_name);
  const quantity = compileQuantity(place, definition.quantity, context);
  const measuredAt = parts.expression(['measured_at'], definition.measured_at, dated);
  const description = parts.text('description', definition.description);
  const justification = parts.text('uncertainty_justification', definition.uncertainty_justification);
  const sources = compileSources(
    definition.sources,
    [...place.path, 'sources'],
    choices('sources', place, context),
  );
  if (reference === null || displayName === null || quantity === null) return null;
  return {
    ...parts.base(definition.when, definition.on_locked ?? 'replace'),
    reference,
    displayName,
    description,
    quantity,
    type: definition.type,
    measuredAt,
    sources,
    justification,
  };
}

function compileInputs(
  inputs: ComponentDefinition['inputs'],
  path: Path,
  place: Place,
  context: Context,
): CompiledComponent['inputs'] {
  return Object.entries(inputs).flatMap(([key, choice]) => {
    const compiled = compileInput(key, choice, [...path, key], choices('datapoints', place, context));
    return compiled === null ? [] : [compiled];
  });
}

function compileComponent(
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

function compileEntry(place: Place, definition: EntryDefinition, context: Context): CompiledEntry | null {
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

type Section = 'sources' | 'datapoints' | 'components' | 'ghg_entries';

/** Compiles every definition of records. */
export function compileRecords(document: MappingDocument, scope: Scope, problems: Problems): CompiledRecords {
  const places = new Map<string, Place>();
  for (const section of ['sources', 'datapoints', 'components', 'ghg_entries'] as const) {
    for (const [name, definition] of Object.entries(document[section] ?? {})) {
      const path = [section, name];
      const found = recordScope(definition, scope, path, problems);
      if (found !== null)
        places.set(`${section}.${name}`, { name, path, own: found.scope, names: found.names });
    }
  }
  const scopesOf = (section: Section): ReadonlyMap<string, RecordScope> =>
    new Map(
      [...places]
        .filter(([key]) => key.startsWith(`${section}.`))
        .map(([, place]) => [place.name, place.own]),
    );
  const context: Context = {
    document,
    scope,
    problems,
    scopes: {
      sources: scopesOf('sources'),
      datapoints: scopesOf('datapoints'),
      ghg_entries: scopesOf('ghg_entries'),
    },
  };
  const all = <Definition, Result>(
    section: Section,
    group: Readonly<Record<string, Definition>> | undefined,
    make: (place: Place, definition: Definition, context: Context) => Result | null,
  ): Result[] =>
    Object.entries(group ?? {}).flatMap(([name, definition]) => {
      const place = places.get(`${section}.${name}`);
      const made = place === undefined ? null : make(place, definition, context);
      return made === null ? [] : [made];
    });
  return {
    sources: all('sources', document.sources, compileSource),
    datapoints: all('datapoints', document.datapoints, compileDatapoint),
    components: all('components', document.components, compileComponent),
    entries: all('ghg_entries', document.ghg_entries, compileEntry),
  };
}
