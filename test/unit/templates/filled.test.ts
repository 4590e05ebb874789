import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blankWorkbook, loadMapping } from '../../../src/map/index.js';
import { commandLine, keptIn } from '../../support/command-line.js';
import { fillBlank, type Examples } from '../../support/fill-blank.js';
import { temporaryFolder } from '../../support/line.js';

const root = path.join(import.meta.dirname, '..', '..', '..');
const environment = { MRV_PROJECT_ID: 'prj_0000000000000000' };
const month = new Date(Date.UTC(2026, 9, 1));
const weighed = { Gross: 30_000, Tare: 13_000, Net: 17_000 };

/** Of each supplier only what hangs together: keys that must differ, what the mapping's checks want to agree. */
const examples: Readonly<Record<string, Examples>> = {
  'biochar-monthly': {
    cells: { site: 'NRM', period: month },
    rows: {
      deliveries: [{ ...weighed, Status: 'accepted' }],
      runs: [{ 'Biochar out': 4000 }],
      lab: [
        { Type: 'sample', Sample: 'L1' },
        { Type: 'sample', Sample: 'L2', Lead: '<0.02' },
      ],
      electricity: [{ Start: 100, End: 800 }],
      dispatch: [{ 'Dispatch no.': 'D1' }],
    },
  },
  'bio-oil-monthly': {
    cells: { site: 'KSW', period: month, well: 'KSW-1' },
    rows: {
      loads: [{ Gross: 78_000, Tare: 31_000, Net: 47_000 }],
      injections: [{ Injection: 'I1', Injected: 21_000, From: 0.4, To: 0.6 }],
      lab: [{ A: 42, Mean: 42, 'U (k=2)': 1, Solids: '<0.05' }],
      meters: [{ 'First reading (kWh)': 100, 'Last reading (kWh)': 800 }],
      fuel: [{ Unit: 'gal' }],
    },
  },
  'enhanced-weathering-season': {
    cells: {
      site: 'SVR',
      season: '2026A',
      'first day': new Date(Date.UTC(2026, 1, 1)),
      'last day': new Date(Date.UTC(2026, 9, 31)),
    },
    rows: {
      fields: [{ Area: 10 }],
      haulage: [{ Rock: 400 }],
      rock: [
        { Moisture: 4, 'Calcium Result': 68_000, 'Magnesium Result': 46_000, 'Titanium Result': 13_500 },
      ],
      soil: ['baseline', 'after'].flatMap((event) =>
        [1, 2, 3, 4, 5].map((number) => ({
          Sample: `${event}-${number}`,
          Event: event,
          Ca: event === 'baseline' ? 1800 + number : 3900 + number,
          Mg: event === 'baseline' ? 1800 + number : 3900 + number,
          Ti: event === 'baseline' ? 1800 + number : 4500 + number,
          Ni: 'BDL',
          'Ni limit': '5',
        })),
      ),
      mill: [{ 'Start (kWh)': 100, 'End (kWh)': 800 }],
    },
  },
  'direct-air-capture-monthly': {
    cells: { plant: 'NFD', period: month, 'opening reading': 100, 'to the well': 112 },
    rows: {
      log: Array.from({ length: 31 }, (_, place) => ({
        Day: new Date(Date.UTC(2026, 9, 1 + place)),
        'CO2 captured': 0.55,
        Meter: 101 + place,
      })),
      loads: [weighed],
      gas: [{ '1': 99.7, 'U, k=2': 0.2, Oxygen: '<5' }],
      stock: [{ 'Opening (kg)': 900, 'Received (kg)': 100, 'Closing (kg)': 800 }],
    },
  },
};

describe.each(Object.entries(examples))('the blank workbook of %s', (name, example) => {
  it('filled in as it says has no issue', async () => {
    const mapping = path.join(root, 'mappings', `${name}.yaml`);
    const folder = await temporaryFolder();
    const file = path.join(folder, 'filled.xlsx');
    await copyFile(path.join(root, 'templates', `${name}.xlsx`), file);
    const loaded = loadMapping(await readFile(mapping, 'utf8'), mapping, { environment });
    const evidence = path.join(folder, 'evidence');
    await mkdir(evidence);
    for (const cited of await fillBlank(file, blankWorkbook(loaded), example))
      await writeFile(path.join(evidence, cited), `the document ${cited}`);
    const { code, out, err } = await commandLine(
      ['validate', file, '--mapping', mapping, ...keptIn(folder)],
      { variables: environment },
    );
    expect(`${out}${err}`).toContain('no issues');
    expect(code).toBe(0);
  });
});
