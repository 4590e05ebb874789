import { describe, expect, it } from 'vitest';
import { entryPoints, publicApi } from '../support/public-api.js';

const api = publicApi();

describe('what the package exports', () => {
  it('is what is written down (npx vitest run test/unit/public-api.test.ts -u writes it anew)', async () => {
    const names = Object.fromEntries(entryPoints.map((entry) => [entry, api[entry].names]));
    await expect(`${JSON.stringify(names, null, 2)}\n`).toMatchFileSnapshot('../support/public-api.json');
  });

  it.each(entryPoints)('is explained, method by method: %s', (entry) => {
    expect(api[entry].names.length).toBeGreaterThan(10);
    expect(api[entry].unexplained).toEqual([]);
  });

  it.each(entryPoints)('needs no type that cannot be imported: %s', (entry) => {
    expect(api[entry].unnamed).toEqual([]);
  });

  it('says of each call of the client whether it may be repeated, by what, and how it fails', () => {
    const calls = [...api['index.ts'].methods].filter(([, comment]) => comment.includes('Source: '));
    expect(calls.length).toBeGreaterThan(90);
    const silent = calls.filter(
      ([, comment]) => !/\* Repeat: \S/.test(comment) || !/\* @throws \S/.test(comment),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
