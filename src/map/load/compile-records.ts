import { quantityKinds } from '../../quantity/index.js';
import { compile } from '../expressions/compile.js';
import { extraVariable, type Scope } from '../expressions/scope.js';
import { compatible, describeDimension, dimensionOf } from '../expressions/static-type.js';
import type {
  CompiledDatapoint,
  CompiledQuantity,
  CompiledRecords,
  CompiledSource,
  RecordScope,
} from '../records/definition.js';
import type { MappingDocument } from '../schema/document.js';
import type { DatapointDefinition, QuantityDefinition, SourceDefinition } from '../schema/records.js';
import { compileSources } from './compile-choices.js';
import { compileUnit } from './compile-column.js';
import { compileComponent, compileEntry } from './compile-components.js';
import { askDeviation, deviationAt } from './deviation-at.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';
import { choices, type Context, dated, Parts, type Place } from './record-parts.js';
import { recordScope, type ScopeDefinition } from './record-scope.js';
import { typed } from './typed.js';

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
  const cited =
    files !== null
      ? ({ by: 'files', name: files } as const)
      : file !== null
        ? ({ by: 'file', name: file } as const)
        : null;
  const displayName = parts.text('display_name', definition.display_name);
  const publishedAt = cells.expression(['published_at'], definition.published_at, dated);
  if (displayName === null || publishedAt === null || cited === null) return null;
  const description = parts.text('description', definition.description);
  return {
    ...parts.base(definition.when, 'keep'),
    cited,
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
  const deviation = deviationAt(full, path, problems);
  const row = place.own.form === 'each' ? context.scope.tables.get(place.own.table) : undefined;
  problems.try([...path, 'sd'], () => {
    askDeviation(deviation, row?.variables);
  });
  if (value === null || (unit === null && full.unit !== undefined)) return null;
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

type Section = 'sources' | 'datapoints' | 'components' | 'ghg_entries';

/** The scope of every definition; those whose scope is wrong are left out and reported. */
function placesOf(document: MappingDocument, scope: Scope, problems: Problems): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const section of ['sources', 'datapoints', 'components', 'ghg_entries'] as const) {
    const definitions: Readonly<Record<string, ScopeDefinition>> = document[section] ?? {};
    for (const [name, definition] of Object.entries(definitions)) {
      const path: Path = [section, name];
      const found = recordScope(definition, scope, path, problems);
      if (found !== null)
        places.set(`${section}.${name}`, { name, path, own: found.scope, names: found.names });
    }
  }
  return places;
}

/** Compiles every definition of records. */
export function compileRecords(document: MappingDocument, scope: Scope, problems: Problems): CompiledRecords {
  const places = placesOf(document, scope, problems);
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
    chosen: new Set(),
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
    chosen: context.chosen,
    sources: all('sources', document.sources, compileSource),
    datapoints: all('datapoints', document.datapoints, compileDatapoint),
    components: all('components', document.components, compileComponent),
    entries: all('ghg_entries', document.ghg_entries, compileEntry),
  };
}
