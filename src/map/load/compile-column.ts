import { fitsKind, parseUnit, type Unit, unitOf } from '../../quantity/index.js';
import { compileDateFormat } from '../cells/date-format.js';
import { dateTextReader } from '../cells/date-text.js';
import { mergeLocales } from '../cells/locale.js';
import { columnNumber } from '../column-number.js';
import { compile } from '../expressions/compile.js';
import type { Scope } from '../expressions/scope.js';
import { compileLabels, wordTest } from '../normal-text.js';
import type { ColumnDefinition } from '../schema/columns.js';
import type { MappingDocument } from '../schema/document.js';
import type { TableDefinition } from '../schema/tables.js';
import type { CompiledColumn } from '../tables/compiled-table.js';
import { columnType } from './column-scope.js';
import { deviationAt } from './deviation-at.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';
import { typed } from './typed.js';

function describe(definition: ColumnDefinition): string {
  if (definition.header === undefined) return `in column ${definition.column ?? '?'}`;
  const texts = typeof definition.header === 'string' ? [definition.header] : definition.header;
  return texts.map((text) => `"${text}"`).join(' or ');
}

/** A unit of the mapping; null where there is none or it was reported. */
export function compileUnit(
  text: string | undefined,
  kind: string | undefined,
  path: Path,
  problems: Problems,
): Unit | null {
  if (text === undefined) return null;
  const parsed = parseUnit(text);
  if (!parsed.ok) {
    problems.at([...path, 'unit'], parsed.message);
    return null;
  }
  if (kind !== undefined && !fitsKind(parsed.unit, kind))
    problems.at([...path, 'unit'], `${text} is not a unit of ${kind}`);
  return parsed.unit;
}

function missingTest(...lists: readonly (readonly string[] | undefined)[]): (text: string) => boolean {
  return wordTest(['', ...lists.flatMap((list) => list ?? [])]);
}

/** Reports the patterns under `locale.dates` that are none. */
export function checkDateFormats(
  patterns: readonly string[] | undefined,
  path: Path,
  problems: Problems,
): void {
  for (const [index, pattern] of (patterns ?? []).entries()) {
    if (compileDateFormat(pattern) !== null) continue;
    problems.at(
      [...path, 'locale', 'dates', index],
      `"${pattern}" names no day, month and year: write it as dd/MM/yyyy`,
    );
  }
}

/** Reports what is no unit on the right side of `units`. */
export function checkSpellings(
  units: Readonly<Record<string, string>> | undefined,
  path: Path,
  problems: Problems,
): void {
  for (const [spelling, unit] of Object.entries(units ?? {})) {
    const parsed = parseUnit(unit);
    if (!parsed.ok) problems.at([...path, 'units', spelling], parsed.message);
  }
}

/** Compiles one column of a table. `globals` holds the parameters. */
export function compileColumn(
  key: string,
  definition: ColumnDefinition,
  table: TableDefinition,
  document: MappingDocument,
  globals: Scope,
  path: Path,
  problems: Problems,
): CompiledColumn {
  const locale = mergeLocales(definition.locale, table.locale, document.locale);
  checkDateFormats(definition.locale?.dates, path, problems);
  const header = definition.header;
  const group = definition.group;
  const within = definition.within;
  const { pattern } = definition;
  return {
    key,
    definition,
    type: columnType(definition),
    header: header === undefined ? null : problems.try([...path, 'header'], () => compileLabels(header)),
    headerText: describe(definition),
    group: group === undefined ? null : problems.try([...path, 'group'], () => compileLabels(group)),
    position: definition.column === undefined ? null : columnNumber(definition.column),
    unit:
      definition.type === 'number' || definition.type === 'integer'
        ? unitOf('dimensionless')
        : compileUnit(definition.unit, definition.kind, path, problems),
    locale,
    readDate: dateTextReader(locale.dates),
    isMissing: missingTest(definition.missing, table.missing, document.missing),
    pattern:
      pattern === undefined ? null : problems.try([...path, 'pattern'], () => new RegExp(pattern, 'u')),
    deviation: deviationAt(definition, path, problems),
    within:
      within === undefined
        ? null
        : problems.try([...path, 'within'], () => typed(compile(String(within), globals), ['month'])),
  };
}
