import exceljs from 'exceljs';

export type Value = exceljs.CellValue;

/** A cell, or a cell made from the number of its row, as formulas are. */
export type Made = Value | ((row: number) => Value);

export interface Column {
  readonly name: string;
  readonly unit?: string;
  readonly width?: number;
  readonly format?: string;
  /** The title above the name, merged over the columns that share it. */
  readonly group?: string;
}

/** A table anywhere on a sheet. */
export interface Block {
  /** The row of the names; a row of units follows where a column has one. */
  readonly headerRow: number;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Made[])[];
  /** The row below the data: its word, and the names of the columns that it adds up. */
  readonly total?: { readonly word: string; readonly of: readonly string[] };
  readonly notes?: readonly string[];
}

/** A sheet with a title block and one table. */
export interface Table extends Block {
  readonly sheet: string;
  readonly title: string;
  readonly note: string;
}

const grey = { argb: 'FF666666' };

/** A number typed as text, as it comes when a cell was filled from a message. */
export function typed(value: number, group = ','): string {
  return String(value).replace(/\B(?=(\d{3})+$)/, group);
}

export function day(number: number, month = 10): Date {
  return new Date(Date.UTC(2026, month - 1, number));
}

/** The fraction of a day, which is a time of day in a spreadsheet. */
export function timeOfDay(hours: number, minutes: number): number {
  return (hours * 60 + minutes) / 1440;
}

function letter(column: number): string {
  return String.fromCharCode(64 + column);
}

function numberIn(value: Value): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return Number(value.replaceAll(',', ''));
  if (typeof value === 'object' && value !== null && 'result' in value) return Number(value.result);
  return 0;
}

/** Names, units and group titles. Answers the first row of data. */
function head(sheet: exceljs.Worksheet, table: Block): number {
  const { columns, headerRow } = table;
  columns.forEach(({ name, unit, width }, place) => {
    const cell = sheet.getCell(headerRow, place + 1);
    cell.value = name;
    cell.font = { bold: true };
    cell.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFDDE8D8' } };
    sheet.getColumn(place + 1).width = Math.max(width ?? 0, sheet.getColumn(place + 1).width ?? 12);
    if (unit === undefined) return;
    sheet.getCell(headerRow + 1, place + 1).value = unit;
    sheet.getCell(headerRow + 1, place + 1).font = { italic: true, color: grey };
  });
  for (const group of new Set(columns.flatMap((column) => column.group ?? []))) {
    const first = columns.findIndex((column) => column.group === group) + 1;
    const last = columns.findLastIndex((column) => column.group === group) + 1;
    sheet.getCell(headerRow - 1, first).value = group;
    if (last > first) sheet.mergeCells(headerRow - 1, first, headerRow - 1, last);
  }
  return headerRow + (columns.some(({ unit }) => unit !== undefined) ? 2 : 1);
}

/** Writes the rows, each from the first column on. Answers what each column adds up to, by its name. */
function fill(
  sheet: exceljs.Worksheet,
  { columns, rows }: Block,
  first: number,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  rows.forEach((values, place) => {
    values.forEach((made, at) => {
      const value = typeof made === 'function' ? made(first + place) : made;
      // Writing nothing to a merged cell would empty the whole range.
      if (value === null) return;
      const column = columns[at];
      const cell = sheet.getCell(first + place, at + 1);
      cell.value = value;
      if (column?.format !== undefined && typeof value !== 'string') cell.numFmt = column.format;
      const name = column?.name ?? '';
      sums.set(name, (sums.get(name) ?? 0) + numberIn(value));
    });
  });
  return sums;
}

/** Puts a table on a sheet: header, units, rows, total and notes. Answers its first row of data. */
export function putTable(sheet: exceljs.Worksheet, table: Block): number {
  const first = head(sheet, table);
  const sums = fill(sheet, table, first);
  const last = first + table.rows.length - 1;
  if (table.total !== undefined) {
    sheet.getCell(last + 1, 1).value = table.total.word;
    sheet.getRow(last + 1).font = { bold: true };
    for (const name of table.total.of) {
      const column = table.columns.findIndex((candidate) => candidate.name === name) + 1;
      const range = `${letter(column)}${first}:${letter(column)}${last}`;
      sheet.getCell(last + 1, column).value = {
        formula: `SUM(${range})`,
        result: Number((sums.get(name) ?? 0).toFixed(6)),
      };
    }
  }
  table.notes?.forEach((note, place) => {
    sheet.getCell(last + 3 + place, 1).value = note;
  });
  return first;
}

/** Adds a sheet with a title block and one table. Answers the sheet and its first row of data. */
export function addTable(book: exceljs.Workbook, company: string, table: Table) {
  const sheet = book.addWorksheet(table.sheet);
  sheet.getCell('A1').value = table.title;
  sheet.getCell('A1').font = { bold: true, size: 14 };
  sheet.getCell('A2').value = company;
  sheet.getCell('A3').value = table.note;
  sheet.getCell('A3').font = { italic: true, color: grey };
  return { sheet, first: putTable(sheet, table) };
}

/** Merges a column over the rows of each group: a name that is written once. */
export function mergeDown(
  sheet: exceljs.Worksheet,
  column: number,
  firstRow: number,
  sizes: readonly number[],
) {
  let row = firstRow;
  for (const size of sizes) {
    if (size > 1) sheet.mergeCells(row, column, row + size - 1, column);
    row += size;
  }
}

/** Adds the cover: labels in column B from row 2, what they hold in column C. */
export function addCover(
  book: exceljs.Workbook,
  lines: readonly (readonly [string, Value, string?])[],
): void {
  const sheet = book.addWorksheet('Cover');
  sheet.getColumn(2).width = 22;
  sheet.getColumn(3).width = 38;
  lines.forEach(([label, value, format], place) => {
    sheet.getCell(place + 2, 2).value = label;
    sheet.getCell(place + 2, 3).value = value;
    if (format !== undefined) sheet.getCell(place + 2, 3).numFmt = format;
  });
  sheet.getCell('B2').font = { bold: true, size: 16 };
}

/** A workbook's bytes; its dates of making are fixed. */
export async function workbookOf(company: string, fill: (book: exceljs.Workbook) => void): Promise<Buffer> {
  const book = new exceljs.Workbook();
  book.creator = company;
  book.created = new Date(Date.UTC(2026, 10, 3));
  book.modified = book.created;
  fill(book);
  return Buffer.from(await book.xlsx.writeBuffer());
}
