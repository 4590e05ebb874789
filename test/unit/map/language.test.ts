import { describe, expect, it } from 'vitest';
import { mapMade, quantities, told } from './map-made.js';
import { holds, quantityOf, textOf } from './evaluate.js';

const mass = 'a number or quantity (mass)';
const plain = 'a number or quantity (a plain number)';
const nowhere = 'is not part of this language; mappings/README.md lists what is';

describe('an expression is', () => {
  it.each([
    ['truck + " " + ticket', 'KBT 412 M kbt-4711'],
    ['"a\\"b" + "}"', 'a"b}'],
    ["'a\\\\b' + '{'", 'a\\b{'],
    ['5 %', '5 percent'],
    ['1.5e3', '1500'],
    ['.5', '0.5'],
    ['true', 'yes'],
    ['3 m²', '3 meter ** 2'],
    ['- -net', '1234.5 kilogram'],
    ['stamp.date', '2026-10-31'],
    ['period.end', '2026-10-31'],
    ['dried ? (ratio > 0 ? "a" : "b") : "c"', 'b'],
    ['dried ? 1 kg : 2 t', '1 kilogram'],
    ['net + open', '1239.5 kilogram'],
    ['open + net', '1239.5 kilogram'],
    ['open - open', '0 kilogram'],
  ])('%s: %s', async (expression, text) => {
    expect(await textOf(expression)).toBe(text);
  });

  it.each([
    ['truck in ["a", "KBT 412 M"]', 'yes'],
    ['truck in ["a", upper("b")]', 'no'],
    ['truck in []', 'no'],
    ['length(truck) == 9 && "9" in ["9"]', 'yes'],
    ['dried && !dried', 'no'],
    ['!dried || dried', 'yes'],
    ['dried == true', 'yes'],
    ['dried != true', 'no'],
    ['"a" < "b"', 'yes'],
    ['truck != "x"', 'yes'],
    ['net != 1.2345 t', 'no'],
    ['share > 75 % && share <= 0.752', 'yes'],
    ['date < period.end', 'no'],
    ['date <= period.end && date >= period.end', 'yes'],
    ['period == month', 'yes'],
    ['month != month_of(date)', 'no'],
    ['stamp > stamp', 'no'],
    ['stamp < at(date, time) && time == time', 'yes'],
  ])('%s: %s', async (condition, answer) => {
    expect(await holds(condition)).toBe(answer);
  });

  it('decided by one side of && or ||, or by the side that ? takes, where the other has no value', async () => {
    expect(await holds('given(blank_mass) && blank_mass > 0 kg')).toBe('no');
    expect(await holds('blank_mass > 0 kg && false')).toBe('no');
    expect(await holds('blank_mass > 0 kg || dried')).toBe('yes');
    expect(await holds('blank_mass > 0 kg || !dried')).toContain('"Blank mass (kg)" has no value');
    expect(await textOf('given(blank_mass) ? text(blank_mass) : "none"')).toBe('none');
  });
});

describe('when a mapping is loaded, it is refused', () => {
  it.each([
    ['net +', '"net +" cannot be read as an expression: Unexpected token: EOF'],
    ['12 @ 3', '"12 @ 3" cannot be read as an expression: Unexpected character: @'],
    ['(net', '"(net" cannot be read as an expression: Expected RPAREN, got EOF'],
    [
      'f(1,2,3,4,5,6,7,8,9)',
      '"f(1,2,3,4,5,6,7,8,9)" cannot be read as an expression: Exceeded maxCallArguments (8)',
    ],
    ['net + truck', `${mass} + text has no meaning`],
    ['truck - ticket', 'text - text has no meaning'],
    ['truck + 2', `text + ${plain} has no meaning`],
    ['truck * 2', `text * ${plain} has no meaning`],
    ['2 / dried', `${plain} / yes or no has no meaning`],
    ['net + diameter', 'mass + length: only quantities of one kind can be added or subtracted'],
    ['net - 2', 'mass - a plain number: only quantities of one kind can be added or subtracted'],
    ['-truck', 'there is no negative of text'],
    ['!net', `! takes a condition, not ${mass}`],
    ['net && dried', `&& takes a condition, not ${mass}`],
    ['dried || open', '|| takes a condition, not a number or quantity'],
    ['net ? "a" : "b"', `? takes a condition, not ${mass}`],
    ['dried ? 1 : "b"', `both sides of : must be of one type, not ${plain} and text`],
    ['dried ? 1 kg : 2 m', 'mass : length: only quantities of one kind can be added or subtracted'],
    ['net == truck', `${mass} and text cannot be compared by ==`],
    ['net < diameter', `${mass} and a number or quantity (length) cannot be compared by <`],
    ['dried < dried', 'yes or no and yes or no cannot be compared by <'],
    [
      'samples == samples',
      'a list of quantities (mass) and a list of quantities (mass) cannot be compared by ==',
    ],
    ['papers != papers', 'a list of texts and a list of texts cannot be compared by !='],
    ['date < stamp', 'a date and a date with time cannot be compared by <'],
    ['period.middle', 'a month has no middle'],
    ['stamp.time', 'a date with time has no time'],
    ['truck.length', 'text has no length'],
    ['ratio in [1]', 'in takes a text and a list: status in ["final", "approved"]'],
    ['3 in ["a"]', 'in takes a text and a list: status in ["final", "approved"]'],
    ['12 in', '"12 in" cannot be read as an expression: Unexpected token: EOF'],
    ['truck in "a"', 'in takes a text and a list: status in ["final", "approved"]'],
    ['truck in [1, 2]', 'the list after in holds texts'],
    ['["a", 2]', `"["a", 2]" ${nowhere}`],
    ['["_n7"]', `"["_n7"]" ${nowhere}`],
    ['truck.startsWith("K")', `"truck.startsWith("K")" ${nowhere}`],
    ['samples[0]', `"samples[0]" ${nowhere}`],
    ['bags % 2', `"bags % 2" ${nowhere}`],
    ['null', 'only texts, numbers, true and false can be written here'],
    ['nett', 'there is no column or parameter "nett" here; did you mean "net"?'],
    ['rows', 'there is no column or parameter "rows" here'],
    ['0x10', 'there is no column or parameter "0x10" here'],
    ['1.5.3', 'there is no column or parameter "1.5.3" here'],
    ['_l0', '"_l0": names do not start with _'],
    ['3 florin', '"3 florin": "florin" is not a known unit'],
    ['this.truck', 'this.truck: the row around has no such name'],
    ['samples', '{samples} is a list: choose one value of it'],
    ['papers', '{papers} is a list: choose one value of it'],
  ])('%s', async (expression, message) => {
    expect(await textOf(expression)).toBe(`refused: ${message}`);
  });

  it('where it is a map', async () => {
    expect(await quantityOf('{"a": 1}', 'kg')).toBe(`refused: "{"a": 1}" ${nowhere}`);
  });

  it.each([
    ['net', 'm', 'm (length) cannot hold mass, which is what net gives'],
    ['share', 'kg', null],
    ['truck', 'kg', '"truck" is text; here belongs a number or quantity'],
  ])('%s as a quantity in %s', async (expression, unit, message) => {
    const answer = await quantityOf(expression, unit);
    if (message === null) expect(answer).toContain('cannot convert between percent and kilogram');
    else expect(answer).toBe(`refused: ${message}`);
  });
});

describe('text with braces', () => {
  const withName = (name: string): string => `
tables: { t: { columns: { a: { header: A, type: text } } } }
datapoints:
  d: { each: t, reference: "{a}", display_name: ${JSON.stringify(name)}, quantity: { value: 1 kg, unit: kg }, type: REPORTED }`;
  const sheets = { S: { rows: [['A'], ['one']] } };
  const nameOf = async (name: string): Promise<string> => {
    const mapped = await mapMade(withName(name), sheets);
    const field = mapped.records[0]?.fields['display_name'];
    return field?.type === 'text' ? (field.value ?? '') : told(mapped).join('\n');
  };

  it.each([
    ['{{a}} is {a}', '{a} is one'],
    ['{{{a}}}', '{one}'],
    ['{a}{a}, {upper(a)}', 'oneone, ONE'],
    ['  many   blanks {a} ', 'many blanks one'],
    ['{"}" + a}', '}one'],
    ["{'\\'' + a}", "'one"],
    ['.*', '.*'],
  ])('%s: %s', async (name, text) => {
    expect(await nameOf(name)).toBe(text);
  });

  it.each([
    ['a {a', '"a {a": a { without its }'],
    ['a {"}', '"a {"}": a { without its }'],
    ['a} b', '"a} b": a } without its {; write }} for a brace'],
    ['{}', '"" cannot be read as an expression: Unexpected token: EOF'],
  ])('%s is refused', async (name, message) => {
    await expect(nameOf(name)).rejects.toThrow(message);
  });
});

it('what a derived column comes to without a unit of its own is known by its expression', async () => {
  const mapping = `
tables:
  t:
    columns: { a: { header: A, type: text }, x: { header: "X (kg)", type: quantity, kind: mass } }
    derive: { double: 2 * x, name: 'upper(a)', late: { value: double + x, unit: t } }
datapoints:
  d: { each: t, reference: "{name}", display_name: x, quantity: { value: late, unit: kg }, type: REPORTED }`;
  const mapped = await mapMade(mapping, {
    S: {
      rows: [
        ['A', 'X (kg)'],
        ['p', 1],
        ['q', 10],
      ],
    },
  });
  expect(quantities(mapped)).toEqual({ P: '3 kg', Q: '30 kg' });
});

it('a unit that is none is told where it stands, and not again where the column is used', async () => {
  const mapping = `
tables: { t: { columns: { a: { header: A, type: text }, x: { header: X, type: quantity, unit: florin } } } }
datapoints:
  d: { each: t, reference: "{a}", display_name: x, quantity: { value: x + 1 kg, unit: kg }, type: REPORTED }`;
  await expect(mapMade(mapping, {})).rejects.toThrow(
    'the mapping made.yaml has a problem:\n  made.yaml:5:95: tables.t.columns.x.unit: "florin" is not a known unit',
  );
});

describe('a column may have any name of letters', () => {
  const single = (name: string, expression: string): string => `
tables:
  t: { columns: { a: { header: A, type: text }, ${name}: { header: "X (kg)", type: quantity, kind: mass } } }
datapoints:
  d: { each: t, reference: "{a}", display_name: x, quantity: { value: "${expression}", unit: kg }, type: REPORTED }`;
  const sheets = {
    S: {
      rows: [
        ['A', 'X (kg)'],
        ['p', 4],
      ],
    },
  };
  const names = [
    ...[
      'type',
      'map',
      'list',
      'int',
      'double',
      'string',
      'bool',
      'bytes',
      'duration',
      'timestamp',
      'optional',
    ],
    ...[
      'google',
      'dyn',
      'null_type',
      'Quantity',
      'LocalDate',
      'constructor',
      'toString',
      'size',
      'sum',
      'value',
      'x_n0',
    ],
  ];
  it.each(names)('%s', async (name) => {
    const mapped = await mapMade(
      single(name, `${name} / 2 + sum(t, ${name}, ${name} < 2 * this.${name})`),
      sheets,
    );
    expect(quantities(mapped)).toEqual({ p: '6 kg' });
  });

  it.each(['if', 'for', 'package', 'function'])('but %s, which is refused where it is used', async (name) => {
    await expect(mapMade(single(name, `${name} / 2`), sheets)).rejects.toThrow(
      `"${name} / 2" cannot be read as an expression: Reserved identifier: ${name}`,
    );
  });
});
