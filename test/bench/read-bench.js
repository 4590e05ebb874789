/**
 * Reads one workbook of 100,000 rows by 20 columns with this program's reader and with exceljs's streaming
 * reader, each in processes of its own, in turns, and prints the medians side by side: the time of the whole
 * process and the peak of its memory. `npm run build` first. `node test/bench/read-bench.js [rows] [times]`
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeWorkbook } from './make-workbook.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const programs = {
  'mrv-ingest': `
    const { openWorkbook } = await import(process.argv[2] + 'dist/read/index.js');
    const workbook = await openWorkbook(process.argv[1]);
    for (const sheet of workbook.sheets) {
      await sheet.merges();
      for await (const row of sheet.rows()) cells += row.cells.length;
    }
    await workbook.close();`,
  'exceljs stream': `
    const { default: exceljs } = await import('exceljs');
    const options = { sharedStrings: 'cache', styles: 'cache', hyperlinks: 'ignore', worksheets: 'emit' };
    for await (const sheet of new exceljs.stream.xlsx.WorkbookReader(process.argv[1], options)) {
      for await (const row of sheet) row.eachCell(() => (cells += 1));
    }`,
};

function measure(body, file) {
  const script = `let cells = 0; ${body}
    process.stdout.write(JSON.stringify({ cells, memory: process.resourceUsage().maxRSS / 1024 }));`;
  const started = performance.now();
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, file, root], {
    cwd: root,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.stderr);
  return { ...JSON.parse(run.stdout), time: performance.now() - started };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

const rows = Number(process.argv[2] ?? 100_000);
const times = Number(process.argv[3] ?? 3);
if (!existsSync(join(root, 'dist/read/index.js'))) throw new Error('npm run build first');
const folder = mkdtempSync(join(tmpdir(), 'mrv-ingest-bench-'));
try {
  const file = join(folder, 'month.xlsx');
  await makeWorkbook(file, rows);
  const megabytes = (readFileSync(file).length / 1e6).toFixed(1);
  process.stdout.write(`${rows} rows by 20 columns, ${megabytes} MB, median of ${times} processes each\n\n`);
  const runs = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let time = 0; time < times; time += 1) {
    for (const [name, body] of Object.entries(programs)) runs[name].push(measure(body, file));
  }
  const base = median(runs['exceljs stream'].map((run) => run.time));
  process.stdout.write('| reader | cells | ms | peak MB | time of exceljs |\n|---|---|---|---|---|\n');
  for (const [name, all] of Object.entries(runs)) {
    const time = median(all.map((run) => run.time));
    const memory = median(all.map((run) => run.memory));
    process.stdout.write(
      `| ${name} | ${all[0].cells} | ${Math.round(time)} | ${Math.round(memory)} | ${(time / base).toFixed(2)} |\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
