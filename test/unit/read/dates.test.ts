import { afterAll, describe, expect, it } from 'vitest';
import { formatMeaning, numberFormat } from '../../../src/read/xlsx/number-format.js';
import { normalizeIso, serialToIso } from '../../../src/read/xlsx/serial-date.js';
import { readCells } from '../../support/read-cells.js';
import { temporaryFolder, xlsxFile } from '../../support/xlsx-file.js';

const folder = temporaryFolder();
afterAll(() => {
  folder.remove();
});

describe('a number format', () => {
  it.each([
    ['General', 'number'],
    ['0%', 'number'],
    ['0.00E+00', 'number'],
    ['#,##0.00_);[Red](#,##0.00)', 'number'],
    ['0\\d', 'number'],
    ['0"days"', 'number'],
    ['0.0_d', 'number'],
    ['#,##0 "kg/h"', 'number'],
    ['[$€-407]#,##0.00', 'number'],
    ['[Red]0', 'number'],
    ['@', 'number'],
    ['"unclosed d', 'number'],
    ['0;"d/m/y"', 'number'],
    ['yyyy\\-mm\\-dd', 'date'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'date'],
    ['M/d/yyyy', 'date'],
    ['mmm-yy', 'date'],
    ['mmmm', 'date'],
    ['[$-411]ge.m.d', 'date'],
    ['d/m/yy h:mm', 'date'],
    ['h:mm;@', 'time'],
    ['mm:ss.0', 'time'],
    ['h:mm AM/PM', 'time'],
    ['[h]:mm', 'elapsed'],
    ['[hh]:mm:ss', 'elapsed'],
    ['[mm]:ss', 'elapsed'],
  ])('%s makes a %s', (code, meaning) => {
    expect(formatMeaning(code)).toBe(meaning);
  });

  it('that is built in is a date also where only East Asia shows it', () => {
    const none = new Map<number, string>();
    for (const id of [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]) {
      expect([id, numberFormat(id, none).meaning]).toEqual([id, 'date']);
    }
    for (const id of [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56]) {
      expect([id, numberFormat(id, none).meaning]).toEqual([id, 'time']);
    }
    for (const id of [0, 1, 2, 9, 10, 11, 37, 44, 48, 49, 99]) {
      expect([id, numberFormat(id, none).meaning]).toEqual([id, 'number']);
    }
    expect(numberFormat(14, none).code).toBe('mm-dd-yy');
    expect(numberFormat(14, new Map([[14, 'dd/mm/yyyy']])).code).toBe('dd/mm/yyyy');
  });
});

describe('a serial number', () => {
  it.each([
    [1, '1900-01-01T00:00:00'],
    [59, '1900-02-28T00:00:00'],
    [60, '1900-02-29T00:00:00'],
    [61, '1900-03-01T00:00:00'],
    [45366, '2024-03-15T00:00:00'],
    [45366.5, '2024-03-15T12:00:00'],
    [2958465, '9999-12-31T00:00:00'],
    [0.5, '12:00:00'],
    [0, '00:00:00'],
  ])('%d counts days from 1900: %s', (serial, iso) => {
    expect(serialToIso(serial, 'date', false)).toBe(iso);
  });

  it.each([
    [0, '1904-01-01T00:00:00'],
    [42735, '2021-01-01T00:00:00'],
  ])('%d counts days from 1904: %s', (serial, iso) => {
    expect(serialToIso(serial, 'date', true)).toBe(iso);
  });

  it('is rounded to the second, as Google Sheets rounds its digits', () => {
    expect(serialToIso(45292.04167, 'date', false)).toBe('2024-01-01T01:00:00');
    expect(serialToIso(45292.08333, 'date', false)).toBe('2024-01-01T02:00:00');
    expect(serialToIso(45292.9999999, 'date', false)).toBe('2024-01-02T00:00:00');
  });

  it('of an elapsed time is a time of day below one day and counts days from there', () => {
    expect(serialToIso(0.25, 'elapsed', false)).toBe('06:00:00');
    expect(serialToIso(1.25, 'elapsed', false)).toBe('1 day, 06:00:00');
    expect(serialToIso(10.632060185, 'elapsed', true)).toBe('10 days, 15:10:10');
  });

  it.each([-1, 2958466, 1e300, NaN])('%d is no date and stays a number', (serial) => {
    expect(serialToIso(serial, 'date', false)).toBeNull();
  });
});

describe('an ISO 8601 cell', () => {
  it.each([
    ['2024-03-15', '2024-03-15T00:00:00'],
    ['2024-03-15T10:20:30', '2024-03-15T10:20:30'],
    ['2024-03-15T10:20:30.500Z', '2024-03-15T10:20:31'],
    ['2024-03-15 10:20', '2024-03-15T10:20:00'],
    ['2024-12-31T23:59:59.9', '2025-01-01T00:00:00'],
    ['12:50:00', '12:50:00'],
  ])('%s is %s', (text, iso) => {
    expect(normalizeIso(text)).toBe(iso);
  });

  it.each(['', '2024', '2024-02-30', '2024-03-15T25:00:00', '15/03/2024', '45366', 'KABOOM', '2024-03-15T'])(
    '%j is none',
    (text) => {
      expect(normalizeIso(text)).toBeNull();
    },
  );
});

describe('a date cell', () => {
  it('has its date as value, its serial as stored and its format as written', async () => {
    const path = folder.write(
      'dates.xlsx',
      xlsxFile({
        sheets: {
          Sheet1:
            '<sheetData><row><c s="1"><v>45366.25</v></c><c s="2"><v>45366</v></c><c s="3"><v>0.1</v></c><c t="d"><v>2024-03-15T10:20:30.000</v></c><c s="1"><v>-5</v></c><c s="99"><v>45366</v></c><c s="1" t="str"><v>15/03/2024</v></c></row></sheetData>',
        },
        formats: { codes: '<numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>', ids: [0, 164, 31, 9] },
      }),
    );
    expect(await readCells(path)).toMatchObject({
      A1: { type: 'date', value: '2024-03-15T06:00:00', stored: '45366.25', numberFormat: 'dd/mm/yyyy' },
      B1: { type: 'date', value: '2024-03-15T00:00:00' },
      C1: { type: 'number', value: 0.1, numberFormat: '0%' },
      D1: { type: 'date', value: '2024-03-15T10:20:30' },
      E1: { type: 'number', value: -5 },
      F1: { type: 'number', value: 45366, numberFormat: 'General' },
      G1: { type: 'text', value: '15/03/2024', numberFormat: 'dd/mm/yyyy' },
    });
  });

  it('counts from 1904 where the workbook says so', async () => {
    const path = folder.write(
      'dates-1904.xlsx',
      xlsxFile({
        sheets: { Sheet1: '<sheetData><row><c s="1"><v>42735</v></c></row></sheetData>' },
        formats: { ids: [0, 14] },
        date1904: true,
      }),
    );
    expect((await readCells(path))['A1']?.value).toBe('2021-01-01T00:00:00');
  });
});
