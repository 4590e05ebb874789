import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles } from '../support/source-files.js';

/** The import table of `src/README.md`. A room may always import itself. */
const table: Readonly<Record<string, readonly string[]>> = {
  quantity: [],
  model: ['quantity'],
  kinds: ['model', 'quantity'],
  read: ['model', 'quantity'],
  map: ['model', 'quantity', 'kinds'],
  plan: ['model', 'quantity', 'kinds'],
  diff: ['model', 'quantity', 'kinds'],
  api: ['model', 'quantity', 'kinds'],
  report: ['model', 'quantity', 'kinds'],
  client: ['model', 'quantity', 'kinds', 'api'],
  execute: ['model', 'kinds', 'api'],
  reconcile: ['model', 'quantity', 'kinds', 'diff'],
  emulator: ['quantity'],
  run: ['model', 'kinds', 'read', 'map', 'plan', 'diff', 'api', 'execute', 'reconcile', 'report'],
  cli: ['run', 'model', 'emulator'],
  'index.ts': [
    'run',
    'model',
    'api',
    'client',
    'kinds',
    'quantity',
    'read',
    'map',
    'plan',
    'diff',
    'execute',
    'reconcile',
    'report',
  ],
};

function roomOf(file: string, module: string): string {
  const target = path.normalize(path.join(path.dirname(file), module));
  return target.split(path.sep)[0] ?? target;
}

const crossings = sourceFiles().flatMap(({ file, room, text }) =>
  importsOf(text)
    .filter((module) => module.startsWith('.'))
    .map((module) => ({ file, room, target: roomOf(file, module) }))
    .filter(({ target }) => target !== room),
);

describe('the import table', () => {
  it('has a row for every room', () => {
    const rooms = new Set(sourceFiles().map(({ room }) => room));
    expect([...rooms].filter((room) => !(room in table))).toEqual([]);
  });

  it('is kept by every import', () => {
    const broken = crossings.filter(({ room, target }) => !(table[room] ?? []).includes(target));
    expect(broken.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it('is the one that the map of the house shows', async () => {
    const { readFile } = await import('node:fs/promises');
    const map = await readFile(path.join(import.meta.dirname, '..', '..', 'src', 'README.md'), 'utf8');
    const rows = Object.keys(table).filter((room) => !map.includes(`\`${room}\``));
    expect(rows).toEqual([]);
  });
});
