import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cell, Workbook } from '../../../../src/model/workbook.js';
import { openWorkbook, WorkbookError } from '../../../../src/read/index.js';
import { editWorkbook } from '../../../../src/report/workbook-copy/edit-workbook.js';
import type {
  CellNote,
  RowResult,
  SheetResults,
} from '../../../../src/report/workbook-copy/sheet-results.js';
import { openArchive } from '../../../../src/report/workbook-copy/zip.js';
import { temporaryFolder } from '../../../support/line.js';
import { packageParts } from '../../../support/package-parts.js';
import { realWorkbooks } from '../../../support/real-workbooks.js';

const folder = realWorkbooks ?? '';
/** Where the copies are left for a look with another program. */
const out = process.env['MRV_COPIES'];

async function opened(file: string): Promise<Workbook | null> {
  try {
    return await openWorkbook(file);
  } catch (error) {
    if (error instanceof WorkbookError) return null;
    throw error;
  }
}

async function cellsOf(workbook: Workbook): Promise<ReadonlyMap<string, Cell>> {
  const cells = new Map<string, Cell>();
  for (const sheet of workbook.sheets) {
    for await (const row of sheet.rows())
      for (const cell of row.cells) cells.set(`${sheet.info.name} ${cell.row} ${cell.column}`, cell);
  }
  return cells;
}

/** A result for every row of every sheet, and a note at the first cell of every third one. */
async function someResults(workbook: Workbook): Promise<ReadonlyMap<string, SheetResults>> {
  const results = new Map<string, SheetResults>();
  for (const sheet of workbook.sheets) {
    const rows = new Map<number, RowResult>();
    const notes: CellNote[] = [];
    for await (const row of sheet.rows()) {
      const failed = row.number % 3 === 0;
      rows.set(row.number, {
        row: row.number,
        status: failed ? 'error' : 'created',
        reference: `=R-${row.number}`,
        id: 'dpt_1 & <2>',
        message: 'größer als 5 µg',
        tone: failed ? 'bad' : 'good',
        inCorrections: failed ? 'correct' : 'leave-out',
      });
      const [first] = row.cells;
      if (failed && first !== undefined && notes.length < 50)
        notes.push({ row: row.number, column: first.column, text: 'error: see here', tone: 'bad' });
    }
    const [firstRow] = rows.keys();
    if (firstRow === undefined) continue;
    rows.delete(firstRow);
    results.set(sheet.info.name, {
      rows,
      headerRows: new Set([firstRow]),
      notes,
      filledDown: [],
      notAlone: null,
    });
  }
  return results;
}

describe.skipIf(realWorkbooks === null)('workbooks that others wrote', () => {
  const files = realWorkbooks === null ? [] : readdirSync(folder).filter((name) => name.endsWith('.xlsx'));
  it.each(files)(
    '%s: its copy holds the same cells, and all other parts as they were',
    async (name) => {
      const file = path.join(folder, name);
      const workbook = await opened(file);
      if (workbook === null) return;
      const results = await someResults(workbook);
      const bytes = readFileSync(file);
      const archive = await openArchive(bytes);
      const edited = editWorkbook(archive, results, 'results', null);
      const copy = archive.with(edited.changed);
      const [before, after] = [await packageParts(bytes), await packageParts(copy)];
      expect([...after.keys()].filter((part) => before.has(part))).toEqual([...before.keys()]);
      for (const [part, content] of before)
        if (!/worksheets\/|styles|Content_Types|comments|vmlDrawing|workbook\.xml\.rels/i.test(part))
          expect(after.get(part)?.equals(content), part).toBe(true);
      const copied = path.join(out ?? (await temporaryFolder()), name);
      await writeFile(copied, copy);
      const read = await openWorkbook(copied);
      const [old, now] = [await cellsOf(workbook), await cellsOf(read)];
      for (const [place, cell] of old) expect(now.get(place)).toEqual(cell);
      expect(now.size).toBeGreaterThan(old.size);
      const corrections = editWorkbook(archive, results, 'corrections', 'Caution.');
      const less = path.join(out ?? (await temporaryFolder()), `${name} less.xlsx`);
      await writeFile(less, archive.with(corrections.changed));
      const reduced = await cellsOf(await openWorkbook(less));
      const left = new Set([...reduced.values()].map((cell) => cell.row).filter((row) => row % 3 !== 0));
      const firstRows = new Set([...results.values()].flatMap((sheet) => [...sheet.headerRows]));
      expect([...left].filter((row) => !firstRows.has(row))).toEqual([]);
    },
    60_000,
  );
});
