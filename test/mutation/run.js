/**
 * Plants faults in the parts that decide what is sent, and tells which of them no test notices: `npm run mutants`, or
 * of some parts alone: `npm run mutants -- diff quantity`. The score of each part is printed; below its floor, which is
 * what was reached, this fails.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const parts = {
  diff: { files: 'src/diff/**/*.ts', floor: 94 },
  quantity: { files: 'src/quantity/**/*.ts', floor: 88 },
  'retry-rules': { files: 'src/execute/retry-rules.ts', floor: 100 },
};

/** How many of each state Stryker's own report counts. */
function counts(file) {
  const found = {};
  for (const { mutants } of Object.values(JSON.parse(readFileSync(file, 'utf8')).files))
    for (const { status } of mutants) found[status] = (found[status] ?? 0) + 1;
  return found;
}

/** Faults that a test noticed of all that were planted, in per cent. */
function score({ Killed = 0, Timeout = 0, Survived = 0, NoCoverage = 0 }) {
  const noticed = Killed + Timeout;
  return (100 * noticed) / (noticed + Survived + NoCoverage);
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`there is no part ${unknown.join(', ')}: name ${Object.keys(parts).join(', ')}`);

const results = (named.length === 0 ? Object.keys(parts) : named).map((name) => {
  const { files, floor } = parts[name];
  const { status } = spawnSync(
    'npx',
    ['stryker', 'run', 'test/mutation/stryker.config.json', '--mutate', files],
    { stdio: 'inherit', env: { ...process.env, MUTANTS_OF: name } },
  );
  if (status !== 0) throw new Error(`Stryker ended with ${status} on ${name}`);
  const found = counts('.mrv-ingest/mutation.json');
  return { name, floor, found, score: score(found) };
});

for (const { name, floor, found, score: reached } of results) {
  const told = Object.entries(found).map(([state, count]) => `${count} ${state}`);
  console.log(`${name}: ${reached.toFixed(1)} % noticed, at least ${floor} % are to be (${told.join(', ')})`);
}
if (results.some(({ floor, score: reached }) => reached < floor)) process.exitCode = 1;
