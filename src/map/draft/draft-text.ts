import { basename } from 'node:path';
import type { GuessedColumn } from './guess.js';
import type { SurveyedSheet, SurveyedTable } from './survey.js';

/** A sheet's table with its columns as they were guessed. */
export interface GuessedTable {
  readonly name: string;
  readonly sheet: Pick<SurveyedSheet, 'name' | 'state'>;
  readonly table: SurveyedTable;
  readonly columns: readonly GuessedColumn[];
  /** The column that names a row; null where none is unique. */
  readonly key: GuessedColumn | null;
}

export interface Guessed {
  readonly workbook: string;
  readonly tables: readonly GuessedTable[];
  readonly leftOut: readonly string[];
  readonly dates: readonly string[];
  readonly datesAreUnsure: boolean;
  /** The decimal sign of numbers in text; null where nothing shows it. */
  readonly decimal: '.' | ',' | null;
  readonly hasNumberTexts: boolean;
  readonly words: readonly string[];
}

const quoted = (text: string): string => JSON.stringify(text);

function columnLine(column: GuessedColumn, wide: number): string {
  const parts = [`header: ${quoted(column.label)}`];
  if (column.nth > 1) parts.push(`nth: ${column.nth}`);
  parts.push(`type: ${column.type}`);
  if (column.kind !== null) parts.push(`kind: ${column.kind}`);
  if (column.unit !== null && !column.unitIsShown) parts.push(`unit: ${quoted(column.unit)}`);
  const doubts = [
    ...column.doubts,
    ...(column.hasCensored
      ? ['it has results below a limit: say below_limit: half, limit, zero or missing']
      : []),
  ];
  const said = doubts.length === 0 ? '' : `   # ? ${doubts.join('; ')}`;
  return `      ${`${column.key}:`.padEnd(wide + 1)} { ${parts.join(', ')} }${said}`;
}

function tableLines({ name, sheet, table, columns, key }: GuessedTable): readonly string[] {
  const wide = Math.max(...columns.map((column) => column.key.length));
  const header = table.find === null ? `row: ${table.headerRow}` : `find: ${quoted(table.find)}`;
  return [
    `  ${name}:`,
    `    sheet: ${quoted(sheet.name)}`,
    ...(sheet.state === 'visible' ? [] : [`    # ? this sheet is ${sheet.state}: is it data?`]),
    ...(table.above.length === 0
      ? []
      : [`    # above the header: ${table.above.slice(0, 8).map(quoted).join(', ').slice(0, 160)}`]),
    `    header: { ${header}${table.unitsBelow ? ', units_below: true' : ''} }   # row ${table.headerRow}`,
    ...(table.total === null ? [] : [`    until: { first_cell: ${quoted(table.total)} }`]),
    ...(table.total === null && table.notesBelow
      ? ['    until: { blank_rows: 1 }   # ? what follows looks like notes']
      : []),
    key === null
      ? '    # ? key: no column has a different text in every row; name one, or several as a list, if a row has a name'
      : `    key: ${key.key}   # ? it is different in every row of this file`,
    '    columns:',
    ...columns.map((column) => columnLine(column, wide)),
  ];
}

/** A name for the row at hand, in text. */
function rowName(key: GuessedColumn): string {
  return key.type === 'text' ? `{slug(${key.key})}` : `{slug(text(${key.key}))}`;
}

function datapointLines({ name, columns, key }: GuessedTable, hidden: boolean): readonly string[] {
  const files = columns.find((column) => column.type === 'files');
  const date = columns.find((column) => column.type === 'date' || column.type === 'datetime');
  const values = columns.flatMap((column) =>
    column.type === 'quantity' && column.unit !== null ? [{ ...column, unit: column.unit }] : [],
  );
  if (key === null) return values.length === 0 ? [] : [`  # ${name}: no key, so its rows have no names yet`];
  return values.flatMap((column) => {
    const lines = [
      `  ${name}_${column.key}:`,
      `    each: ${name}`,
      ...(column.hasBlanks ? [`    when: given(${column.key})`] : []),
      `    reference: "${name.replaceAll('_', '-')}-${rowName(key)}-${column.key.replaceAll('_', '-')}"`,
      `    display_name: ${quoted(`${column.label.replaceAll('{', '(').replaceAll('}', ')').slice(0, 80)}, {${key.type === 'text' ? key.key : `text(${key.key})`}}`)}`,
      `    quantity: { value: ${column.key}, unit: ${quoted(column.unit)} }   # ? a standard deviation: sd, relative_sd`,
      '    type: REPORTED',
      ...(date === undefined ? [] : [`    measured_at: ${date.key}`]),
      ...(files === undefined || hidden ? [] : [`    sources: [${name}_documents]`]),
    ];
    return lines;
  });
}

function sourceLines({ name, columns }: GuessedTable): readonly string[] {
  const files = columns.find((column) => column.type === 'files');
  const date = columns.find((column) => column.type === 'date' || column.type === 'datetime');
  if (files === undefined || date === undefined) return [];
  return [
    `  ${name}_documents:`,
    `    each: ${name}`,
    `    files: ${files.key}`,
    '    display_name: "{file}"',
    `    published_at: ${date.key}`,
  ];
}

function localeLines(guessed: Guessed): readonly string[] {
  const parts: string[] = [];
  if (guessed.decimal !== null) parts.push(`decimal: "${guessed.decimal}"`);
  if (guessed.dates.length > 0) parts.push(`dates: [${guessed.dates.join(', ')}]`);
  const doubts = [
    ...(guessed.hasNumberTexts && guessed.decimal === null
      ? ['some numbers are text: is their decimal sign "." or ","?']
      : []),
    ...(guessed.datesAreUnsure
      ? ['the dates in text can be read with the day first or the month first']
      : []),
  ];
  const said = doubts.length === 0 ? '' : `   # ? ${doubts.join('; ')}`;
  if (parts.length === 0) return said === '' ? [] : [`# locale: { decimal: "." }${said}`];
  return [`locale: { ${parts.join(', ')} }${said}`];
}

/** The draft as YAML, with every doubt as a comment beside its line. */
export function draftText(guessed: Guessed): string {
  const sources = guessed.tables.flatMap(sourceLines);
  const datapoints = guessed.tables.flatMap((table) =>
    datapointLines(table, !sources.some((line) => line.startsWith(`  ${table.name}_documents:`))),
  );
  return [
    '# yaml-language-server: $schema=./mapping.schema.json',
    `# A draft, made from ${basename(guessed.workbook)} by looking at it. Lines with "# ?" are guesses: settle each of them,`,
    '# then try `mrv-ingest validate WORKBOOK --mapping THIS`. The language: mappings/README.md.',
    'mapping: 1',
    `name: ${quoted(basename(guessed.workbook).replace(/\.[^.]+$/, ''))}`,
    'project: ${MRV_PROJECT_ID}',
    'timezone: UTC   # ? the zone of the dates and times in the workbook, as Africa/Nairobi',
    ...localeLines(guessed),
    ...(guessed.words.length === 0
      ? []
      : [
          `missing: [${guessed.words.map(quoted).join(', ')}]   # ? these words stand among numbers or dates`,
        ]),
    '',
    guessed.tables.length === 0 ? 'tables: {}' : 'tables:',
    ...guessed.tables.flatMap((table) => [...tableLines(table), '']),
    ...guessed.leftOut.map((line) => `# ${line}`),
    ...(guessed.leftOut.length === 0 ? [] : ['']),
    ...(sources.length === 0 ? [] : ['sources:', ...sources, '']),
    ...(datapoints.some((line) => !line.trim().startsWith('#'))
      ? [
          'datapoints:   # ? one for each measured column: leave out what is not evidence of the removal',
          ...datapoints,
          '',
        ]
      : [
          '# datapoints: name the records that the rows become; see mappings/README.md, Records',
          ...datapoints.map((line) => `#${line}`),
          '',
        ]),
    '# components: and ghg_entries: come next: `mrv-ingest list templates` shows what the template wants.',
    '',
  ].join('\n');
}
