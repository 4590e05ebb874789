import { describe, expect, it } from 'vitest';
import { mapMade, told } from './map-made.js';
import type { Made } from './made-workbook.js';

/** What a cell of a column is read as, in text; or what is told of it. */
async function read(column: string, cell: Made, locale = ''): Promise<string> {
  const mapped = await mapMade(
    `${locale === '' ? '' : `locale: { ${locale} }\n`}
tables:
  t: { columns: { id: { header: Id, type: text }, x: { header: X, ${column} } } }
datapoints:
  d: { each: t, reference: "{id}", display_name: '{given(x) ? text(x) : "none"}', quantity: { value: 1 kg, unit: kg }, type: REPORTED }`,
    {
      S: {
        rows: [
          ['Id', 'X'],
          ['r', cell],
        ],
      },
    },
  );
  const name = mapped.records[0]?.fields['display_name'];
  return [...told(mapped), ...(name?.type === 'text' ? [name.value ?? ''] : [])].join('\n');
}

const date = (value: string): Made => ({ date: value });
const known = 'in a form that is known: state how dates are written, as locale: { dates: [dd/MM/yyyy] }';

describe('a date in text, where nothing says how dates are written', () => {
  it.each([
    ['2026-10-04', '2026-10-04T00:00:00'],
    ['2026-10-04 08:15', '2026-10-04T08:15:00'],
    ['2026-10-04T08:15:30.000', '2026-10-04T08:15:30'],
    ['2026-10-04 24:00', '2026-10-05T00:00:00'],
    ['4 Oct 2026', '2026-10-04T00:00:00'],
    ['4-OCT-2026', '2026-10-04T00:00:00'],
    ['Sunday, 4 October 2026', '2026-10-04T00:00:00'],
    ['30 Sept. 2026', '2026-09-30T00:00:00'],
    ['31.01.2026', '2026-01-31T00:00:00'],
    ['01/31/2026', '2026-01-31T00:00:00'],
    ['05-05-2026', '2026-05-05T00:00:00'],
    ['29/02/2028', '2028-02-29T00:00:00'],
  ])('%s is %s', async (text, iso) => {
    expect(await read('type: datetime', text)).toBe(iso);
  });

  it.each([
    [
      '01/02/2026',
      'date-ambiguous',
      '"01/02/2026" may be 2026-02-01 or 2026-01-02: state how dates are written, as locale: { dates: [dd/MM/yyyy] }',
    ],
    ['4 Okt 2026', 'date-unreadable', '"4 Okt 2026" is not a date'],
    ['31 Feb 2026', 'date-unreadable', '"31 Feb 2026" is not a date'],
    ['45/45/2026', 'date-unreadable', '"45/45/2026" is not a date'],
    ['31/31/2026', 'date-unreadable', '"31/31/2026" is not a date'],
    ['soon', 'date-unreadable', `"soon" is not a date ${known}`],
    ['2026-13-01', 'date-unreadable', `"2026-13-01" is not a date ${known}`],
    ['2026-02-29', 'date-unreadable', `"2026-02-29" is not a date ${known}`],
    ['1899-12-31', 'date-unreadable', `"1899-12-31" is not a date ${known}`],
    ['2201-01-01', 'date-unreadable', `"2201-01-01" is not a date ${known}`],
    ['2026-10-04 25:00', 'date-unreadable', `"2026-10-04 25:00" is not a date ${known}`],
    ['2026-10-04 24:01', 'date-unreadable', `"2026-10-04 24:01" is not a date ${known}`],
    ['2026-10-04 24:00:01', 'date-unreadable', `"2026-10-04 24:00:01" is not a date ${known}`],
    ['2026-10-04 08:60', 'date-unreadable', `"2026-10-04 08:60" is not a date ${known}`],
    ['2026-10-04 08:15:60', 'date-unreadable', `"2026-10-04 08:15:60" is not a date ${known}`],
  ])('%s: %s', async (text, code, message) => {
    expect(await read('type: datetime', text)).toBe(`${code} S!B2: ${message}`);
  });
});

describe('a date in text that is written as declared', () => {
  it.each([
    ['dd/MM/yyyy', '01/02/2026', '2026-02-01T00:00:00'],
    ['d.M.yy', '1.2.26', '2026-02-01T00:00:00'],
    ['d MMMM yyyy', '4 October 2026', '2026-10-04T00:00:00'],
    ['d MMM yyyy', '4 Sept. 2026', '2026-09-04T00:00:00'],
    ['"EEE, d MMM yyyy"', 'Sun, 4 Oct 2026', '2026-10-04T00:00:00'],
    ['yyyyMMdd', '20261004', '2026-10-04T00:00:00'],
    [`"d 'de' MMMM yyyy"`, '4 de october 2026', '2026-10-04T00:00:00'],
    ['yyyy-MM-ddTHH:mm:ss', '2026-10-04 08:15:30', '2026-10-04T08:15:30'],
    ['dd/MM/yyyy HH:mm', '04/10/2026 8:15', '2026-10-04T08:15:00'],
    ['dd/MM/yyyy hh:mm a', '04/10/2026 12:05 am', '2026-10-04T00:05:00'],
    ['dd/MM/yyyy h:mm a', '04/10/2026 1:05 P.M.', '2026-10-04T13:05:00'],
    ['dd/MM/yyyy h:mm', '04/10/2026 1:05', '2026-10-04T01:05:00'],
    ['dd/MM/yyyy, MM/dd/yyyy', '05/05/2026', '2026-05-05T00:00:00'],
    ['dd/MM/yyyy, MM/dd/yyyy', '05/31/2026', '2026-05-31T00:00:00'],
  ])('%s: %s', async (formats, text, iso) => {
    expect(await read('type: datetime', text, `dates: [${formats}]`)).toBe(iso);
  });

  it.each([
    ['dd/MM/yyyy', '2026-10-04', 'date-unreadable', '"2026-10-04" is not a date written as dd/MM/yyyy'],
    ['dd/MM/yyyy, yyyyMMdd', 'x', 'date-unreadable', '"x" is not a date written as dd/MM/yyyy or yyyyMMdd'],
    ['dd/MM/yyyy', '31/02/2026', 'date-unreadable', '"31/02/2026" is not a date written as dd/MM/yyyy'],
    ['d MMM yyyy', '4 Foo 2026', 'date-unreadable', '"4 Foo 2026" is not a date written as d MMM yyyy'],
    [
      'dd/MM/yyyy h:mm a',
      '04/10/2026 13:05 PM',
      'date-unreadable',
      '"04/10/2026 13:05 PM" is not a date written as dd/MM/yyyy h:mm a',
    ],
    [
      'dd/MM/yyyy h:mm a',
      '04/10/2026 0:05 PM',
      'date-unreadable',
      '"04/10/2026 0:05 PM" is not a date written as dd/MM/yyyy h:mm a',
    ],
    [
      'dd/MM/yyyy, MM/dd/yyyy',
      '01/02/2026',
      'date-ambiguous',
      '"01/02/2026" may be 2026-02-01 (dd/MM/yyyy) or 2026-01-02 (MM/dd/yyyy): keep one of the two in locale.dates',
    ],
  ])('%s: %s is no date', async (formats, text, code, message) => {
    expect(await read('type: datetime', text, `dates: [${formats}]`)).toBe(`${code} S!B2: ${message}`);
  });

  it.each(['dd/MM', 'HH:mm', 'yyyy', 'dd/MM/yyyy dd', ''])('%s is no way to write a date', async (format) => {
    await expect(read('type: date', 'x', `dates: [${JSON.stringify(format)}]`)).rejects.toThrow(
      format === '' ? 'dates' : `"${format}" names no day, month and year: write it as dd/MM/yyyy`,
    );
  });
});

describe('cells of dates and times', () => {
  it.each<[string, Made, string]>([
    ['date', date('2026-10-04T08:15:00'), '2026-10-04'],
    ['datetime', date('2026-10-04T08:15:30.500'), '2026-10-04T08:15:30'],
    ['date', date('08:15:00'), 'date-unreadable S!B2: 08:15:00 is a time of day without a date'],
    ['date', 45000, 'date-unreadable S!B2: 45000 is a number, not a date: format the cell as a date'],
    ['date', true, 'date-unreadable S!B2: TRUE is a boolean, not a date: format the cell as a date'],
    ['time', date('2026-10-04T08:15:30'), '08:15:30'],
    ['time', date('08:15:00'), '08:15:00'],
    ['time', '08:15', '08:15:00'],
    ['time', '8.15', '08:15:00'],
    ['time', '08:15:59', '08:15:59'],
    ['time', '1:05 PM', '13:05:00'],
    ['time', '12:00 a.m.', '00:00:00'],
    ['time', '12:30pm', '12:30:00'],
    ['time', '23:59', '23:59:00'],
    ['time', '24:00', 'date-unreadable S!B2: "24:00" is not a time of day, as 08:15'],
    ['time', '08:60', 'date-unreadable S!B2: "08:60" is not a time of day, as 08:15'],
    ['time', '08:15:60', 'date-unreadable S!B2: "08:15:60" is not a time of day, as 08:15'],
    ['time', '13:00 PM', 'date-unreadable S!B2: "13:00 PM" is not a time of day, as 08:15'],
    ['time', '0:30 am', 'date-unreadable S!B2: "0:30 am" is not a time of day, as 08:15'],
    ['time', 'noon', 'date-unreadable S!B2: "noon" is not a time of day, as 08:15'],
    ['time', 0.5, 'date-unreadable S!B2: "0.5" is not a time of day, as 08:15'],
    ['month', date('2026-10-31T00:00:00'), '2026-10'],
    ['month', '2026-10', '2026-10'],
    ['month', '2026/1', '2026-01'],
    ['month', '1/2026', '2026-01'],
    ['month', '10.2026', '2026-10'],
    ['month', 'Oct 2026', '2026-10'],
    ['month', 'Sept., 2026', '2026-09'],
    ['month', '2026-10-15', '2026-10'],
    ['month', '01-Oct-2026 - 31-Oct-2026', '2026-10'],
    ['month', '1 Feb 2028 to 29 Feb 2028', '2028-02'],
    [
      'month',
      '1 Feb 2028 to 28 Feb 2028',
      'date-unreadable S!B2: "1 Feb 2028 to 28 Feb 2028" is not a month, as 2026-10 or October 2026',
    ],
    [
      'month',
      '2 Oct 2026 – 31 Oct 2026',
      'date-unreadable S!B2: "2 Oct 2026 – 31 Oct 2026" is not a month, as 2026-10 or October 2026',
    ],
    [
      'month',
      '1 Oct 2026 - 30 Nov 2026',
      'date-unreadable S!B2: "1 Oct 2026 - 30 Nov 2026" is not a month, as 2026-10 or October 2026',
    ],
    [
      'month',
      '1 Oct 2026 - later',
      'date-unreadable S!B2: "1 Oct 2026 - later" is not a month, as 2026-10 or October 2026',
    ],
    [
      'month',
      'now - 31 Oct 2026',
      'date-unreadable S!B2: "now - 31 Oct 2026" is not a month, as 2026-10 or October 2026',
    ],
    ['month', 'a - b - c', 'date-unreadable S!B2: "a - b - c" is not a month, as 2026-10 or October 2026'],
    [
      'month',
      'Octember 2026',
      'date-unreadable S!B2: "Octember 2026" is not a month, as 2026-10 or October 2026',
    ],
    ['month', '13/2026', 'date-unreadable S!B2: "13/2026" is not a month, as 2026-10 or October 2026'],
    ['month', '01/02/2026', 'date-unreadable S!B2: "01/02/2026" is not a month, as 2026-10 or October 2026'],
    [
      'month',
      date('08:15:00'),
      'date-unreadable S!B2: "08:15:00" is not a month, as 2026-10 or October 2026',
    ],
    ['month', 202610, 'date-unreadable S!B2: "202610" is not a month, as 2026-10 or October 2026'],
  ])('%s: %j', async (type, cell, text) => {
    expect(await read(`type: ${type}`, cell)).toBe(text);
  });
});

const long = 'x'.repeat(4001);

describe('cells of text', () => {
  it.each<[string, Made, string]>([
    ['type: text', '  a\u00a0\n b ', 'a b'],
    ['type: text', 4711, '4711'],
    ['type: text', 0.1, '0.1'],
    ['type: text', 1e21, '1e+21'],
    ['type: text', true, 'TRUE'],
    ['type: text', false, 'FALSE'],
    ['type: text', date('2026-10-04T00:00:00'), '2026-10-04'],
    ['type: text', date('2026-10-04T08:15:00'), '2026-10-04T08:15:00'],
    ['type: text', null, 'none'],
    ['type: text, missing: [n/a]', 'N/A', 'none'],
    ['type: text, missing: ["0"]', 0, 'none'],
    ['type: text, required: true', null, 'value-missing S!B2: "X" is blank, and it is required'],
    ['type: text', long, 'value-too-long S!B2: the text has 4001 characters; at most 4000 are read'],
    ['type: text, values: [WB, LAB]', 'LAB', 'LAB'],
    ['type: text, values: [WB, LAB]', 'lab', 'value-not-allowed S!B2: "lab" is not one of WB, LAB'],
    ['type: text, values: { WB: weighbridge }', 'WB', 'weighbridge'],
    [
      'type: text, values: { WB: weighbridge, L: lab }',
      'X',
      'value-not-allowed S!B2: "X" is not one of WB, L',
    ],
    ['type: text, pattern: "^[A-Z]{3}$"', 'NKU', 'NKU'],
    [
      'type: text, pattern: "^[A-Z]{3}$"',
      'NK',
      'value-not-allowed S!B2: "NK" does not fit the pattern ^[A-Z]{3}$',
    ],
    ['type: flag', true, 'yes'],
    ['type: flag', 'X', 'yes'],
    ['type: flag', '✓', 'yes'],
    ['type: flag', 1, 'yes'],
    ['type: flag', 'N', 'no'],
    ['type: flag', 0, 'no'],
    ['type: flag', 2, 'value-unreadable S!B2: "2" is neither yes nor no'],
    ['type: flag', 'maybe', 'value-unreadable S!B2: "maybe" is neither yes nor no'],
    [
      'type: text',
      { cell: { type: 'error', value: '#REF!' } },
      'cell-error S!B2: the cell shows #REF!: correct its formula',
    ],
    [
      'type: text',
      { cell: { type: 'empty-formula', formula: 'A1' } },
      'formula-not-calculated S!B2: the formula has no saved result: open the workbook in Excel, let it calculate, and save it\nnone',
    ],
  ])('%s: %j', async (column, cell, text) => {
    expect(await read(column, cell)).toBe(text);
  });

  it('a cell of nothing but separators names no file', async () => {
    const mapping = `
tables: { t: { columns: { id: { header: Id, type: text }, x: { header: X, type: files } } } }
datapoints:
  d: { each: t, reference: "{id}", display_name: '{given(x) ? "files" : "none"}', quantity: { value: 1 kg, unit: kg }, type: REPORTED }`;
    const mapped = await mapMade(mapping, {
      S: {
        rows: [
          ['Id', 'X'],
          ['p', ' ; \n;'],
          ['q', 'a.pdf;;'],
          ['r', 7],
        ],
      },
    });
    expect(mapped.records.map(({ fields }) => fields['display_name'])).toEqual(
      ['none', 'files', 'files'].map((value) => ({ type: 'text', value })),
    );
  });
});
