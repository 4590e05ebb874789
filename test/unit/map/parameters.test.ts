import { describe, expect, it } from 'vitest';
import type { Mapped } from '../../../src/model/mapped.js';
import { mapMade, quantities, told } from './map-made.js';
import type { Made } from './made-workbook.js';

/** Maps one datapoint that is named by the parameter `p`. */
function named(
  parameter: string,
  cover: readonly (readonly Made[])[] = [],
  set: Readonly<Record<string, string>> = {},
  top = '',
): Promise<Mapped> {
  return mapMade(
    `${top}parameters: { p: { ${parameter} } }
tables: { t: { sheet: S, columns: { x: { header: X, type: quantity, unit: kg } } } }
datapoints: { d: { over: t, reference: "p-{p}", display_name: x, quantity: { value: "sum(rows, x)", unit: kg }, type: DERIVED } }`,
    { Cover: { rows: [['Cover'], ...cover] }, S: { rows: [['X'], [1]] } },
    { parameters: set },
  );
}
const references = (mapped: Mapped): string[] => mapped.records.map(({ reference }) => reference);

describe('a parameter', () => {
  const cases: readonly (readonly [string, Made, string])[] = [
    ['type: text', 'NKU', 'p-NKU'],
    ['type: text', 4711, 'p-4711'],
    ['type: integer', 12, 'p-12'],
    ['type: number', 0.25, 'p-0.25'],
    ['type: quantity, unit: MWh', 12.5, 'p-12.5 megawatt_hour'],
    ['type: quantity', '12.5 t', 'p-12.5 metric_ton'],
    ['type: date', { date: '2026-10-04T00:00:00' }, 'p-2026-10-04'],
    ['type: datetime', { date: '2026-10-04T08:15:00' }, 'p-2026-10-04T08:15:00'],
    ['type: time', { date: '08:15:00' }, 'p-08:15:00'],
    ['type: month', '2026-10', 'p-2026-10'],
    ['type: flag', true, 'p-yes'],
    ['type: flag', 'no', 'p-no'],
  ];
  it.each(cases)('of %s is read from its cell: %j', async (type, cell, reference) => {
    const mapped = await named(`cell: "cover!B2", ${type}`, [[null, cell]]);
    expect(told(mapped)).toEqual([]);
    expect(references(mapped)).toEqual([reference]);
  });

  it('is what --set says, before its cell, before the value in the mapping', async () => {
    const parameter = 'cell: "Cover!B3", value: M, type: text';
    const cover = [[], [null, 'C', 'D'], ['note']];
    expect(references(await named(parameter, cover, { p: 'S' }))).toEqual(['p-S']);
    expect(references(await named(parameter, cover))).toEqual(['p-C']);
    expect(references(await named(parameter, [[], [null, null, 'D']]))).toEqual(['p-M']);
    expect(references(await named(parameter.replace('Cover', 'Nowhere')))).toEqual(['p-M']);
  });

  it('without a value is told at its cell, or in the mapping', async () => {
    const message = 'the parameter p has no value: fill in its cell, or give it as --set p=…';
    expect(told(await named('cell: "Cover!B2", type: text', [['x']]))).toEqual([
      `parameter-missing Cover!B2: ${message}`,
      'depends-on-error S!A2:A2: datapoints.d is left out, since cells it is made from have errors',
    ]);
    for (const parameter of ['cell: "Nowhere!B2", type: text', 'type: text']) {
      const mapped = await named(parameter);
      expect(mapped.issues[0]).toMatchObject({
        code: 'parameter-missing',
        message,
        origins: [{ at: 'mapping', line: 4 }],
      });
      expect(mapped.records).toEqual([]);
    }
  });

  it('that cannot be read is told once, with its name', async () => {
    const mapped = await named('cell: "Cover!B2", type: text, pattern: "^[A-Z]{3}$"', [[null, 'nku']]);
    expect(told(mapped)).toEqual([
      'value-not-allowed Cover!B2: the parameter p: "nku" does not fit the pattern ^[A-Z]{3}$',
      'depends-on-error S!A2:A2: datapoints.d is left out, since cells it is made from have errors',
    ]);
    expect(told(await named('type: number', [], { p: 'some' }))[0]).toMatch(
      /^number-unreadable .*: the parameter p: "some" is not a number/,
    );
  });

  it('that is unknown is told with those that are there', async () => {
    expect((await named('type: text, value: a', [], { q: 'x' })).issues).toMatchObject([
      { code: 'parameter-unknown', message: '--set q: the mapping has no such parameter; it has p' },
    ]);
    const none = await mapMade(
      'tables: { t: { columns: { x: { header: X, type: text } } } }',
      { S: { rows: [['X'], ['a']] } },
      { parameters: { q: 'x' } },
    );
    expect(none.issues).toMatchObject([
      { code: 'parameter-unknown', message: '--set q: the mapping has no such parameter; it has none' },
    ]);
  });

  it('is read from the first workbook that has its sheet, and only as far as its row', async () => {
    const mapped = await mapMade(
      `parameters: { p: { cell: "S!A1", type: quantity, unit: kg }, q: { cell: "S!B1", type: number } }
tables: { t: { columns: { x: { header: X, type: quantity, unit: kg } } } }
datapoints: { d: { over: t, reference: d, display_name: x, quantity: { value: "p * q + sum(rows, x)", unit: kg }, type: DERIVED } }`,
      { S: { rows: [[2, 3], ['X'], [1]] } },
    );
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({ d: '7 kg' });
    expect(mapped.records[0]?.origins['quantity']).toMatchObject([
      { cell: 'A3' },
      { cell: 'A1' },
      { cell: 'B1' },
    ]);
  });
});
