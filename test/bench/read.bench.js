import { join } from 'node:path';
import { makeWorkbook } from './make-workbook.js';
import { peers } from './peers.js';
import { inTurns, measure, printTable, root } from './processes.js';

const own = `
  const { openWorkbook } = await import(process.argv[2] + 'dist/read/index.js');
  const workbook = await openWorkbook(process.argv[1]);
  for (const sheet of workbook.sheets) for await (const row of sheet.rows()) cells += row.cells.length;
  await workbook.close();`;

export async function run({ folder }) {
  const file = join(folder, 'rows.xlsx');
  await makeWorkbook(file, 100_000);
  const rows = inTurns(
    [{ name: 'mrv-ingest', run: () => measure(own, [file, root]) }, ...peers(file, folder)],
    3,
  );
  printTable('Reading 100,000 rows by 20 columns', rows, 'exceljs, streaming');
}
