import type exceljs from 'exceljs';
import type { BlankCell, BlankColumn, BlankTable, BlankWorkbook } from '../model/blank.js';

const font = 'Calibri';
const ink = 'FF1F2A37';
const grey = 'FF6B7280';
const head = 'FF24425C';
const input = 'FFFFF8E1';
/** Rows that are checked while they are filled in. More may follow; they are checked by `validate`. */
const checkedRows = 500;

function fill(colour: string): exceljs.Fill {
  return { type: 'pattern', pattern: 'solid', fgColor: { argb: colour } };
}

function validation(column: BlankColumn): exceljs.DataValidation | null {
  const said = {
    showErrorMessage: true,
    errorTitle: column.header,
    error: column.note.slice(0, 200),
    allowBlank: true,
  };
  switch (column.rule.type) {
    case 'any':
      return null;
    case 'list':
      return { ...said, type: 'list', formulae: [`"${column.rule.values.join(',').replaceAll('"', "'")}"`] };
    case 'date':
      return { ...said, type: 'date', operator: 'greaterThan', formulae: [new Date(Date.UTC(2000, 0, 1))] };
    case 'number': {
      const { least, greatest } = column.rule;
      return { ...said, type: 'decimal', operator: 'between', formulae: [least ?? -1e15, greatest ?? 1e15] };
    }
  }
}

function writeColumn(sheet: exceljs.Worksheet, table: BlankTable, column: BlankColumn): void {
  const header = sheet.getCell(Math.max(1, table.headerRow), column.column);
  if (table.headerRow > 0) {
    header.value = column.header;
    header.note = `${column.required ? '* ' : ''}${column.note}`;
    header.font = { name: font, bold: true, color: { argb: 'FFFFFFFF' }, italic: !column.required };
    header.fill = fill(head);
    header.alignment = { wrapText: true, vertical: 'middle' };
    if (column.group !== null) sheet.getCell(table.headerRow - 1, column.column).value = column.group;
  }
  if (table.unitsRow !== null && column.unit !== null) {
    const unit = sheet.getCell(table.unitsRow, column.column);
    unit.value = column.unit;
    unit.font = { name: font, italic: true, color: { argb: grey } };
  }
  const own = sheet.getColumn(column.column);
  own.width = Math.max(12, Math.min(34, column.header.length + 4));
  const rule = validation(column);
  for (let row = table.firstRow; row < table.firstRow + checkedRows; row += 1) {
    const cell = sheet.getCell(row, column.column);
    if (rule !== null) cell.dataValidation = rule;
    if (column.format !== null) cell.numFmt = column.format;
  }
}

function writeParameter(sheet: exceljs.Worksheet, cell: BlankCell): void {
  if (cell.column > 1) {
    const label = sheet.getCell(cell.row, cell.column - 1);
    label.value = cell.label;
    label.font = { name: font, bold: true, color: { argb: ink } };
  }
  const field = sheet.getCell(cell.row, cell.column);
  field.fill = fill(input);
  field.note = cell.note;
  if (cell.format !== null) field.numFmt = cell.format;
  sheet.getColumn(cell.column).width = 34;
}

function writeTable(sheet: exceljs.Worksheet, table: BlankTable): void {
  const [first] = table.columns;
  if (first !== undefined && table.headerRow > 2) {
    const title = sheet.getCell(1, first.column);
    title.value = `${table.title.charAt(0).toUpperCase()}${table.title.slice(1)}`;
    title.font = { name: font, bold: true, size: 14, color: { argb: ink } };
  }
  for (const column of table.columns) writeColumn(sheet, table, column);
  if (table.headerRow > 0)
    sheet.views = [{ state: 'frozen', ySplit: table.firstRow - 1, showGridLines: true }];
}

/** Writes a workbook to be filled in. The same data gives the same cells. */
export async function writeBlankWorkbook(blank: BlankWorkbook, path: string): Promise<void> {
  const { default: writer } = await import('exceljs');
  const book = new writer.Workbook();
  const moment = new Date(Date.UTC(2026, 0, 1));
  book.creator = 'mrv-ingest';
  book.created = moment;
  book.modified = moment;
  const guide = book.addWorksheet('How to fill in');
  guide.getColumn(1).width = 110;
  guide.getCell(1, 1).value = blank.title;
  guide.getCell(1, 1).font = { name: font, bold: true, size: 16, color: { argb: ink } };
  blank.instructions.forEach((line, place) => {
    guide.getCell(3 + place, 1).value = line;
    guide.getCell(3 + place, 1).alignment = { wrapText: true };
  });
  for (const sheet of blank.sheets) {
    const page = book.addWorksheet(sheet.name);
    for (const cell of sheet.cells) writeParameter(page, cell);
    for (const table of sheet.tables) writeTable(page, table);
  }
  await book.xlsx.writeFile(path);
}
