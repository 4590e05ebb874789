import { describe } from 'vitest';
import { type Case, datapoint, each, tables } from './mapping-support.js';

describe('a scope', () => {
  each([
    [
      'names a table',
      datapoint('each: tt, quantity: x'),
      'tt > datapoints.d.each: there is no table "tt"; did you mean "t"?',
    ],
    [
      'names a table of its values',
      datapoint('each: tt, each_value: list, quantity: x'),
      'tt > datapoints.d.each: there is no table "tt"; did you mean "t"?',
    ],
    [
      'names a table to go over',
      datapoint('over: nowhere, quantity: "1 kg"'),
      'nowhere > datapoints.d.over: there is no table "nowhere"',
    ],
    [
      'is one of each and over',
      datapoint('each: t, over: t, quantity: x'),
      '{ reference: r > datapoints.d: each and over exclude each other',
    ],
    [
      'takes group_by with over, and each_value with each',
      datapoint('group_by: id, each_value: list, quantity: "1 kg"'),
      'id > datapoints.d.group_by: group_by belongs to over',
      'list > datapoints.d.each_value: each_value belongs to each',
    ],
    [
      'takes the values of a column of values',
      datapoint('each: t, each_value: x, quantity: x'),
      't > datapoints.d.each: each_value takes a column of type quantities, and x is not one',
    ],
    [
      'takes the values of a column that is there',
      datapoint('each: t, each_value: lists, quantity: x'),
      't > datapoints.d.each: the table t has no column "lists"; did you mean "list"?',
    ],
    [
      'groups by columns that are there',
      datapoint('over: t, group_by: idd, quantity: "1 kg"'),
      't > datapoints.d.over: the table t has no column "idd"; did you mean "id"?',
    ],
    [
      'groups by no list',
      datapoint('over: t, group_by: [id, list], quantity: "1 kg"'),
      't > datapoints.d.over: list is a list, and rows cannot be grouped by one',
    ],
    [
      'groups by no list of files',
      datapoint('over: t, group_by: files, quantity: "1 kg"'),
      't > datapoints.d.over: files is a list, and rows cannot be grouped by one',
    ],
    [
      'of a check names a table',
      `${tables()}checks: [{ name: c, each: tt, expect: x > 0 kg }]\n`,
      'tt > checks.0.each: there is no table "tt"; did you mean "t"?',
    ],
    [
      'has a condition',
      datapoint('each: t, when: id, quantity: x'),
      'id > datapoints.d.when: "id" is not a condition',
    ],
  ]);
});

describe('a quantity', () => {
  each([
    [
      'has a unit that is one',
      datapoint('each: t, quantity: { value: x, unit: blobs }'),
      'blobs > datapoints.d.quantity.unit: "blobs" is not a known unit',
    ],
    [
      'has a unit of its kind',
      datapoint('each: t, quantity: { value: x, unit: kg, kind: energy }'),
      'kg > datapoints.d.quantity.unit: kg is not a unit of energy',
    ],
    [
      'has a unit that can hold its value',
      datapoint('each: t, quantity: { value: x, unit: kWh }'),
      'kWh > datapoints.d.quantity.unit: kWh (mass * length^2 * time^-2) cannot hold mass, which is what x gives',
    ],
    [
      'is of the kind that it says',
      datapoint('each: t, quantity: { value: x, kind: energy }'),
      'energy > datapoints.d.quantity.kind: x is mass, which is not energy',
    ],
    ['may be of the kind that it says', datapoint('each: t, quantity: { value: x, kind: mass }')],
    [
      'is of a kind that the service has',
      datapoint('each: t, quantity: { value: x, kind: charm }'),
      'charm > datapoints.d.quantity.kind: not a quantity kind of the service',
    ],
    [
      'is a number',
      datapoint('each: t, quantity: id'),
      'id > datapoints.d.quantity: "id" is text; here belongs a number or quantity',
    ],
    [
      'has a deviation with a unit that is one',
      datapoint('each: t, quantity: { value: x, sd: 20 blobs }'),
      '20 blobs > datapoints.d.quantity.sd: "blobs" is not a known unit',
    ],
    [
      'has a deviation that begins with a number',
      datapoint('each: t, quantity: { value: x, sd: about 20 }'),
      'about 20 > datapoints.d.quantity.sd: "about 20" is not a number with a unit, as "20 kg" or "2 %"',
    ],
    [
      'has one deviation',
      datapoint('each: t, quantity: { value: x, sd: 20 kg, relative_sd: 0.1 }'),
      '20 kg > datapoints.d.quantity.sd: sd and relative_sd exclude each other',
    ],
    [
      'has its deviation from a column that is there',
      datapoint('each: t, quantity: { value: x, sd: { column: uu, k: 1 } }'),
      '{ column: uu > datapoints.d.quantity.sd: the table has no column "uu" for the deviation; did you mean "u"?',
    ],
    [
      'has its deviation from a column, not from the value of the record',
      datapoint('each: t, each_value: list, quantity: { value: value, sd: { column: value, k: 1 } }'),
      '{ column: value > datapoints.d.quantity.sd: the table has no column "value" for the deviation',
    ],
    [
      'has its deviation from a column of numbers',
      datapoint('each: t, quantity: { value: x, sd: { column: id, k: 1 } }'),
      '{ column: id > datapoints.d.quantity.sd: the deviation is taken from id, which is text: it must be a number or quantity',
    ],
    [
      'of several rows has no column for its deviation',
      datapoint('over: t, quantity: { value: "sum(rows, x)", sd: { column: u, k: 1 } }'),
      '{ column: u > datapoints.d.quantity.sd: the deviation of a column belongs to a record for each row: use each',
    ],
  ]);
});

describe('a column', () => {
  const column = (fields: string): string => tables({ columns: `, n: { header: N, ${fields} }` });
  each([
    [
      'is found by something',
      tables({ columns: ', n: { type: text }' }),
      '{ type: text > tables.t.columns.n: say how the column is found: header: "its text" (or column: F where it has none)',
    ],
    [
      'has a unit that is one',
      column('type: quantity, unit: blobs'),
      'blobs > tables.t.columns.n.unit: "blobs" is not a known unit',
    ],
    [
      'has a unit of its kind',
      column('type: quantity, unit: kg, kind: energy'),
      'kg > tables.t.columns.n.unit: kg is not a unit of energy',
    ],
    [
      'has one deviation',
      column('type: quantity, unit: kg, sd: 1, relative_sd: 0.1'),
      '1 > tables.t.columns.n.sd: sd and relative_sd exclude each other',
    ],
    [
      'has its deviation from a column that is there',
      column('type: quantity, unit: kg, sd: { column: uu, k: 2 }'),
      '{ column: uu > tables.t.columns.n.sd: the table has no column "uu" for the deviation; did you mean "u"?',
    ],
    [
      'has its deviation from a column of numbers',
      column('type: quantity, unit: kg, sd: { column: day, k: 2 }'),
      '{ column: day > tables.t.columns.n.sd: the deviation is taken from day, which is a date: it must be a number or quantity',
    ],
    [
      'has its unit and its limit from columns that are there',
      column('type: quantity, unit_column: uni, below_words: { words: [BDL], limit_column: limit }'),
      '{ header: N > tables.t.columns.n: the table has no column "uni"; did you mean "u"?',
      '{ header: N > tables.t.columns.n: the table has no column "limit"; did you mean "list"?',
    ],
    [
      'has forms of dates that name a day, a month and a year',
      column('type: date, locale: { dates: [dd/MM/yyyy, dd.MM] }'),
      'dd.MM > tables.t.columns.n.locale.dates.1: "dd.MM" names no day, month and year: write it as dd/MM/yyyy',
    ],
    [
      'has a pattern that is one',
      column('type: text, pattern: "(a"'),
      '"(a" > tables.t.columns.n.pattern: Invalid regular expression: /(a/u: Unterminated group',
    ],
    [
      'lies within a month',
      column('type: date, within: day'),
      'day > tables.t.columns.n.within: there is no column or parameter "day" here',
    ],
    [
      'lies within a month, not within a text',
      `parameters: { site: { value: a, type: text } }\n${column('type: date, within: site')}`,
      'site > tables.t.columns.n.within: "site" is text; here belongs a month',
    ],
    ...(
      [
        ['text', 'unit: kg', 'unit', 'quantity or quantities'],
        ['number', 'kind: mass', 'kind', 'quantity or quantities'],
        ['date', 'relative_sd: 0.1', 'relative_sd', 'quantity or quantities'],
        ['text', 'merged: each', 'merged', 'quantity or quantities or number or integer'],
        ['text', 'range: [0, 1]', 'range', 'quantity or quantities or number or integer'],
        ['quantity', 'pattern: a', 'pattern', 'text'],
        ['number', 'values: [a]', 'values', 'text'],
        ['text', 'within: 1', 'within', 'date or datetime or month'],
        ['text', 'separator: ","', 'separator', 'files'],
      ] as const
    ).map(([type, setting, key, types]): Case => [
      `of type ${type} has no ${key}`,
      column(`type: ${type}, ${setting}`),
      `${setting.slice(setting.indexOf(':') + 2).replace(/[\],].*/, '')} > tables.t.columns.n.${key}: ${key} belongs to columns of type ${types}`,
    ]),
  ]);
});

describe('a table', () => {
  each([
    [
      'has a key that is a column',
      tables({ table: 'key: [id, idd]' }),
      '[id > tables.t.key: the table has no column "idd"; did you mean "id"?',
    ],
    ['may have a key that is computed', tables({ table: 'key: long\n    derive: { long: "id + id" }' })],
    [
      'has its header at one place',
      tables({ table: 'header: { find: Id, row: 3 }' }),
      '{ find: Id > tables.t.header: find and row exclude each other',
    ],
    [
      'without a header has columns with a letter',
      tables({ table: 'header: { none: true }' }).replace('header: U', 'column: U'),
      ...['id', 'x', 'day', 'list', 'files'].map(
        (key, nth) =>
          `{ header: ${['Id', 'X', 'Day', 'L', 'F'][nth] ?? ''} > tables.t.columns.${key}: the table has no header: give the column by its letter, column: F`,
      ),
    ],
    [
      'leaves out rows by columns that are there',
      tables({ table: 'skip: [{ column: { name: state, is: QC } }]' }),
      'state > tables.t.skip.0.column.name: the table has no column "state"',
    ],
    [
      'leaves out rows by conditions',
      tables({ table: 'skip: [{ when: id }, { when: "count(other) > 1" }]' }),
      'id > tables.t.skip.0.when: "id" is not a condition',
      '"count(other) > 1" > tables.t.skip.1.when: there is no column or parameter "other" here',
    ],
    [
      'has spellings of units that are some',
      tables({ table: 'units: { MT: blobs }' }),
      'blobs > tables.t.units.MT: "blobs" is not a known unit',
    ],
    [
      'has patterns that are some',
      tables({ table: 'file: "/(a/"' }).replace('sheet: S', 'sheet: [S, "/(b/"]'),
      '[S > tables.t.sheet: Invalid regular expression: /(b/iu: Unterminated group',
      '"/(a/" > tables.t.file: Invalid regular expression: /(a/iu: Unterminated group',
    ],
    [
      'has no column with the name of a parameter, nor with a word of the language',
      `parameters: { id: { value: 1, type: number } }\n${tables({ columns: ', rows: { header: R, type: text }' })}`,
      'rows: { header: R > tables.t.columns: "rows" has a meaning in expressions; choose another name',
      '{ header: Id > tables.t.columns.id: "id" is already the name of a parameter',
    ],
    [
      'has no computed column with the name of another',
      tables({ table: 'derive: { x: u, this: u }' }),
      'this: u > tables.t.derive: "this" has a meaning in expressions; choose another name',
      'u > tables.t.derive.x: "x" is already the name of a column or parameter',
    ],
  ]);
});

describe('a computed column', () => {
  const derive = (fields: string): string => tables({ table: `derive: { ${fields} }` });
  each([
    [
      'does not go round in a circle',
      derive('a: b + x, b: { value: a }'),
      'b + x > tables.t.derive.a: a needs b, which needs a in turn or has a problem of its own',
      'a > tables.t.derive.b.value: b needs a, which needs b in turn or has a problem of its own',
    ],
    [
      'is told with what is wrong with it',
      derive('a: y + x, b: id * 2'),
      'y + x > tables.t.derive.a: there is no column or parameter "y" here; did you mean "x"?',
      'id * 2 > tables.t.derive.b: text * a number or quantity (a plain number) has no meaning',
    ],
    [
      'has a unit and a deviation where it is a number',
      derive('a: { value: id, unit: kg }, b: { value: id, sd: 1 }'),
      'id > tables.t.derive.a.value: unit and sd belong to quantities',
      'id > tables.t.derive.b.value: unit and sd belong to quantities',
    ],
    [
      'has a deviation that is one',
      derive('a: { value: x, sd: much }'),
      'much > tables.t.derive.a.sd: "much" is not a number with a unit, as "20 kg" or "2 %"',
    ],
    [
      'has its deviation from another column, which may be computed, and not from itself',
      derive('a: { value: x, sd: { column: b, k: 1 } }, b: x * 2, c: { value: x, sd: { column: c, k: 1 } }'),
      'x > tables.t.derive.c.value: the table has no column "c" for the deviation; did you mean "x"?',
    ],
    [
      'has a check that is a condition, and a message that can be read',
      derive('a: { value: x, check: x, message: "{y}" }'),
      'x > tables.t.derive.a.check: "x" is not a condition',
      '"{y > tables.t.derive.a.message: there is no column or parameter "y" here; did you mean "x"?',
    ],
  ]);
});
