import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { coverage, coverageTable } from '../../src/emulator/coverage.js';
import { defaultSettings } from '../../src/emulator/index.js';
import { Documents } from '../../src/emulator/documents.js';
import { Ids } from '../../src/emulator/ids.js';
import { serviceRoots } from '../../src/emulator/service-routes.js';
import { Store } from '../../src/emulator/store.js';
import { Box } from '../support/box.js';

const roots = serviceRoots({
  store: new Store(null),
  ids: new Ids(1, []),
  documents: new Documents(null, 1),
  settings: defaultSettings,
  now: () => 0,
});

const served = coverage.filter(({ test }) => test !== null);
const written = served.map(({ root, method, path: below }) => `${method} ${root}${below}`).toSorted();

describe('the table of operations', () => {
  it('has every route that is registered, and no other as served', () => {
    const registered = roots.flatMap(({ root, routes }) =>
      routes.app.routes.map(
        ({ method, path: below }) => `${method} ${root}${below.replaceAll(/:(\w+)/g, '{$1}')}`,
      ),
    );
    expect(registered.toSorted()).toEqual(written);
  });

  it('names tests that there are', async () => {
    const files = await readdir(import.meta.dirname);
    const texts = await Promise.all(
      files.map((file) => readFile(path.join(import.meta.dirname, file), 'utf8')),
    );
    const titles = texts.join('\n');
    const missing = served.filter(({ test }) => !titles.includes(`it('${test ?? ''}'`));
    expect(missing).toEqual([]);
  });

  it('is the one that the README shows', async () => {
    const file = path.join(import.meta.dirname, '..', '..', 'src', 'emulator', 'README.md');
    const cells = (text: string) =>
      text
        .split('\n')
        .filter((line) => /^\| (?:GET|POST|PATCH|DELETE) /.test(line))
        .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(cells(await readFile(file, 'utf8'))).toEqual(cells(coverageTable()));
  });
});

describe('the document of the service', () => {
  let box: Box;
  beforeEach(async () => {
    box = await Box.open();
  });
  afterEach(() => box.close());

  const documentSchema = z.looseObject({
    openapi: z.literal('3.1.0'),
    paths: z.record(
      z.string(),
      z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
    ),
    components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
  });

  it('is served without credentials, and has every operation', async () => {
    const { paths } = documentSchema.parse((await box.at('', 'GET', '/openapi.json')).body);
    const operations = Object.entries(paths).flatMap(([below, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${below}`),
    );
    expect(operations.toSorted()).toEqual(written);
  });

  it('says of each what it answers, and points at nothing that is not there', async () => {
    const document = documentSchema.parse((await box.at('', 'GET', '/openapi.json')).body);
    const pointers = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)];
    const unknown = pointers.filter(([, name = '']) => !(name in document.components.schemas));
    expect([pointers.length > 50, unknown]).toEqual([true, []]);
    const empty = Object.entries(document.components.schemas).filter(([, schema]) => !('type' in schema));
    expect(empty).toEqual([]);
    for (const methods of Object.values(document.paths)) {
      for (const [method, { responses }] of Object.entries(methods))
        expect(Object.keys(responses)).toContain(method === 'delete' ? '204' : '200');
    }
  });

  it('has the limits by which requests are checked', async () => {
    const { paths } = documentSchema.parse((await box.at('', 'GET', '/openapi.json')).body);
    const text = JSON.stringify(paths['/mrv/v0/sources']?.['post']);
    expect(text).toContain('"content_length":{"type":"integer","minimum":1,"maximum":50000000}');
    expect(text).toContain('"display_name":{"type":"string","minLength":1,"maxLength":100}');
    expect(JSON.stringify(paths['/mrv/v0/datapoints/{id}']?.['patch'])).toContain(
      '#/components/schemas/Undefined',
    );
  });
});
