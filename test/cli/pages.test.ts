import { appendFile, cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';
import { shellWords } from '../support/shell-words.js';

const root = path.join(import.meta.dirname, '..', '..');
const home = process.cwd();

/** One thing that a page tells its reader to do. */
type Step =
  | { readonly act: 'run'; readonly argv: readonly string[] }
  | { readonly act: 'copy'; readonly from: string; readonly to: string }
  | { readonly act: 'edit'; readonly before: string; readonly after: string }
  | { readonly act: 'append'; readonly text: string };

function typed(line: string): Step {
  const [first, second = '', third = '', ...rest] = shellWords(line);
  if (first === 'npx' && second === 'mrv-ingest') return { act: 'run', argv: [third, ...rest] };
  if (first === 'cp') return { act: 'copy', from: second, to: third };
  throw new Error(`the test knows no "${line}"`);
}

/** Each run of lines taken out, with the run of lines put in for it. */
function edits(block: string): readonly Step[] {
  return [...block.matchAll(/((?:^-.*\n)+)((?:^\+.*\n)+)/gm)].map(([, out = '', into = '']) => ({
    act: 'edit',
    before: out.replaceAll(/^-/gm, ''),
    after: into.replaceAll(/^\+/gm, ''),
  }));
}

async function stepsOf(page: string): Promise<readonly Step[]> {
  const text = await readFile(path.join(root, page), 'utf8');
  return [...text.matchAll(/^```(sh|diff|yaml)\n(.*?)^```/gms)].flatMap(([, kind, block = '']) => {
    if (kind === 'diff') return edits(block);
    if (kind === 'yaml') return [{ act: 'append', text: `\n${block}` } satisfies Step];
    return block.split('\n').filter(Boolean).map(typed);
  });
}

/** Does a step; what went wrong, or nothing. */
async function done(step: Step): Promise<string> {
  switch (step.act) {
    case 'run': {
      const { code, err } = await commandLine(step.argv, { folder: process.cwd() });
      return code === 0 ? '' : `${step.argv.join(' ')}: ${code} ${err}`;
    }
    case 'copy':
      await cp(step.from, step.to, { recursive: true });
      return '';
    case 'edit': {
      const mapping = await readFile('mapping.yaml', 'utf8');
      await writeFile('mapping.yaml', mapping.replaceAll(step.before, step.after));
      return mapping.includes(step.before) ? '' : `the draft has no ${step.before}`;
    }
    case 'append':
      await appendFile('mapping.yaml', step.text);
      return '';
  }
}

beforeEach(async () => {
  const folder = await temporaryFolder();
  for (const name of ['samples', 'mappings']) await symlink(path.join(root, name), path.join(folder, name));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
});

it.each(['samples/first-hour.md', 'samples/monthly-routine.md', 'samples/for-verifiers.md'])(
  'what %s says to do ends well, one after the other',
  async (page) => {
    const steps = await stepsOf(page);
    expect(steps.filter(({ act }) => act === 'run').length).toBeGreaterThan(1);
    const told: string[] = [];
    for (const step of steps) told.push(await done(step));
    expect(told.filter(Boolean)).toEqual([]);
  },
  60_000,
);
