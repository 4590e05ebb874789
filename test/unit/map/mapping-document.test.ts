import { describe, expect, it } from 'vitest';
import { loadMapping, MappingError } from '../../../src/map/index.js';
import { each, load, problems, tables } from './mapping-support.js';

describe('the file', () => {
  each([
    [
      'is YAML',
      `${tables()}  t: [\n`,
      't: [ > not valid YAML: Map keys must be unique',
      ' > not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    [
      'has names of letters, digits and _',
      'tables:\n  9t: { columns: {} }\n',
      '{ columns: { > tables.9t: a name has letters, digits and _ only, starts with a letter and has at most 64 characters',
    ],
    [
      'has no keys but those of the language',
      `${tables()}tabels: {}\n`,
      'tabels: { > tabels: there is no such key here',
    ],
    [
      'has expressions with commas in quotes',
      `${tables()}datapoints:\n  d: { each: t, reference: a, display_name: b, type: REPORTED, quantity: { value: sum(rows, x) } }\n`,
      'x) > datapoints.d.quantity.x): there is no such key here; between { and } an expression that holds a comma must be in quotes',
    ],
    [
      'has each value of its type',
      'tables: 3\n',
      '3 > tables: Invalid input: expected record, received number',
    ],
    [
      'has in each place one of the forms that it can have there',
      `${tables()}datapoints:\n  a: { reference: a, display_name: b, type: REPORTED, quantity: true }\n  b: { reference: a, display_name: b, type: REPORTED, quantity: { value: 1, sd: { limits: 3 } } }\n`,
      'true > datapoints.a.quantity: this cannot be so: string or number or object belongs here',
      '{ limits: 3 > datapoints.b.quantity.sd.limit: this key is needed and is missing',
      'limits: 3 > datapoints.b.quantity.sd.limits: there is no such key here',
    ],
    [
      'has a time zone',
      `timezone: Mars/Olympus\n${tables()}`,
      'Mars/Olympus > timezone: "Mars/Olympus" is not a time zone; they are written as Africa/Nairobi or America/Chicago',
    ],
    [
      'has forms of dates and spellings of units that can be read',
      `locale: { dates: [MM/yyyy] }\nunits: { MT: blobs }\n${tables()}`,
      'MM/yyyy > locale.dates.0: "MM/yyyy" names no day, month and year: write it as dd/MM/yyyy',
      'blobs > units.MT: "blobs" is not a known unit',
    ],
    [
      'may give a part of it by another name, and is told at that name',
      `${tables()}checks:\n  - &first { name: a, each: tt, expect: x > 0 kg }\n  - *first\n`,
      'tt > checks.0.each: there is no table "tt"; did you mean "t"?',
      '*first > checks.1.each: there is no table "tt"; did you mean "t"?',
    ],
    [
      'gives no key that is not there by another name',
      `${tables()}checks:\n  - &first { name: a, each: t, expect: x > 0 kg, level: 3 }\n  - *first\n`,
      'level: 3 > checks.0.level: there is no such key here',
      '*first > checks.1.level: there is no such key here',
    ],
  ]);

  it('without a sign of a mapping is told with what is missing', () => {
    for (const text of ['', 'a\n', '[]\n', '3\n'])
      expect(() => loadMapping(text, 'm.yaml', { environment: {} })).toThrow(MappingError);
    expect(() => loadMapping('mapping: 1\n', 'm.yaml', { environment: {} })).toThrow(
      [
        'the mapping m.yaml has 3 problems:',
        '  m.yaml:1:1: name: this key is needed and is missing',
        '  m.yaml:1:1: timezone: this key is needed and is missing',
        '  m.yaml:1:1: tables: this key is needed and is missing',
      ].join('\n'),
    );
  });

  it('is told with twenty problems and the number of the others', () => {
    const many = (count: number): string =>
      `mapping: 1\nname: m\ntimezone: UTC\ntables:\n${Array.from({ length: count }, (_, n) => `  t${n}: { key: k, columns: {} }`).join('\n')}\n`;
    const message = (count: number): string[] => {
      try {
        loadMapping(many(count), 'm.yaml', { environment: {} });
      } catch (error) {
        if (error instanceof MappingError) return error.message.split('\n');
      }
      return [];
    };
    expect(message(1)).toEqual([
      'the mapping m.yaml has a problem:',
      '  m.yaml:5:14: tables.t0.key: the table has no column "k"',
    ]);
    expect(message(20)).toHaveLength(21);
    expect(message(23)).toHaveLength(22);
    expect(message(23).at(-1)).toBe('  … and 3 more');
  });

  it('is refused where it is too large, or grows without end', () => {
    expect(() => loadMapping(' '.repeat(1_000_001), 'm.yaml', { environment: {} })).toThrow(
      'm.yaml:1:1: the file has more than 1000000 characters; a mapping is some hundred lines',
    );
    const levels = Array.from({ length: 9 }, (_, n) =>
      n === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${n}: &a${n} [${`*a${n - 1}, `.repeat(9).slice(0, -2)}]`,
    );
    expect(() => loadMapping(levels.join('\n'), 'm.yaml', { environment: {} })).toThrow(
      'm.yaml:1:1: Excessive alias count indicates a resource exhaustion attack',
    );
  });
});

describe('a parameter', () => {
  const parameter = (fields: string): string => `parameters:\n  p: { ${fields} }\n${tables()}`;
  each([
    [
      'stands in a cell of a sheet',
      parameter('cell: C4, type: text'),
      'C4 > parameters.p.cell: a cell with its sheet: "Cover!C4"',
    ],
    [
      'has a unit that is one',
      parameter('type: quantity, unit: blobs, value: 1'),
      'blobs > parameters.p.unit: "blobs" is not a known unit',
    ],
    [
      'has a unit where it is a quantity',
      parameter('type: number, unit: kg, value: 1'),
      'kg > parameters.p.unit: unit belongs to parameters of type quantity',
    ],
    [
      'has a pattern where it is a text',
      parameter('type: number, pattern: a, value: 1'),
      'a > parameters.p.pattern: pattern belongs to parameters of type text',
    ],
    [
      'has a pattern that is one',
      parameter('type: text, pattern: "(a", value: a'),
      '"(a" > parameters.p.pattern: Invalid regular expression: /(a/u: Unterminated group',
    ],
    [
      'is one value',
      parameter('type: files, value: a'),
      'files > parameters.p.type: Invalid option: expected one of "text"|"integer"|"number"|"quantity"|"date"|"datetime"|"time"|"month"|"flag"',
    ],
    [
      'has no word of the language as its name',
      `parameters:\n  true: { type: text, value: a }\n${tables()}`,
      'true: { type: text > parameters: "true" has a meaning in expressions; choose another name',
    ],
  ]);
});

describe('a check', () => {
  each([
    [
      'is a condition',
      `${tables()}checks: [{ name: c, expect: "sum(t, x)" }]\n`,
      '"sum(t > checks.0.expect: "sum(t, x)" is not a condition',
    ],
    [
      'has a message that can be read',
      `${tables()}checks: [{ name: c, each: t, expect: x > 0 kg, message: "{y}" }]\n`,
      '"{y > checks.0.message: there is no column or parameter "y" here; did you mean "x"?',
    ],
    [
      'is a warning or an error',
      `${tables()}checks: [{ name: c, each: t, expect: x > 0 kg, severity: note }]\n`,
      'note > checks.0.severity: Invalid option: expected one of "error"|"warning"',
    ],
  ]);
});

describe('a control total', () => {
  const total = (fields: string): string =>
    `${tables()}datapoints:\n  mass: { each: t, reference: "{id}", display_name: x, type: REPORTED, quantity: x }\ncontrol_totals: [{ name: all, sum: quantity, ${fields} }]\n`;
  each([
    [
      'is of datapoints that are made',
      total('datapoints: mas'),
      'mas > control_totals.0.datapoints: datapoints has no "mas"; did you mean "mass"?',
    ],
    [
      'is of datapoints where some are made',
      `${tables()}control_totals: [{ name: all, sum: quantity, datapoints: mass }]\n`,
      'mass > control_totals.0.datapoints: datapoints has no "mass"',
    ],
    [
      'has a unit that is one',
      total('datapoints: mass, unit: blobs'),
      'blobs > control_totals.0.unit: "blobs" is not a known unit',
    ],
    ['may have any unit of its own', total('datapoints: mass, unit: t')],
  ]);
});

describe('the project', () => {
  const project = (text: string, environment: Readonly<Record<string, string>> = {}): string | null =>
    load(`project: ${text}\n${tables()}`, environment).projectId;

  it('is written, or comes from the environment', () => {
    expect(project('prj_1')).toBe('prj_1');
    expect(project('" prj_1 "')).toBe('prj_1');
    expect(project('${MRV_PROJECT_ID}', { MRV_PROJECT_ID: ' prj_2 ' })).toBe('prj_2');
    for (const empty of ['""', '" "', '${MRV_PROJECT_ID}']) expect(project(empty)).toBeNull();
    expect(project('${MRV_PROJECT_ID}', { MRV_PROJECT_ID: ' ' })).toBeNull();
    expect(load(tables(), { MRV_PROJECT_ID: 'prj_3' }).projectId).toBeNull();
  });

  it.each(['MRV_CLIENT_SECRET', 'MRV_ACCESS_TOKEN', 'A_PASSWORD', 'API_KEY'])('is never %s', (name) => {
    expect(problems(`project: "\${${name}}"\n${tables()}`, { [name]: 'x' })).toEqual([
      `"\${${name} > project: ${name} looks like a secret, and a mapping never reads one`,
    ]);
  });

  it.each(['prj_${A}', '${a}', '${A} ${B}'])('is not %s', (text) => {
    expect(problems(`project: "${text}"\n${tables()}`, { A: 'x', B: 'x' })).toEqual([
      expect.stringMatching(/ > project: write a project id, or \$\{MRV_PROJECT_ID\} alone$/),
    ]);
  });
});

describe('the limits', () => {
  it('are shares as per cent or as a number, and counts', () => {
    expect(
      load(
        `limits: { update: 30%, replace: 0.1, co2e_change: 2.5 %, update_count: 20, co2e_change_kg: 500, first_write: false }\n${tables()}`,
      ).limits,
    ).toEqual({
      update: 0.3,
      replace: 0.1,
      update_count: 20,
      replace_count: null,
      locked_count: null,
      outside_period: null,
      co2e_change: 0.025,
      co2e_change_kg: 500,
      first_write: false,
    });
  });

  each([
    [
      'are shares of the whole',
      `limits: { update: 1.5 }\n${tables()}`,
      '1.5 > limits.update: Too big: expected number to be <=1',
    ],
    [
      'are written as shares',
      `limits: { update: many }\n${tables()}`,
      'many > limits.update: a share is written as 30% or 0.3',
    ],
    [
      'are no more than the language has',
      `limits: { deletes: 3 }\n${tables()}`,
      'deletes: 3 > limits.deletes: there is no such key here',
    ],
  ]);
});
