/**
 * Plays seeds of the chaos tests: `npm run chaos -- --seeds 10000`, or one again: `--seeds 1 --from 4711`.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' } },
});
for (const [name, value] of Object.entries(values))
  if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a number, and "${value}" is none`);
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'chaos', '--reporter=verbose'], {
  stdio: 'inherit',
  env: { ...process.env, CHAOS_SEEDS: values.seeds, CHAOS_FROM: values.from },
});
process.exitCode = status ?? 1;
