import { createHash } from 'node:crypto';
import type { Limits } from '../../model/mapped.js';
import { parseUnit } from '../../quantity/index.js';
import { columnNumber } from '../column-number.js';
import { compile } from '../expressions/compile.js';
import { didYouMean } from '../expressions/nearest.js';
import type { Scope } from '../expressions/scope.js';
import { compileTemplate } from '../expressions/template.js';
import type { CompiledCheck, CompiledParameter, CompiledTotal, Mapping } from '../mapping.js';
import type { MappingDocument } from '../schema/document.js';
import { checkDateFormats, checkSpellings, compileColumn } from './compile-column.js';
import { columnType, parameterVariable } from './column-scope.js';
import { compileRecords } from './compile-records.js';
import { compileTables } from './compile-tables.js';
import { MappingError } from './mapping-error.js';
import type { Problems } from './problems.js';
import { readDocument } from './read-document.js';
import { recordScope } from './record-scope.js';
import { flag } from './typed.js';

const reserved = new Set(['this', 'rows', 'true', 'false', 'null', 'in', 'cel']);
const empty: Scope = {
  variables: new Map(),
  tables: new Map(),
  keys: new Map(),
  rows: null,
  reached: new Set(),
};

/**
 * Reads a mapping and checks all of it: shape, names, types, units. Throws MappingError with every problem and
 * its line and column. `environment` fills in `project: ${NAME}`.
 */
export function loadMapping(
  text: string,
  path: string,
  options: { readonly environment: Readonly<Record<string, string | undefined>> },
): Mapping {
  const { document, problems } = readDocument(text, path);
  checkNames(document, problems);
  checkZone(document.timezone, problems);
  checkDateFormats(document.locale?.dates, [], problems);
  checkSpellings(document.units, [], problems);
  const parameters = compileParameters(document, problems);
  const globals: Scope = {
    ...empty,
    reached: new Set(),
    variables: new Map(parameters.map(({ name, reader }) => [name, parameterVariable(name, reader.type)])),
  };
  const { tables, scope } = compileTables(document, globals, problems);
  const records = compileRecords(document, scope, problems);
  const checks = compileChecks(document, scope, problems);
  const totals = compileTotals(document, problems);
  const projectId = resolveProject(document.project, options.environment, problems);
  if (problems.issues.length > 0) throw new MappingError(path, problems.issues);
  return {
    path,
    sha256: createHash('sha256').update(text).digest('hex'),
    document,
    projectId,
    positions: problems.positions,
    parameters,
    tables,
    records,
    checks,
    totals,
    limits: limitsOf(document),
    reachedTables: scope.reached,
  };
}

function checkNames(document: MappingDocument, problems: Problems): void {
  const groups = [
    [['parameters'], document.parameters ?? {}],
    [['tables'], document.tables],
    ...Object.entries(document.tables).flatMap(
      ([name, table]) =>
        [
          [['tables', name, 'columns'], table.columns],
          [['tables', name, 'derive'], table.derive ?? {}],
        ] as const,
    ),
  ] as const;
  for (const [path, group] of groups) {
    for (const name of Object.keys(group)) {
      if (reserved.has(name))
        problems.key(
          path,
          name,
          `${path.join('.')}: "${name}" has a meaning in expressions; choose another name`,
        );
    }
  }
}

function checkZone(zone: string, problems: Problems): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    problems.at(
      ['timezone'],
      `"${zone}" is not a time zone; they are written as Africa/Nairobi or America/Chicago`,
    );
  }
}

function compileParameters(document: MappingDocument, problems: Problems): readonly CompiledParameter[] {
  return Object.entries(document.parameters ?? {}).map(([name, definition]) => {
    const path = ['parameters', name];
    const parts =
      definition.cell === undefined ? null : /^'?(.+?)'?!([A-Z]{1,3})(\d+)$/.exec(definition.cell);
    const reader = compileColumn(
      name,
      { header: name, type: definition.type, unit: definition.unit, pattern: definition.pattern },
      { columns: {} },
      document,
      empty,
      path,
      problems,
    );
    const column = columnNumber(parts?.[2] ?? '');
    return {
      name,
      cell: parts === null ? null : { sheet: parts[1] ?? '', row: Number(parts[3]), column },
      value: definition.value ?? null,
      reader: { ...reader, type: columnType(reader.definition), headerText: `the parameter ${name}` },
    };
  });
}

function compileChecks(
  document: MappingDocument,
  scope: Scope,
  problems: Problems,
): readonly CompiledCheck[] {
  return (document.checks ?? []).flatMap((definition, index) => {
    const path = ['checks', index];
    const place = recordScope({ each: definition.each }, scope, path, problems);
    if (place === null) return [];
    const expect = problems.try([...path, 'expect'], () =>
      flag(compile(String(definition.expect), place.names)),
    );
    const { message } = definition;
    const said =
      message === undefined
        ? null
        : problems.try([...path, 'message'], () => compileTemplate(message, place.names));
    if (expect === null) return [];
    return [
      {
        name: definition.name,
        path,
        scope: place.scope,
        expect,
        message: said,
        severity: definition.severity ?? 'error',
      },
    ];
  });
}

function compileTotals(document: MappingDocument, problems: Problems): readonly CompiledTotal[] {
  return (document.control_totals ?? []).map((definition, index) => {
    const path = ['control_totals', index];
    const known = Object.keys(document.datapoints ?? {});
    if (!known.includes(definition.datapoints)) {
      problems.at(
        [...path, 'datapoints'],
        `datapoints has no "${definition.datapoints}"${didYouMean(definition.datapoints, known)}`,
      );
    }
    const unit = definition.unit === undefined ? null : parseUnit(definition.unit);
    if (unit?.ok === false) problems.at([...path, 'unit'], unit.message);
    return {
      name: definition.name,
      datapoints: definition.datapoints,
      unitText: definition.unit ?? null,
    };
  });
}

/** `${NAME}` is the one thing that comes from the environment, and never a secret. */
function resolveProject(
  project: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  problems: Problems,
): string | null {
  if (project === undefined) return null;
  const name = /^\$\{([A-Z][A-Z0-9_]*)\}$/.exec(project.trim())?.[1];
  if (name === undefined) {
    if (!project.includes('${')) return project.trim() === '' ? null : project.trim();
    problems.at(['project'], 'write a project id, or ${MRV_PROJECT_ID} alone');
    return null;
  }
  if (/SECRET|TOKEN|PASSWORD|KEY/.test(name)) {
    problems.at(['project'], `${name} looks like a secret, and a mapping never reads one`);
    return null;
  }
  const value = environment[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

function shareOf(share: string | number | undefined): number | null {
  if (share === undefined) return null;
  return typeof share === 'number' ? share : Number(share.replace('%', '').trim()) / 100;
}

function limitsOf(document: MappingDocument): Limits {
  return {
    update: shareOf(document.limits?.update),
    replace: shareOf(document.limits?.replace),
    update_count: document.limits?.update_count ?? null,
    replace_count: document.limits?.replace_count ?? null,
    locked_count: document.limits?.locked_count ?? null,
    outside_period: document.limits?.outside_period ?? null,
    co2e_change: shareOf(document.limits?.co2e_change),
    co2e_change_kg: document.limits?.co2e_change_kg ?? null,
    first_write: document.limits?.first_write ?? null,
  };
}
