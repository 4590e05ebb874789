import type { Workbook } from '../../model/workbook.js';
import { cellText } from '../cells/cell-text.js';
import { readDigits } from '../cells/number-text.js';
import { draftText, type Guessed, type GuessedTable } from './draft-text.js';
import { guessColumn, isNumberText, keyOf, type GuessedColumn } from './guess.js';
import { surveySheet, type SurveyedSheet } from './survey.js';

const identifier = /(?:\b(?:no|nr|id|code|ref|ticket|batch|sample|lab|number)\b|#)/i;

function guessTable(sheet: SurveyedSheet, taken: Set<string>): GuessedTable | null {
  const { table } = sheet;
  if (table === null) return null;
  const name = keyOf(sheet.name, taken);
  taken.add(name);
  const keys = new Set<string>();
  const columns = table.columns.map((column): GuessedColumn => {
    const guessed = guessColumn(column, table.dataRows, keys);
    keys.add(guessed.key);
    return guessed;
  });
  const names = columns.filter(
    (column) => column.isUnique && (column.type === 'text' || column.type === 'date'),
  );
  const key = names.find((column) => identifier.test(column.label)) ?? names[0] ?? null;
  return { name, sheet, table, columns, key };
}

/** The decimal sign that numbers in text show: null where every one of them can be read both ways. */
function decimalOf(sheets: readonly SurveyedSheet[]): {
  readonly decimal: '.' | ',' | null;
  readonly found: boolean;
} {
  const texts = sheets.flatMap((sheet) =>
    (sheet.table?.columns ?? []).flatMap((column) =>
      column.cells.filter((cell) => cell.type === 'text').map((cell) => cellText(cell)),
    ),
  );
  const numbers = texts.filter((text) => /[.,]/.test(text) && isNumberText(text));
  const reads = (decimal: '.' | ','): boolean =>
    numbers.every((text) => readDigits(text, { decimal, group: null, dates: null }).ok);
  const [point, comma] = [reads('.'), reads(',')];
  return { decimal: point === comma ? null : point ? '.' : ',', found: numbers.length > 0 };
}

/** The form of text dates that reads all columns, or the first that reads most. */
function datesOf(tables: readonly GuessedTable[]): Pick<Guessed, 'dates' | 'datesAreUnsure'> {
  const columns = tables.flatMap((table) => table.columns).filter((column) => column.dateForms.length > 0);
  const shared = columns.reduce<readonly string[] | null>(
    (forms, column) =>
      forms === null ? column.dateForms : forms.filter((form) => column.dateForms.includes(form)),
    null,
  );
  const dates =
    shared !== null && shared.length > 0
      ? shared.slice(0, 1)
      : [...new Set(columns.flatMap((column) => column.dateForms.slice(0, 1)))];
  const isUnsure = columns.some(
    ({ dateForms }) => dateForms.some((form) => /^d/.test(form)) && dateForms.some((form) => /^M/.test(form)),
  );
  return { dates, datesAreUnsure: isUnsure };
}

/**
 * Drafts a mapping from a workbook: its tables, headers, types and units, and a datapoint for each measured column.
 * What the draft is not sure of stands beside it as a comment; nothing is decided in silence.
 */
export async function draftMapping(workbook: Workbook): Promise<string> {
  const sheets: SurveyedSheet[] = [];
  for (const sheet of workbook.sheets) sheets.push(await surveySheet(sheet));
  const taken = new Set<string>();
  const tables = sheets.map((sheet) => guessTable(sheet, taken)).filter((table) => table !== null);
  const { decimal, found } = decimalOf(sheets);
  return draftText({
    workbook: workbook.path,
    tables,
    leftOut: sheets.flatMap((sheet) =>
      sheet.table === null
        ? [`The sheet ${JSON.stringify(sheet.name)} holds nothing that looks like a table with a header.`]
        : sheet.isCut
          ? [`Of the sheet ${JSON.stringify(sheet.name)} only the first rows were looked at.`]
          : [],
    ),
    ...datesOf(tables),
    decimal: found ? decimal : null,
    hasNumberTexts: found,
    words: [...new Set(tables.flatMap((table) => table.columns.flatMap((column) => column.words)))].slice(
      0,
      20,
    ),
  });
}
