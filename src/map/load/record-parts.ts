import type { OnLocked } from '../../model/record.js';
import { type Compiled, compile } from '../expressions/compile.js';
import type { Scope } from '../expressions/scope.js';
import type { TypeName } from '../expressions/static-type.js';
import { type CompiledTemplate, compileTemplate } from '../expressions/template.js';
import type { CompiledInput, RecordScope } from '../records/definition.js';
import type { MappingDocument } from '../schema/document.js';
import type { InputChoice } from '../schema/records.js';
import { type ChoiceContext, compileInput } from './compile-choices.js';
import { flag } from './compile-tables.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';
import { typed } from './typed.js';

/** What all definitions are compiled with. */
export interface Context {
  readonly document: MappingDocument;
  readonly scope: Scope;
  readonly problems: Problems;
  readonly scopes: Readonly<
    Record<'sources' | 'datapoints' | 'ghg_entries', ReadonlyMap<string, RecordScope>>
  >;
  /** The definitions that others choose from. */
  readonly chosen: Set<string>;
}

/** A definition: its name, where it stands, what it is made for, and the names it may use. */
export interface Place {
  readonly name: string;
  readonly path: Path;
  readonly own: RecordScope;
  readonly names: Scope;
}

/** What can stand for a day or an instant. */
export const dated: readonly TypeName[] = ['date', 'datetime'];

/** Compiles the parts of one definition; null where one of them is wrong. */
export class Parts {
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

/** What the choices of a definition are checked against. */
export function choices(
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
    chosen: context.chosen,
  };
}

/** The inputs of a component, those that are right. */
export function compileInputs(
  inputs: Readonly<Record<string, InputChoice>>,
  path: Path,
  place: Place,
  context: Context,
): readonly CompiledInput[] {
  return Object.entries(inputs).flatMap(([key, choice]) => {
    const compiled = compileInput(key, choice, [...path, key], choices('datapoints', place, context));
    return compiled === null ? [] : [compiled];
  });
}
