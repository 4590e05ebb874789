import { describe, expect, it } from 'vitest';
import { mapMade, quantities, told } from './map-made.js';
import type { Made } from './made-workbook.js';

/** One table of id and value, a datapoint a row. */
function simple(
  column: string,
  options: { readonly top?: string; readonly table?: string; readonly unit?: string } = {},
): string {
  return `${options.top ?? ''}
tables:
  t:
    ${options.table ?? ''}
    columns:
      id: { header: Id, type: text }
      x: { header: "/^X/", type: quantity, ${column} }
datapoints:
  d: { each: t, reference: "{id}", display_name: x, quantity: { value: x, unit: "${options.unit ?? 'kg'}" }, type: REPORTED }
`;
}

function sheet(
  header: string,
  ...values: Made[]
): Readonly<Record<string, { readonly rows: readonly (readonly Made[])[] }>> {
  return {
    S: { rows: [['Id', header], ...values.map((value, index): readonly Made[] => [`r${index + 1}`, value])] },
  };
}

const percent = (value: number): Made => ({
  cell: { type: 'number', value, stored: String(value), numberFormat: '0%' },
});

describe('numbers as text', () => {
  it('tells both readings of an ambiguous number', async () => {
    const mapped = await mapMade(simple('unit: kg'), sheet('X', '1,148'));
    expect(told(mapped)).toEqual([
      expect.stringMatching(
        /^number-ambiguous S!B2: "1,148" may be 1148 or 1\.148: state the decimal sign of this table/,
      ),
    ]);
    expect(mapped.records).toEqual([]);
    expect(mapped.rows).toEqual({ read: 1, mapped: 0, skipped: 0, withErrors: 1 });
  });

  it('reads the declared decimal sign', async () => {
    const mapped = await mapMade(
      simple('unit: kg', { top: 'locale: { decimal: ",", group: "." }' }),
      sheet('X', '1.148,5', '40,26', '2.660'),
    );
    expect(quantities(mapped)).toEqual({ r1: '1148.5 kg', r2: '40.26 kg', r3: '2660 kg' });
  });

  it('refuses ranges, words and numbers that do not fit the declared form', async () => {
    const mapped = await mapMade(
      simple('unit: kg', { top: 'locale: { decimal: ".", group: "," }' }),
      sheet('X', '450-600', 'about 5', '1,14'),
    );
    expect(told(mapped).map((line) => line.split(' ')[0])).toEqual([
      'number-unreadable',
      'number-unreadable',
      'number-unreadable',
    ]);
  });
});

describe('units', () => {
  it('of header, units row and mapping must agree', async () => {
    const mapped = await mapMade(simple('unit: kg'), sheet('X (t)', 5));
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^unit-disagreement S!B1: the mapping says kilogram, the header says metric_ton/),
    ]);
  });

  it('are read from a row below, behind the number, and from a column beside', async () => {
    const below = await mapMade(simple('kind: mass', { table: 'header: { find: Id, units_below: 2 }' }), {
      S: { rows: [['Id', 'X'], ['note'], [null, 't'], ['r1', 5]] },
    });
    expect(quantities(below)).toEqual({ r1: '5000 kg' });
    const behind = await mapMade(simple('kind: mass', { top: 'units: { MT: t }' }), sheet('X', '59793 MT'));
    expect(quantities(behind)).toEqual({ r1: '59793000 kg' });
  });

  it('are an error where nobody states them, and where a cell contradicts its column', async () => {
    expect(told(await mapMade(simple('kind: mass'), sheet('X', 5)))[0]).toMatch(/^unit-missing S!B2/);
    expect(told(await mapMade(simple('unit: kg'), sheet('X', '5 t')))[0]).toMatch(
      /^unit-disagreement S!B2: the cell says t/,
    );
  });
});

describe('percent formats', () => {
  it('are shares whatever unit the column has', async () => {
    expect(quantities(await mapMade(simple('unit: "%"', { unit: '%' }), sheet('X', percent(0.145))))).toEqual(
      { r1: '14.5 %' },
    );
    expect(
      quantities(await mapMade(simple('unit: dimensionless', { unit: '%' }), sheet('X', percent(0.145)))),
    ).toEqual({ r1: '14.5 %' });
  });

  it('make bare numbers beside them ambiguous until the mapping says how they are meant', async () => {
    const mixed = sheet('X', percent(0.03), 8);
    const mapped = await mapMade(simple('unit: "%"', { unit: '%' }), mixed);
    expect(told(mapped)).toEqual([expect.stringMatching(/^percent-ambiguous S!B3: 8 may be 8 % or 800 %/)]);
    expect(quantities(mapped)).toEqual({ r1: '3 %' });
    expect(quantities(await mapMade(simple('unit: "%", plain: percent', { unit: '%' }), mixed))).toEqual({
      r1: '3 %',
      r2: '8 %',
    });
  });
});

describe('results at a limit, and uncertainties in the cell', () => {
  it('are refused until the mapping says what they count as', async () => {
    expect(told(await mapMade(simple('unit: kg'), sheet('X', '<0.4')))[0]).toMatch(
      /^censored-value S!B2: "<0.4" is a limit/,
    );
    expect(quantities(await mapMade(simple('unit: kg, below_limit: half'), sheet('X', '<0.4')))).toEqual({
      r1: '0.2 kg',
    });
  });

  it('need a coverage factor', async () => {
    expect(told(await mapMade(simple('unit: kg'), sheet('X', '3.8 ± 0.2')))[0]).toMatch(
      /^deviation-unclear S!B2/,
    );
    expect(
      quantities(await mapMade(simple('unit: kg, k: 2'), sheet('X', '3.8 ± 0.2', '50 +/- 2 %'))),
    ).toEqual({
      r1: '3.8 ± 0.1 kg',
      r2: '50 ± 0.5 kg',
    });
  });
});

describe('the shape of the sheet', () => {
  const merged = { firstRow: 2, lastRow: 3, firstColumn: 2, lastColumn: 2 };

  it('never counts a merged quantity twice unsaid', async () => {
    const rows = [['Id', 'X'], ['r1', 10], ['r2']];
    expect(told(await mapMade(simple('unit: kg'), { S: { rows, merges: [merged] } }))[0]).toMatch(
      /^merged-quantity S!B3/,
    );
    const first = await mapMade(
      simple('unit: kg, merged: first').replace('each: t,', 'each: t, when: given(x),'),
      { S: { rows, merges: [merged] } },
    );
    expect(quantities(first)).toEqual({ r1: '10 kg' });
    expect(
      quantities(await mapMade(simple('unit: kg, merged: each'), { S: { rows, merges: [merged] } })),
    ).toEqual({ r1: '10 kg', r2: '10 kg' });
  });

  it('names both rows of a repeated key, and uses neither', async () => {
    const mapped = await mapMade(simple('unit: kg', { table: 'key: id' }), {
      S: {
        rows: [
          ['Id', 'X'],
          ['a', 1],
          ['b', 2],
          ['a', 3],
        ],
      },
    });
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^key-repeated S!A4: "Id" "a" is in row 2 and in row 4/),
    ]);
    expect(quantities(mapped)).toEqual({ b: '2 kg' });
    expect(mapped.rows).toEqual({ read: 3, mapped: 1, skipped: 0, withErrors: 2 });
  });

  it('leaves an undeclared total out with a warning', async () => {
    const mapped = await mapMade(simple('unit: kg'), {
      S: {
        rows: [
          ['Id', 'X'],
          ['a', 1],
          [' Sum:', 1],
        ],
      },
    });
    expect(told(mapped)).toEqual([expect.stringMatching(/^looks-like-total S!A3/)]);
    expect(mapped.rows).toEqual({ read: 2, mapped: 1, skipped: 1, withErrors: 0 });
  });

  it('finds names under group titles, and repeated blocks with shifted columns', async () => {
    const grouped = await mapMade(
      `tables:
  t:
    header: { rows: 2, find: Id }
    columns: { id: { header: Id, type: text }, x: { header: Net, group: Lab B, type: quantity, unit: kg } }
datapoints:
  d: { each: t, reference: "{id}", display_name: x, quantity: { value: x, unit: kg }, type: REPORTED }`,
      {
        S: {
          rows: [
            [null, 'Lab A', null, 'Lab B'],
            ['Id', 'Net', 'Gross', 'Net'],
            ['r1', 1, 2, 3],
          ],
        },
      },
    );
    expect(quantities(grouped)).toEqual({ r1: '3 kg' });
    const repeated = await mapMade(simple('unit: kg', { table: 'header: { find: Id, repeats: true }' }), {
      S: {
        rows: [
          ['Id', 'X'],
          ['r1', 1],
          ['Id', 'Y', 'X'],
          ['r2', 'no', 2],
        ],
      },
    });
    expect(quantities(repeated)).toEqual({ r1: '1 kg', r2: '2 kg' });
    expect(repeated.skipped.map((row) => row.reason)).toEqual(['repeated-header']);
  });

  it('tells error cells and formulas without a result', async () => {
    const error: Made = { cell: { type: 'error', value: '#DIV/0!', stored: '#DIV/0!' } };
    const empty: Made = { cell: { type: 'empty-formula', value: null, formula: '=A1' } };
    const mapped = await mapMade(simple('unit: kg'), sheet('X', error, empty, 7));
    expect(told(mapped).map((line) => line.split(':')[0])).toEqual([
      'cell-error S!B2',
      'formula-not-calculated S!B3',
      'value-missing S!B3',
    ]);
    expect(quantities(mapped)).toEqual({ r3: '7 kg' });
  });

  it('reads hidden rows and says so, or skips them', async () => {
    const rows = {
      S: {
        rows: [
          ['Id', 'X'],
          ['a', 1],
          ['b', 2],
        ],
        hiddenRows: [3],
      },
    };
    const read = await mapMade(simple('unit: kg'), rows);
    expect(told(read)[0]).toMatch(/^hidden-read/);
    expect(Object.keys(quantities(read))).toEqual(['a', 'b']);
    const left = await mapMade(simple('unit: kg', { table: 'hidden: skip' }), rows);
    expect(left.skipped.map((row) => row.reason)).toEqual(['hidden']);
  });

  it('names the nearest row where no header is found', async () => {
    const mapped = await mapMade(simple('unit: kg', { table: 'sheet: S' }), {
      S: { rows: [['Title'], ['Id', 'Weight'], ['a', 1]] },
    });
    expect(told(mapped)[0]).toMatch(/^header-missing S!A2: .*row 2 comes nearest/);
  });
});

describe('dates', () => {
  const mapping = (date: string, top = ''): string => `${top}
tables:
  t: { columns: { id: { header: Id, type: text }, x: { header: X, type: ${date} } } }
datapoints:
  d: { each: t, reference: "{id}", display_name: x, quantity: "1 kg", type: ASSUMPTION, measured_at: x }`;

  it('that can be read two ways are told with both', async () => {
    const mapped = await mapMade(mapping('date'), sheet('X', '01/02/2026', '31.01.2026', '4 Oct 2026'));
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^date-ambiguous S!B2: "01\/02\/2026" may be 2026-02-01 or 2026-01-02/),
    ]);
    expect(mapped.records.map((record) => record.fields['measured_at']?.value)).toEqual([
      '2026-01-31T12:00:00Z',
      '2026-10-04T12:00:00Z',
    ]);
  });

  it.each([
    'Pacific/Auckland',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Africa/Nairobi',
    'America/Chicago',
    'Asia/Beirut',
  ])('that are bare stay the same day in %s', async (zone) => {
    const mapped = await mapMade(
      mapping('date', `timezone: ${zone}`),
      sheet('X', '2026-10-31', '2026-03-29'),
    );
    expect(
      mapped.records.map((record) => JSON.stringify(record.fields['measured_at']?.value).slice(1, 11)),
    ).toEqual(['2026-10-31', '2026-03-29']);
  });

  it('with a time are converted, and told where the clocks skip or repeat it', async () => {
    const top = 'timezone: Europe/Berlin';
    const mapped = await mapMade(
      mapping('datetime', top),
      sheet('X', '2026-07-01 08:15', '2026-03-29 02:30', '2026-10-25 02:30'),
    );
    expect(told(mapped).map((line) => line.split(' ')[0])).toEqual(['instant-invalid', 'instant-ambiguous']);
    expect(mapped.records.map((record) => record.fields['measured_at']?.value)).toEqual([
      '2026-07-01T06:15:00Z',
      '2026-10-25T00:30:00Z',
    ]);
  });
});

describe('records', () => {
  it('make each replicate its own datapoint, bound as a list', async () => {
    const mapped = await mapMade(
      `tables:
  lab:
    columns: { batch: { header: Batch, type: text }, carbon: { header: "/^C [ABC]$/", type: quantities, unit: "%" } }
datapoints:
  c: { each: lab, each_value: carbon, reference: "{batch}-{slug(label)}", display_name: "{label}", quantity: { value: value, unit: "%" }, type: REPORTED }
  m: { each: lab, reference: "{batch}-mean", display_name: mean, quantity: { value: replicate_mean(carbon), unit: "%" }, type: DERIVED }
components:
  s:
    each: lab
    reference: "{batch}-s"
    display_name: s
    blueprint: b
    activity: { started: 'date("2026-10-01")', completed: 'date("2026-10-31")' }
    inputs: { carbon_contents: c, mean: m }`,
      {
        S: {
          rows: [
            ['Batch', 'C A', 'C B', 'C C'],
            ['b1', 75, 76, 77],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({
      'b1-c-a': '75 %',
      'b1-c-b': '76 %',
      'b1-c-c': '77 %',
      'b1-mean': '76 ± 0.577350269189626 %',
    });
    expect(mapped.records.find((record) => record.reference === 'b1-s')?.fields['inputs']).toMatchObject({
      value: [
        { shape: 'list', datapoints: [{ value: 'b1-c-a' }, {}, {}] },
        { shape: 'scalar', datapoints: [{ value: 'b1-mean' }] },
      ],
    });
    expect(mapped.records.find((record) => record.reference === 'b1-c-b')?.origins['quantity']).toMatchObject(
      [{ cell: 'C2' }],
    );
  });

  it('leave out what depends on an error, and say so', async () => {
    const mapped = await mapMade(
      `tables:
  t: { columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, unit: kg } } }
datapoints:
  d: { each: t, reference: "{id}", display_name: x, quantity: { value: x, unit: kg }, type: REPORTED }
  total: { over: t, reference: total, display_name: all, quantity: { value: "sum(rows, x)", unit: kg }, type: DERIVED }
components:
  c: { reference: c, display_name: c, blueprint: b, activity: { started: 'date("2026-10-01")', completed: 'date("2026-10-02")' }, inputs: { mass: total } }`,
      sheet('X', 1, '1,148'),
    );
    expect(mapped.records.map((record) => record.reference)).toEqual(['r1']);
    expect(told(mapped).map((line) => line.split(' ')[0])).toEqual([
      'number-ambiguous',
      'depends-on-error',
      'depends-on-error',
    ]);
  });

  it('look values up by key, and sum with a condition on the row around', async () => {
    const mapped = await mapMade(
      `tables:
  runs: { sheet: Runs, key: batch, columns: { batch: { header: Batch, type: text }, moisture: { header: Moisture, type: quantity, unit: "%" } } }
  loads: { sheet: Loads, columns: { load: { header: Load, type: text }, batch: { header: Batch, type: text }, mass: { header: Mass, type: quantity, unit: kg } } }
datapoints:
  dry: { each: loads, reference: "{load}", display_name: dry, quantity: { value: "mass * (1 - lookup(runs, batch, moisture))", unit: kg }, type: DERIVED }
  batch: { each: runs, reference: "{batch}-sum", display_name: sum, quantity: { value: "sum(loads, mass, batch == this.batch)", unit: kg }, type: DERIVED }`,
      {
        Runs: {
          rows: [
            ['Batch', 'Moisture'],
            ['b1', 10],
            ['b2', 20],
          ],
        },
        Loads: {
          rows: [
            ['Load', 'Batch', 'Mass'],
            ['l1', 'b1', 100],
            ['l2', 'b2', 100],
            ['l3', 'b2', 50],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({
      l1: '90 kg',
      l2: '80 kg',
      l3: '40 kg',
      'b1-sum': '100 kg',
      'b2-sum': '150 kg',
    });
  });

  it('make one source of one file, and report a missing file at its cell', async () => {
    const mapped = await mapMade(
      `tables:
  t: { columns: { id: { header: Id, type: text }, file: { header: X, type: files } } }
sources:
  s: { each: t, files: file, display_name: "Bundle {file}", published_at: 'date("2026-10-31")' }
datapoints:
  d: { each: t, reference: "{id}", display_name: x, quantity: "1 kg", type: REPORTED, sources: [s] }`,
      sheet('X', 'week.pdf', 'week.pdf', 'lost.pdf'),
      { files: { 'week.pdf': 'content' } },
    );
    expect(mapped.records.map((record) => record.kind)).toEqual(['source', 'datapoint', 'datapoint']);
    expect(told(mapped).map((line) => line.split(':')[0])).toEqual([
      'evidence-missing S!B4',
      'depends-on-error S!A4',
    ]);
    expect(mapped.records[0]?.origins['']).toHaveLength(2);
  });

  it('take parameters from --set before the cell', async () => {
    const mapped = await mapMade(
      `parameters: { site: { cell: "S!A1", type: text } }
tables: { t: { columns: { x: { header: X, type: quantity, unit: kg } } } }
datapoints: { d: { over: t, reference: "{site}", display_name: x, quantity: { value: "sum(rows, x)", unit: kg }, type: DERIVED } }`,
      { S: { rows: [['NKU'], ['X'], [1]] } },
      { parameters: { site: 'MBA' } },
    );
    expect(quantities(mapped)).toEqual({ MBA: '1 kg' });
  });

  it('keep the unit of a parameter, from a cell and from the mapping', async () => {
    const mapped = await mapMade(
      `parameters:
  opening: { cell: "S!A1", type: quantity, unit: MWh }
  allowance: { value: 50, type: quantity, unit: kWh }
tables: { t: { columns: { x: { header: X, type: quantity, unit: MWh } } } }
datapoints: { d: { over: t, reference: d, display_name: x, quantity: { value: "max(rows, x) - opening - allowance", unit: kWh }, type: DERIVED } }`,
      { S: { rows: [[12.5], ['X'], [13], [14]] } },
    );
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({ d: '1450 kWh' });
  });

  it("read a mapping's own number as it is, whatever the workbook's decimal sign", async () => {
    const mapped = await mapMade(
      `locale: { decimal: ",", group: "." }
parameters: { share: { value: 1.125, type: number } }
tables: { t: { columns: { x: { header: X, type: quantity, unit: kg } } } }
datapoints: { d: { over: t, reference: d, display_name: x, quantity: { value: "sum(rows, x) * share", unit: kg }, type: DERIVED } }`,
      { S: { rows: [['X'], [8]] } },
    );
    expect(told(mapped)).toEqual([]);
    expect(quantities(mapped)).toEqual({ d: '9 kg' });
  });
});

describe('temperatures', () => {
  const temperatures = (value: string): string => `tables:
  t: { columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, unit: degC } } }
datapoints:
  d: { over: t, reference: d, display_name: x, quantity: { value: "${value}", unit: degC }, type: DERIVED }`;

  it('have a mean, and no sum', async () => {
    expect(quantities(await mapMade(temperatures('mean(rows, x)'), sheet('X', 10, 20)))).toEqual({
      d: '15 degC',
    });
    expect(told(await mapMade(temperatures('sum(rows, x)'), sheet('X', 10, 20)))[0]).toMatch(
      /^expression-failed S!B2:B3.*zero is not absolute/,
    );
    expect(told(await mapMade(temperatures('max(rows, x) - min(rows, x)'), sheet('X', 10, 20)))[0]).toMatch(
      /^expression-failed/,
    );
  });
});

describe('checks', () => {
  it('name the values that do not fit, at their cells', async () => {
    const mapped = await mapMade(
      `tables:
  t:
    columns: { id: { header: Id, type: text }, gross: { header: G, type: quantity, unit: kg }, tare: { header: T, type: quantity, unit: kg } }
    derive: { net: { value: gross - tare, check: net > 0 kg } }
datapoints:
  d: { each: t, reference: "{id}", display_name: x, quantity: { value: net, unit: kg }, type: REPORTED }
checks: [{ name: enough, expect: "sum(t, net) > 100 kg", severity: warning }]`,
      {
        S: {
          rows: [
            ['Id', 'G', 'T'],
            ['a', 10, 20],
            ['b', 50, 20],
          ],
        },
      },
    );
    expect(told(mapped)[0]).toMatch(
      /^check-failed S!B2: net: net > 0 kg does not hold \(net = -10 kilogram\)/,
    );
    expect(mapped.rows).toEqual({ read: 2, mapped: 1, skipped: 0, withErrors: 1 });
  });
});
