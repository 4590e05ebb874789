import { compile } from '../expressions/compile.js';
import { ExpressionError } from '../expressions/expression-error.js';
import { didYouMean } from '../expressions/nearest.js';
import type { Scope, Variable } from '../expressions/scope.js';
import { compileTemplate } from '../expressions/template.js';
import { compileLabels, foldLabel } from '../normal-text.js';
import type { MappingDocument } from '../schema/document.js';
import type { DeriveDefinition, TableDefinition } from '../schema/tables.js';
import type { CompiledColumn, CompiledDerive, CompiledTable } from '../tables/compiled-table.js';
import { unitReader } from '../tables/unit-text.js';
import { checkDateFormats, checkSpellings, compileColumn, compileUnit } from './compile-column.js';
import { columnVariable } from './column-scope.js';
import { compileRule, compileSkips } from './compile-row-rules.js';
import { flag } from './typed.js';
import { askDeviation, deviationAt } from './deviation-at.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';

/** A table with the names of its rows; derived columns are added as they can be compiled. */
interface OpenTable {
  readonly name: string;
  readonly definition: TableDefinition;
  readonly columns: ReadonlyMap<string, CompiledColumn>;
  readonly variables: Map<string, Variable>;
  readonly scope: Scope;
  readonly derived: CompiledDerive[];
  readonly asked: Set<string>;
}

/** Compiles every table with its derived columns, in whatever order they need each other. */
export function compileTables(
  document: MappingDocument,
  globals: Scope,
  problems: Problems,
): { tables: readonly CompiledTable[]; scope: Scope } {
  const definitions = Object.entries(document.tables);
  const keys = new Map(definitions.map(([name, definition]) => [name, keysOf(definition)]));
  const tableScopes = new Map<string, Scope>();
  const scope: Scope = {
    variables: globals.variables,
    tables: tableScopes,
    keys,
    rows: null,
    reached: globals.reached,
  };
  const open = definitions.map(([name, definition]) =>
    openTable(name, definition, document, scope, problems),
  );
  for (const table of open) tableScopes.set(table.name, table.scope);
  compileDerived(open, problems);
  const tables = open.map((table) => closeTable(table, document, globals, problems));
  return { tables, scope };
}

function keysOf(definition: TableDefinition): readonly string[] {
  return definition.key === undefined
    ? []
    : typeof definition.key === 'string'
      ? [definition.key]
      : definition.key;
}

function openTable(
  name: string,
  definition: TableDefinition,
  document: MappingDocument,
  globals: Scope,
  problems: Problems,
): OpenTable {
  const path = ['tables', name];
  const columns = new Map<string, CompiledColumn>();
  const variables = new Map(globals.variables);
  const asked = new Set(keysOf(definition));
  checkDateFormats(definition.locale?.dates, path, problems);
  for (const [key, column] of Object.entries(definition.columns)) {
    const compiled = compileColumn(
      key,
      column,
      definition,
      document,
      globals,
      [...path, 'columns', key],
      problems,
    );
    columns.set(key, compiled);
    if (definition.header?.none === true && column.column === undefined)
      problems.at(
        [...path, 'columns', key],
        'the table has no header: give the column by its letter, column: F',
      );
    if (globals.variables.has(key))
      problems.at([...path, 'columns', key], `"${key}" is already the name of a parameter`);
    variables.set(key, columnVariable(key, compiled.type, asked));
    if (compiled.within !== null) asked.add(key);
  }
  for (const [key, { deviation }] of columns)
    problems.try([...path, 'columns', key, 'sd'], () => {
      askDeviation(deviation, variables);
    });
  for (const key of keysOf(definition)) {
    if (!columns.has(key) && definition.derive?.[key] === undefined)
      problems.at([...path, 'key'], `the table has no column "${key}"${didYouMean(key, columns.keys())}`);
  }
  for (const [key, column] of Object.entries(definition.columns)) {
    for (const other of [column.unit_column, column.below_words?.limit_column]) {
      if (other !== undefined && !columns.has(other))
        problems.at(
          [...path, 'columns', key],
          `the table has no column "${other}"${didYouMean(other, columns.keys())}`,
        );
    }
  }
  return { name, definition, columns, variables, scope: { ...globals, variables }, derived: [], asked };
}

interface Pending {
  readonly table: OpenTable;
  readonly key: string;
  readonly definition: DeriveDefinition;
  readonly path: Path;
}

/** Tries until nothing more can be compiled: what is left is wrong, or goes round in a circle. */
function compileDerived(open: readonly OpenTable[], problems: Problems): void {
  let pending: Pending[] = open.flatMap((table) =>
    Object.entries(table.definition.derive ?? {}).map(([key, definition]) => ({
      table,
      key,
      definition,
      path: ['tables', table.name, 'derive', key],
    })),
  );
  for (const { table, key, path } of pending) {
    if (table.variables.has(key)) problems.at(path, `"${key}" is already the name of a column or parameter`);
  }
  let errors = new Map<Pending, string>();
  while (pending.length > 0) {
    errors = new Map();
    for (const each of pending) {
      try {
        const compiled = compileDerive(each, each.table.scope, problems);
        each.table.variables.set(each.key, columnVariable(each.key, compiled.value.type, each.table.asked));
        each.table.derived.push(compiled);
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        errors.set(each, error.message);
      }
    }
    if (errors.size === pending.length) break;
    pending = [...errors.keys()];
  }
  const unfinished = new Set([...errors.keys()].map((each) => each.key));
  for (const [{ path, definition, key }, message] of errors) {
    const name = /column or parameter "(\w+)" here/.exec(message)?.[1];
    const circle =
      name !== undefined && unfinished.has(name)
        ? `${key} needs ${name}, which needs ${key} in turn or has a problem of its own`
        : message;
    problems.at(typeof definition === 'object' ? [...path, 'value'] : path, circle);
  }
  for (const table of open) compileChecks(table, problems);
}

function compileDerive(pending: Pending, scope: Scope, problems: Problems): CompiledDerive {
  const definition =
    typeof pending.definition === 'object' ? pending.definition : { value: pending.definition };
  const value = compile(String(definition.value), scope);
  const deviation = deviationAt(definition, pending.path, problems);
  if (value.type.type !== 'quantity' && (definition.unit !== undefined || deviation !== null))
    throw new ExpressionError('unit and sd belong to quantities');
  askDeviation(deviation, scope.variables);
  return {
    key: pending.key,
    value,
    unit: compileUnit(definition.unit, undefined, pending.path, problems),
    deviation,
    check: null,
    checkText: String(definition.check ?? ''),
    message: null,
    path: pending.path,
  };
}

function compileChecks(table: OpenTable, problems: Problems): void {
  const { scope } = table;
  for (const [index, derived] of table.derived.entries()) {
    const definition = table.definition.derive?.[derived.key];
    if (typeof definition !== 'object' || definition.check === undefined) continue;
    const { check, message } = definition;
    table.derived[index] = {
      ...derived,
      check: problems.try([...derived.path, 'check'], () => flag(compile(String(check), scope))),
      message:
        message === undefined
          ? null
          : problems.try([...derived.path, 'message'], () => compileTemplate(message, scope)),
    };
  }
}

function closeTable(
  table: OpenTable,
  document: MappingDocument,
  globals: Scope,
  problems: Problems,
): CompiledTable {
  const { name, definition, columns } = table;
  const path = ['tables', name];
  const { sheet, file, until } = definition;
  const find = definition.header?.find;
  const columnScope: Scope = {
    ...globals,
    variables: new Map(
      [...table.variables].filter(([key]) => !table.derived.some((derived) => derived.key === key)),
    ),
  };
  checkSpellings(definition.units, path, problems);
  return {
    name,
    definition,
    sheet: sheet === undefined ? null : problems.try([...path, 'sheet'], () => compileLabels(sheet)),
    sheetText:
      sheet === undefined
        ? 'anything'
        : typeof sheet === 'string'
          ? `"${sheet}"`
          : sheet.map((text) => `"${text}"`).join(' or '),
    file: file === undefined ? null : problems.try([...path, 'file'], () => compileLabels(file)),
    find: find === undefined ? null : problems.try([...path, 'header', 'find'], () => compileLabels(find)),
    until:
      until === undefined
        ? null
        : {
            ...compileRule(until, columns, [...path, 'until'], problems),
            blankRows: until.blank_rows ?? null,
            row: until.row ?? null,
          },
    skip: compileSkips(definition, columns, columnScope, path, problems),
    keys: keysOf(definition),
    columns,
    asked: table.asked,
    derived: table.derived,
    units: unitReader(definition.units, document.units),
    spellings: new Set(
      [...Object.keys(definition.units ?? {}), ...Object.keys(document.units ?? {})].map(foldLabel),
    ),
  };
}
