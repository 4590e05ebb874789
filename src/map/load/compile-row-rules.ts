import { compile } from '../expressions/compile.js';
import { didYouMean } from '../expressions/nearest.js';
import type { Scope } from '../expressions/scope.js';
import { compileLabels } from '../normal-text.js';
import type { SkipDefinition, TableDefinition } from '../schema/tables.js';
import type { CompiledColumn, CompiledSkip, RowRule } from '../tables/compiled-table.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';
import { flag } from './typed.js';

type RuleDefinition = Pick<SkipDefinition, 'first_cell' | 'any_cell' | 'column' | 'filled_at_most'>;

/** What tells the rows that a rule means. */
export function compileRule(
  definition: RuleDefinition,
  columns: ReadonlyMap<string, CompiledColumn>,
  path: Path,
  problems: Problems,
): RowRule {
  const { first_cell: first, any_cell: whichever, column } = definition;
  if (column !== undefined && !columns.has(column.name)) {
    problems.at(
      [...path, 'column', 'name'],
      `the table has no column "${column.name}"${didYouMean(column.name, columns.keys())}`,
    );
  }
  return {
    firstCell: first === undefined ? null : problems.try([...path, 'first_cell'], () => compileLabels(first)),
    anyCell:
      whichever === undefined ? null : problems.try([...path, 'any_cell'], () => compileLabels(whichever)),
    column:
      column === undefined
        ? null
        : problems.try([...path, 'column', 'is'], () => ({ key: column.name, is: compileLabels(column.is) })),
    filledAtMost: definition.filled_at_most ?? null,
  };
}

/** The rules for rows that are left out. */
export function compileSkips(
  definition: TableDefinition,
  columns: ReadonlyMap<string, CompiledColumn>,
  rowScope: Scope,
  path: Path,
  problems: Problems,
): CompiledSkip[] {
  return (definition.skip ?? []).map((rule, index) => {
    const place = [...path, 'skip', index];
    const { when } = rule;
    const compiled =
      when === undefined
        ? null
        : problems.try([...place, 'when'], () =>
            flag(compile(String(when), { ...rowScope, tables: new Map() })),
          );
    return {
      ...compileRule(rule, columns, place, problems),
      when: compiled,
      reason: rule.reason ?? 'filtered',
    };
  });
}
