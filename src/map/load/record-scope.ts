import { ExpressionError } from '../expressions/expression-error.js';
import { didYouMean } from '../expressions/nearest.js';
import { extraVariable, type Frame, type Scope, type Variable } from '../expressions/scope.js';
import { dimensionless, type StaticType } from '../expressions/static-type.js';
import type { RecordScope } from '../records/definition.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';

/** The keys that say for what a record is made. */
export interface ScopeDefinition {
  readonly each?: string | undefined;
  readonly each_value?: string | undefined;
  readonly over?: string | undefined;
  readonly group_by?: string | string[] | undefined;
}

const text: StaticType = { type: 'text' };

/** A column that a definition names: its values will be asked for. */
export function variableOf(scope: Scope, table: string, column: string): Variable {
  const inner = scope.tables.get(table);
  if (inner === undefined)
    throw new ExpressionError(`there is no table "${table}"${didYouMean(table, scope.tables.keys())}`);
  const variable = inner.variables.get(column);
  if (variable === undefined)
    throw new ExpressionError(
      `the table ${table} has no column "${column}"${didYouMean(column, inner.variables.keys())}`,
    );
  variable.ask?.();
  return variable;
}

function eachScope(
  definition: ScopeDefinition,
  table: string,
  scope: Scope,
): { scope: RecordScope; names: Scope } {
  const inner = scope.tables.get(table);
  if (inner === undefined)
    throw new ExpressionError(`there is no table "${table}"${didYouMean(table, scope.tables.keys())}`);
  const column = definition.each_value;
  if (column === undefined) return { scope: { form: 'each', table, value: null }, names: inner };
  const { type } = variableOf(scope, table, column);
  if (type.type !== 'quantities')
    throw new ExpressionError(`each_value takes a column of type quantities, and ${column} is not one`);
  const variables = new Map(inner.variables);
  const ignore = (): void => undefined;
  variables.set(
    'value',
    extraVariable('value', { type: 'quantity', dimension: type.dimension }, valueCell(column)),
  );
  variables.set(
    'position',
    extraVariable('position', { type: 'quantity', dimension: dimensionless }, ignore),
  );
  variables.set('label', extraVariable('label', text, ignore));
  return { scope: { form: 'each', table, value: column }, names: { ...inner, variables } };
}

/** The cell of one replicate: its column number travels with the frame. Of one that is computed, the cells of all. */
function valueCell(key: string): Variable['addOrigins'] {
  return (frame, cells) => {
    const { table, index } = frame;
    const column = frame.extras?.get('_column');
    if (typeof column !== 'string') table?.addOrigins(key, frame, cells);
    else if (table !== null) cells.add(table.place(index), table.rowNumber(index), Number(column));
  };
}

function overScope(
  definition: ScopeDefinition,
  table: string,
  scope: Scope,
): { scope: RecordScope; names: Scope } {
  const groupBy =
    definition.group_by === undefined
      ? []
      : typeof definition.group_by === 'string'
        ? [definition.group_by]
        : definition.group_by;
  if (!scope.tables.has(table))
    throw new ExpressionError(`there is no table "${table}"${didYouMean(table, scope.tables.keys())}`);
  const variables = new Map(scope.variables);
  for (const column of groupBy) {
    const { type } = variableOf(scope, table, column);
    if (type.type === 'quantities' || type.type === 'texts')
      throw new ExpressionError(`${column} is a list, and rows cannot be grouped by one`);
    variables.set(
      column,
      extraVariable(column, type, (frame, cells) => {
        if (frame.members === null) return;
        const { table: members, indices } = frame.members;
        const rowFrame: Frame = { ...frame, table: members, index: 0 };
        for (const index of indices) {
          rowFrame.index = index;
          members.addOrigins(column, rowFrame, cells);
        }
      }),
    );
  }
  return { scope: { form: 'over', table, groupBy }, names: { ...scope, variables, rows: table } };
}

/** What a definition is made for, and the names its expressions know. */
export function recordScope(
  definition: ScopeDefinition,
  scope: Scope,
  path: Path,
  problems: Problems,
): { scope: RecordScope; names: Scope } | null {
  if (definition.each !== undefined && definition.over !== undefined) {
    problems.at(path, 'each and over exclude each other');
    return null;
  }
  if (definition.group_by !== undefined && definition.over === undefined)
    problems.at([...path, 'group_by'], 'group_by belongs to over');
  if (definition.each_value !== undefined && definition.each === undefined)
    problems.at([...path, 'each_value'], 'each_value belongs to each');
  const { each, over } = definition;
  if (each !== undefined) return problems.try([...path, 'each'], () => eachScope(definition, each, scope));
  if (over !== undefined) return problems.try([...path, 'over'], () => overScope(definition, over, scope));
  return { scope: { form: 'once' }, names: scope };
}
