import { describe, expect, it } from 'vitest';
import type { Mapped } from '../../../src/model/mapped.js';
import { mapMade, quantities, told } from './map-made.js';
import type { Made } from './made-workbook.js';

/** Maps a table of ids, days, and two weights. */
function weighed(
  parts: { readonly table?: string; readonly top?: string; readonly columns?: string },
  ...rows: readonly (readonly Made[])[]
): Promise<Mapped> {
  return mapMade(
    `${parts.top ?? ''}
tables:
  t:
    sheet: S
    ${parts.table ?? ''}
    columns: { id: { header: Id, type: text }, a: { header: A, type: quantity, unit: kg }, b: { header: B, type: quantity, unit: kg }${parts.columns ?? ''} }
datapoints:
  d: { each: t, reference: "d-{id}", display_name: x, quantity: { value: a, unit: kg }, type: REPORTED }`,
    { S: { rows: [['Id', 'A', 'B'], ...rows] } },
  );
}

describe('the key of a table', () => {
  it('may not be blank, and is told at its cells', async () => {
    const mapped = await weighed({ table: 'key: id' }, ['x', 1, 1], [null, 2, 2], ['y', 3, 3]);
    expect(told(mapped)).toEqual([
      'key-missing S!A3: "Id" is blank, and it is the key of t: fill it in, or name such rows under skip',
    ]);
    expect(quantities(mapped)).toEqual({ 'd-x': '1 kg', 'd-y': '3 kg' });
  });

  it('may not repeat: neither row is used, and both are named', async () => {
    const mapped = await weighed(
      { table: 'key: [id, b]' },
      ['x', 1, 1],
      ['x', 2, 2],
      [' x', 3, 1],
      ['x', 4, 1],
    );
    expect(told(mapped)).toEqual([
      'key-repeated S!A4: "Id" and "B" "x, 1 kilogram" is in row 2 and in row 4: one of them is wrong or counted twice',
      'key-repeated S!A5: "Id" and "B" "x, 1 kilogram" is in row 2 and in row 5: one of them is wrong or counted twice',
    ]);
    expect(mapped.issues[0]?.origins).toMatchObject([
      { cell: 'A4' },
      { cell: 'C4' },
      { cell: 'A2' },
      { cell: 'C2' },
    ]);
    expect(quantities(mapped)).toEqual({ 'd-x': '2 kg' });
    expect(mapped.rows).toEqual({ read: 4, mapped: 1, skipped: 0, withErrors: 3 });
  });

  it('may be computed, and is known by its name then', async () => {
    const mapped = await weighed(
      { table: 'key: both\n    derive: { both: "id + lower(id)" }' },
      ['x', 1, 1],
      [null, 2, 2],
      ['x', 3, 3],
    );
    expect(told(mapped)).toEqual([
      'key-missing S!A3: both is blank, and it is the key of t: fill it in, or name such rows under skip',
      'key-repeated S!A4: both "xx" is in row 2 and in row 4: one of them is wrong or counted twice',
    ]);
    expect(mapped.records).toEqual([]);
  });

  it('with an error of its own is told once', async () => {
    const mapped = await weighed({ table: 'key: a' }, ['x', 'much', 1]);
    expect(told(mapped)).toEqual([expect.stringMatching(/^number-unreadable S!B2: /)]);
  });
});

describe('a day within a month', () => {
  const within = (type: string, ...days: Made[]): Promise<Mapped> =>
    mapMade(
      `parameters: { period: { type: month } }
tables: { t: { columns: { id: { header: Id, type: text }, day: { header: Day, type: ${type}, within: period } } } }
datapoints: { d: { each: t, reference: "{id}", display_name: x, quantity: "1 kg", type: REPORTED } }`,
      { S: { rows: [['Id', 'Day'], ...days.map((day, nth): Made[] => [`r${nth + 1}`, day])] } },
      { parameters: { period: '2026-10' } },
    );

  it.each([
    [
      'date',
      [{ date: '2026-10-01T00:00:00' }, { date: '2026-10-31T00:00:00' }, null],
      { date: '2026-11-01T00:00:00' },
      '2026-11-01',
    ],
    ['datetime', [{ date: '2026-10-31T23:59:59' }], { date: '2026-09-30T23:59:59' }, '2026-09-30'],
    ['month', ['2026-10'], '2025-10', '2025-10'],
  ])('is told where it lies outside: %s', async (type, inside, outside, shown) => {
    expect(told(await within(type, ...inside))).toEqual([]);
    const mapped = await within(type, ...inside, outside);
    const row = inside.length + 2;
    expect(told(mapped)).toEqual([`date-outside S!B${row}: ${shown} lies outside 2026-10`]);
    expect(mapped.rows).toEqual({ read: row - 1, mapped: row - 2, skipped: 0, withErrors: 1 });
  });

  it('waits for what cannot be read: the day, and the month', async () => {
    expect(told(await within('date', 'some day'))).toEqual([
      expect.stringMatching(/^date-unreadable S!B2: /),
    ]);
    const mapped = await mapMade(
      `parameters: { period: { type: month } }
tables: { t: { columns: { id: { header: Id, type: text }, day: { header: Day, type: date, within: period } } } }`,
      {
        S: {
          rows: [
            ['Id', 'Day'],
            ['a', { date: '2026-10-04T00:00:00' }],
          ],
        },
      },
    );
    expect(told(mapped).map((line) => line.split(' ')[0])).toEqual(['parameter-missing']);
  });
});

describe('the check of a computed column', () => {
  const checked = (derive: string, ...rows: readonly (readonly Made[])[]): Promise<Mapped> =>
    weighed({ table: `derive: { net: { value: a - b, ${derive} } }` }, ...rows);

  it('says what does not hold, with the values, or what the mapping says instead', async () => {
    expect(told(await checked('check: net >= 0 kg && id != "z"', ['x', 1, 2]))).toEqual([
      'check-failed S!A2: net: net >= 0 kg && id != "z" does not hold (net = -1 kilogram, id = x)',
    ]);
    expect(
      told(await checked('check: net > 0 kg, message: "{id} weighs {fixed(net, 1)}"', ['x', 1, 2])),
    ).toEqual(['check-failed S!B2: x weighs -1.0']);
  });

  it('says the values where its own message has none', async () => {
    expect(told(await checked('check: a > 1 kg, message: "{id}: {net}"', [null, 1, null]))).toEqual([
      'check-failed S!B2: net: a > 1 kg does not hold (a = 1 kilogram)',
    ]);
  });

  it('says the values of the row, and not those of parameters', async () => {
    const mapped = await weighed(
      {
        top: 'parameters: { least: { value: 5, type: number } }',
        table: `derive: { net: { value: a - b, check: 'number_in(net, "kg") > least' } }`,
      },
      ['x', 3, 1],
    );
    expect(told(mapped)).toEqual([
      'check-failed S!B2: net: number_in(net, "kg") > least does not hold (net = 2 kilogram)',
    ]);
  });

  it('stays open where a value is missing, and in a row that has an error', async () => {
    const mapped = await checked('check: net > 0 kg', ['x', 1, null], ['y', 1, 'much'], ['z', 2, 1]);
    expect(told(mapped)).toEqual([expect.stringMatching(/^number-unreadable S!C3: /)]);
    expect(quantities(mapped)).toEqual({ 'd-x': '1 kg', 'd-z': '2 kg' });
  });

  it('says why it cannot be computed', async () => {
    const mapped = await checked('check: a / b > 2', ['x', 1, 0]);
    expect(told(mapped)).toEqual([expect.stringMatching(/^check-failed S!B2: net: .*zero/)]);
  });

  it('is told at its row where it is made from no cell', async () => {
    expect(told(await checked('check: 1 > 2', ['x', 1, 0]))).toEqual([
      'check-failed S!A2:C2: net: 1 > 2 does not hold ()',
    ]);
  });
});

describe('a check', () => {
  const check = (text: string, ...rows: readonly (readonly Made[])[]): Promise<Mapped> =>
    weighed(
      {
        top: `parameters: { least: { value: 5, type: number }, none: { cell: "S!Z1", type: text } }\nchecks:\n  - { name: c, ${text} }`,
      },
      ...rows,
    );
  const issues = (mapped: Mapped): string[] =>
    told(mapped).filter((line) => !line.startsWith('parameter-missing'));

  it('of the whole names its parameters, and its cells', async () => {
    expect(issues(await check('expect: count(t) > least', ['x', 1, 1]))).toEqual([
      'check-failed made.yaml:4:22: c: "count(t) > least" does not hold (least = 5)',
    ]);
    const sum = await check('expect: "sum(t, a) > 5 kg"', ['x', 1, 1], ['y', 2, 2]);
    expect(issues(sum)).toEqual(['check-failed S!B2:B3: c: "sum(t, a) > 5 kg" does not hold']);
    // The month as a whole is wrong; its rows are not.
    expect(sum.rows).toEqual({ read: 2, mapped: 2, skipped: 0, withErrors: 0 });
  });

  it('of each row names its values, and makes it a row with an error', async () => {
    const mapped = await check('each: t, expect: a >= b', ['x', 1, 2], ['y', 2, 2]);
    expect(issues(mapped)).toEqual([
      'check-failed S!B2: c: "a >= b" does not hold (a = 1 kilogram, b = 2 kilogram)',
    ]);
    expect(mapped.rows).toEqual({ read: 2, mapped: 1, skipped: 0, withErrors: 1 });
    const warned = await check('each: t, expect: a >= b, severity: warning', ['x', 1, 2]);
    expect(warned.issues.map(({ severity }) => severity)).toContain('warning');
    expect(warned.rows).toEqual({ read: 1, mapped: 1, skipped: 0, withErrors: 0 });
  });

  it('says what the mapping says, and the values where that has none', async () => {
    expect(issues(await check('each: t, expect: a >= b, message: "ticket {id}"', ['x', 1, 2]))).toEqual([
      'check-failed S!B2: c: ticket x',
    ]);
    expect(
      issues(await check('each: t, expect: a >= b, message: "ticket {id} {none}"', ['x', 1, 2])),
    ).toEqual(['check-failed S!B2: c: "a >= b" does not hold (a = 1 kilogram, b = 2 kilogram)']);
  });

  it('says which value is missing, and waits for cells that have errors', async () => {
    expect(issues(await check('each: t, expect: a >= b', ['x', 1, null]))).toEqual([
      'check-failed S!B2: c: "B" has no value',
    ]);
    expect(issues(await check('each: t, expect: a >= b', ['x', 1, 'much']))).toEqual([
      expect.stringMatching(/^number-unreadable S!C2: /),
    ]);
    expect(issues(await check('expect: "sum(t, b) > 1 kg"', ['x', 1, 'much']))).toEqual([
      expect.stringMatching(/^number-unreadable S!C2: /),
    ]);
    expect(issues(await check('expect: none == "a"', ['x', 1, 1]))).toEqual([]);
    expect(issues(await check('expect: \'none == "a" && least > 9\'', ['x', 1, 1]))).toEqual([
      expect.stringMatching(/: c: "none == "a" && least > 9" does not hold \(least = 5\)$/),
    ]);
  });

  it('says why it cannot be computed, and is told in the mapping where it has no cell', async () => {
    expect(issues(await check('each: t, expect: a / b > 1', ['x', 1, 0]))).toEqual([
      expect.stringMatching(/^check-failed S!B2: c: .*zero/),
    ]);
    const mapped = await check('expect: 1 > 2', ['x', 1, 0]);
    expect(mapped.issues.at(-1)).toMatchObject({
      code: 'check-failed',
      message: 'c: "1 > 2" does not hold',
      origins: [{ at: 'mapping' }],
    });
  });
});

describe('a control total', () => {
  const total = (unit: string, quantity = '{ value: a, unit: kg }', x = 'type: quantity'): Promise<Mapped> =>
    mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, a: { header: A, ${x}, unit_column: u }, u: { header: U, type: text } } } }
datapoints:
  d: { each: t, reference: "{id}", display_name: x, quantity: ${quantity}, type: REPORTED }
  other: { each: t, reference: "o{id}", display_name: x, quantity: "1 L", type: REPORTED }
control_totals: [{ name: all, datapoints: d, sum: quantity${unit} }]`,
      {
        S: {
          rows: [
            ['Id', 'A', 'U'],
            ['x', 1500, 'kg'],
            ['y', 2, 't'],
          ],
        },
      },
    );

  it('is in its own unit, else in that of the first', async () => {
    expect((await total(', unit: t')).controlTotals).toEqual([
      { name: 'all', definition: 'datapoints.d', unit: 't', count: 2, sum: 3.5 },
    ]);
    expect((await total('')).controlTotals).toMatchObject([{ unit: 'kg', count: 2, sum: 3500 }]);
    expect((await total('', 'a')).controlTotals).toMatchObject([{ unit: 'kilogram', count: 2, sum: 3500 }]);
  });

  it('of nothing is nothing', async () => {
    const mapped = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text } } } }
datapoints: { d: { each: t, reference: "{id}", display_name: x, quantity: "1 kg", type: REPORTED } }
control_totals: [{ name: all, datapoints: d, sum: quantity }]`,
      { S: { rows: [['Id']] } },
    );
    expect(mapped.controlTotals).toEqual([
      { name: 'all', definition: 'datapoints.d', unit: 'dimensionless', count: 0, sum: 0 },
    ]);
  });

  it('does not add what is of another sort', async () => {
    const mapped = await total(', unit: kWh');
    expect(mapped.issues).toMatchObject([
      {
        code: 'unit-disagreement',
        message: 'the control total all cannot add kg to kWh',
        origins: [{ at: 'mapping' }],
      },
    ]);
  });
});

describe('a row that is looked up', () => {
  const looked = (lookup: string, ...lots: readonly (readonly Made[])[]): Promise<Mapped> =>
    mapMade(
      `tables:
  t: { sheet: S, columns: { id: { header: Id, type: text }, lot: { header: Lot, type: text } } }
  lots: { sheet: Lots, columns: { code: { header: Code, type: text }, mass: { header: Mass, type: quantity, unit: kg } } }
datapoints: { d: { each: t, reference: "{id}", display_name: x, quantity: { value: "${lookup}", unit: kg }, type: REPORTED } }`,
      {
        S: {
          rows: [
            ['Id', 'Lot'],
            ['a', 'l1'],
          ],
        },
        Lots: { rows: [['Code', 'Mass'], ...lots] },
      },
    );

  it('is the one with the value, whatever the rows without one hold', async () => {
    const mapped = await looked('lookup(lots, code, lot, mass)', ['l0', 1], [null, 2], ['l1', 3]);
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({ a: '3 kg' });
  });

  it('is none of several, and none where there is none', async () => {
    const several = await looked('lookup(lots, code, lot, mass)', ['l1', 1], ['l1', 2]);
    expect(told(several)).toEqual([
      expect.stringMatching(/^expression-failed S!B2: datapoints\.d quantity\.?(value)?, /),
    ]);
    const none = await looked('lookup(lots, code, lot, mass)', ['l0', 1]);
    expect(told(none)).toEqual([expect.stringMatching(/^expression-failed S!B2: /)]);
  });
});

describe('the deviation of a column', () => {
  const deviated = (setting: string, u: Made = 2): Promise<Mapped> =>
    mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, unit: kg, ${setting} }, u: { header: U, type: quantity, unit: kg }, p: { header: P, type: quantity, unit: "%", optional: true } } } }
datapoints: { d: { each: t, reference: "{id}", display_name: x, quantity: { value: x, unit: kg }, type: REPORTED } }`,
      {
        S: {
          rows: [
            ['Id', 'X', 'U', 'P'],
            ['a', 100, u, 5],
          ],
        },
      },
    );

  it.each([
    ['sd: 2', '100 ± 2 kg'],
    ['sd: "2"', '100 ± 2 kg'],
    ['sd: 0.002 t', '100 ± 2 kg'],
    ['sd: "2e0 kg"', '100 ± 2 kg'],
    ['sd: 2 %', '100 ± 2 kg'],
    ['relative_sd: 0.02', '100 ± 2 kg'],
    ['sd: { limit: 3 kg }', '100 ± 1.73205080756888 kg'],
    ['sd: { value: 4 %, k: 2 }', '100 ± 2 kg'],
    ['sd: { value: 4 kg, k: 2 }', '100 ± 2 kg'],
    ['sd: { column: u, k: 2 }', '100 ± 1 kg'],
    ['sd: { column: p, k: 1, relative: true }', '100 ± 5 kg'],
  ])('is what %s says', async (setting, sent) => {
    const mapped = await deviated(setting);
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({ a: sent });
  });

  it('is none where its cell is blank, and no number below zero', async () => {
    expect(quantities(await deviated('sd: { column: u, k: 1 }', null))).toEqual({ a: '100 kg' });
    expect(told(await deviated('sd: { column: u, k: 1 }', -1))).toEqual([
      expect.stringMatching(/: the uncertainty in u is negative$/),
    ]);
  });

  it('of a computed one is its own, in its own unit; a text has none', async () => {
    const computed = (derive: string, u: Made = 2): Promise<Mapped> =>
      mapMade(
        `tables: { t: { columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, unit: kg, sd: 9 }, u: { header: U, type: quantity, unit: kg } }, derive: { n: { ${derive} } } } }
datapoints: { d: { each: t, reference: "{id}", display_name: x, quantity: { value: n, unit: kg }, type: DERIVED } }`,
        {
          S: {
            rows: [
              ['Id', 'X', 'U'],
              ['a', 100, u],
            ],
          },
        },
      );
    expect(quantities(await computed('value: x * 2, unit: t, sd: 0.004'))).toEqual({ a: '200 ± 4 kg' });
    expect(quantities(await computed('value: x * 2, sd: { column: u, k: 1 }'))).toEqual({ a: '200 ± 2 kg' });
    expect(quantities(await computed('value: x * 2, sd: { column: u, k: 1 }', null))).toEqual({
      a: '200 ± 18 kg',
    });
    expect(quantities(await computed('value: x * 2, unit: t'))).toEqual({ a: '200 ± 18 kg' });
  });
});
