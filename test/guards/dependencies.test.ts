import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..', '..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

const names = z.record(z.string(), z.string());
const manifest = z
  .looseObject({ dependencies: names, devDependencies: names })
  .parse(JSON.parse(read('package.json')));
const lock = z
  .looseObject({
    packages: z.record(z.string(), z.looseObject({ hasInstallScript: z.boolean().optional() })),
  })
  .parse(JSON.parse(read('package-lock.json')));

describe('what the package stands on', () => {
  const decisions = read('src/DECISIONS.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|')[1] ?? '')
    .flatMap((cell) => cell.split(/[\s,`]+/));
  const all = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];

  it.each(all.filter((name) => !name.startsWith('@types/')))('%s has a line that says why', (name) => {
    expect(decisions).toContain(name);
  });

  it('runs nothing when it is installed', () => {
    const scripts = Object.entries(lock.packages).filter(
      ([place, { hasInstallScript }]) => place !== '' && hasInstallScript === true,
    );
    expect(scripts.map(([place]) => place)).toEqual([]);
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
  });
});
