/**
 * Measures what this program is quick or slow at, each row beside a peer or a bound in the same run. Times on shared
 * machines say little; ratios of one run do. `npm run bench`, or `npm run bench -- read validate` for some of it.
 * How each row is measured: `test/bench/README.md`.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './processes.js';

const sections = ['startup', 'read', 'validate', 'plan', 'rates', 'requests', 'report'];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !sections.includes(name));
if (unknown.length > 0)
  throw new Error(`no such part: ${unknown.join(', ')}; there are ${sections.join(', ')}`);
if (!existsSync(join(root, 'dist/cli/main.js'))) throw new Error('npm run build first');

const folder = mkdtempSync(join(tmpdir(), 'mrv-ingest-bench-'));
try {
  for (const name of sections.filter((section) => asked.length === 0 || asked.includes(section))) {
    const part = join(folder, name);
    mkdirSync(part);
    const { run } = await import(`./${name}.bench.js`);
    await run({ folder: part, write: (file, text) => writeFileSync(join(part, file), text) });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
