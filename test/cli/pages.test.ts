import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';
import { shellWords } from '../support/shell-words.js';

const root = path.join(import.meta.dirname, '..', '..');
const home = process.cwd();

/** The commands that a page tells people to type on the samples: its blocks of shell. */
async function commandsOf(page: string): Promise<readonly (readonly string[])[]> {
  const text = await readFile(path.join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('npx mrv-ingest '))
    .map((line) => shellWords(line).slice(2));
}

beforeAll(async () => {
  const folder = await temporaryFolder();
  for (const name of ['samples', 'mappings']) await symlink(path.join(root, name), path.join(folder, name));
  process.chdir(folder);
});
afterAll(() => {
  process.chdir(home);
});

it.each(['samples/monthly-routine.md', 'samples/for-verifiers.md'])(
  'what %s says to type ends well, one after the other',
  async (page) => {
    const commands = await commandsOf(page);
    expect(commands.length).toBeGreaterThan(1);
    const told: string[] = [];
    for (const argv of commands) {
      const { code, err } = await commandLine(argv, { folder: process.cwd() });
      told.push(`${argv.join(' ')}: ${code}${code === 0 ? '' : ` ${err}`}`);
    }
    expect(told.filter((line) => !line.endsWith(': 0'))).toEqual([]);
  },
  60_000,
);
