import { describe, expect, it } from 'vitest';
import { mapMade, quantities, told } from './map-made.js';
import type { Made } from './made-workbook.js';

interface Around {
  readonly header?: string;
  readonly unit?: string;
  readonly locale?: string;
  /** What stands in the column beside. */
  readonly beside?: Made;
}

/** A cell as a quantity in a unit, or what is told of it. */
async function read(column: string, cell: Made, around: Around = {}): Promise<string> {
  const { header = 'X', locale, beside = null } = around;
  const { unit = /number|integer/.test(column) ? 'dimensionless' : 'kg' } = around;
  const mapped = await mapMade(
    `${locale === undefined ? '' : `locale: { ${locale} }\n`}units: { MT: t }
tables:
  t:
    header: { find: Id }
    columns:
      id: { header: Id, type: text }
      beside: { header: Beside, type: text }
      x: { header: "/^X/", ${column} }
datapoints:
  d: { each: t, when: given(x), reference: "{id}", display_name: x, quantity: { value: x, unit: "${unit}" }, type: REPORTED }`,
    {
      S: {
        rows: [
          ['Id', 'Beside', header],
          ['r', beside, cell],
        ],
      },
    },
  );
  const value = quantities(mapped)['r'];
  return [...told(mapped), ...(value === undefined ? [] : [value])].join('\n');
}

const percent = (value: number): Made => ({
  cell: { type: 'number', value, stored: String(value), numberFormat: '0.0%' },
});
const point = 'decimal: "."';
const comma = 'decimal: ","';

describe('numbers in text', () => {
  it.each<[string, string, string]>([
    ['1148.5', '', '1148.5'],
    ['-1148', '', '-1148'],
    ['+ 7', '', '7'],
    ['−7', '', '-7'],
    ['.5', '', '0.5'],
    [',5', '', '0.5'],
    ['0.105', '', '0.105'],
    ['0,105', '', '0.105'],
    ['1,100,000', '', '1100000'],
    ['1.100.000', '', '1100000'],
    ['1 100,5', '', '1100.5'],
    ['1’100.5', '', '1100.5'],
    ['2.3e2', '', '230'],
    ['2E-1', '', '0.2'],
    ['1,148', point, '1148'],
    ['1,148', comma, '1.148'],
    ['1.148', comma, '1148'],
    ['1,148', 'group: ","', '1148'],
    ['1,148', 'group: "."', '1.148'],
    ['1.148,5', 'group: "."', '1148.5'],
    ['1148,5', 'group: none', '1148.5'],
    ["1'148", `${point}, group: "'"`, '1148'],
    ['.5', `${point}, group: none`, '0.5'],
  ])('%s where the locale is { %s }: %s', async (text, locale, number) => {
    expect(
      await read('type: number', text, { unit: 'dimensionless', ...(locale === '' ? {} : { locale }) }),
    ).toBe(`${number} dimensionless`);
  });

  const points = 'is not a number with "." as its decimal sign';
  it.each<[string, string, string]>([
    ['1,14', `${point}, group: ","`, `"1,14" ${points} and "," between thousands`],
    ['1,148', `${point}, group: none`, `"1,148" ${points}`],
    ['1.2.3', point, `"1.2.3" ${points}`],
    ['1.148.5', comma, '"1.148.5" is not a number with "," as its decimal sign'],
    ['1.1 4', point, `"1.1 4" ${points}`],
    ['1,1,1', '', '"1,1,1" is not a number with "," as its decimal sign'],
    ['about 5', '', '"about 5" is not a number; if it means that there is no value, list it under missing'],
    ['-', '', '"-" is not a number; if it means that there is no value, list it under missing'],
    ['450-600', '', '"450-600" is a range: a cell must hold one value'],
    ['450 to 600', '', '"450 to 600" is a range: a cell must hold one value'],
    ['1'.repeat(61), '', `"${'1'.repeat(61)}" is not a number`],
    ['1e400', '', '"1e400" is too large a number'],
  ])('%s where the locale is { %s } is none', async (text, locale, message) => {
    expect(await read('type: number', text, locale === '' ? {} : { locale })).toBe(
      `number-unreadable S!C2: ${message}`,
    );
  });

  it.each([
    ['1,148', '1148 or 1.148'],
    ['1.148', '1148 or 1.148'],
    ['-12,345', '-12345 or -12.345'],
  ])('%s may be %s', async (text, both) => {
    expect(await read('type: number', text)).toBe(
      `number-ambiguous S!C2: "${text}" may be ${both}: state the decimal sign of this table (locale: { decimal: "." } or ",")`,
    );
  });
});

describe('a cell of a quantity column', () => {
  const mass = 'type: quantity, kind: mass';
  it.each<[string, Made, Around, string]>([
    [mass, 5, { header: 'X (t)' }, '5000 kg'],
    [mass, '5 MT', {}, '5000 kg'],
    [mass, '5 t', { header: 'X (MT)' }, '5000 kg'],
    [`${mass}, unit_column: beside`, 5, { beside: 'MT' }, '5000 kg'],
    [`${mass}, unit_column: beside`, 5, { header: 'X (kg)' }, '5 kg'],
    [`${mass}, unit_column: beside`, 5, { header: 'X (kg)', beside: 'kilogram' }, '5 kg'],
    [`${mass}, unit_column: beside`, '5 kg', { beside: 'kg' }, '5 kg'],
    [`${mass}, range: [0, 10]`, 5, { header: 'X (t)' }, '5000 kg'],
    [`${mass}, range: [0, 10]`, '5 t', {}, '5000 kg'],
    [`${mass}, unit: t, range: [0, 10], unit_column: beside`, 5, { beside: 'MT' }, '5000 kg'],
    ['type: quantity, unit: "%", range: [0, 100]', percent(0.76), { unit: '%' }, '76 %'],
    ['type: quantity, unit: dimensionless, range: [0, 1]', percent(0.76), { unit: '%' }, '76 %'],
    ['type: quantity, unit: dimensionless, range: [0, 1]', '76 %', { unit: '%' }, '76 %'],
    ['type: quantity', percent(0.76), { unit: '%' }, '76 %'],
    ['type: quantity, range: [0, 1]', percent(0.76), { unit: '%' }, '76 %'],
    ['type: quantity, unit: "%", plain: fraction', 0.76, { unit: '%' }, '76 %'],
    ['type: quantity, unit: "%", plain: fraction', '0.76', { unit: '%' }, '76 %'],
    ['type: quantity, unit: dimensionless, plain: percent', 76, { unit: '%' }, '76 %'],
    ['type: number', percent(0.76), { unit: '%' }, '76 %'],
    ['type: integer', 7, {}, '7 dimensionless'],
    ['type: integer', '7', {}, '7 dimensionless'],
    [mass, null, {}, ''],
  ])('%s: %j beside %j is %s', async (column, cell, around, quantity) => {
    expect(await read(column, cell, around)).toBe(quantity);
  });

  const stated = 'state it in the header, below it, or as unit: in the mapping';
  const spelling = "if it is this workbook's spelling";
  it.each<[string, Made, Around, string]>([
    [mass, 5, {}, `unit-missing S!C2: nothing says in which unit "/^X/" is: ${stated}`],
    [mass, '5', {}, `unit-missing S!C2: nothing says in which unit "/^X/" is: ${stated}`],
    [mass, '5 m', { header: 'X (kg)' }, 'unit-disagreement S!C2: the cell says m, and the column kilogram'],
    [mass, '5 g', { header: 'X (kg)' }, 'unit-disagreement S!C2: the cell says g, and the column kilogram'],
    [
      mass,
      '5 bags',
      { header: 'X (kg)' },
      `number-unreadable S!C2: "5 bags" holds more than a number, and "bags" is not a unit known here; ${spelling} of one, add it under units`,
    ],
    [
      `${mass}, unit_column: beside`,
      5,
      { beside: 'bags' },
      `unit-unknown S!C2: "bags" is not a known unit; ${spelling}, add it under units`,
    ],
    [
      `${mass}, unit_column: beside`,
      5,
      { header: 'X (kg)', beside: 't' },
      'unit-disagreement S!C2: the row says t, and the column kilogram',
    ],
    [`${mass}, required: true`, null, {}, 'value-missing S!C2: "/^X/" is blank, and it is required'],
    [
      mass,
      percent(0.5),
      { header: 'X (kg)' },
      'unit-disagreement S!C2: the cell is a percentage (50 %), and the column is in kilogram',
    ],
    [
      mass,
      { date: '2026-10-20T00:00:00' },
      { header: 'X (kg)' },
      'number-unreadable S!C2: the cell holds a date (2026-10-20) where a number belongs: Excel may have turned a text such as 10-20 into a date',
    ],
    [
      mass,
      true,
      { header: 'X (kg)' },
      'number-unreadable S!C2: the cell holds a boolean (TRUE) where a number belongs',
    ],
    [
      mass,
      { cell: { type: 'number', value: Infinity, stored: '1E999' } },
      { header: 'X (kg)' },
      'number-unreadable S!C2: 1E999 is too large a number',
    ],
    [
      mass,
      { cell: { type: 'error', value: '#N/A' } },
      { header: 'X (kg)' },
      'cell-error S!C2: the cell shows #N/A: correct its formula',
    ],
    ['type: integer', 7.5, {}, 'value-unreadable S!C2: 7.5 is not a whole number'],
    ['type: integer', '7.5', {}, 'value-unreadable S!C2: 7.5 is not a whole number'],
    [
      `${mass}, range: [0, 10]`,
      11,
      { header: 'X (t)' },
      'outside-range S!C2: 11 metric_ton lies outside the plausible range 0 to 10: check the value and its unit',
    ],
    [
      `${mass}, range: [0, 10]`,
      -1,
      { header: 'X (t)' },
      'outside-range S!C2: -1 metric_ton lies outside the plausible range 0 to 10: check the value and its unit',
    ],
    [
      `${mass}, range: [0, 10]`,
      '11 t',
      {},
      'outside-range S!C2: 11 metric_ton lies outside the plausible range 0 to 10: check the value and its unit',
    ],
  ])('%s: %j beside %j is told', async (column, cell, around, message) => {
    expect(await read(column, cell, around)).toBe(message);
  });

  it('is no value where a formula has no saved result, which is told', async () => {
    expect(await read(mass, { cell: { type: 'empty-formula', formula: 'A1' } }, { header: 'X (kg)' })).toBe(
      'formula-not-calculated S!C2: the formula has no saved result: open the workbook in Excel, let it calculate, and save it',
    );
  });
});

describe('a result at a limit', () => {
  const column = (policy: string): string => `type: quantity, unit: kg, ${policy}`;
  it.each<[string, string, string, string]>([
    ['below_limit: limit', '<0.4', '0.4', '0.4 kg'],
    ['below_limit: half', '≤ 0.4 kg', '0.2', '0.2 kg'],
    ['below_limit: half', '<=0.4', '0.2', '0.2 kg'],
    ['below_limit: zero', '<0.4', '0', '0 kg'],
    ['below_limit: missing', '<0.4', 'no value', ''],
    ['above_limit: limit', '>100', '100', '100 kg'],
    ['above_limit: limit', '≥100', '100', '100 kg'],
    ['above_limit: missing', '>= 100', 'no value', ''],
  ])('under %s: %s counts as %s', async (policy, cell, counts, quantity) => {
    expect(await read(column(policy), cell)).toBe(
      [
        `censored-replaced S!C2: "${cell}" counts as ${counts}, as the mapping says (${policy})`,
        ...(quantity === '' ? [] : [quantity]),
      ].join('\n'),
    );
  });

  it.each([
    ['below_limit: error', '<0.4', 'below_limit'],
    ['above_limit: limit', '<0.4', 'below_limit'],
    ['below_limit: half', '>100', 'above_limit'],
    ['above_limit: error', '>100', 'above_limit'],
  ])('under %s: %s is an error', async (policy, cell, key) => {
    expect(await read(column(policy), cell)).toBe(
      `censored-value S!C2: "${cell}" is a limit, not a value: say what it counts as with ${key}`,
    );
  });

  const words = 'below_words: { words: [BDL], limit_column: beside }';
  it('in a word has its limit beside', async () => {
    const policy = `${words}, below_limit: half`;
    expect(await read(column(policy), ' bdl ', { beside: '0.4' })).toBe(
      'censored-replaced S!C2: " bdl " counts as 0.2, as the mapping says (below_limit: half)\n0.2 kg',
    );
    expect(await read(column(policy), 'BDL')).toBe(
      'number-unreadable S!C2: "<" is not a number; if it means that there is no value, list it under missing',
    );
    expect(await read(column(policy), '3')).toBe('3 kg');
  });
});

describe('an uncertainty in the cell', () => {
  it.each<[string, Made, Around, string]>([
    ['unit: kg, k: 1', '3.8 ± 0.2', {}, '3.8 ± 0.2 kg'],
    ['unit: kg, k: 2', '199+/-7', {}, '199 ± 3.5 kg'],
    ['unit: kg, k: 1', '50 ± 2 %', {}, '50 ± 1 kg'],
    ['unit: kg, k: 1', '-50 ± 2 %', {}, '-50 ± 1 kg'],
    ['unit: kg, k: 1', '50 ± 2 kg', {}, '50 ± 2 kg'],
    ['kind: mass, k: 1', '50 ± 2 t', {}, '50000 ± 2000 kg'],
    ['kind: mass, k: 1', '50 t ± 2', {}, '50000 ± 2000 kg'],
    ['unit: dimensionless, k: 1', '50 % ± 2', { unit: '%' }, '50 ± 2 %'],
    ['unit: degC, k: 1', '20 degC ± 0.5', { unit: 'degC' }, '20 ± 0.5 degC'],
    ['unit: kg', '3.8', {}, '3.8 kg'],
  ])('%s: %s beside %j is %s', async (column, cell, around, quantity) => {
    expect(await read(`type: quantity, ${column}`, cell, around)).toBe(quantity);
  });

  const points =
    '± in % of a value in % may be percentage points or a share of the value: put it into a column of its own';
  it.each<[string, Made, string]>([
    [
      'unit: kg',
      '3.8 ± 0.2',
      'deviation-unclear S!C2: "3.8 ± 0.2" states an uncertainty, and nothing says of which kind: add k: 1 to the column if it is a standard deviation, k: 2 if it is the usual expanded uncertainty',
    ],
    ['unit: "%", k: 1', '50 ± 2 %', `deviation-unclear S!C2: "50 ± 2 %": ${points}`],
    ['unit: dimensionless, k: 1', '50 % ± 2 %', `deviation-unclear S!C2: "50 % ± 2 %": ${points}`],
    [
      'unit: kg, k: 1',
      '3 ± 1 ± 2',
      'number-unreadable S!C2: "3 ± 1 ± 2" holds more than one ±: one cell, one value',
    ],
    ['unit: kg, k: 1', '3 ± few', 'number-unreadable S!C2: "3 ± few" holds no number behind ±'],
    ['unit: kg, k: 1', '3 ± 1,2,3', 'number-unreadable S!C2: "3 ± 1,2,3" holds no number behind ±'],
    ['unit: kg, k: 1', '3 ±', 'number-unreadable S!C2: "3 ±" holds no number behind ±'],
    ['unit: kg, k: 1', '3 ± 1 m', 'unit-disagreement S!C2: the cell says m, and the column kilogram'],
  ])('%s: %s is told', async (column, cell, message) => {
    expect(await read(`type: quantity, ${column}`, cell, { unit: column.includes('kg') ? 'kg' : '%' })).toBe(
      message,
    );
  });
});
