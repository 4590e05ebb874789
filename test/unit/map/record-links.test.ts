import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../src/model/record.js';
import { mapMade, quantities, told } from './map-made.js';
import type { Made } from './made-workbook.js';

const days = 'activity: { started: \'date("2026-10-01")\', completed: \'date("2026-10-31")\' }';

/** A datapoint for each row of a laboratory's sheet, and a component for each row of the batches. */
const batches = (
  input: string,
  options: { readonly lab?: string; readonly reference?: string } = {},
): string => `
tables:
  lab: { sheet: Lab, ${options.lab ?? ''} columns: { sample: { header: Sample, type: text }, batch: { header: Batch, type: text }, c: { header: C, type: quantity, unit: "%" } } }
  batches: { sheet: Batches, columns: { batch: { header: Batch, type: text } } }
datapoints:
  carbon: { each: lab, reference: "{sample}", display_name: c, quantity: c, type: REPORTED }
components:
  b: { each: batches, reference: "${options.reference ?? 'B-{batch}'}", display_name: b, blueprint: p, ${days}, inputs: { carbon: ${input} } }`;

const lab = (...rows: readonly (readonly Made[])[]) => ({
  Lab: { rows: [['Sample', 'Batch', 'C'], ...rows] },
  Batches: { rows: [['Batch'], ['b1']] },
});

/** `scalar: a` or `list: a, b`. */
function inputs(field: FieldValue | undefined): string[] {
  if (field?.type !== 'inputs') return [];
  return field.value.map(
    ({ input_key: key, shape, datapoints }) =>
      `${key}: ${shape} ${datapoints.map((link) => link.value).join(', ')}`,
  );
}

async function bound(input: string, sheets: ReturnType<typeof lab>, lead = ''): Promise<string[]> {
  const mapped = await mapMade(batches(input, { lab: lead }), sheets);
  expect(told(mapped)).toEqual([]);
  return inputs(mapped.records.find(({ kind }) => kind === 'component')?.fields['inputs']);
}

describe('an input', () => {
  const two = lab(['s1', 'b1', 75], ['s2', 'b1', 76], ['s3', 'b2', 77]);

  it('takes those that the columns connect, and none whose columns are blank', async () => {
    expect(await bound('{ datapoint: carbon, on: batch }', two)).toEqual(['carbon: list s1, s2']);
    expect(await bound('{ datapoint: carbon, on: batch }', lab(['s1', 'b1', 75], ['s2', null, 76]))).toEqual([
      'carbon: list s1',
    ]);
    expect(await bound('{ datapoint: carbon, on: [batch] }', two)).toEqual(['carbon: list s1, s2']);
    expect(await bound('{ datapoint: carbon, on: { batch: batch } }', two)).toEqual(['carbon: list s1, s2']);
    expect(
      await bound(
        '{ datapoint: carbon, on: { sample: batch } }',
        lab(['s1', 'b1', 75], ['b1', null, 76]),
        'key: sample,',
      ),
    ).toEqual(['carbon: scalar b1']);
  });

  it('takes all of another table, several definitions as one list, and records that exist already', async () => {
    expect(await bound('carbon', two)).toEqual(['carbon: list s1, s2, s3']);
    expect(await bound('[carbon]', two)).toEqual(['carbon: list s1, s2, s3']);
    expect(await bound('[{ datapoint: carbon, on: batch }, { reference: "known-{batch}" }]', two)).toEqual([
      'carbon: list s1, s2, known-b1',
    ]);
    expect(await bound('{ reference: known }', two)).toEqual(['carbon: scalar known']);
    expect(await bound('{ reference: known, as: list }', two)).toEqual(['carbon: list known']);
  });

  it.each([
    ['{ datapoint: carbon, on: { sample: batch } }', 'link-missing', 'finds no record of datapoints.carbon'],
    [
      '[{ datapoint: carbon, on: { sample: batch } }]',
      'link-missing',
      'finds no record of datapoints.carbon',
    ],
    [
      '{ datapoint: carbon, on: batch, as: scalar }',
      'link-ambiguous',
      'wants one datapoint and 2 of datapoints.carbon fit: say on: which columns connect them, or as: list',
    ],
  ])('that finds none, or too many, is told at the row: %s', async (input, code, problem) => {
    const mapped = await mapMade(batches(input), two);
    expect(told(mapped)).toEqual([`${code} Batches!A2:A2: the input carbon of components.b ${problem}`]);
    expect(mapped.records.map(({ kind }) => kind)).toEqual(['datapoint', 'datapoint', 'datapoint']);
    expect(mapped.rows).toEqual({ read: 4, mapped: 3, skipped: 0, withErrors: 1 });
  });

  it('by an empty reference is told at the cell', async () => {
    const mapped = await mapMade(batches("{ reference: \"{replace(batch, 'b1', '')}\" }"), two);
    expect(told(mapped)).toEqual([
      'link-missing Batches!A2: the reference of the record that is pointed to is empty',
    ]);
  });

  it.each([
    ['{ reference: "{batch}" }', 'inputs.carbon'],
    ['{ datapoint: carbon, on: batch }', 'inputs.carbon'],
    ['[{ datapoint: carbon, on: batch }]', 'inputs.carbon.0'],
  ])('needs the cell it is found by: %s', async (input, path) => {
    const mapped = await mapMade(
      batches(input, { reference: "r-{either(batch, 'none')}" }).replace(
        'columns: { batch: { header: Batch, type: text } } }',
        'columns: { batch: { header: Batch, type: text }, more: { header: More, type: text } } }',
      ),
      {
        ...two,
        Batches: {
          rows: [
            ['Batch', 'More'],
            [null, 'm'],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([
      `value-missing Batches!A2: "Batch" has no value, and components.b needs it for ${path}`,
    ]);
    expect(mapped.records).toHaveLength(3);
  });

  it('is left out with what it is made from, which is said once', async () => {
    const mapped = await mapMade(
      batches('{ datapoint: carbon, on: batch }'),
      lab(['s1', 'b1', 75], ['s2', 'b1', '?']),
    );
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^number-unreadable Lab!C3: /),
      'depends-on-error Batches!A2:A2: components.b is left out, since datapoints.carbon has an error there',
    ]);
    expect(mapped.records.map(({ reference }) => reference)).toEqual(['s1']);
  });

  it('takes the replicate of its own number', async () => {
    const mapped = await mapMade(
      `
tables:
  t: { columns: { id: { header: Id, type: text }, a: { header: "/^A\\\\d$/", type: quantities, unit: kg }, b: { header: "/^B\\\\d$/", type: quantities, unit: kg } } }
datapoints:
  a: { each: t, each_value: a, reference: "{id}-a{position}", display_name: "{label}", quantity: value, type: REPORTED }
  all: { each: t, reference: "{id}-all", display_name: all, quantity: sum(b), type: DERIVED }
components:
  c: { each: t, each_value: a, reference: "{id}-c{position}", display_name: c, blueprint: p, ${days}, inputs: { a: a, all: all } }`,
      {
        S: {
          rows: [
            ['Id', 'A1', 'A2', 'B1'],
            ['x', 1, 2, 5],
            ['y', null, 3, 6],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([]);
    expect(
      Object.fromEntries(
        mapped.records
          .filter(({ kind }) => kind === 'component')
          .map(({ reference, fields }) => [reference, inputs(fields['inputs'])]),
      ),
    ).toEqual({
      'x-c1': ['a: scalar x-a1', 'all: scalar x-all'],
      'x-c2': ['a: scalar x-a2', 'all: scalar x-all'],
      'y-c1': ['a: scalar y-a1', 'all: scalar y-all'],
    });
  });

  it('takes one of a group by the whole of its group_by, and a list by a part of it', async () => {
    const grouped = (on: string): string => `
tables:
  lab: { sheet: Lab, columns: { site: { header: Site, type: text }, batch: { header: Batch, type: text }, c: { header: C, type: quantity, unit: kg } } }
  batches: { sheet: Batches, columns: { site: { header: Site, type: text }, batch: { header: Batch, type: text } } }
datapoints:
  g: { over: lab, group_by: [site, batch], reference: "{site}-{batch}", display_name: g, quantity: { value: "sum(rows, c)", unit: kg }, type: DERIVED }
components:
  b: { each: batches, reference: b, display_name: b, blueprint: p, ${days}, inputs: { g: { datapoint: g${on} } } }
  s: { over: lab, group_by: site, reference: "s-{site}", display_name: s, blueprint: p, ${days}, inputs: { g: g } }
  w: { over: lab, group_by: [batch, site], reference: "w-{site}-{batch}", display_name: s, blueprint: p, ${days}, inputs: { g: g } }`;
    const sheets = {
      Lab: {
        rows: [
          ['Site', 'Batch', 'C'],
          ['n', 'b1', 1],
          ['n', 'b2', 2],
          ['n', 'b2', 3],
        ],
      },
      Batches: {
        rows: [
          ['Site', 'Batch'],
          ['n', 'b2'],
        ],
      },
    };
    for (const [on, wanted] of [
      [', on: [site, batch]', 'g: scalar n-b2'],
      [', on: site', 'g: list n-b1, n-b2'],
      ['', 'g: list n-b1, n-b2'],
    ] as const) {
      const mapped = await mapMade(grouped(on), sheets);
      expect(told(mapped)).toEqual([]);
      expect(quantities(mapped)).toEqual({ 'n-b1': '1 kg', 'n-b2': '5 kg' });
      expect(
        Object.fromEntries(
          mapped.records
            .filter(({ kind }) => kind === 'component')
            .map(({ reference, fields }) => [reference, inputs(fields['inputs'])]),
        ),
      ).toEqual({
        b: [wanted],
        's-n': ['g: list n-b1, n-b2'],
        'w-n-b1': ['g: scalar n-b1'],
        'w-n-b2': ['g: scalar n-b2'],
      });
    }
  });
});

describe('the entry of a component', () => {
  const attributed = (
    attribute: string,
    entry = 'over: months, group_by: month, reference: "e-{month}"',
  ): string => `
tables:
  runs: { sheet: Runs, columns: { run: { header: Run, type: text }, month: { header: Month, type: text }, share: { header: Share, type: number } } }
  months: { sheet: Months, columns: { month: { header: Month, type: text } } }
ghg_entries:
  e: { ${entry}, template: { id: get_1 }, started_on: 'date("2026-10-01")', completed_on: 'date("2026-10-31")' }
components:
  r: { each: runs, reference: "{run}", display_name: r, blueprint: p, ${days}, inputs: {}, attribute: { entry: e, group: g${attribute} } }`;
  const sheets = (...runs: readonly (readonly Made[])[]) => ({
    Runs: { rows: [['Run', 'Month', 'Share'], ...runs] },
    Months: { rows: [['Month'], ['oct'], ['nov']] },
  });
  const shares = (mapped: Awaited<ReturnType<typeof mapMade>>): unknown =>
    Object.fromEntries(
      mapped.records
        .filter(({ kind }) => kind === 'ghg_entry')
        .map(({ reference, fields }) => {
          const field = fields['attributions'];
          return [
            reference,
            field?.type === 'attributions'
              ? field.value.map(({ component, group, factor }) =>
                  component.by === 'reference' ? `${component.value} ${group} ${factor}` : '',
                )
              : [],
          ];
        }),
    );

  it('holds each of its components once, with its share', async () => {
    const mapped = await mapMade(
      attributed(', on: month, factor: share'),
      sheets(['r1', 'oct', 1], ['r2', 'nov', 0.25], ['r3', 'oct', 0.001]),
    );
    expect(told(mapped)).toEqual([]);
    expect(shares(mapped)).toEqual({ 'e-oct': ['r1 g 1', 'r3 g 0.001'], 'e-nov': ['r2 g 0.25'] });
  });

  it.each([0, -0.5, 1.001, 40])('has no share of %f', async (share) => {
    const mapped = await mapMade(attributed(', on: month, factor: share'), sheets(['r1', 'oct', share]));
    expect(told(mapped)).toEqual([
      `factor-invalid Runs!C2: the attribution factor is ${share}: it must be above 0 and at most 1`,
    ]);
    expect(shares(mapped)).toEqual({ 'e-oct': [], 'e-nov': [] });
    expect(mapped.records).toHaveLength(2);
  });

  it('has no share of a blank cell, nor one in a unit', async () => {
    const blank = await mapMade(attributed(', on: month, factor: share'), sheets(['r1', 'oct', null]));
    expect(told(blank)).toEqual([
      'value-missing Runs!C2: "Share" has no value, and components.r needs it for attribute.factor',
    ]);
    const heavy = await mapMade(
      attributed(', on: month, factor: share').replace('type: number', 'type: quantity'),
      {
        ...sheets(),
        Runs: {
          rows: [
            ['Run', 'Month', 'Share (kg)'],
            ['r1', 'oct', 1],
          ],
        },
      },
    );
    expect(told(heavy)).toEqual([
      expect.stringMatching(
        /^expression-failed Runs!C2: components\.r attribute\.factor, "share": .*kilogram/,
      ),
    ]);
  });

  it('must be one: none and several are told at the row', async () => {
    const none = await mapMade(attributed(', on: month'), sheets(['r1', 'dec', 1]));
    expect(told(none)).toEqual([
      'link-missing Runs!A2:C2: ghg_entries.e has 0 records for this component: say on: which columns connect them',
    ]);
    const several = await mapMade(attributed(''), sheets(['r1', 'oct', 1]));
    expect(told(several)).toEqual([
      'link-ambiguous Runs!A2:C2: ghg_entries.e has 2 records for this component: say on: which columns connect them',
    ]);
    const blank = await mapMade(attributed(', on: month'), sheets(['r1', null, 1]));
    expect(told(blank)).toEqual([
      'value-missing Runs!B2: "Month" has no value, and components.r needs it for attribute.entry',
    ]);
    for (const mapped of [none, several, blank]) expect(mapped.records).toHaveLength(2);
  });

  it('does not take its component with it where it has an error of its own', async () => {
    const mapped = await mapMade(
      attributed(', on: month', 'each: months, reference: "{month}~2"'),
      sheets(['r1', 'oct', 1]),
    );
    expect(told(mapped).map((line) => line.split(':')[0])).toEqual([
      'reference-invalid Months!A2',
      'reference-invalid Months!A3',
    ]);
    expect(mapped.records.map(({ reference }) => reference)).toEqual(['r1']);
  });

  it('does not hold a component that has an error, and holds only the first of two that have one reference', async () => {
    const mapped = await mapMade(
      attributed(', on: month').replace(
        days,
        'activity: { started: \'date("2026-10-01")\', completed: "date(run)" }',
      ),
      sheets(['2026-10-02', 'oct', 1], ['2026-09-02', 'oct', 1], ['2026-10-02', 'nov', 1]),
    );
    expect(told(mapped).map((line) => line.split(':')[0])).toEqual([
      'dates-reversed Runs!A3',
      'reference-repeated Runs!A4',
    ]);
    expect(shares(mapped)).toEqual({ 'e-oct': ['2026-10-02 g 1'], 'e-nov': [] });
  });

  it("binds the template's own inputs, and tells those that find nothing at the entry's row", async () => {
    const mapping = (input: string): string => `
tables:
  lab: { sheet: Lab, columns: { sample: { header: Sample, type: text }, month: { header: Month, type: text } } }
  months: { sheet: Months, columns: { month: { header: Month, type: text } } }
datapoints:
  d: { each: lab, reference: "{sample}", display_name: d, quantity: "1 kg", type: REPORTED }
ghg_entries:
  e: { each: months, reference: "{month}", template: { display_name: T }, started_on: 'date("2026-10-01")', completed_on: 'date("2026-10-31")', inputs: { Stack: { flow: ${input} } } }`;
    const rows = {
      Lab: {
        rows: [
          ['Sample', 'Month'],
          ['s1', 'oct'],
          ['s2', 'oct'],
        ],
      },
      Months: { rows: [['Month'], ['oct']] },
    };
    const mapped = await mapMade(mapping('{ datapoint: d, on: month }'), rows);
    expect(told(mapped)).toEqual([]);
    expect(mapped.records.find(({ kind }) => kind === 'ghg_entry')?.fields['template_inputs']).toMatchObject({
      value: [
        {
          component: {
            kind: 'template_component',
            by: 'display_name',
            value: 'Stack',
            within: { value: 'T' },
          },
          inputs: [{ input_key: 'flow', shape: 'list', datapoints: [{ value: 's1' }, { value: 's2' }] }],
        },
      ],
    });
    const none = await mapMade(mapping('{ datapoint: d, on: { sample: month } }'), rows);
    expect(told(none)).toEqual([
      'link-missing Months!A2:A2: the input flow of ghg_entries.e finds no record of datapoints.d',
    ]);
    expect(none.records.map(({ reference }) => reference)).toEqual(['s1', 's2']);
  });
});

describe('a condition that cannot be computed', () => {
  it('is an error of its row, and of what would be made from its record', async () => {
    const mapped = await mapMade(
      `
tables:
  t: { columns: { id: { header: Id, type: text }, state: { header: State, type: text } } }
datapoints:
  d: { each: t, when: 'state == "ok"', reference: "{id}", display_name: d, quantity: "1 kg", type: REPORTED }
components:
  c: { each: t, when: 'id != "no"', reference: "c-{id}", display_name: c, blueprint: p, ${days}, inputs: { d: d } }`,
      {
        S: {
          rows: [
            ['Id', 'State'],
            ['a', 'ok'],
            ['b', null],
            ['no', 'left'],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([
      'value-missing S!B3: "State" has no value, and datapoints.d needs it for when',
      'depends-on-error S!A3:B3: components.c is left out, since datapoints.d has an error there',
    ]);
    expect(mapped.records.map(({ reference }) => reference)).toEqual(['a', 'c-a']);
    expect(mapped.rows).toEqual({ read: 3, mapped: 1, skipped: 1, withErrors: 1 });
  });

  it('is an error of its row also where nothing is made from its record', async () => {
    const mapped = await mapMade(
      `
tables:
  t: { columns: { id: { header: Id, type: text }, state: { header: State, type: text } } }
datapoints:
  d: { each: t, when: 'state == "ok"', reference: "{id}", display_name: d, quantity: "1 kg", type: REPORTED }`,
      {
        S: {
          rows: [
            ['Id', 'State'],
            ['b', null],
          ],
        },
      },
    );
    expect(mapped.rows).toEqual({ read: 1, mapped: 0, skipped: 0, withErrors: 1 });
  });
});

describe('a record for each value', () => {
  const replicates = (value: string): string => `
tables:
  t: { columns: { id: { header: Id, type: text }, c: { header: "/^C/", type: quantities, unit: kg } }, derive: { half: c } }
datapoints:
  d: { each: t, each_value: ${value}, reference: "{id}-{position}", display_name: d, quantity: { value: value, unit: kg }, type: REPORTED }
components:
  p: { each: t, reference: "p-{id}", display_name: c, blueprint: p, ${days}, inputs: { d: d } }`;
  const rows = (...cells: readonly (readonly Made[])[]) => ({ S: { rows: [['Id', 'C1', 'C2'], ...cells] } });

  it('is made of none where there are none, and of none of a row that has an error', async () => {
    const mapped = await mapMade(replicates('c'), rows(['a', 1, 2], ['b'], ['c', 'much', 4]));
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^number-unreadable S!B4: /),
      'link-missing S!A3:C3: the input d of components.p finds no record of datapoints.d',
    ]);
    expect(mapped.records.map(({ reference }) => reference)).toEqual(['a-1', 'a-2', 'p-a']);
    expect(mapped.rows).toEqual({ read: 3, mapped: 1, skipped: 0, withErrors: 2 });
  });

  it('comes from its own cell; what is computed comes from all of them', async () => {
    const own = await mapMade(replicates('c'), rows(['a', null, 2]));
    expect(own.records[0]?.origins['quantity']).toMatchObject([{ cell: 'C2' }]);
    const computed = await mapMade(replicates('half'), rows(['a', 1, 2]));
    expect(told(computed).filter((line) => !line.startsWith('link-'))).toEqual([]);
    expect(quantities(computed)).toEqual({ 'a-1': '1 kg', 'a-2': '2 kg' });
    expect(computed.records[0]?.origins['quantity']).toMatchObject([{ cell: 'B2' }, { cell: 'C2' }]);
  });
});
