import type exceljs from 'exceljs';
import type {
  CoverSheet,
  ReportCell,
  ReportRow,
  Section,
  TableSheet,
  Tone,
  WorkbookData,
} from './report-data.js';

const ink = 'FF1F2A37';
const grey = 'FF6B7280';
const rule = 'FFD5DAE1';
const head = 'FF24425C';

/** Fill and ink of a tone: light enough to print, far enough apart to tell in grey. */
const tones: Readonly<Record<Tone, { readonly fill: string; readonly ink: string }>> = {
  good: { fill: 'FFE8F3EA', ink: 'FF1E5631' },
  changed: { fill: 'FFE5EEF8', ink: 'FF1F4E79' },
  warning: { fill: 'FFFFF1CC', ink: 'FF7A5200' },
  bad: { fill: 'FFF9DAD7', ink: 'FF8E1B13' },
  quiet: { fill: 'FFFFFFFF', ink: grey },
};

const linkInk = 'FF1F5FA8';
const font = 'Calibri';
const headerRow = 4;
/** Columns from this width on wrap their text. */
const wrapFrom = 44;
const lineHeight = 13;
const mostLines = 12;

function solid(colour: string): exceljs.Fill {
  return { type: 'pattern', pattern: 'solid', fgColor: { argb: colour } };
}

/** A link as a formula: Excel has no limit on these, and the streaming writer puts them in their right place. */
function linkFormula(text: string, link: string): exceljs.CellFormulaValue {
  const quote = (part: string) => `"${part.replaceAll('"', '""')}"`;
  return {
    formula: `HYPERLINK(${quote(link.slice(0, 250))},${quote(text.slice(0, 250))})`,
    result: text,
    date1904: false,
  };
}

/** Control characters cannot be in a sheet, and Excel takes 32,767 characters a cell. */
function cellText(text: string): string {
  return text.replaceAll(/(?![\t\n])\p{Cc}/gu, ' ').slice(0, 32_000);
}

function fill(cell: exceljs.Cell, value: ReportCell, format: string | undefined): void {
  if (value === null) return;
  if (typeof value === 'number') {
    cell.value = value;
    cell.numFmt = format ?? 'General';
    return;
  }
  if (typeof value === 'string') {
    cell.value = cellText(value);
    // Marked as text, so that it stays text when somebody opens and leaves the cell.
    cell.numFmt = '@';
    return;
  }
  cell.value = linkFormula(value.text, value.link);
}

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
    cell.alignment = { vertical: 'middle', wrapText: true };
  });
  row.height = 22;
}

/** The column that carries the tone: the whole row would drown the page. */
function tinted(table: TableSheet): ReadonlySet<number> {
  const titles = ['Action', 'Outcome', 'Verdict', 'Severity', 'Agrees'];
  return new Set(table.columns.flatMap((column, place) => (titles.includes(column.title) ? [place] : [])));
}

function tableRow(row: exceljs.Row, given: ReportRow, table: TableSheet, tint: ReadonlySet<number>): void {
  const tone = given.tone === undefined ? null : tones[given.tone];
  given.cells.forEach((value, place) => {
    const cell = row.getCell(place + 1);
    fill(cell, value, table.columns[place]?.format);
    const link = typeof value === 'object' && value !== null;
    const quiet = given.tone === 'quiet';
    cell.font = {
      name: font,
      size: 10,
      color: { argb: link ? linkInk : quiet ? grey : ink },
      underline: link,
    };
    const number = table.columns[place]?.format !== undefined;
    cell.alignment = {
      vertical: 'top',
      wrapText: (table.columns[place]?.width ?? 0) >= wrapFrom,
      horizontal: number ? 'right' : 'left',
      indent: number ? 0 : 1,
    };
    cell.border = { bottom: { style: 'hair', color: { argb: rule } } };
    if (tone !== null && tint.has(place) && value !== null) {
      cell.fill = solid(tone.fill);
      cell.font = { name: font, size: 10, bold: !quiet, color: { argb: tone.ink } };
    }
  });
}

/** Rows are as high as their longest wrapped text asks for, up to a limit: not every program finds it by itself. */
function rowHeight(given: ReportRow, table: TableSheet): number {
  const lines = given.cells.map((value, place) => {
    const width = table.columns[place]?.width ?? 10;
    return typeof value === 'string' && width >= wrapFrom ? Math.ceil((value.length * 1.1) / width) : 1;
  });
  return lineHeight * Math.min(mostLines, Math.max(1, ...lines)) + 2;
}

function writeTable(book: exceljs.stream.xlsx.WorkbookWriter, table: TableSheet, data: WorkbookData): void {
  const sheet = book.addWorksheet(table.name, {
    ...pageOptions(data, `${headerRow}:${headerRow}`),
    views: [{ state: 'frozen', ySplit: headerRow, showGridLines: false }],
  });
  sheet.columns = table.columns.map((column) => ({ width: column.width }));
  heading(sheet, table.title, table.lead);
  tableHeader(sheet, table);
  const tint = tinted(table);
  table.rows.forEach((given, place) => {
    const row = sheet.getRow(headerRow + 1 + place);
    tableRow(row, given, table, tint);
    row.height = rowHeight(given, table);
    row.commit();
  });
  const last = headerRow + Math.max(1, table.rows.length);
  if (table.rows.length === 0) sheet.getCell(headerRow + 1, 1).value = 'Nothing to report.';
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
      fill(cell, value, Number.isInteger(value) ? '#,##0' : '#,##0.000');
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
  const book = new writer.stream.xlsx.WorkbookWriter({
    filename: path,
    useStyles: true,
    useSharedStrings: false,
  });
  const made = new Date(data.generatedAt);
  book.creator = 'mrv-ingest';
  book.created = made;
  book.modified = made;
  for (const sheet of data.sheets) {
    if (sheet.shape === 'cover') writeCover(book, sheet, data);
    else writeTable(book, sheet, data);
  }
  await book.commit();
}
