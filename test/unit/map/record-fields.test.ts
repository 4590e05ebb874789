import { describe, expect, it } from 'vitest';
import type { Mapped } from '../../../src/model/mapped.js';
import { fieldsOf, mapMade, quantities, type RecordFields, told } from './map-made.js';
import type { Made } from './made-workbook.js';

/** A table of texts, days and numbers, and what is made of each of its rows. */
function mapRow(definitions: string, row: Readonly<Record<string, Made>>): Promise<Mapped> {
  const columns = { Id: 'a', Note: 'n', From: '2026-10-01', To: '2026-10-31', X: 1, U: 1, ...row };
  return mapMade(
    `locale: { decimal: ".", dates: [yyyy-MM-dd] }
tables:
  t:
    columns:
      id: { header: Id, type: text }
      note: { header: Note, type: text }
      from: { header: From, type: date }
      to: { header: To, type: date }
      x: { header: X, type: quantity, kind: mass, unit: kg }
      u: { header: U, type: number }
${definitions}`,
    { S: { rows: [Object.keys(columns), Object.values(columns)] } },
    { files: { 'a.pdf': 'a' } },
  );
}

const datapoint = (fields: RecordFields): string =>
  `datapoints:\n  d: { each: t, ${fieldsOf({ reference: '"{id}"', display_name: 'x', quantity: '"1 kg"', type: 'REPORTED' }, fields)} }`;
const component = (fields: RecordFields): string =>
  `components:\n  c: { each: t, ${fieldsOf({ reference: '"{id}"', display_name: 'x', blueprint: 'b', activity: '{ started: from, completed: to }', inputs: '{}' }, fields)} }`;
const entry = (fields: RecordFields): string =>
  `ghg_entries:\n  e: { each: t, ${fieldsOf({ reference: '"{id}"', template: '{ id: get_1 }', started_on: 'from', completed_on: 'to' }, fields)} }`;
const source = (fields: RecordFields): string =>
  `sources:\n  s: { each: t, ${fieldsOf({ file: 'a.pdf', display_name: 'x', published_at: 'from' }, fields)} }`;

const record = { datapoint, component, ghg_entry: entry, source } as const;
type Kind = keyof typeof record;

/** An expression that gives the text of the cell, and no text where the cell holds `none`. */
const cellOrNothing = "\"{replace(note, 'none', '')}\"";

describe('a text of a record', () => {
  const lengths: readonly (readonly [Kind, string, number])[] = [
    ['datapoint', 'display_name', 150],
    ['datapoint', 'description', 500],
    ['datapoint', 'uncertainty_justification', 2000],
    ['component', 'display_name', 150],
    ['component', 'description', 2000],
    ['source', 'display_name', 100],
    ['source', 'description', 2000],
  ];

  it.each(lengths)('of a %s, %s, has at most %i characters', async (kind, field, longest) => {
    const mapping = record[kind]({ [field]: '"{note}"' });
    const fits = 'ab'.repeat(longest / 2);
    const whole = await mapRow(mapping, { Note: fits });
    expect(told(whole).filter((line) => !line.startsWith('text-long'))).toEqual([]);
    expect(whole.records.map(({ fields }) => fields[field]?.value)).toEqual([fits]);
    const long = await mapRow(mapping, { Note: `${fits}c` });
    expect(told(long)).toEqual([
      `text-invalid S!B2: ${field} has ${longest + 1} characters, and at most ${longest} are allowed: "${fits.slice(0, 60)}…"`,
    ]);
    expect(long.records).toEqual([]);
    expect(long.rows).toEqual({ read: 1, mapped: 0, skipped: 0, withErrors: 1 });
  });

  it.each(['datapoint', 'component', 'source'] as const)(
    'may not be empty where it names a %s',
    async (kind) => {
      const mapped = await mapRow(record[kind]({ display_name: cellOrNothing }), { Note: 'none' });
      expect(told(mapped)).toEqual(['text-invalid S!B2: display_name is empty']);
      expect(mapped.records).toEqual([]);
    },
  );

  it.each(['datapoint', 'component', 'source'] as const)(
    'may be empty where it describes a %s',
    async (kind) => {
      const mapped = await mapRow(record[kind]({ description: cellOrNothing }), { Note: 'none' });
      expect(told(mapped)).toEqual([]);
      expect(mapped.records[0]?.fields['description']).toEqual({ type: 'text', value: '' });
    },
  );

  it.each(['datapoint', 'component'] as const)(
    'that names a %s is long above 100 characters',
    async (kind) => {
      const mapping = record[kind]({ display_name: '"{note}"' });
      expect(told(await mapRow(mapping, { Note: 'a'.repeat(100) }))).toEqual([]);
      expect(told(await mapRow(mapping, { Note: 'a'.repeat(101) }))).toEqual([
        'text-long S!B2: display_name has 101 characters; some parts of the service take at most 100',
      ]);
    },
  );

  it.each(['datapoint', 'component', 'source'] as const)('of a %s needs its cells', async (kind) => {
    const mapped = await mapRow(record[kind]({ description: '"{note}"' }), { Note: null });
    expect(told(mapped)).toEqual([
      `value-missing S!B2: "Note" has no value, and ${kind}s.${kind.slice(0, 1)} needs it for description`,
    ]);
    expect(mapped.records).toEqual([]);
  });
});

describe('a reference', () => {
  const kinds = ['datapoint', 'component', 'ghg_entry'] as const;
  const cases: readonly (readonly [string, string])[] = [
    ['none', 'the reference is empty'],
    ['a'.repeat(201), 'the reference has 201 characters, and at most 200 are allowed'],
    ['R~2', 'the reference "R~2" ends in ~ and a number, which marks replacements: choose another ending'],
    ['R~10', 'the reference "R~10" ends in ~ and a number, which marks replacements: choose another ending'],
  ];
  it.each(kinds.flatMap((kind) => cases.map(([note, message]) => [kind, note, message] as const)))(
    'of a %s cannot be %s',
    async (kind, note, message) => {
      const mapped = await mapRow(record[kind]({ reference: cellOrNothing }), { Note: note });
      expect(told(mapped)).toEqual([`reference-invalid S!B2: ${message}`]);
      expect(mapped.records).toEqual([]);
    },
  );

  it.each(
    kinds.flatMap((kind) => ['a'.repeat(200), 'R~0', 'R~2a', '~'].map((note) => [kind, note] as const)),
  )('of a %s can be %s', async (kind, note) => {
    const mapped = await mapRow(record[kind]({ reference: cellOrNothing }), { Note: note });
    expect(told(mapped)).toEqual([]);
    expect(mapped.records.map(({ reference }) => reference)).toEqual([note]);
  });

  it.each(kinds)('of a %s is made once: the second is told with both rows', async (kind) => {
    const mapped = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, from: { header: From, type: date }, to: { header: To, type: date } } } }
${record[kind]({})}`,
      {
        S: {
          rows: [
            ['Id', 'From', 'To'],
            ['a', '2026-10-01', '2026-10-02'],
            ['a', '2026-10-01', '2026-10-02'],
          ],
        },
      },
    );
    const name = { datapoint: 'datapoints.d', component: 'components.c', ghg_entry: 'ghg_entries.e' }[kind];
    expect(told(mapped)).toEqual([
      `reference-repeated S!A3:C3: the reference "a" was made twice, by ${name} and by ${name}: make the reference text distinguish them`,
    ]);
    expect(mapped.issues[0]).toMatchObject({
      reference: 'a',
      origins: [{ cell: 'A3:C3' }, { cell: 'A2:C2' }],
    });
    expect(mapped.rows).toEqual({ read: 2, mapped: 1, skipped: 0, withErrors: 1 });
  });
});

describe('what ends before it begins', () => {
  it('is told of an activity, at its row', async () => {
    const mapped = await mapRow(component({}), { From: '2026-10-05', To: '2026-10-04' });
    expect(told(mapped)).toEqual([
      'dates-reversed S!A2:F2: the activity is completed (2026-10-04T23:59:59Z) before it is started (2026-10-05T00:00:00Z)',
    ]);
    expect(mapped.records).toEqual([]);
  });

  it('is told of an entry, at its row', async () => {
    const mapped = await mapRow(entry({}), { From: '2026-10-05', To: '2026-10-04' });
    expect(told(mapped)).toEqual([
      'dates-reversed S!A2:F2: the entry is completed (2026-10-04) before it is started (2026-10-05)',
    ]);
    expect(mapped.records).toEqual([]);
  });

  it.each(['component', 'ghg_entry'] as const)('is no day of a %s that is one day long', async (kind) => {
    const mapped = await mapRow(record[kind]({}), { From: '2026-10-05', To: '2026-10-05' });
    expect(told(mapped)).toEqual([]);
    expect(mapped.records).toHaveLength(1);
  });

  it('of an entry is a day, also where the cell has a time', async () => {
    const made = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, from: { header: From, type: datetime }, to: { header: To, type: datetime } } } }
${entry({})}`,
      {
        S: {
          rows: [
            ['Id', 'From', 'To'],
            ['a', { date: '2026-10-01T08:15:00' }, { date: '2026-10-31T23:30:00' }],
          ],
        },
      },
    );
    expect(told(made)).toEqual([]);
    expect(made.records[0]?.fields).toMatchObject({
      started_on: { type: 'date', value: '2026-10-01' },
      completed_on: { type: 'date', value: '2026-10-31' },
    });
  });
});

describe('what an entry points to', () => {
  it.each([
    ['template', 'ghg entry template'],
    ['feedstock_type', 'feedstock type'],
  ])('cannot be empty: %s', async (field, name) => {
    for (const by of ['reference', 'id', 'display_name']) {
      const mapped = await mapRow(entry({ [field]: `{ ${by}: ${cellOrNothing} }` }), { Note: 'none' });
      expect(told(mapped)).toEqual([`link-missing S!B2: the ${by} of the ${name} is empty`]);
      expect(mapped.records).toEqual([]);
    }
  });

  it.each(['template', 'feedstock_type'])('needs its cell: %s', async (field) => {
    const mapped = await mapRow(entry({ [field]: '{ reference: "{note}" }' }), { Note: null });
    expect(told(mapped)).toEqual([
      `value-missing S!B2: "Note" has no value, and ghg_entries.e needs it for ${field}.reference`,
    ]);
    expect(mapped.records).toEqual([]);
  });

  it.each(['reference', 'id', 'display_name'])('is sent by its %s', async (by) => {
    const mapped = await mapRow(
      entry({ template: `{ ${by}: "{note}" }`, feedstock_type: `{ ${by}: "{id}" }` }),
      { Note: 'North' },
    );
    expect(told(mapped)).toEqual([]);
    expect(mapped.records[0]?.fields).toMatchObject({
      template: { value: { kind: 'ghg_entry_template', by, value: 'North' } },
      feedstock_type: { value: { kind: 'feedstock_type', by, value: 'a' } },
    });
  });
});

describe('a quantity that is sent', () => {
  const sent = (quantity: string, row: Readonly<Record<string, Made>>): Promise<Mapped> =>
    mapRow(datapoint({ quantity }), row);

  it('takes its deviation from another column, absolute or as a share', async () => {
    const cases: readonly (readonly [string, Made, string])[] = [
      ['{ value: x, unit: t, sd: { column: y, k: 2 } }', 8, '0.05 ± 0.004 t'],
      ['{ value: x, unit: kg, sd: { column: y, k: 1 } }', 8, '50 ± 8 kg'],
      ['{ value: x, unit: kg, sd: { column: y, k: 1 } }', null, '50 kg'],
    ];
    for (const [quantity, y, made] of cases) {
      const mapped = await mapMade(
        `tables: { t: { columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, unit: kg }, y: { header: "Y", type: quantity, unit: kg } } } }
${datapoint({ quantity })}`,
        {
          S: {
            rows: [
              ['Id', 'X', 'Y'],
              ['a', 50, y],
            ],
          },
        },
      );
      expect(told(mapped)).toEqual([]);
      expect(quantities(mapped)).toEqual({ a: made });
    }
    expect(
      quantities(
        await sent('{ value: x, unit: kg, sd: { column: u, k: 2, relative: true } }', { X: -50, U: 0.04 }),
      ),
    ).toEqual({ a: '-50 ± 1 kg' });
  });

  it('is left out where the column of its deviation cannot be read, or is negative', async () => {
    const quantity = '{ value: x, unit: kg, sd: { column: u, k: 1, relative: true } }';
    const unread = await sent(quantity, { U: 'some' });
    expect(told(unread)).toEqual([expect.stringMatching(/^number-unreadable S!F2: /)]);
    expect(unread.records).toEqual([]);
    const negative = await sent(quantity, { U: -0.5 });
    expect(told(negative)).toEqual([
      'expression-failed S!E2: datapoints.d quantity, "x": the uncertainty in u is negative',
    ]);
    expect(negative.records).toEqual([]);
  });

  it('has the unit that the mapping states, its own where it states none, and no unit as dimensionless', async () => {
    const mapped = async (quantity: string): Promise<unknown> =>
      quantities(await sent(quantity, { X: 50, U: 3 }));
    expect(await mapped('x')).toEqual({ a: '50 kilogram' });
    expect(await mapped('{ value: x, unit: t }')).toEqual({ a: '0.05 t' });
    expect(await mapped('{ value: u }')).toEqual({ a: '3 dimensionless' });
    expect(await mapped('{ value: x / x, unit: "%" }')).toEqual({ a: '100 %' });
  });

  it('must be of the kind that the mapping states, where only the sheet says the unit', async () => {
    const mapped = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, x: { header: X, type: quantity } } } }
${datapoint({ quantity: '{ value: x, kind: energy }' })}`,
      {
        S: {
          rows: [
            ['Id', 'X (kg)'],
            ['a', 50],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual(['unit-kind S!B2: kilogram is not a unit of energy']);
    expect(mapped.records).toEqual([]);
  });

  it.each([
    ['power(u, 9) * power(u, 9) * x', 'the value is no finite number', '1 kg'],
    [
      'with_sd(x, power(u, 9) * power(u, 9) * 1 kg)',
      'the standard deviation is no finite number',
      '1 ± 1 kg',
    ],
  ])('is not sent where it has become too large to be a number: %s', async (value, message, small) => {
    const mapped = await sent(`{ value: "${value}", unit: kg }`, { U: 1e18 });
    expect(told(mapped)).toEqual([`quantity-invalid S!E2: ${message}`]);
    expect(mapped.records).toEqual([]);
    expect(quantities(await sent(`{ value: "${value}", unit: kg }`, { U: 1 }))).toEqual({ a: small });
  });

  it('is not converted to a unit that it turns out not to fit', async () => {
    const mapped = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, x: { header: X, type: quantity } } } }
${datapoint({ quantity: '{ value: x, unit: kWh }' })}`,
      {
        S: {
          rows: [
            ['Id', 'X (kg)'],
            ['a', 50],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^expression-failed S!B2: datapoints\.d quantity, "x": /),
    ]);
    expect(mapped.records).toEqual([]);
  });
});

describe('an instant', () => {
  it('of an hour that the clocks skipped is told at its cell', async () => {
    const mapped = await mapMade(
      `timezone: Europe/Berlin
tables: { t: { columns: { id: { header: Id, type: text }, from: { header: From, type: datetime }, to: { header: To, type: datetime } } } }
${component({})}`,
      {
        S: {
          rows: [
            ['Id', 'From', 'To'],
            ['a', { date: '2026-03-29T02:30:00' }, { date: '2026-03-29T04:00:00' }],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([
      'instant-invalid S!B2: 2026-03-29 02:30:00 does not exist in Europe/Berlin: the clocks were put forward over it',
    ]);
  });

  it('of a day that begins at one o’clock stays on that day', async () => {
    const mapped = await mapMade(
      `timezone: Asia/Beirut
tables: { t: { columns: { id: { header: Id, type: text }, from: { header: From, type: date }, to: { header: To, type: date } } } }
${component({})}`,
      {
        S: {
          rows: [
            ['Id', 'From', 'To'],
            ['a', '2026-03-29', '2026-03-29'],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([]);
    expect(mapped.records[0]?.fields).toMatchObject({
      activity_started_at: { value: '2026-03-29T00:00:00Z' },
      activity_completed_at: { value: '2026-03-29T20:59:59Z' },
    });
  });

  it('of a day that a zone left out is within that day all the same', async () => {
    const mapped = await mapMade(
      `timezone: Pacific/Apia
tables: { t: { columns: { id: { header: Id, type: text }, from: { header: From, type: date }, to: { header: To, type: date } } } }
${component({})}`,
      {
        S: {
          rows: [
            ['Id', 'From', 'To'],
            ['a', '2011-12-30', '2011-12-30'],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([]);
    expect(mapped.records[0]?.fields).toMatchObject({
      activity_started_at: { value: '2011-12-30T00:00:00Z' },
      activity_completed_at: { value: '2011-12-30T09:59:59Z' },
    });
  });
});

describe('a record of the whole workbook', () => {
  it('is left out by its name where a table that it uses has an error', async () => {
    const mapped = await mapMade(
      `tables: { t: { columns: { id: { header: Id, type: text }, x: { header: X, type: quantity, unit: kg } } } }
datapoints: { d: { reference: all, display_name: x, quantity: { value: "sum(t, x)", unit: kg }, type: DERIVED } }`,
      {
        S: {
          rows: [
            ['Id', 'X'],
            ['a', 'much'],
            ['b', 1],
          ],
        },
      },
    );
    expect(told(mapped)).toEqual([
      expect.stringMatching(/^number-unreadable S!B2: /),
      'depends-on-error made.yaml:5:18: datapoints.d "all" is left out, since cells it is made from have errors',
    ]);
    expect(mapped.records).toEqual([]);
  });
});
