import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { format } from 'prettier';
import { mappingJsonSchema } from '../../../src/map/index.js';

const file = new URL('../../../mappings/mapping.schema.json', import.meta.url);

describe('mappings/mapping.schema.json', () => {
  it('is what the language itself gives (UPDATE_SCHEMA=1 writes it)', async () => {
    const text = await format(JSON.stringify(mappingJsonSchema()), { parser: 'json', printWidth: 110 });
    if (process.env['UPDATE_SCHEMA'] === '1') await writeFile(file, text);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('explains every key of a column', () => {
    const schema = JSON.stringify(mappingJsonSchema());
    expect(schema).toContain('Coverage factor of a ± inside the cell');
    expect(schema).toContain('The decimal sign of numbers that are stored as text.');
  });
});
