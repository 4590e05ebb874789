import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mapped } from '../../../src/model/mapped.js';
import { loadMapping, mapWorkbooks } from '../../../src/map/index.js';
import { openWorkbook } from '../../../src/read/index.js';
import { realWorkbooks } from '../../support/real-workbooks.js';
import { madeEvidence } from './made-workbook.js';

const folder = realWorkbooks ?? '';
const head = 'mapping: 1\nname: a real file\ntimezone: UTC\n';

async function map(file: string, text: string): Promise<Mapped> {
  const workbook = await openWorkbook(path.join(folder, file));
  const mapping = loadMapping(text, 'mapping.yaml', { environment: {} });
  try {
    return await mapWorkbooks(mapping, [workbook], {
      evidence: madeEvidence(),
      parameters: {},
      projectId: null,
    });
  } finally {
    await workbook.close();
  }
}

function quantity(mapped: Mapped, reference: string): unknown {
  return mapped.records.find((record) => record.reference === reference)?.fields['quantity']?.value;
}

function errors(mapped: Mapped): string[] {
  return mapped.issues.filter((issue) => issue.severity === 'error').map((issue) => issue.message);
}

describe.skipIf(realWorkbooks === null)('files that others wrote', () => {
  it('08: half hours add up to the total of each day', async () => {
    const text = await readFile(
      new URL('../../../mappings/half-hourly-electricity.yaml', import.meta.url),
      'utf8',
    );
    const mapped = await map('08_banes-example-file.xlsx', text);
    expect(errors(mapped)).toEqual([]);
    expect(mapped.rows).toEqual({ read: 5, mapped: 5, skipped: 0, withErrors: 0 });
    expect(quantity(mapped, 'BANES-98ded210-2019-11-13-kwh')).toMatchObject({
      magnitude: 226.103,
      unit: 'kWh',
    });
  });

  it('02: a metals report with a units row, comment rows, and results below their limit', async () => {
    const mapped = await map(
      '02_TO2223-13.xlsx',
      `${head}
tables:
  soil:
    header: { find: Point ID, units_below: true, skip_below: 9 }
    until: { blank_rows: 1 }
    columns:
      lab: { header: Lab, type: text }
      point: { header: Point ID, type: text }
      calcium: { header: "/^Ca /", type: quantity, kind: mass_fraction }
      sodium: { header: "/^Na /", type: quantity, kind: mass_fraction, below_limit: half }
      date: { header: Date, type: date }
datapoints:
  calcium:
    each: soil
    reference: "ca-{lab}"
    display_name: "Ca {point}"
    quantity: { value: calcium, unit: mg/kg }
    type: REPORTED
    measured_at: date
  sodium: { each: soil, reference: "na-{lab}", display_name: "Na {point}", quantity: { value: sodium, unit: mg/kg }, type: REPORTED }
`,
    );
    expect(errors(mapped)).toEqual([]);
    expect(quantity(mapped, 'ca-13')).toMatchObject({ magnitude: 1052.19, unit: 'mg/kg' });
    expect(quantity(mapped, 'na-16')).toMatchObject({ magnitude: 12.5 });
    expect(mapped.issues.some((issue) => issue.code === 'censored-replaced')).toBe(true);
    expect(mapped.rows.read).toBe(mapped.rows.mapped + mapped.rows.skipped + mapped.rows.withErrors);
  });

  it('07: quality control samples are skipped, and text numbers, BDL and units in a column are read', async () => {
    const mapped = await map(
      '07_ExampleResults.xlsx',
      `${head}
locale: { decimal: "." }
units: { "s.u.": dimensionless, "#/100ml": 1/mL, MPN/100ml: 1/mL, cfu/100ml: 1/mL, mg/l: mg/L }
tables:
  results:
    sheet: Results
    skip:
      - { column: { name: activity, is: "/^Quality Control/" }, reason: filtered }
      - { when: 'characteristic != "DO"', reason: filtered }
    columns:
      site: { header: Monitoring Location ID, type: text }
      activity: { header: Activity Type, type: text }
      date: { header: Activity Start Date, type: date }
      time: { header: Activity Start Time, type: time }
      characteristic: { header: Characteristic Name, type: text }
      unit: { header: Result Unit, type: text }
      limit: { header: Quantitation Limit, type: text }
      result: { header: Result Value, type: quantity, unit_column: unit, below_limit: half, below_words: { words: [BDL], limit_column: limit } }
datapoints:
  oxygen:
    each: results
    reference: "do-{site}-{date}-{replace(text(time), ':', '')}"
    display_name: "Dissolved oxygen {site}"
    quantity: { value: result, unit: mg/L }
    type: REPORTED
    measured_at: at(date, time)
`,
    );
    expect(errors(mapped)).toEqual([]);
    expect(quantity(mapped, 'do-ABT-026-2022-05-15-081500')).toMatchObject({ magnitude: 7.58, unit: 'mg/L' });
    expect(mapped.rows).toMatchObject({ read: 571, withErrors: 0 });
  });

  it('12: stacked tables with shifted columns, section rows, and units inside the cells', async () => {
    const mapped = await map(
      '12_1519293514-KRISHNAPATNAM_LINE_UP.xlsx',
      `${head}
locale: { decimal: ".", dates: [dd/MM/yyyy] }
units: { MT: t }
tables:
  berthed:
    header: { find: BRTHED }
    until: { any_cell: REPORTED }
    skip:
      - { filled_at_most: 1, reason: section }
      - { any_cell: V A C A N T, reason: blank }
      - { when: "!given(arrived)", reason: blank }
    columns:
      vessel: { header: "VESSELS NAME:", type: text }
      arrived: { header: ARRVD, type: date }
      quantity_in: { header: QTY(IMP), type: quantity, kind: mass, merged: first }
  waiting:
    header: { find: REPORTED }
    until: { first_cell: EXPECTED TO REPORT }
    columns:
      number: { column: A, type: text }
      vessel: { column: B, type: text }
      reported: { header: REPORTED, type: date }
      quantity_in: { header: QTY(IMP), type: quantity, kind: mass }
datapoints:
  landed:
    each: berthed
    when: given(quantity_in)
    reference: "{slug(vessel)}"
    display_name: "Landed from {vessel}"
    quantity: { value: quantity_in, unit: t }
    type: REPORTED
    measured_at: arrived
  waiting:
    each: waiting
    when: given(quantity_in)
    reference: "waiting-{slug(vessel)}"
    display_name: "To be landed from {vessel}"
    quantity: { value: quantity_in, unit: kg }
    type: REPORTED
    measured_at: reported
`,
    );
    expect(errors(mapped)).toEqual([]);
    expect(quantity(mapped, 'mv-oriente-gloria')).toMatchObject({ magnitude: 59793, unit: 't' });
    expect(quantity(mapped, 'waiting-mv-sunrise')).toMatchObject({ magnitude: 163_710_000, unit: 'kg' });
    expect(mapped.skipped.filter((row) => row.reason === 'section')).toHaveLength(1);
  });

  it('01: a soil laboratory with group titles, unit suffixes and replicate columns', async () => {
    const mapped = await map(
      '01_anonymized_soiltest_subset.xlsx',
      `${head}
missing: [ND (u), N/A]
units: { "mg.kg": mg/kg, "meq.100g": meq/100g }
tables:
  soil:
    sheet: Lab Data
    header: { find: "totalC_%" }
    columns:
      lab: { header: "/^Lab/", type: text, nth: 1 }
      date: { header: Date, nth: 1, type: date }
      carbon: { header: "totalC_%", type: quantity, kind: mass_fraction }
      active: { header: "poxC_mg.kg", type: quantity, kind: mass_fraction }
datapoints:
  carbon:
    each: soil
    when: given(carbon)
    reference: "c-{lab}"
    display_name: "Total carbon {lab}"
    quantity: { value: carbon, unit: "%" }
    type: REPORTED
    measured_at: date
`,
    );
    expect(errors(mapped)).toEqual([]);
    expect(mapped.records[0]?.fields['quantity']).toMatchObject({ value: { magnitude: 2.4899, unit: '%' } });
  });
});
