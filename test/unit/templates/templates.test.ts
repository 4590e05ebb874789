import { readdirSync } from 'node:fs';
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
    if (make) await writeTemplate(mapping, blank, environment);
    const fresh = path.join(await temporaryFolder(), 'fresh.xlsx');
    await writeTemplate(mapping, fresh, environment);
    expect(await cellsOf(blank)).toEqual(await cellsOf(fresh));
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
