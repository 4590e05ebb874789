import type { Cell, Row, SheetReader } from '../../model/workbook.js';
import { parseUnit } from '../../quantity/index.js';
import { cellText } from '../cells/cell-text.js';
import { foldLabel } from '../normal-text.js';
import { firstFilled } from '../tables/row-rules.js';
import { looksLikeTotal } from '../tables/row-rules.js';

/** Rows of a sheet that are looked at for a draft: enough to tell the types, few enough for any file. */
const mostRows = 2000;
const deepestHeader = 100;
const longestLabel = 120;

/** A column of what looks like a table, with the cells below its header. */
export interface SurveyedColumn {
  readonly label: string;
  /** `2` for the second column of the same label. */
  readonly nth: number;
  readonly unitBelow: string | null;
  readonly cells: readonly Cell[];
}

/** What looks like a table on a sheet. */
export interface SurveyedTable {
  readonly headerRow: number;
  /** A label that stands in no row above the header; null where each does. */
  readonly find: string | null;
  readonly unitsBelow: boolean;
  readonly columns: readonly SurveyedColumn[];
  readonly dataRows: number;
  /** The text a totals row begins with. */
  readonly total: string | null;
  /** Whether rows follow after a gap, which look like notes. */
  readonly notesBelow: boolean;
  /** What stands above the header. */
  readonly above: readonly string[];
}

export interface SurveyedSheet {
  readonly name: string;
  readonly state: 'visible' | 'hidden' | 'very-hidden';
  readonly table: SurveyedTable | null;
  /** Whether only the first rows were looked at. */
  readonly isCut: boolean;
}

function isLabelRow(row: Row): boolean {
  const filled = row.cells.filter((cell) => cellText(cell) !== '');
  const texts = filled.filter((cell) => cell.type === 'text' && cellText(cell).length <= longestLabel);
  const values = texts.filter((cell) => /^[-+<>]?\d/.test(cellText(cell)));
  const different = new Set(texts.map((cell) => foldLabel(cellText(cell)))).size;
  return (
    texts.length >= 2 &&
    texts.length / filled.length >= 0.75 &&
    values.length <= texts.length * 0.3 &&
    different >= texts.length * 0.5
  );
}

/** Whether the text cells of a row are units, as those of a row below a header are. */
function isUnitsRow(row: Row): boolean {
  const filled = row.cells.filter((cell) => cellText(cell) !== '');
  if (filled.some((cell) => cell.type !== 'text' || /^[-+<>]?\d/.test(cellText(cell)))) return false;
  const units = filled.filter((cell) => parseUnit(cellText(cell).replace(/^[([](.*)[)\]]$/, '$1')).ok);
  return filled.length > 0 && units.length / filled.length >= 0.6;
}

/** The rows below a header up to a total, or a gap behind which nothing looks like data. */
function body(
  rows: readonly Row[],
  labels: ReadonlySet<number>,
): {
  readonly data: readonly Row[];
  readonly total: string | null;
  readonly notesBelow: boolean;
} {
  const data: Row[] = [];
  const wanted = Math.max(2, Math.ceil(labels.size * 0.3));
  for (const row of rows) {
    const first = firstFilled(row);
    if (first === undefined) continue;
    if (looksLikeTotal(first)) return { data, total: cellText(first), notesBelow: false };
    const filled = row.cells.filter((cell) => labels.has(cell.column) && cellText(cell) !== '').length;
    const gap = row.number - (data.at(-1)?.number ?? row.number - 1) > 1;
    if (filled < wanted && (gap || filled === 0)) return { data, total: null, notesBelow: data.length > 0 };
    data.push(row);
  }
  return { data, total: null, notesBelow: false };
}

function tableAt(rows: readonly Row[], index: number): SurveyedTable | null {
  const header = rows[index];
  if (header === undefined || !isLabelRow(header)) return null;
  const labels = header.cells.filter((cell) => cellText(cell) !== '');
  const next = rows[index + 1];
  const unitsBelow = next?.number === header.number + 1 && isUnitsRow(next);
  const positions = new Set(labels.map((cell) => cell.column));
  const { data, total, notesBelow } = body(rows.slice(index + (unitsBelow ? 2 : 1)), positions);
  const values = data.flatMap((row) => row.cells.filter((cell) => positions.has(cell.column)));
  if (data.length === 0 || !values.some((cell) => cell.type !== 'text' || /\d/.test(cellText(cell))))
    return null;
  const seen = new Map<string, number>();
  const columns = labels.map((cell): SurveyedColumn => {
    const label = cellText(cell);
    const nth = (seen.get(label.toLowerCase()) ?? 0) + 1;
    seen.set(label.toLowerCase(), nth);
    const unit = unitsBelow ? cellText(next.cells.find((other) => other.column === cell.column)) : '';
    return {
      label,
      nth,
      unitBelow: unit === '' ? null : unit,
      cells: values.filter((value) => value.column === cell.column && cellText(value) !== ''),
    };
  });
  const above = rows.slice(0, index).flatMap((row) => row.cells.map((cell) => cellText(cell)));
  return {
    headerRow: header.number,
    find:
      columns.find(({ label }) => !above.some((text) => foldLabel(text) === foldLabel(label)))?.label ?? null,
    unitsBelow,
    columns: columns.filter((column) => column.cells.length > 0),
    dataRows: data.length,
    total,
    notesBelow,
    above: above.filter((text) => text !== ''),
  };
}

/** The first row that heads data and has nearly as many labels as any other such row. */
function findTable(rows: readonly Row[]): SurveyedTable | null {
  const found = rows
    .slice(0, deepestHeader)
    .flatMap((_, index) => tableAt(rows, index) ?? [])
    .filter((table) => table.columns.length >= 2);
  const widest = Math.max(0, ...found.map((table) => table.columns.length));
  return found.find((table) => table.columns.length >= widest * 0.6) ?? null;
}

/** Looks at a sheet as a stranger does: where its table is, and what its columns hold. */
export async function surveySheet(sheet: SheetReader): Promise<SurveyedSheet> {
  const rows: Row[] = [];
  let isCut = false;
  for await (const row of sheet.rows()) {
    isCut = rows.length >= mostRows;
    if (isCut) break;
    rows.push(row);
  }
  return { name: sheet.info.name, state: sheet.info.state, table: findTable(rows), isCut };
}
