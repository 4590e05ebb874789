import { describe, expect, it } from 'vitest';
import { blankWorkbook } from '../../../src/map/index.js';
import { load } from './mapping-support.js';

const blank = (text: string) => blankWorkbook(load(text)).sheets;

describe('a blank workbook', () => {
  it('has for each column its header, unit, format and rule', () => {
    const [sheet] = blank(`tables:
  some_loads:
    header: { units_below: true }
    columns:
      ticket_no: { header: "/^Ticket/", type: text, required: true }
      state: { header: [State, Status], type: text, values: [ok, QC] }
      site: { header: Site, type: text, values: { N: north, S: south } }
      done: { header: Done, type: flag }
      day: { header: Day, type: date }
      start: { header: Start, type: datetime }
      hour: { header: Hour, type: time }
      month: { header: Month, type: month }
      mass: { header: Mass, type: quantity, kind: mass, range: [0, 90] }
      heat: { header: Heat, type: quantity, unit: MJ, below_limit: half }
      power: { header: Power (kW), type: quantity }
      any: { header: Any, type: quantity }
      count: { header: Count, type: integer }
`);
    expect(sheet).toMatchObject({ name: 'some loads', cells: [] });
    const [table] = sheet?.tables ?? [];
    expect(table).toMatchObject({ title: 'some loads', headerRow: 5, unitsRow: 6, firstRow: 7 });
    expect(
      table?.columns.map(({ column, header, unit, format, rule }) => [column, header, unit, format, rule]),
    ).toEqual([
      [1, 'ticket no', null, '@', { type: 'any' }],
      [2, 'State', null, '@', { type: 'list', values: ['ok', 'QC'] }],
      [3, 'Site', null, '@', { type: 'list', values: ['N', 'S'] }],
      [4, 'Done', null, null, { type: 'list', values: ['yes', 'no'] }],
      [5, 'Day', null, 'yyyy-mm-dd', { type: 'date' }],
      [6, 'Start', null, 'yyyy-mm-dd hh:mm', { type: 'any' }],
      [7, 'Hour', null, 'hh:mm', { type: 'any' }],
      [8, 'Month', null, 'mmm yyyy', { type: 'any' }],
      [9, 'Mass', 'kg', null, { type: 'number', least: 0, greatest: 90 }],
      [10, 'Heat', 'MJ', null, { type: 'any' }],
      [11, 'Power (kW)', null, null, { type: 'number', least: null, greatest: null }],
      [12, 'Any', null, null, { type: 'number', least: null, greatest: null }],
      [13, 'Count', null, null, { type: 'number', least: null, greatest: null }],
    ]);
  });

  it('has its header and units where the mapping says', () => {
    const places = (header: string): unknown => {
      const [sheet] = blank(
        `tables: { t: { ${header}, columns: { a: { header: A, column: AB, type: text } } } }`,
      );
      const [table] = sheet?.tables ?? [];
      return [table?.headerRow, table?.unitsRow, table?.firstRow, table?.columns[0]?.column];
    };
    expect(places('header: { find: A }')).toEqual([5, null, 6, 28]);
    expect(places('header: { row: 2, units_below: 3, skip_below: 1 }')).toEqual([2, 5, 7, 28]);
    expect(places('header: { row: 2, units_below: false }')).toEqual([2, null, 3, 28]);
  });

  it('has no header where the mapping says so, and its first row where data begins', () => {
    const places = (header: string): unknown => {
      const [sheet] = blank(
        `tables: { t: { header: { none: true${header} }, columns: { a: { column: B, type: text } } } }`,
      );
      const [table] = sheet?.tables ?? [];
      return [table?.headerRow, table?.firstRow, table?.columns[0]?.column, table?.columns[0]?.header];
    };
    expect(places('')).toEqual([0, 1, 2, 'a']);
    expect(places(', row: 3')).toEqual([0, 4, 2, 'a']);
  });

  it('has tables of one sheet side by side, and its parameters in their cells', () => {
    const sheets =
      blank(`parameters: { plant_site: { cell: "Cover!C4", type: text, pattern: "^[A-Z]{3}$", description: The site. }, period: { cell: "S!B2", type: month }, free: { type: text } }
tables:
  one: { sheet: [S, Other], columns: { a: { header: A, type: text }, b: { header: B, type: text } } }
  two: { sheet: S, columns: { c: { header: C, type: text } } }
`);
    expect(sheets.map(({ name }) => name)).toEqual(['Cover', 'S']);
    expect(sheets[0]?.cells).toEqual([
      {
        row: 4,
        column: 3,
        label: 'plant site',
        note: 'The site. Text. Written like ^[A-Z]{3}$.',
        format: '@',
      },
    ]);
    expect(sheets[1]?.cells).toMatchObject([{ row: 2, column: 2, label: 'period', format: 'mmm yyyy' }]);
    expect(sheets[1]?.tables.map(({ columns }) => columns.map(({ column }) => column))).toEqual([
      [1, 2],
      [4],
    ]);
  });
});
