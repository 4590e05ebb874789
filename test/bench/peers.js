/** The readers that this program is held against. SheetJS is fetched for the bench alone: it is no dependency. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from './processes.js';

const exceljs = `
  const { default: exceljs } = await import('exceljs');
  const options = { sharedStrings: 'cache', styles: 'cache', hyperlinks: 'ignore', worksheets: 'emit' };
  for await (const sheet of new exceljs.stream.xlsx.WorkbookReader(process.argv[1], options)) {
    for await (const row of sheet) row.eachCell(() => (cells += 1));
  }`;

const sheetjs = `
  const { createRequire } = await import('node:module');
  const xlsx = createRequire(process.argv[2])('xlsx');
  const book = xlsx.readFile(process.argv[1], { cellDates: true, dense: true });
  for (const name of book.SheetNames) for (const row of book.Sheets[name]) for (const cell of row ?? []) if (cell) cells += 1;`;

/** exceljs always; SheetJS where the package registry can be reached. */
export function peers(file, folder) {
  const found = [{ name: 'exceljs, streaming', run: () => measure(exceljs, [file]) }];
  const place = join(folder, 'sheetjs');
  const fetched = spawnSync(
    'npm',
    ['install', '--prefix', place, '--no-audit', '--no-fund', '--ignore-scripts', 'xlsx@0.18.5'],
    {
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  if (fetched.status === 0 && existsSync(join(place, 'node_modules/xlsx'))) {
    found.push({ name: 'SheetJS, in memory', run: () => measure(sheetjs, [file, join(place, 'from.js')]) });
  } else process.stdout.write('SheetJS could not be fetched, and is left out.\n');
  return found;
}
