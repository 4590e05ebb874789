import type {
  BlankCell,
  BlankColumn,
  BlankRule,
  BlankSheet,
  BlankTable,
  BlankWorkbook,
} from '../model/blank.js';
import { quantityKinds } from '../quantity/index.js';
import { baseName } from './base-name.js';
import { columnNumber } from './column-number.js';
import type { CompiledParameter, Mapping } from './mapping.js';
import type { ColumnDefinition } from './schema/columns.js';
import type { TableDefinition } from './schema/tables.js';

/** The first text of alternatives that is no /pattern/: what a blank sheet can show. */
function shown(patterns: string | readonly string[] | undefined): string | null {
  const list = typeof patterns === 'string' ? [patterns] : (patterns ?? []);
  return list.find((text) => !/^\/.*\/$/.test(text)) ?? null;
}

const words: Readonly<Record<ColumnDefinition['type'], string>> = {
  text: 'Text.',
  integer: 'A whole number.',
  number: 'A number.',
  quantity: 'A number in the unit of the column.',
  quantities: 'A number in the unit of the column; more columns of this kind may stand beside it.',
  date: 'A date.',
  datetime: 'A date with its time.',
  time: 'A time of day.',
  month: 'A month, as 2026-10 or the first of its days.',
  flag: 'Yes or no.',
  files: 'The names of evidence files, as they lie in the evidence folder.',
};

function note(column: ColumnDefinition): string {
  return [
    column.description ?? null,
    words[column.type],
    column.required === true ? 'May not be blank.' : 'May be blank where there is nothing to say.',
    column.range === undefined ? null : `From ${column.range[0]} to ${column.range[1]}.`,
    column.type === 'files' ? `Several names are set apart by "${column.separator ?? ';'}".` : null,
    column.fill === 'down' ? 'A blank cell means the value above it.' : null,
    column.below_limit === undefined ? null : 'A result below the limit is written as <0.02.',
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function allowed(column: ColumnDefinition): readonly string[] | null {
  if (column.type === 'flag') return ['yes', 'no'];
  if (column.values === undefined) return null;
  return Array.isArray(column.values) ? column.values : Object.keys(column.values);
}

function rule(column: ColumnDefinition): BlankRule {
  const values = allowed(column);
  if (values !== null) return { type: 'list', values };
  if (column.type === 'date') return { type: 'date' };
  // A result below a limit, or a value with ±, is text: the spreadsheet must let it in.
  const numbersOnly = column.below_limit === undefined && column.k === undefined;
  if (['integer', 'number', 'quantity', 'quantities'].includes(column.type) && numbersOnly) {
    return { type: 'number', least: column.range?.[0] ?? null, greatest: column.range?.[1] ?? null };
  }
  return { type: 'any' };
}

function format(type: ColumnDefinition['type']): string | null {
  if (type === 'date') return 'yyyy-mm-dd';
  if (type === 'datetime') return 'yyyy-mm-dd hh:mm';
  if (type === 'time') return 'hh:mm';
  if (type === 'month') return 'mmm yyyy';
  // Tickets such as 0047 keep their zeros only as text.
  return type === 'text' || type === 'files' ? '@' : null;
}

function unitOfColumn(column: ColumnDefinition, header: string): string | null {
  if (column.type !== 'quantity' && column.type !== 'quantities') return null;
  // Brackets in the header say it already.
  if (/[([].+[)\]]\s*$/.test(header)) return null;
  return (
    column.unit ?? (column.kind === undefined ? null : (quantityKinds.get(column.kind)?.exampleUnit ?? null))
  );
}

function tableOf(name: string, table: TableDefinition, firstColumn: number): BlankTable {
  const units = table.header?.units_below;
  const isBare = table.header?.none === true;
  const headerRow = isBare ? 0 : (table.header?.row ?? 5);
  const unitsRow = units === undefined || units === false ? null : headerRow + (units === true ? 1 : units);
  const columns = Object.entries(table.columns).map(([key, column], place): BlankColumn => {
    const header = shown(column.header) ?? key.replaceAll('_', ' ');
    return {
      column: column.column === undefined ? firstColumn + place : columnNumber(column.column),
      header,
      group: shown(column.group),
      unit: unitsRow === null ? null : unitOfColumn(column, header),
      note: note(column),
      required: column.required === true,
      rule: rule(column),
      format: format(column.type),
    };
  });
  // Without a header, what lies above the data ends in `row`.
  const above = isBare ? (table.header?.row ?? 0) : (unitsRow ?? headerRow);
  const firstRow = above + (table.header?.skip_below ?? 0) + 1;
  return { title: name.replaceAll('_', ' '), headerRow, unitsRow, firstRow, columns };
}

function cellOf(parameter: CompiledParameter, mapping: Mapping): readonly [string, BlankCell][] {
  const definition = mapping.document.parameters?.[parameter.name];
  if (parameter.cell === null || definition === undefined) return [];
  const { sheet, row, column } = parameter.cell;
  const pattern = definition.pattern === undefined ? null : `Written like ${definition.pattern}.`;
  const text = [definition.description ?? null, words[definition.type], pattern]
    .filter((part) => part !== null)
    .join(' ');
  return [
    [
      sheet,
      {
        row,
        column,
        label: parameter.name.replaceAll('_', ' '),
        note: text,
        format: format(definition.type),
      },
    ],
  ];
}

/** The blank workbook of a mapping: the sheets, headers, units and rules that a filled one will be read by. */
export function blankWorkbook(mapping: Mapping): BlankWorkbook {
  const tables = new Map<string, BlankTable[]>();
  for (const [name, table] of Object.entries(mapping.document.tables)) {
    const sheet = shown(table.sheet) ?? name.replaceAll('_', ' ');
    const there = tables.get(sheet) ?? [];
    const used = there.flatMap(({ columns }) => columns.map(({ column }) => column));
    tables.set(sheet, [...there, tableOf(name, table, used.length === 0 ? 1 : Math.max(...used) + 2)]);
  }
  const cells = mapping.parameters.flatMap((parameter) => cellOf(parameter, mapping));
  const names = [...new Set([...cells.map(([sheet]) => sheet), ...tables.keys()])];
  const sheets = names.map((name): BlankSheet => ({
    name,
    tables: tables.get(name) ?? [],
    cells: cells.filter(([sheet]) => sheet === name).map(([, cell]) => cell),
  }));
  return {
    title: mapping.document.name,
    instructions: [
      'Fill in one row for each record, from the first row below the units. Rows may be left blank between.',
      'A header with an asterisk must not be left blank. Rest on a header to read what belongs below it.',
      'Write numbers as numbers. The unit is the one below the header; change it there if you measured in another.',
      'Put the evidence files into one folder and write their names as they are.',
      `Then: mrv-ingest validate WORKBOOK --mapping ${baseName(mapping.path)}`,
    ],
    sheets,
  };
}
