import { compile } from '../expressions/compile.js';
import { ExpressionError } from '../expressions/expression-error.js';
import { didYouMean } from '../expressions/nearest.js';
import type { Scope } from '../expressions/scope.js';
import { describeType } from '../expressions/static-type.js';
import { compileTemplate } from '../expressions/template.js';
import type { Choice, CompiledInput, DefinitionChoice, Pairing, RecordScope } from '../records/definition.js';
import type { InputChoice, OnDefinition, SourceChoice } from '../schema/records.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';
import { variableOf } from './record-scope.js';

/** What choices are checked against: the definitions of one section, by name, with their scopes. */
export interface ChoiceContext {
  readonly section: string;
  readonly definitions: ReadonlyMap<string, RecordScope>;
  /** The scope of the record that chooses, and its names. */
  readonly own: RecordScope;
  readonly names: Scope;
  readonly tables: Scope;
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly problems: Problems;
  /** Filled with the definitions that are chosen from, by `datapoints.delivered_mass`. */
  readonly chosen: Set<string>;
}

function pairings(
  on: OnDefinition | undefined,
  target: RecordScope,
  context: ChoiceContext,
): readonly Pairing[] | null {
  if (on === undefined) return null;
  if (target.form === 'once') throw new ExpressionError('on has no meaning for a record that is made once');
  const pairs: readonly (readonly [string, string])[] =
    typeof on === 'string'
      ? [[on, on]]
      : Array.isArray(on)
        ? on.map((name) => [name, name])
        : Object.entries(on);
  return pairs.map(([theirs, ours]): Pairing => {
    const their = variableOf(context.tables, target.table, theirs);
    if (target.form === 'over' && !target.groupBy.includes(theirs))
      throw new ExpressionError(`"${theirs}" is not among the group_by of that definition`);
    const own = compile(ours, context.names);
    if (own.type.type !== their.type.type)
      throw new ExpressionError(
        `"${theirs}" is ${describeType(their.type)} and "${ours}" ${describeType(own.type)}: they are never equal`,
      );
    return { theirs, ours: own };
  });
}

function definitionChoice(
  name: string,
  on: OnDefinition | undefined,
  path: Path,
  context: ChoiceContext,
): DefinitionChoice {
  const target = context.definitions.get(name);
  if (target === undefined)
    throw new ExpressionError(
      `${context.section} has no "${name}"${didYouMean(name, context.definitions.keys())}`,
    );
  context.chosen.add(`${context.section}.${name}`);
  return { form: 'definition', name, scope: target, on: pairings(on, target, context), path };
}

/** How many records of the target belong to one of ours, as the definitions alone tell. */
function relation(choice: Choice, context: ChoiceContext): 'scalar' | 'list' {
  if (choice.form === 'reference') return 'scalar';
  const { scope: target } = choice;
  const { own } = context;
  if (target.form === 'once') return 'scalar';
  const on = choice.on?.map((pair) => pair.theirs) ?? null;
  if (target.form === 'over') {
    const sameTable = own.form !== 'once' && own.table === target.table;
    if (target.groupBy.length === 0 || (sameTable && own.form === 'each')) return 'scalar';
    if (sameTable && own.form === 'over' && target.groupBy.every((column) => own.groupBy.includes(column)))
      return 'scalar';
    return on !== null && target.groupBy.every((column) => on.includes(column)) ? 'scalar' : 'list';
  }
  if (own.form === 'each' && own.table === target.table && on === null)
    return target.value === null || target.value === own.value ? 'scalar' : 'list';
  if (target.value !== null || on === null) return 'list';
  const keys = context.keys.get(target.table);
  const isKey = keys !== undefined && keys.length > 0 && keys.every((key) => on.includes(key));
  return isKey ? 'scalar' : 'list';
}

/** The sources of a datapoint. */
export function compileSources(
  choices: readonly SourceChoice[] | undefined,
  path: Path,
  context: ChoiceContext,
): readonly Choice[] {
  const compiled = (choices ?? []).map((choice, index) =>
    context.problems.try([...path, index], (): Choice => {
      if (typeof choice === 'string') return definitionChoice(choice, undefined, [...path, index], context);
      if ('source' in choice) return definitionChoice(choice.source, choice.on, [...path, index], context);
      return {
        form: 'reference',
        template: compileTemplate(choice.reference, context.names),
        path: [...path, index],
      };
    }),
  );
  return compiled.filter((choice) => choice !== null);
}

type SingleInput = Exclude<InputChoice, unknown[]>;

function singleChoice(choice: SingleInput, path: Path, context: ChoiceContext): Choice {
  if (typeof choice === 'string') return definitionChoice(choice, undefined, path, context);
  if ('datapoint' in choice) return definitionChoice(choice.datapoint, choice.on, path, context);
  return { form: 'reference', template: compileTemplate(choice.reference, context.names), path };
}

/** One input of a component. */
export function compileInput(
  key: string,
  choice: InputChoice,
  path: Path,
  context: ChoiceContext,
): CompiledInput | null {
  return context.problems.try(path, (): CompiledInput => {
    if (Array.isArray(choice)) {
      return {
        key,
        shape: 'list',
        choices: choice.map((each, index) => singleChoice(each, [...path, index], context)),
        path,
      };
    }
    const compiled = singleChoice(choice, path, context);
    const declared = typeof choice === 'object' ? choice.as : undefined;
    return { key, shape: declared ?? relation(compiled, context), choices: [compiled], path };
  });
}

/** The entry that a component is attributed to. */
export function compileEntryChoice(
  name: string,
  on: OnDefinition | undefined,
  path: Path,
  context: ChoiceContext,
): DefinitionChoice | null {
  return context.problems.try(path, () => definitionChoice(name, on, path, context));
}
