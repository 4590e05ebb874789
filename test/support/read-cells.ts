import { cellAddress } from '../../src/model/workbook.js';
import type { Cell, Row, SheetReader } from '../../src/model/workbook.js';
import { openWorkbook } from '../../src/read/index.js';
import type { ReadOptions } from '../../src/read/index.js';

export async function readRows(sheet: SheetReader): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const row of sheet.rows()) rows.push(row);
  return rows;
}

/** The cells of a file's first sheet (or the one named) by address. */
export async function readCells(
  path: string,
  sheet?: string,
  options?: ReadOptions,
): Promise<Record<string, Cell>> {
  const workbook = await openWorkbook(path, options);
  const reader = workbook.sheets.find((each) => sheet === undefined || each.info.name === sheet);
  const rows = reader === undefined ? [] : await readRows(reader);
  await workbook.close();
  return Object.fromEntries(
    rows.flatMap((row) => row.cells).map((cell) => [cellAddress(cell.row, cell.column), cell]),
  );
}

/** The values of a file's first sheet by address. */
export async function readValues(
  path: string,
  options?: ReadOptions,
): Promise<Record<string, Cell['value']>> {
  const cells = await readCells(path, undefined, options);
  return Object.fromEntries(Object.entries(cells).map(([address, cell]) => [address, cell.value]));
}

/** Reads everything of a file: all sheets, rows and merges. The number of cells. */
export async function readAll(path: string, options?: ReadOptions): Promise<number> {
  const workbook = await openWorkbook(path, options);
  let cells = 0;
  try {
    for (const sheet of workbook.sheets) {
      await sheet.merges();
      for await (const row of sheet.rows()) cells += row.cells.length;
    }
  } finally {
    await workbook.close();
  }
  return cells;
}
