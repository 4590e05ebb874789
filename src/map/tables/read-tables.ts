import type { SkippedRow } from '../../model/mapped.js';
import { cellAddress, type SheetReader, type Workbook } from '../../model/workbook.js';
import { baseName } from '../base-name.js';
import type { SheetPlace } from '../cell-sink.js';
import type { World } from '../expressions/scope.js';
import type { Findings } from '../findings.js';
import { tidy } from '../normal-text.js';
import type { CompiledTable } from './compiled-table.js';
import { labelText } from './header.js';
import { MergedCells } from './merges.js';
import { type RowFate, SheetTable } from './sheet-table.js';
import type { TableData } from './table-data.js';

/** A table of the mapping and the rows that are read into it. */
export interface OpenTable {
  readonly table: CompiledTable;
  readonly data: TableData;
}

/** What the tables of a mapping share while they are read. */
export interface TableReading {
  readonly tables: readonly OpenTable[];
  readonly findings: Findings;
  readonly world: World;
  readonly skipped: SkippedRow[];
}

/** Reads every table from every sheet that it names, each sheet once. */
export async function readTables(reading: TableReading, workbooks: readonly Workbook[]): Promise<void> {
  const named = new Set<OpenTable>();
  const searched = new Set<OpenTable>();
  for (const workbook of workbooks) {
    for (const sheet of workbook.sheets) {
      const wanted = reading.tables.filter(
        ({ table }) =>
          (table.sheet?.(sheet.info.name) ?? true) && (table.file?.(baseName(workbook.path)) ?? true),
      );
      const read = wanted.filter(
        ({ table }) => sheet.info.state === 'visible' || table.definition.hidden !== 'skip',
      );
      for (const open of wanted) named.add(open);
      for (const open of read) searched.add(open);
      if (read.length > 0) await readSheet(reading, read, workbook, sheet);
    }
  }
  for (const open of reading.tables) {
    const { table, data } = open;
    if (table.definition.optional === true) continue;
    if (!named.has(open)) tellMissingSheet(reading, table, workbooks);
    else if (table.sheet === null) {
      if (data.layouts.length === 0) tellNowhere(reading, table, workbooks);
    } else if (!searched.has(open)) tellHiddenSheets(reading, table, workbooks);
  }
}

/** Every sheet that the table names is hidden and left out: it would be empty without a word. */
function tellHiddenSheets(reading: TableReading, table: CompiledTable, workbooks: readonly Workbook[]): void {
  reading.findings.add(
    'sheet-missing',
    `every sheet named ${table.sheetText} is hidden, and the table ${table.name} leaves hidden ones out (hidden: skip)`,
    workbooks.map((workbook) => ({ at: 'file', file: workbook.path })),
  );
}

function tellMissingSheet(reading: TableReading, table: CompiledTable, workbooks: readonly Workbook[]): void {
  const names = workbooks.flatMap((workbook) => workbook.sheets.map((sheet) => `"${tidy(sheet.info.name)}"`));
  reading.findings.add(
    'sheet-missing',
    `no sheet is named ${table.sheetText}, which the table ${table.name} needs; there are ${names.slice(0, 20).join(', ')}`,
    workbooks.map((workbook) => ({ at: 'file', file: workbook.path })),
  );
}

/** A table that names no sheet is looked for on all of them. */
function tellNowhere(reading: TableReading, table: CompiledTable, workbooks: readonly Workbook[]): void {
  reading.findings.add(
    'header-missing',
    `the header of the table ${table.name} was found on no sheet: no row has ${soughtHeader(table)}`,
    workbooks.map((workbook) => ({ at: 'file', file: workbook.path })),
  );
}

/** The texts by which a header is known. */
function soughtHeader(table: CompiledTable): string {
  const { find } = table.definition.header ?? {};
  const texts =
    find ??
    [...table.columns.values()]
      .filter((column) => column.definition.optional !== true)
      .map((column) => column.headerText);
  return Array.isArray(texts) ? texts.slice(0, 10).join(', ') : texts;
}

interface ActiveTable extends OpenTable {
  readonly reader: SheetTable;
}

/**
 * Reads a sheet for the tables that lie on it. A file has its merges behind its rows, and most long sheets have none:
 * so the rows are read as if there were none, and once more, with the merges, where some reach over rows.
 */
async function readSheet(
  reading: TableReading,
  tables: readonly OpenTable[],
  workbook: Workbook,
  sheet: SheetReader,
): Promise<void> {
  const place: SheetPlace = { file: workbook.path, sheet: sheet.info.name };
  const before = tables.map(({ data }) => ({ data, rows: data.size, layouts: data.layouts.length }));
  const issues = reading.findings.issues.length;
  const skipped = reading.skipped.length;
  let active = await readRows(reading, tables, place, sheet, new MergedCells([]));
  const merged = new MergedCells(await sheet.merges());
  if (!merged.isEmpty) {
    for (const { data, rows, layouts } of before) data.truncate(rows, layouts);
    reading.findings.issues.length = issues;
    reading.skipped.length = skipped;
    active = await readRows(reading, tables, place, sheet, merged);
  }
  for (const open of active) finish(reading, open, place, sheet);
}

async function readRows(
  reading: TableReading,
  tables: readonly OpenTable[],
  place: SheetPlace,
  sheet: SheetReader,
  merged: MergedCells,
): Promise<readonly ActiveTable[]> {
  const active = tables.map(({ table, data }): ActiveTable => {
    const reader = new SheetTable(table, data, place, merged, reading.findings, reading.world);
    return { table, data, reader };
  });
  for await (const rows of sheet.batches()) {
    for (const row of rows) {
      merged.see(row);
      const reason = reasonOf(active.map(({ reader }) => reader.feed(row)));
      if (reason !== null)
        reading.skipped.push({
          origin: { at: 'cell', ...place, cell: cellAddress(row.number, row.cells[0]?.column ?? 1) },
          reason,
        });
    }
  }
  return active;
}

/** null: the row is data, or lies above every table, or is part of a header. */
function reasonOf(fates: readonly RowFate[]): string | null {
  let reason: string | null = null;
  for (const fate of fates) {
    if (fate.fate === 'data' || fate.fate === 'layout') return null;
    if (fate.fate === 'skipped' && (reason === null || reason === 'note')) reason = fate.reason;
    if (fate.fate === 'after') reason ??= 'note';
  }
  return reason;
}

function finish(
  reading: TableReading,
  { table, data, reader }: ActiveTable,
  place: SheetPlace,
  sheet: SheetReader,
): void {
  if (!reader.found && table.sheet !== null && table.definition.optional !== true)
    tellMissingHeader(reading, table, reader, place);
  for (const store of data.columns.values()) {
    store.finish((code, message, layout, row, column) => {
      reading.findings.add(code, message, [{ at: 'cell', ...layout.place, cell: cellAddress(row, column) }]);
    });
  }
  if (!reader.found) return;
  if (sheet.info.state !== 'visible') {
    reading.findings.add(
      'hidden-read',
      `the sheet is hidden and was read for the table ${table.name}; say hidden: skip if it is not data`,
      [{ at: 'cell', ...place, cell: 'A1' }],
    );
  } else if (reader.hiddenRows > 0) {
    reading.findings.add(
      'hidden-read',
      `${reader.hiddenRows} hidden ${reader.hiddenRows === 1 ? 'row was' : 'rows were'} read for the table ${table.name}; say hidden: skip if they are not data`,
      [{ at: 'cell', ...place, cell: 'A1' }],
    );
  }
}

function tellMissingHeader(
  reading: TableReading,
  table: CompiledTable,
  reader: SheetTable,
  place: SheetPlace,
): void {
  const { nearest } = reader;
  const near =
    nearest === null
      ? ''
      : `; row ${nearest.row} comes nearest (${nearest.labels.map(labelText).slice(0, 8).join(', ')}) and lacks ${nearest.missing
          .map((column) => column.headerText)
          .slice(0, 8)
          .join(', ')}`;
  reading.findings.add(
    'header-missing',
    `the header of the table ${table.name} was not found: no row has ${soughtHeader(table)}${near}`,
    [
      {
        at: 'cell',
        ...place,
        cell: nearest === null ? 'A1' : cellAddress(nearest.row, nearest.labels[0]?.position ?? 1),
      },
    ],
  );
}
