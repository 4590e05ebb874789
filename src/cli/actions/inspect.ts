import { exitCodes } from '../../model/errors.js';
import type { Workbook } from '../../model/workbook.js';
import {
  inspectCells,
  inspectedJson,
  openWorkbook,
  resolveRange,
  type InspectedCell,
} from '../../run/index.js';
import { usageError } from '../environment.js';
import type { Terminal } from '../terminal.js';

/** One cell as people read it: `Deliveries!F17  number  24.7  (0.00)  =D17-E17`. */
function cellLine(cell: InspectedCell): string {
  const value = cell.value === null ? '' : String(cell.value);
  const parts = [`${cell.sheet}!${cell.cell}`.padEnd(24), cell.type.padEnd(14), value];
  if (cell.number_format !== 'General') parts.push(`(${cell.number_format})`);
  if (cell.formula !== null) parts.push(cell.formula);
  if (cell.hidden) parts.push('hidden');
  return parts.join('  ').trimEnd();
}

async function showCells(
  workbook: Workbook,
  range: string,
  json: boolean,
  terminal: Terminal,
): Promise<void> {
  const found = resolveRange(workbook, range);
  if ('message' in found) throw usageError('range-unknown', found.message);
  for await (const cell of inspectCells(found.sheet, found.contains)) {
    terminal.out.write(`${json ? inspectedJson(cell) : cellLine(cell)}\n`);
  }
}

/** A sheet's used range and where a table seems to begin: the first row with most of its cells as text. */
async function sheetFacts(sheet: Workbook['sheets'][number]) {
  let [firstRow, lastRow, lastColumn, rows, cells] = [0, 0, 0, 0, 0];
  let header: { readonly row: number; readonly names: readonly string[] } | null = null;
  for await (const row of sheet.rows()) {
    rows += 1;
    cells += row.cells.length;
    if (firstRow === 0) firstRow = row.number;
    lastRow = row.number;
    lastColumn = Math.max(lastColumn, row.cells.at(-1)?.column ?? 0);
    const names = row.cells.filter((cell) => cell.type === 'text').map((cell) => String(cell.value));
    if (header === null && names.length >= 3 && names.length === row.cells.length)
      header = { row: row.number, names };
  }
  return {
    name: sheet.info.name,
    state: sheet.info.state,
    rows,
    cells,
    first_row: firstRow,
    last_row: lastRow,
    last_column: lastColumn,
    merged_ranges: (await sheet.merges()).length,
    header,
  };
}

async function showSheets(workbook: Workbook, json: boolean, terminal: Terminal): Promise<void> {
  const sheets = [];
  for (const sheet of workbook.sheets) sheets.push(await sheetFacts(sheet));
  if (json) {
    const { path, format, sha256, date1904 } = workbook;
    terminal.out.write(`${JSON.stringify({ path, format, sha256, date_1904: date1904, sheets })}\n`);
    return;
  }
  for (const sheet of sheets) {
    const state = sheet.state === 'visible' ? '' : `, ${sheet.state}`;
    terminal.out.write(
      `${sheet.name}: rows ${sheet.first_row} to ${sheet.last_row}, ${sheet.cells} cells${state}\n`,
    );
    if (sheet.header !== null) {
      terminal.out.write(
        `  looks like a header in row ${sheet.header.row}: ${sheet.header.names.join(' | ')}\n`,
      );
    }
  }
}

export interface InspectArguments {
  readonly workbook: string;
  readonly cells: string | undefined;
  readonly json: boolean;
}

/** Shows the sheets of a workbook, or the cells of a range. */
export async function inspect(flags: InspectArguments, terminal: Terminal): Promise<number> {
  const workbook = await openWorkbook(flags.workbook);
  try {
    if (flags.cells === undefined) await showSheets(workbook, flags.json, terminal);
    else await showCells(workbook, flags.cells, flags.json, terminal);
  } finally {
    await workbook.close();
  }
  return exitCodes.done;
}
