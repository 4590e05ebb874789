import { readdirSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeTemplate } from '../../../src/run/index.js';
import { commandLine, keptIn } from '../../support/command-line.js';
import { temporaryFolder } from '../../support/line.js';
import { cellsOf } from '../../support/sample/map-sample.js';

const root = path.join(import.meta.dirname, '..', '..', '..');
const mappings = readdirSync(path.join(root, 'mappings')).filter((file) => file.endsWith('.yaml'));
const environment = { MRV_PROJECT_ID: 'prj_0000000000000000' };

/** `MRV_MAKE_TEMPLATES=1 npx vitest run test/unit/templates` writes the blank workbooks anew. */
const make = process.env['MRV_MAKE_TEMPLATES'] === '1';

describe.each(mappings)('the blank workbook of %s', (name) => {
  const mapping = path.join(root, 'mappings', name);
  const blank = path.join(root, 'templates', name.replace('.yaml', '.xlsx'));

  it('lies in templates/ as the mapping has it today', async () => {
    const fresh = path.join(await temporaryFolder(), 'fresh.xlsx');
    await writeTemplate(mapping, fresh, environment);
    const wanted = await cellsOf(fresh);
    // The bytes of a package differ each time: one that says the same is left as it is.
    const there = await cellsOf(blank).catch(() => null);
    if (make && JSON.stringify(there) !== JSON.stringify(wanted)) await copyFile(fresh, blank);
    expect(await cellsOf(blank)).toEqual(wanted);
  });

  it('is found by its own mapping: every sheet, every header, every unit', async () => {
    const { err } = await commandLine(
      ['validate', blank, '--mapping', mapping, ...keptIn(await temporaryFolder())],
      { variables: environment },
    );
    // What is missing is what a person fills in: parameters and rows, and nothing of the layout.
    expect(err).not.toMatch(/header|no sheet|column|unit/i);
  });
});
