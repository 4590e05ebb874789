import { describe, expect, it } from 'vitest';
import { datapoint, each, load, tables } from './mapping-support.js';

const days = 'activity: { started: day, completed: day }';
const component = (fields: string, more = ''): string =>
  `${tables()}datapoints:
  d: { each: t, reference: "{id}", display_name: x, type: REPORTED, quantity: x }
  g: { over: t, group_by: id, reference: "g{id}", display_name: x, type: REPORTED, quantity: "sum(rows, x)" }
  once: { reference: once, display_name: x, type: REPORTED, quantity: "1 kg" }
ghg_entries:
  e: { reference: e, template: { id: get_1 }, started_on: 'date("2026-10-01")', completed_on: 'date("2026-10-31")'${more} }
components:
  c: { each: t, reference: c, display_name: c, blueprint: b, ${days}, ${fields} }
`;
const input = (choice: string): string => component(`inputs: { i: ${choice} }`);

describe('an input', () => {
  const at = 'components.c.inputs.i';
  each([
    ['names a definition', input('dd'), `dd > ${at}: datapoints has no "dd"; did you mean "d"?`],
    [
      'names one by datapoint',
      input('{ datapoint: weight }'),
      `{ datapoint: weight > ${at}: datapoints has no "weight"`,
    ],
    [
      'names one in a list',
      input('[d, { datapoint: dd }]'),
      `[d > ${at}: datapoints has no "dd"; did you mean "d"?`,
    ],
    ['names a datapoint at least', input('[]'), `[ > ${at}: name a datapoint at least`],
    [
      'is connected by columns that are there',
      input('{ datapoint: d, on: idd }'),
      `{ datapoint: d > ${at}: the table t has no column "idd"; did you mean "id"?`,
    ],
    [
      'is connected by columns that are there on our side',
      input('{ datapoint: d, on: { id: idd } }'),
      `{ datapoint: d > ${at}: there is no column or parameter "idd" here; did you mean "id"?`,
    ],
    [
      'is connected by columns that can be equal',
      input('{ datapoint: d, on: { id: u } }'),
      `{ datapoint: d > ${at}: "id" is text and "u" a number or quantity (a plain number): they are never equal`,
    ],
    [
      'of a group is connected by what it is grouped by',
      input('{ datapoint: g, on: [id, day] }'),
      `{ datapoint: g > ${at}: "day" is not among the group_by of that definition`,
    ],
    [
      'that is made once is connected by nothing',
      input('{ datapoint: once, on: id }'),
      `{ datapoint: once > ${at}: on has no meaning for a record that is made once`,
    ],
    [
      'has a reference whose names are known',
      input('{ reference: "{nothing}" }'),
      `{ reference: "{nothing > ${at}: there is no column or parameter "nothing" here`,
    ],
    [
      'is one of the things that it can be',
      input('3'),
      `3 > ${at}: this cannot be so: string or object or array belongs here`,
    ],
  ]);

  it.each([
    ['d', 'scalar'],
    ['g', 'scalar'],
    ['once', 'scalar'],
    ['{ reference: known }', 'scalar'],
    ['{ datapoint: d, on: id }', 'list'],
    ['{ datapoint: d, as: list }', 'list'],
    ['[d]', 'list'],
    ['[once, { reference: known }]', 'list'],
  ])('is one datapoint or a list by its definitions: %s', (choice, shape) => {
    const [made] = load(input(choice)).records.components;
    expect(made?.inputs.map((bound) => bound.shape)).toEqual([shape]);
  });
});

describe('a component', () => {
  each([
    [
      'has an entry that is there',
      component('inputs: {}, attribute: { entry: ee, group: g }'),
      'ee > components.c.attribute.entry: ghg_entries has no "ee"; did you mean "e"?',
    ],
    [
      'has a share that is a number',
      component('inputs: {}, attribute: { entry: e, group: g, factor: id }'),
      'id > components.c.attribute.factor: "id" is text; here belongs a number or quantity',
    ],
    [
      'begins and ends on days',
      component('inputs: {}').replace(days, 'activity: { started: id, completed: u }'),
      'id > components.c.activity.started: "id" is text; here belongs a date or a date with time',
      'u > components.c.activity.completed: "u" is a number or quantity (a plain number); here belongs a date or a date with time',
    ],
    [
      'has texts that can be read',
      component('inputs: {}')
        .replace('reference: c,', 'reference: "{c",')
        .replace('display_name: c,', 'display_name: "{list}",'),
      '"{c" > components.c.reference: "{c": a { without its }',
      '"{list > components.c.display_name: {list} is a list: choose one value of it',
    ],
    [
      'has a blueprint and inputs',
      component('comment: none').replace('blueprint: b, ', ''),
      '{ each: t > components.c.blueprint: this key is needed and is missing',
      '{ each: t > components.c.inputs: this key is needed and is missing',
    ],
  ]);
});

describe('an entry', () => {
  const types = 'feedstock_types:\n  wood: { id: fst_1 }\n';
  each([
    [
      'names a feedstock type that is there',
      `${types}${component('inputs: {}', ', feedstock_type: wod')}`,
      'wod > ghg_entries.e.feedstock_type: feedstock_types has no "wod"; did you mean "wood"?',
    ],
    [
      'names a feedstock type where there are some',
      component('inputs: {}', ', feedstock_type: wood'),
      'wood > ghg_entries.e.feedstock_type: feedstock_types has no "wood"',
    ],
    ['may name one of its own', component('inputs: {}', ', feedstock_type: { display_name: Wood }')],
    [
      'names it in one way',
      component('inputs: {}', ', feedstock_type: { display_name: Wood, id: fst_1 }'),
      '{ display_name: Wood > ghg_entries.e.feedstock_type: name it by exactly one of reference, id and display_name',
    ],
    [
      'names its template in some way',
      component('inputs: {}').replace('{ id: get_1 }', '{ description: the month }'),
      '{ description: the month > ghg_entries.e.template: name it by exactly one of reference, id and display_name',
    ],
    [
      'has a feedstock type whose names are known',
      `${types.replace('fst_1', '"{nothing}"')}${component('inputs: {}', ', feedstock_type: wood')}`,
      '"{nothing > feedstock_types.wood.id: there is no column or parameter "nothing" here',
    ],
    [
      'has a template whose names are known',
      component('inputs: {}').replace('get_1', '"{nothing}"'),
      '"{nothing > ghg_entries.e.template.id: there is no column or parameter "nothing" here',
    ],
    [
      'begins and ends on days',
      component('inputs: {}').replace('\'date("2026-10-01")\'', '1').replace('\'date("2026-10-31")\'', 'x'),
      '1 > ghg_entries.e.started_on: "1" is a number or quantity (a plain number); here belongs a date or a date with time',
      'x > ghg_entries.e.completed_on: there is no column or parameter "x" here',
    ],
    [
      'has inputs that are datapoints',
      component('inputs: {}', ', inputs: { Stack: { flow: dd } }'),
      'dd > ghg_entries.e.inputs.Stack.flow: datapoints has no "dd"; did you mean "d"?',
    ],
  ]);
});

describe('a source', () => {
  const source = (fields: string): string =>
    `${tables()}sources:\n  s: { each: t, display_name: "{file}", published_at: day, ${fields} }\n`;
  each([
    [
      'has files or a file',
      source('public: true'),
      '{ each: t > sources.s: say where the file name is: files: column, or file: "name.pdf"',
    ],
    [
      'has not both',
      source('files: files, file: a.pdf'),
      '{ each: t > sources.s: say where the file name is: files: column, or file: "name.pdf"',
    ],
    [
      'has files that are texts',
      source('files: x'),
      'x > sources.s.files: "x" is a number or quantity (mass); here belongs a list of texts or text',
    ],
    ['may have files in a column of text', source('files: id')],
    [
      'knows its file in what describes it, and not in what names it',
      source('file: "{file}"'),
      '"{file > sources.s.file: there is no column or parameter "file" here; did you mean "files"?',
    ],
    [
      'is one that the mapping makes',
      datapoint('each: t, quantity: x, sources: [s, { source: tickets }]'),
      's > datapoints.d.sources.0: sources has no "s"',
      '{ source: tickets > datapoints.d.sources.1: sources has no "tickets"',
    ],
    [
      'has a reference whose names are known',
      datapoint('each: t, quantity: x, sources: [{ reference: "{nothing}" }]'),
      '{ reference: "{nothing > datapoints.d.sources.0: there is no column or parameter "nothing" here',
    ],
  ]);
});
