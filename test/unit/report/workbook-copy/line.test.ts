import { createHash } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import exceljs from 'exceljs';
import { describe, expect, it } from 'vitest';
import { openWorkbook } from '../../../../src/read/index.js';
import { writeResultCopies } from '../../../../src/report/index.js';
import { mapped } from '../../../support/builders.js';
import { givenMonth, startGiven } from '../../../support/given-month.js';
import { targetOf, temporaryFolder, walkLine, type Walked } from '../../../support/line.js';
import { packageParts } from '../../../support/package-parts.js';
import { biochar } from '../../../support/sample/samples.js';

const offline = {
  command: 'validate',
  stop: 'plan',
  environment: { MRV_PROJECT_ID: 'prj_0000000000000000' },
} as const;

/** Every cell by its place: its text, or its formula with the result. */
async function cellsOf(file: string): Promise<ReadonlyMap<string, string>> {
  const workbook = await openWorkbook(file);
  const cells = new Map<string, string>();
  for (const sheet of workbook.sheets) {
    for await (const row of sheet.rows())
      for (const { row: number, column, ...cell } of row.cells)
        cells.set(`${sheet.info.name} ${number} ${column}`, JSON.stringify(cell));
  }
  return cells;
}

/** The four new cells of a row. */
function told(
  cells: ReadonlyMap<string, string>,
  sheet: string,
  row: number,
  first: number,
): readonly string[] {
  return [0, 1, 2, 3].map((index) => {
    const cell: unknown = JSON.parse(cells.get(`${sheet} ${row} ${first + index}`) ?? '{}');
    return typeof cell === 'object' && cell !== null && 'value' in cell ? String(cell.value) : '';
  });
}

function copy(walked: Walked, suffix: string): string {
  return walked.summary.files.workbooks.find((file) => path.parse(file).name.endsWith(suffix)) ?? '';
}

async function change(file: string, change: (book: exceljs.Workbook) => void): Promise<string> {
  const book = new exceljs.Workbook();
  await book.xlsx.readFile(file);
  change(book);
  const changed = path.join(await temporaryFolder(), 'month.xlsx');
  await book.xlsx.writeFile(changed);
  return changed;
}

describe("a run's copies of its workbooks", () => {
  it('of the sample hold what the sample holds, and what became of each row', async () => {
    const walked = await walkLine(null, {
      workbooks: [biochar.workbook],
      mapping: biochar.mapping,
      evidence: biochar.evidence,
      ...offline,
    });
    expect(walked.summary.files.workbooks).toEqual([
      path.join(walked.folder, 'mrv-2026-10 with results.xlsx'),
    ]);
    const [before, after] = [await cellsOf(biochar.workbook), await cellsOf(copy(walked, 'with results'))];
    for (const [place, cell] of before) expect(after.get(place), place).toBe(cell);
    expect(told(after, 'Feedstock deliveries', 6, 13)).toEqual([
      'Result: status',
      'Result: reference',
      'Result: id',
      'Result: message',
    ]);
    expect(told(after, 'Feedstock deliveries', 8, 13)[0]).toBe('valid');
    const [old, now] = [
      await packageParts(await readFile(biochar.workbook)),
      await packageParts(await readFile(copy(walked, 'with results'))),
    ];
    const changed = [...old]
      .filter(([name, part]) => now.get(name)?.equals(part) !== true)
      .map(([name]) => name);
    expect(
      changed.filter((name) => !/worksheets\/sheet\d\.xml$|styles\.xml$|Content_Types/.test(name)),
    ).toEqual([]);
  });

  it('have the rows to correct, which are read by the same mapping and are right once corrected', async () => {
    const wrong = await change(biochar.workbook, (book) => {
      const runs = book.getWorksheet('Production runs');
      if (runs !== undefined) runs.getCell('D9').value = 'oops';
    });
    const request = { mapping: biochar.mapping, evidence: biochar.evidence, ...offline };
    const first = await walkLine(null, { workbooks: [wrong], ...request });
    expect(first.summary.exit_code).toBe(3);
    const cells = await cellsOf(copy(first, 'with results'));
    expect(told(cells, 'Production runs', 9, 8)[0]).toBe('error');
    expect(told(cells, 'Production runs', 9, 8)[3]).toContain('"oops" is not a number');

    const toCorrect = copy(first, 'rows to correct');
    const second = await walkLine(null, { workbooks: [toCorrect], ...request });
    expect(second.gathered.mapped?.rowsWithErrors.map(({ sheet, row }) => `${sheet} ${row}`)).toEqual([
      'Production runs 9',
    ]);
    expect(second.gathered.mapped?.mappedRows.filter((row) => row.table === 'runs')).toEqual([]);

    const corrected = await change(toCorrect, (book) => {
      const runs = book.getWorksheet('Production runs');
      if (runs !== undefined) runs.getCell('D9').value = 32900;
    });
    const third = await walkLine(null, { workbooks: [corrected], ...request });
    expect(third.summary.exit_code).toBe(0);
    const [corrected9, ...others] =
      third.gathered.mapped?.mappedRows.filter((row) => row.table === 'runs') ?? [];
    expect(others).toEqual([]);
    expect(corrected9?.row).toBe(9);
    expect(corrected9?.references).toEqual(expect.arrayContaining(['NRM-R003-out', 'NRM-B26-37-dry']));
    expect(first.summary.files.workbook_notes?.join()).toContain('made of several rows');
  });

  it('tell the ids of what was sent, beside each record of a CSV file', async () => {
    const folder = await temporaryFolder();
    await cp(givenMonth, folder, { recursive: true });
    const service = await startGiven();
    try {
      const walked = await walkLine(targetOf(service), {
        workbooks: [path.join(folder, 'month.csv')],
        mapping: path.join(folder, 'mapping.yaml'),
      });
      expect(walked.summary.exit_code).toBe(0);
      const lines = (await readFile(copy(walked, 'with results'), 'utf8')).split('\n');
      expect(lines[2]).toBe(
        'Ticket,Date,Mass (t),Distance (km),Carbon (%),Evidence,Result: status,Result: reference,Result: id,Result: message',
      );
      expect(lines[3]).toMatch(/^1,03\/10\/2026,10,40,75,a.txt,created,.*NRM-1-mass; .*,.*dtp_\w+/);
      expect(lines[6]).toMatch(/^Total,,31.5,,,,skipped,,,left out: the row is a total$/);
    } finally {
      await service.close();
    }
  });

  it('are told of where there is none', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'gone.csv');
    const text = 'Ticket\n1\n';
    await writeFile(file, text);
    const changed = path.join(folder, 'changed.csv');
    await writeFile(changed, text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const copies = await writeResultCopies({
      mapped: mapped([], {
        workbooks: [
          { path: path.join(folder, 'nowhere.xlsx'), sha256: '' },
          { path: file, sha256 },
          { path: changed, sha256: '0'.repeat(64) },
        ],
      }),
      plan: null,
      issues: [],
      outcomes: [],
      reconciliation: null,
      folder,
      formatOf: () => Promise.resolve({ format: 'xlsx' }),
    });
    expect(copies.files).toEqual([]);
    expect(copies.refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('no copy with results: ENOENT'),
      'no copy with results: its list of parts is damaged',
      expect.stringContaining('was changed while the run went on'),
    ]);
  });
});
