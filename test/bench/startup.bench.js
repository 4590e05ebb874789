import { spawnSync } from 'node:child_process';
import { inTurns, printTable, root } from './processes.js';

function timed(args) {
  const started = performance.now();
  const run = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  return { time: performance.now() - started, memory: Number.NaN };
}

export function run() {
  const rows = inTurns(
    [
      { name: 'node -e 0', run: () => timed(['-e', '0']) },
      { name: 'mrv-ingest --help', run: () => timed(['dist/cli/main.js', '--help']) },
    ],
    7,
  );
  printTable('Starting up, the whole process', rows, 'node -e 0');
}
