import { createWriteStream } from 'node:fs';
import type exceljs from 'exceljs';
import type { CoverSheet, Section, TableSheet, WorkbookData } from './report-data.js';
import { cellText, fillCell, font, formatOf, grey, head, ink, solid, tones } from './sheet-look.js';
import { headerRow, writeRows } from './table-sheet.js';

/** Landscape, as wide as the page, with the header row and the foot on every page. */
function pageOptions(data: WorkbookData, repeatedRows: string): Partial<exceljs.AddWorksheetOptions> {
  return {
    pageSetup: {
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
      printTitlesRow: repeatedRows,
      margins: { left: 0.4, right: 0.4, top: 0.5, bottom: 0.6, header: 0.3, footer: 0.3 },
    },
    // A blank behind the size keeps the foot's digits out of it.
    headerFooter: { oddFooter: `&L&8 ${data.foot.replaceAll('&', '&&')}&C&8 &A&R&8 &P / &N` },
  };
}

function heading(sheet: exceljs.Worksheet, title: string, lead: string): void {
  const top = sheet.getCell('A1');
  top.value = title;
  top.font = { name: font, bold: true, size: 18, color: { argb: ink } };
  sheet.getRow(1).height = 28;
  const second = sheet.getCell('A2');
  second.value = cellText(lead);
  second.font = { name: font, size: 11, color: { argb: grey } };
}

function tableHeader(sheet: exceljs.Worksheet, table: TableSheet): void {
  const row = sheet.getRow(headerRow);
  table.columns.forEach((column, place) => {
    const cell = row.getCell(place + 1);
    cell.value = column.title;
    cell.font = { name: font, bold: true, color: { argb: 'FFFFFFFF' } };
    cell.fill = solid(head);
    const isNumber = column.format !== undefined;
    cell.alignment = {
      vertical: 'middle',
      wrapText: true,
      horizontal: isNumber ? 'right' : 'left',
      indent: isNumber ? 0 : 1,
    };
  });
  row.height = 22;
}

async function writeTable(
  book: exceljs.stream.xlsx.WorkbookWriter,
  table: TableSheet,
  data: WorkbookData,
  failed: Promise<never>,
): Promise<void> {
  const sheet = book.addWorksheet(table.name, {
    ...pageOptions(data, `${headerRow}:${headerRow}`),
    views: [{ state: 'frozen', ySplit: headerRow, showGridLines: false }],
  });
  sheet.columns = table.columns.map((column) => ({ width: column.width }));
  heading(sheet, table.title, table.lead);
  tableHeader(sheet, table);
  const last = await writeRows(sheet, table, failed);
  if (last === headerRow) sheet.getCell(headerRow + 1, 1).value = 'Nothing to report.';
  else
    sheet.autoFilter = {
      from: { row: headerRow, column: 1 },
      to: { row: last, column: table.columns.length },
    };
  sheet.commit();
}

function writeSection(sheet: exceljs.Worksheet, section: Section, start: number): number {
  let row = start;
  const title = sheet.getCell(row, 1);
  title.value = section.heading;
  title.font = { name: font, bold: true, size: 13, color: { argb: head } };
  section.columns?.forEach((column, place) => {
    const cell = sheet.getCell(row, place + 2);
    cell.value = column;
    cell.font = { name: font, size: 9, color: { argb: grey } };
    cell.alignment = { horizontal: 'right' };
  });
  for (let column = 1; column <= 6; column += 1) {
    sheet.getCell(row, column).border = { bottom: { style: 'thin', color: { argb: head } } };
  }
  for (const line of section.lines) {
    row += 1;
    const tone = line.tone === undefined ? null : tones[line.tone];
    const label = sheet.getCell(row, 1);
    label.value = cellText(line.label);
    label.font = { name: font, size: 11, color: { argb: tone?.ink ?? ink }, bold: line.tone === 'bad' };
    if (tone !== null && line.tone !== 'quiet') label.fill = solid(tone.fill);
    line.cells.forEach((value, place) => {
      const cell = sheet.getCell(row, place + 2);
      fillCell(cell, value);
      const format = formatOf(value, Number.isInteger(value) ? '#,##0' : '#,##0.000');
      if (format !== null) cell.numFmt = format;
      cell.font = { name: font, size: 11, color: { argb: tone?.ink ?? ink } };
      if (typeof value === 'number') cell.alignment = { horizontal: 'right' };
    });
  }
  return row + 2;
}

function writeCover(book: exceljs.stream.xlsx.WorkbookWriter, cover: CoverSheet, data: WorkbookData): void {
  const sheet = book.addWorksheet(cover.name, {
    ...pageOptions(data, '1:2'),
    views: [{ showGridLines: false }],
  });
  sheet.columns = [46, 16, 16, 16, 16, 16].map((width) => ({ width }));
  heading(sheet, cover.title, cover.lead);
  const lead = sheet.getCell('A2');
  sheet.mergeCells('A2:F2');
  lead.font = { name: font, size: 12, bold: true, color: { argb: tones[cover.tone].ink } };
  lead.fill = solid(tones[cover.tone].fill);
  lead.alignment = { vertical: 'middle', wrapText: true, indent: 1 };
  sheet.getRow(2).height = 34;
  let row = 4;
  for (const section of cover.sections) row = writeSection(sheet, section, row);
  sheet.commit();
}

/**
 * Writes a report as a workbook, row by row, so that a large one costs no more memory than a small one. Links are
 * formulas: the streaming writer would put link elements where Excel does not look for them.
 */
export async function writeReportWorkbook(data: WorkbookData, path: string): Promise<void> {
  // A tenth of a second to load, which commands that write no workbook need not wait for.
  const { default: writer } = await import('exceljs');
  const file = createWriteStream(path);
  const failed = new Promise<never>((_, reject) => file.once('error', reject));
  // Whoever waits for the disk hears of its failure; nobody else need.
  failed.catch(() => undefined);
  const book = new writer.stream.xlsx.WorkbookWriter({
    stream: file,
    useStyles: true,
    useSharedStrings: false,
  });
  const made = new Date(data.generatedAt);
  book.creator = 'mrv-ingest';
  book.created = made;
  book.modified = made;
  for (const sheet of data.sheets) {
    if (sheet.shape === 'cover') writeCover(book, sheet, data);
    else await writeTable(book, sheet, data, failed);
  }
  await Promise.race([book.commit(), failed]);
}
