import { describe, expect, it } from 'vitest';
import { draftMapping, loadMapping, mapWorkbooks } from '../../../src/map/index.js';
import { told } from './map-made.js';
import { madeEvidence, madeWorkbook, type Made, type MadeSheet } from './made-workbook.js';

const environment = { MRV_PROJECT_ID: 'prj_1CTWZQGKE1S0VAXA' };

/** A sheet with a ticket and one more column. */
function sheetOf(header: string, cells: readonly Made[], unit: Made = null): MadeSheet {
  return {
    rows: [
      ['Ticket', header],
      ...(unit === null ? [] : [[null, unit]]),
      ...cells.map((cell, index): readonly Made[] => [`t${index}`, cell]),
    ],
  };
}

/** The draft of one sheet, which must load. */
async function drafted(sheet: MadeSheet, name = 'S'): Promise<string> {
  const text = await draftMapping(madeWorkbook({ [name]: sheet }));
  loadMapping(text, 'draft.yaml', { environment });
  return text;
}

const line = (text: string, key: string): string =>
  text
    .split('\n')
    .find((each) => each.trim().startsWith(`${key}:`))
    ?.trim()
    .replace(/ +/g, ' ') ?? '';
const percent = (value: number): Made => ({
  cell: { type: 'number', value, stored: String(value), numberFormat: '0%' },
});
const day = (value: string): Made => ({ date: value });

describe('the type of a column', () => {
  const noUnit = 'no unit was found: if this is a measurement, say type: quantity and unit';
  it.each<[string, readonly Made[], Made, string]>([
    ['Net (kg)', [1, 2], null, 'net: { header: "Net (kg)", type: quantity, kind: mass }'],
    ['Net', [1, 2], '[kg]', 'net: { header: "Net", type: quantity, kind: mass }'],
    ['Net', [1, 2], 'mg/kg', 'net: { header: "Net", type: quantity }'],
    [
      'Carbon',
      [percent(0.5), percent(0.6)],
      null,
      'carbon: { header: "Carbon", type: quantity, unit: "%" } # ? its cells are formatted as percentages',
    ],
    [
      'Net_kg',
      [1, 2],
      null,
      `net_kg: { header: "Net_kg", type: number } # ? ${noUnit}; the header ends in "kg", which may be its unit`,
    ],
    ['Net load', [1, 2], null, `net_load: { header: "Net load", type: number } # ? ${noUnit}`],
    [
      'Net extraordinary',
      [1, 2],
      null,
      `net_extraordinary: { header: "Net extraordinary", type: number } # ? ${noUnit}`,
    ],
    [
      'Net',
      [1, '<2'],
      null,
      `net: { header: "Net", type: number } # ? ${noUnit}; it has results below a limit: say below_limit: half, limit, zero or missing`,
    ],
    ['Lab no.', [1, 2], null, 'lab_no: { header: "Lab no.", type: text }'],
    [
      'On',
      [day('2026-10-04T00:00:00'), day('2026-10-05T00:00:00')],
      null,
      'on: { header: "On", type: date }',
    ],
    [
      'On',
      [day('2026-10-04T08:15:00'), day('2026-10-05T00:00:00')],
      null,
      'on: { header: "On", type: datetime }',
    ],
    ['On', ['2026-10-04 08:15', '2026-10-05 09:15'], null, 'on: { header: "On", type: datetime }'],
    ['Start', [day('08:15:00'), day('09:15:00')], null, 'start: { header: "Start", type: time }'],
    ['Start', ['08:15', '1:05 PM'], null, 'start: { header: "Start", type: time }'],
    ['Dried', ['yes', 'no'], null, 'dried: { header: "Dried", type: flag }'],
    ['Dried', [true, false], null, 'dried: { header: "Dried", type: flag }'],
    ['Papers', ['a.pdf', 'b.pdf; c.jpg'], null, 'papers: { header: "Papers", type: files }'],
    ['Remark', ['wet', 'dry'], null, 'remark: { header: "Remark", type: text }'],
    ['#2', ['wet', 'dry'], null, 'column_2: { header: "#2", type: text }'],
  ])('%s: %j', async (header, cells, unit, wanted) => {
    const text = await drafted(sheetOf(header, [...cells, ...cells], unit));
    expect(line(text, wanted.slice(0, wanted.indexOf(':')))).toBe(wanted);
  });

  it('is of a number where the row of units has one that is not known', async () => {
    const text = await drafted({
      rows: [
        ['Ticket', 'Gross', 'Tare', 'Sacks'],
        [null, 'kg', 'kg', 'bags'],
        ['a', 5, 1, 2],
        ['b', 6, 1, 3],
      ],
    });
    expect(line(text, 'sacks')).toBe(
      'sacks: { header: "Sacks", type: number } # ? "bags" is no unit that is known: say what it means under units',
    );
  });
});

describe('how numbers and dates in text are written', () => {
  it.each<[string, readonly (readonly Made[])[], string]>([
    [
      'a decimal comma',
      [
        ['1.148,5', 'x'],
        ['40,26', 'y'],
      ],
      'locale: { decimal: "," }',
    ],
    [
      'a decimal point',
      [
        ['1,148.5', 'x'],
        ['40.26', 'y'],
      ],
      'locale: { decimal: "." }',
    ],
    [
      'either',
      [
        ['1,148', 'x'],
        ['2,148', 'y'],
      ],
      '# locale: { decimal: "." } # ? some numbers are text: is their decimal sign "." or ","?',
    ],
    [
      'both',
      [
        ['1.5', 'x'],
        ['1,5', 'y'],
      ],
      '# locale: { decimal: "." } # ? some numbers are text: is their decimal sign "." or ","?',
    ],
    [
      'a day above 12',
      [
        ['04/10/2026', 'x'],
        ['31/10/2026', 'y'],
      ],
      'locale: { dates: [dd/MM/yyyy] }',
    ],
    [
      'no day above 12',
      [
        ['04/10/2026', 'x'],
        ['05/10/2026', 'y'],
      ],
      'locale: { dates: [dd/MM/yyyy] } # ? the dates in text can be read with the day first or the month first',
    ],
    [
      'one form for two columns',
      [
        ['04/10/2026', '10/31/2026'],
        ['05/10/2026', '10/30/2026'],
      ],
      'locale: { dates: [MM/dd/yyyy] } # ? the dates in text can be read with the day first or the month first',
    ],
    [
      'two forms',
      [
        ['31/10/2026', '10/31/2026'],
        ['30/10/2026', '10/30/2026'],
      ],
      'locale: { dates: [dd/MM/yyyy, MM/dd/yyyy] }',
    ],
    [
      'three columns',
      [
        ['31/10/2026', '10/31/2026', '2026-10-31'],
        ['30/10/2026', '10/30/2026', '2026-10-30'],
      ],
      'locale: { dates: [dd/MM/yyyy, MM/dd/yyyy, yyyy-MM-dd] }',
    ],
  ])('%s', async (_, rows, wanted) => {
    const header = ['First', 'Second', 'Third'].slice(0, rows[0]?.length);
    const text = await drafted({ rows: [header, ...rows] });
    const found = text.split('\n').find((each) => /^(?:# )?locale:/.test(each)) ?? '';
    expect(found.replace(/ +/g, ' ')).toBe(wanted);
  });
});

describe('what is said of a sheet', () => {
  it('that it is hidden', async () => {
    const text = await drafted({ ...sheetOf('Net (kg)', [1, 2]), state: 'very-hidden' });
    expect(text).toContain('    sheet: "S"\n    # ? this sheet is very-hidden: is it data?\n');
  });

  it('that only its first rows were looked at', async () => {
    const text = await drafted(
      sheetOf(
        'Net (kg)',
        Array.from({ length: 2100 }, (_, index) => index),
      ),
    );
    expect(text).toContain('# Of the sheet "S" only the first rows were looked at.');
    expect(text).toContain('key: ticket   # ? it is different in every row of this file');
  });

  it('what stands above its header, and that notes follow', async () => {
    const text = await drafted({
      rows: {
        1: ['Loads October'],
        3: ['Ticket', 'Net (kg)', 'Gross (kg)'],
        4: ['a', 1, 2],
        5: ['b', 2, 3],
        6: [' ', '\n'],
        9: ['checked by K.'],
      },
    });
    expect(text).toContain(
      '    # above the header: "Loads October"\n    header: { find: "Ticket" }   # row 3\n',
    );
    expect(text).toContain('    until: { blank_rows: 1 }   # ? what follows looks like notes\n');
  });

  it('the row of its header, where each label stands above too', async () => {
    const text = await drafted({
      rows: [['Ticket'], ['Net (kg)'], ['Ticket', 'Net (kg)'], ['a', 1], ['b', 2]],
    });
    expect(text).toContain('    header: { row: 3 }   # row 3\n');
  });

  it('that no column names a row', async () => {
    const text = await drafted({
      rows: [
        ['Net (kg)', 'Truck'],
        [1, 'a'],
        [2, 'a'],
      ],
    });
    expect(text).toContain('    # ? key: no column has a different text in every row;');
    expect(text).toContain('#  # s: no key, so its rows have no names yet\n');
  });

  it('nothing, of a workbook that holds none', async () => {
    const text = await drafted({ rows: [] });
    expect(text).toContain('\ntables: {}\n');
    expect(text).toContain('# The sheet "S" holds nothing that looks like a table with a header.\n');
  });
});

it('a draft with decorated units and percentages maps the rows it was made from', async () => {
  const workbook = madeWorkbook({
    Lab: {
      rows: [
        ['Sample', 'Mass', 'Carbon', 'Net'],
        [null, '[kg]', '(%)', '[t]'],
        ['a', 5, 80, 1],
        ['b', 6, 81, 2],
      ],
    },
    Share: {
      rows: [
        ['Sample', 'Moist', 'On'],
        ['c', percent(0.25), day('2026-10-04T00:00:00')],
        ['d', percent(0.5), day('2026-10-05T00:00:00')],
      ],
    },
  });
  const text = await draftMapping(workbook);
  const mapping = loadMapping(text, 'draft.yaml', { environment });
  const mapped = await mapWorkbooks(mapping, [workbook], {
    evidence: madeEvidence(),
    parameters: {},
    projectId: null,
  });
  expect(told(mapped)).toEqual([]);
  const found = mapped.records.flatMap(({ reference, fields }) => {
    const { quantity } = fields;
    return quantity?.type === 'quantity' ? [[reference, quantity.value.magnitude]] : [];
  });
  expect(found).toEqual([
    ['lab-a-mass', 5],
    ['lab-b-mass', 6],
    ['lab-a-carbon', 80],
    ['lab-b-carbon', 81],
    ['lab-a-net', 1],
    ['lab-b-net', 2],
    ['share-c-moist', 25],
    ['share-d-moist', 50],
  ]);
});
