import { describe, expect, it } from 'vitest';
import type { Mapped } from '../../../src/model/mapped.js';
import { mapMade, quantities, told } from './map-made.js';
import type { Made, MadeSheet } from './made-workbook.js';

interface Parts {
  readonly table?: string;
  readonly x?: string;
  readonly columns?: string;
  readonly top?: string;
}

/** Maps a datapoint for each row of a table of ids and quantities. */
function shaped(parts: Parts, sheets: Readonly<Record<string, MadeSheet>>): Promise<Mapped> {
  return mapMade(
    `${parts.top ?? ''}
tables:
  t:
    ${parts.table ?? ''}
    columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, ${parts.x ?? 'unit: kg'} }${parts.columns ?? ''} }
datapoints:
  d: { each: t, reference: "{id}", display_name: x, quantity: { value: x, unit: kg }, type: REPORTED }`,
    sheets,
  );
}
const rows = (...cells: readonly (readonly Made[])[]): Readonly<Record<string, MadeSheet>> => ({
  S: { rows: cells },
});
const skipped = (mapped: Mapped): string[] =>
  mapped.skipped.map(({ origin, reason }) => `${origin.at === 'cell' ? origin.cell : ''} ${reason}`);

describe('where a table ends', () => {
  it('is where so many rows are empty, and a header that comes again is no empty row', async () => {
    const mapped = await shaped(
      { table: 'until: { blank_rows: 1 }' },
      { S: { rows: { 1: ['Id', 'X'], 2: ['a', 1], 3: ['Id', 'X'], 4: ['b', 2], 6: ['c', 3] } } },
    );
    expect(quantities(mapped)).toEqual({ a: '1 kg', b: '2 kg' });
    expect(skipped(mapped)).toEqual(['A3 repeated-header', 'A6 note']);
    expect(mapped.rows).toEqual({ read: 4, mapped: 2, skipped: 2, withErrors: 0 });
  });

  it('is behind its last row, or at a cell', async () => {
    const cells = [
      ['Id', 'X'],
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ];
    const until = (rule: string): Promise<Mapped> => shaped({ table: `until: { ${rule} }` }, rows(...cells));
    expect(Object.keys(quantities(await until('row: 3')))).toEqual(['a', 'b']);
    expect(skipped(await until('row: 3'))).toEqual(['A4 note']);
    expect(Object.keys(quantities(await until('column: { name: id, is: B }')))).toEqual(['a']);
    expect(Object.keys(quantities(await until('any_cell: "2"')))).toEqual(['a']);
    expect(Object.keys(quantities(await until('first_cell: a')))).toEqual([]);
  });

  it('is not the end of what has its header again below', async () => {
    const mapped = await shaped(
      { table: 'header: { find: Id, repeats: true }\n    until: { first_cell: End }' },
      rows(['Id', 'X'], ['a', 1], ['End'], ['note', 7], ['X', 'Id'], [2, 'b'], ['Id', 'Y', 'X'], ['c', 1, 3]),
    );
    expect(quantities(mapped)).toEqual({ a: '1 kg', b: '2 kg', c: '3 kg' });
    expect(skipped(mapped)).toEqual(['A3 note', 'A4 note', 'A7 repeated-header']);
  });
});

describe('rows that are left out', () => {
  it('by a column are all that its merged cell stands for', async () => {
    const mapped = await shaped(
      {
        table: 'skip: [{ column: { name: state, is: QC } }]',
        columns: ', state: { header: State, type: text }',
      },
      {
        S: {
          rows: [
            ['Id', 'X', 'State'],
            ['a', 1, 'QC'],
            ['b', 2],
            ['c', 3, 'ok'],
            ['d', 4],
          ],
          merges: [{ firstRow: 2, lastRow: 3, firstColumn: 3, lastColumn: 3 }],
        },
      },
    );
    expect(quantities(mapped)).toEqual({ c: '3 kg', d: '4 kg' });
    expect(skipped(mapped)).toEqual(['A2 filtered', 'A3 filtered']);
  });

  it('by a column that is not there are none, unless a blank one is meant', async () => {
    const left = (is: string): Promise<Mapped> =>
      shaped(
        {
          table: `skip: [{ column: { name: state, is: ${is} }, reason: note }]`,
          columns: ', state: { header: State, type: text, optional: true }',
        },
        rows(['Id', 'X'], ['a', 1]),
      );
    expect(quantities(await left('QC'))).toEqual({ a: '1 kg' });
    expect(skipped(await left('"/^$/"'))).toEqual(['A2 note']);
  });

  it('by a condition are not those for which it cannot be said', async () => {
    const mapped = await shaped(
      { table: 'skip: [{ when: x > 1 kg, reason: example }]' },
      rows(['Id', 'X'], ['a', 1], ['b', 2], ['c', null], ['d', 'much']),
    );
    expect(skipped(mapped)).toEqual(['A3 example']);
    expect(told(mapped).map((line) => line.split(':')[0])).toEqual([
      'number-unreadable S!B5',
      'value-missing S!B4',
    ]);
  });

  it('hold nothing of the table: notes beside it, and blank ones', async () => {
    const mapped = await shaped(
      {},
      rows(['Id', 'X', null], ['a', 1], [null, null, 'beside'], [' '], ['b', 2]),
    );
    expect(quantities(mapped)).toEqual({ a: '1 kg', b: '2 kg' });
    expect(skipped(mapped)).toEqual(['C3 note', 'A4 blank']);
  });
});

describe('a header', () => {
  it('that is none: columns by letter, from the first row or behind one', async () => {
    const lettered = (row: string): Promise<Mapped> =>
      mapMade(
        `tables: { t: { header: { none: true${row} }, columns: { id: { column: B, type: text }, x: { column: A, type: quantity, unit: kg } } } }
datapoints: { d: { each: t, reference: "{id}", display_name: x, quantity: x, type: REPORTED } }`,
        rows([1, 'a'], [2, 'b'], [3, 'c']),
      );
    expect(quantities(await lettered(''))).toEqual({ a: '1 kilogram', b: '2 kilogram', c: '3 kilogram' });
    expect(quantities(await lettered(', row: 2'))).toEqual({ c: '3 kilogram' });
  });

  it('in a stated row lacks its columns there, which is told with what it has', async () => {
    const mapped = await shaped(
      { table: 'header: { row: 2 }' },
      rows(['Id', 'X'], ['Id', 'Weight'], ['a', 1]),
    );
    expect(told(mapped)[0]).toBe(
      'column-missing S!A2: the table t has no column "X"; its header has "Id", "Weight"',
    );
    expect(mapped.records).toEqual([]);
  });

  it('that fits two columns is told, unless one fits whole, or nth says which', async () => {
    const cells = rows(['Id', 'X (kg)', 'X [kg]'], ['a', 1, 2]);
    expect(told(await shaped({ table: 'header: { find: Id }' }, cells))[0]).toBe(
      'column-ambiguous S!B1: "X" fits "X (kg)" and "X [kg]": say which with nth or group',
    );
    expect(quantities(await shaped({}, rows(['Id', 'X', 'X [kg]'], ['a', 1, 2])))).toEqual({ a: '1 kg' });
    expect(quantities(await shaped({ x: 'nth: 2' }, cells))).toEqual({ a: '2 kg' });
    const third = 'nth: 3, optional: true';
    expect(told(await shaped({ x: third }, cells))[0]).toMatch(/^value-missing S!A2:A2: "X" has no value/);
    expect(told(await shaped({ x: 'nth: 3', table: 'header: { find: Id }' }, cells))[0]).toBe(
      'column-missing S!A1: the table t has no column "X"; its header has "Id", "X (kg)", "X [kg]"',
    );
  });

  it('of two rows takes the group above it, merged or over the first of its columns', async () => {
    const grouped = await shaped(
      { table: 'header: { rows: 2, find: Id }', x: 'unit: kg, group: Lab B' },
      {
        S: {
          rows: [
            ['Id', 'Lab A', null, 'Lab B', 'Note'],
            [null, 'X', 'Y', 'X'],
            ['a', 1, 2, 3],
          ],
          merges: [{ firstRow: 1, lastRow: 2, firstColumn: 1, lastColumn: 1 }],
        },
      },
    );
    expect(told(grouped)).toEqual([]);
    expect(quantities(grouped)).toEqual({ a: '3 kg' });
  });

  it.each<[string, Parts, readonly (readonly Made[])[], string]>([
    [
      '',
      { table: 'sheet: S' },
      [['Title'], ['note']],
      'S!A1: the header of the table t was not found: no row has "Id", "X"',
    ],
    [
      'near',
      { table: 'sheet: S' },
      [['Title'], [null, 'Id', 'Weight']],
      'S!B2: the header of the table t was not found: no row has "Id", "X"; row 2 comes nearest (Id, Weight) and lacks "X"',
    ],
    [
      'by its text',
      { table: 'sheet: S\n    header: { find: [Id, Ticket] }' },
      [['Title']],
      'S!A1: the header of the table t was not found: no row has Id, Ticket',
    ],
  ])('that is not there is told with what comes near: %s', async (_, parts, cells, message) => {
    expect(told(await shaped(parts, rows(...cells)))).toEqual([`header-missing ${message}`]);
  });

  it('that is on no sheet is told of the file', async () => {
    expect(told(await shaped({ table: 'header: { find: Id }' }, rows(['Title'])))).toEqual([
      'header-missing month.xlsx: the header of the table t was found on no sheet: no row has Id',
    ]);
    expect(told(await shaped({ table: 'optional: true' }, rows(['Title'])))).toEqual([]);
  });
});

describe('a sheet', () => {
  const cells = [
    ['Id', 'X'],
    ['a', 1],
  ];

  it('that is missing is told with those that are there, unless the table is optional', async () => {
    expect(
      told(
        await shaped({ table: 'sheet: [Loads, Tickets]' }, { 'S 1': { rows: cells }, T: { rows: cells } }),
      ),
    ).toEqual([
      'sheet-missing month.xlsx: no sheet is named "Loads" or "Tickets", which the table t needs; there are "S 1", "T"',
    ]);
    expect(
      told(await shaped({ table: 'sheet: Loads, optional: true'.replace(', ', '\n    ') }, rows(...cells))),
    ).toEqual([]);
  });

  it('that is hidden is read, which is said of tables that are found on it', async () => {
    const hidden = { S: { rows: cells }, Lists: { rows: [['yes'], ['no']], state: 'hidden' as const } };
    expect(told(await shaped({}, hidden))).toEqual([]);
    expect(told(await shaped({}, { S: { rows: cells, state: 'hidden' } }))).toEqual([
      'hidden-read S!A1: the sheet is hidden and was read for the table t; say hidden: skip if it is not data',
    ]);
  });

  it('that is hidden is left out where the mapping says so, and told where that leaves nothing', async () => {
    const both = {
      S1: { rows: cells },
      S2: {
        rows: [
          ['Id', 'X'],
          ['b', 2],
        ],
        state: 'very-hidden' as const,
      },
    };
    const some = await shaped({ table: 'sheet: "/^S/"\n    hidden: skip' }, both);
    expect(told(some)).toEqual([]);
    expect(quantities(some)).toEqual({ a: '1 kg' });
    expect(told(await shaped({ table: 'sheet: S2\n    hidden: skip' }, both))).toEqual([
      'sheet-missing month.xlsx: every sheet named "S2" is hidden, and the table t leaves hidden ones out (hidden: skip)',
    ]);
    expect(told(await shaped({ table: 'sheet: S2\n    hidden: skip\n    optional: true' }, both))).toEqual(
      [],
    );
  });

  it('is taken from the file that is named', async () => {
    expect(quantities(await shaped({ table: 'file: "month.xlsx"' }, rows(...cells)))).toEqual({ a: '1 kg' });
    expect(told(await shaped({ table: 'file: "year.xlsx"' }, rows(...cells)))[0]).toMatch(
      /^sheet-missing month\.xlsx: /,
    );
  });

  it.each([
    [[3], '1 hidden row was'],
    [[2, 3], '2 hidden rows were'],
  ])('with hidden rows is read, which is counted: %j', async (hiddenRows, count) => {
    const mapped = await shaped({}, { S: { rows: [...cells, ['b', 2]], hiddenRows } });
    expect(told(mapped)).toEqual([
      `hidden-read S!A1: ${count} read for the table t; say hidden: skip if they are not data`,
    ]);
  });
});

describe('the unit of a column', () => {
  const units = (x: string, header: string, below: Made): Promise<Mapped> =>
    shaped(
      { table: 'header: { find: Id, units_below: true }', x },
      rows(['Id', header], [null, below], ['a', 1]),
    );

  it.each([
    [
      'kind: mass',
      'X',
      'blobs',
      'unit-unknown S!B2: the units row says "blobs": "blobs" is not a known unit; if it is this workbook\'s spelling of a unit, add it under units',
    ],
    ['kind: mass', 'X', 'L', 'unit-kind S!B1: liter (from the units row) is not a unit of mass'],
    [
      'kind: mass',
      'X (kg)',
      't',
      'unit-disagreement S!B1: the header says kilogram, the units row says metric_ton: make them agree',
    ],
    [
      'unit: kg',
      'X',
      't',
      'unit-disagreement S!B1: the mapping says kilogram, the units row says metric_ton: make them agree',
    ],
  ])('that cannot be is told: %s, %s, %s', async (x, header, below, message) => {
    const mapped = await units(x, header, below);
    expect(told(mapped)[0]).toBe(message);
    expect(mapped.records).toEqual([]);
  });

  it.each([['[kg]'], ['---- kg ----'], ['(kg)'], ['kg (wet)'], [null]])(
    'may be decorated or left away: %s',
    async (below) => {
      const mapped = await units('unit: kg', 'X', below);
      expect(told(mapped)).toEqual([]);
      expect(quantities(mapped)).toEqual({ a: '1 kg' });
    },
  );

  it('of several columns is one', async () => {
    const values = (...header: string[]): Promise<Mapped> =>
      mapMade(
        `tables: { t: { columns: { id: { header: Id, type: text }, c: { header: "/^C/", type: quantities } } } }
datapoints: { d: { each: t, reference: "{id}", display_name: x, quantity: { value: sum(c), unit: kg }, type: REPORTED } }`,
        rows(['Id', ...header], ['a', 1, 2]),
      );
    expect(quantities(await values('C1 (t)', 'C2 (t)'))).toEqual({ a: '3000 kg' });
    for (const header of [
      ['C1 (kg)', 'C2 (t)'],
      ['C1 (kg)', 'C2'],
      ['C1', 'C2 (kg)'],
    ])
      expect(told(await values(...header))[0]).toBe(
        'unit-disagreement S!B1: the columns of "/^C/" state different units',
      );
  });
});

describe('a column of values', () => {
  const values = (settings: string, sheet: MadeSheet, quantity = 'sum(c)'): Promise<Mapped> =>
    mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, c: { header: "/^C/", type: quantities, unit: kg, ${settings} } } } }
datapoints: { d: { each: t, reference: "{id}", display_name: x, quantity: { value: ${quantity}, unit: kg }, type: REPORTED } }`,
      { S: sheet },
    );
  const head = ['Id', 'C1', 'C2', 'C3'];

  it('leaves out blank ones; none at all is missing, and told where one is required', async () => {
    const sheet = { rows: [head, ['a', 1, null, 2], ['b']] };
    expect(told(await values('', sheet))).toEqual([
      'value-missing S!B3: "/^C/" has no value, and datapoints.d needs it for quantity',
    ]);
    const required = await values('required: true', sheet);
    expect(told(required)).toEqual(['value-missing S!B3: "/^C/": none of the columns holds a value']);
    expect(quantities(required)).toEqual({ a: '3 kg' });
    expect(told(await values('required: true', { rows: [head, ['a', 'much']] }))).toEqual([
      expect.stringMatching(/^number-unreadable S!B2: /),
    ]);
  });

  it('may be absent', async () => {
    expect(told(await values('optional: true', { rows: [['Id'], ['a']] }))).toEqual([
      'value-missing S!A2:A2: "/^C/" has no value, and datapoints.d needs it for quantity',
    ]);
  });

  it('has a deviation each: from the cell, else from the mapping', async () => {
    expect(quantities(await values('k: 2, relative_sd: 0.1', { rows: [head, ['a', '3 ± 2', 10]] }))).toEqual({
      a: '13 ± 1.4142135623731 kg',
    });
  });

  it('counts a merged one as the mapping says, and never unsaid', async () => {
    const sheet = {
      rows: [head, ['a', 1, 10], ['b', 2, null]],
      merges: [{ firstRow: 2, lastRow: 3, firstColumn: 3, lastColumn: 3 }],
    };
    const unsaid = await values('', sheet);
    expect(told(unsaid)).toEqual([
      'merged-quantity S!C3: "/^C/" is merged with the cell in row 2: say merged: each if it stands for every row, merged: first if it counts once',
    ]);
    expect(quantities(unsaid)).toEqual({ a: '11 kg' });
    expect(quantities(await values('merged: first', sheet))).toEqual({ a: '11 kg', b: '2 kg' });
    const each = await values('merged: each', sheet);
    expect(quantities(each)).toEqual({ a: '11 kg', b: '12 kg' });
    expect(each.records[1]?.origins['quantity']).toMatchObject([{ cell: 'B3' }, { cell: 'C2' }]);
  });

  it('fills each column from its own cell above', async () => {
    expect(
      quantities(
        await values('fill: down', { rows: [head, ['a', 1, 10], ['b', null, 20], ['c', 3, null, 5]] }),
      ),
    ).toEqual({ a: '11 kg', b: '21 kg', c: '28 kg' });
  });
});

describe('a long table', () => {
  it('is read and taken back as one: a rule drops rows, a merge has them read again', async () => {
    const many = Array.from({ length: 700 }, (_, nth): Made[] => [`r${nth}`, nth]);
    const mapped = await shaped(
      { table: 'skip: [{ when: x >= 600 kg }]' },
      {
        S: {
          rows: [['Id', 'X'], ...many],
          merges: [{ firstRow: 2, lastRow: 3, firstColumn: 9, lastColumn: 9 }],
        },
      },
    );
    expect(mapped.rows).toEqual({ read: 700, mapped: 600, skipped: 100, withErrors: 0 });
    expect(quantities(mapped)).toMatchObject({ r0: '0 kg', r255: '255 kg', r256: '256 kg', r599: '599 kg' });
  });
});

describe('a header whose brackets begin with a unit and hold more', () => {
  const headed = (header: string, x: string, top = '') => shaped({ x, top }, rows(['Id', header], ['a', 50]));
  const disagree = (begun: string, is: string, said: string) => [
    `unit-disagreement S!B1: the mapping says ${said}, "${begun}" in the header says ${is}: make them agree, or say under units what it means`,
  ];

  it.each([
    ['X (kgCO2)', 'unit: t', disagree('kgCO2', 'kilogram', 'metric_ton')],
    ['X (tCO2)', 'unit: kg', disagree('tCO2', 'metric_ton', 'kilogram')],
    ['X (t wet)', 'unit: kg', disagree('t wet', 'metric_ton', 'kilogram')],
    ['X [t CO2]', 'unit: kg', disagree('t CO2', 'metric_ton', 'kilogram')],
  ])('is no other unit of the same: %s as %s', async (header, x, expected) => {
    const mapped = await headed(header, x);
    expect(told(mapped)).toEqual(expect.arrayContaining(expected));
    expect(quantities(mapped)).toEqual({});
  });

  it.each([
    ['X (tCO2)', 'unit: t', '50000 kg'],
    ['X (gross)', 'unit: kg', '50 kg'],
    ['X (a total)', 'unit: kg', '50 kg'],
    ['X (MWh per kiln)', 'unit: kg', '50 kg'],
  ])('may be the same unit, another thing, or no unit at all: %s as %s', async (header, x, expected) => {
    const mapped = await headed(header, x);
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({ a: expected });
  });

  it('is what the mapping says that it means', async () => {
    const mapped = await headed('X (kgCO2)', 'unit: kg', 'units: { kgCO2: kg }');
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({ a: '50 kg' });
  });
});
