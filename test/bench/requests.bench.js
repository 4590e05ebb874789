/**
 * What a month costs in requests, which the account pays and no machine makes quicker: the sample of each supplier, sent
 * to a fresh embedded service, and sent again when all of it is there.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './processes.js';

const months = [
  ['biochar', 'biochar-2026-10', 'biochar-monthly.yaml'],
  ['bio-oil injection', 'bio-oil-2026-10', 'bio-oil-monthly.yaml'],
  ['enhanced weathering', 'enhanced-weathering-2026-10', 'enhanced-weathering-season.yaml'],
  ['direct air capture', 'direct-air-capture-2026-10', 'direct-air-capture-monthly.yaml'],
];

function walk(folder, sample, mapping) {
  const kept = ['--runs-dir', join(folder, 'runs'), '--state-dir', join(folder, 'local')];
  const inputs = [`samples/${sample}/mrv-2026-10.xlsx`, '--mapping', `mappings/${mapping}`];
  const args = ['dist/cli/main.js', 'run', ...inputs, ...kept, '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function total(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function run({ folder }) {
  const rows = months.map(([name, sample, mapping]) => {
    const own = join(folder, sample);
    const [first, again] = [walk(own, sample, mapping), walk(own, sample, mapping)];
    const records = total(first.operations);
    return [
      name,
      records,
      first.requests.reads,
      first.requests.writes,
      first.requests.uploads,
      again.requests.reads,
      again.requests.writes,
      Math.ceil(records / 50 + 10),
    ];
  });
  const titles = [
    'month',
    'records',
    'reads',
    'writes',
    'uploads',
    'again: reads',
    'writes',
    'bound of reads',
  ];
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column]).length)),
  );
  const line = (cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column]),
      )
      .join('  ');
  console.log('\nRequests that a month costs, the first time and again');
  for (const row of [titles, ...rows]) console.log(line(row));
}
