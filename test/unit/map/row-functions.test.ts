import { describe, expect, it } from 'vitest';
import { mapMade, quantities, told } from './map-made.js';
import { holds, quantityOf, textOf } from './evaluate.js';

// The table lab: s1 and s2 of batch kbt-4711, s3 of another; carbon 80, 70 and 60 %, mass 100, 300 and -400 kg, gap 1 kg,
// 2 kg and blank, size 1 t, 1000 kg and 2000 g, taken on 5, 3 and 7 October, final yes, yes and no.

describe('functions of rows', () => {
  it.each([
    ['sum(lab, mass, mass > 0 kg)', 'kg', '400 kg'],
    ['sum(lab, mass)', 'kg', '0 kg'],
    ['sum(lab, size)', 'kg', '2002 kg'],
    ['sum(lab, gap, given(gap))', 'kg', '3 kg'],
    ['sum(lab, either(gap, 5 kg))', 'kg', '8 kg'],
    ['sum(lab, factor)', 'dimensionless', '9 dimensionless'],
    ['sum(lab, this.net, mass < this.net)', 'kg', '3703.5 kg'],
    ['sum(lab, mass, batch == trim(ticket)) * factor', 'kg', '1200 kg'],
    ['sum(lab, 2.0, false)', 'dimensionless', '0 dimensionless'],
    ['mean(lab, carbon)', '%', '70 %'],
    ['weighted_mean(lab, carbon, mass, batch == "kbt-4711")', '%', '72.5 %'],
    ['weighted_mean(lab, size, 1.0, unit != "g")', 'kg', '1000 kg'],
    ['sd(lab, carbon)', '%', '10 %'],
    ['replicate_mean(lab, carbon)', '%', '70 ± 5.77350269189626 %'],
    ['replicate_mean(lab, carbon) - replicate_mean(lab, carbon)', '%', '0 ± 0 %'],
    ['min(lab, carbon)', '%', '60 %'],
    ['min(lab, size)', 'kg', '2 kg'],
    ['max(lab, carbon)', '%', '80 %'],
    ['count(lab)', 'dimensionless', '3 dimensionless'],
    ['count(lab, batch == this.ticket)', 'dimensionless', '2 dimensionless'],
    ['count(lab, false)', 'dimensionless', '0 dimensionless'],
    ['first(lab, carbon)', '%', '80 %'],
    ['last(lab, carbon)', '%', '60 %'],
    ['last(lab, carbon, final)', '%', '70 %'],
    ['only(lab, carbon, sample == "s1")', '%', '80 %'],
    ['only(lab, size, batch == "kbt-4711")', 'kg', '1000 kg'],
    ['lookup(lab, "s2", carbon)', '%', '70 %'],
    ['lookup(lab, sample, " s2 ", carbon)', '%', '70 %'],
    ['lookup(lab, size, 2 kg, carbon)', '%', '60 %'],
    ['lookup(lab, taken, date("2026-10-03"), carbon)', '%', '70 %'],
    ['either(lookup(lab, "s3", gap), 5 kg)', 'kg', '5 kg'],
    ['lookup(lab, "s1", sum(lab, mass, batch == this.batch))', 'kg', '400 kg'],
  ])('%s in %s is %s', async (expression, unit, quantity) => {
    expect(await quantityOf(expression, unit)).toBe(quantity);
  });

  it.each([
    ['only(lab, batch, batch != "other")', 'kbt-4711'],
    ['listed(lab, batch)', 'kbt-4711, other'],
    ['listed(lab, carbon)', '80 percent, 70 percent, 60 percent'],
    ['listed(lab, batch, false) + "."', '.'],
    ['first(lab, taken)', '2026-10-05'],
    ['earliest(lab, taken)', '2026-10-03'],
    ['latest(lab, taken)', '2026-10-07'],
    ['latest(lab, at(taken, this.time))', '2026-10-07T14:05:00'],
  ])('%s is "%s"', async (expression, text) => {
    expect(await textOf(expression)).toBe(text);
  });

  it.each([
    ['all(lab, final)', 'no'],
    ['all(lab, final, batch == "kbt-4711")', 'yes'],
    ['all(lab, final, false)', 'yes'],
    ['any(lab, final)', 'yes'],
    ['any(lab, final, false)', 'no'],
  ])('%s: %s', async (condition, answer) => {
    expect(await holds(condition)).toBe(answer);
  });
});

describe('over no rows there is no value', () => {
  const calls = [
    ['sum', 'sum(lab, mass, false)'],
    ['mean', 'mean(lab, mass, false)'],
    ['weighted_mean', 'weighted_mean(lab, mass, mass, false)'],
    ['replicate_mean', 'replicate_mean(lab, mass, false)'],
    ['sd', 'sd(lab, mass, false)'],
    ['min', 'min(lab, mass, false)'],
    ['max', 'max(lab, mass, false)'],
    ['first', 'first(lab, mass, false)'],
    ['last', 'last(lab, mass, false)'],
    ['only', 'only(lab, mass, false)'],
  ] as const;

  it.each(calls)('%s: %s', async (name, call) => {
    expect(await quantityOf(call, 'kg')).toMatch(
      new RegExp(
        `^value-missing Loads!\\S+: ${name} of no rows has no value, and datapoints.made needs it for quantity$`,
      ),
    );
    expect(await quantityOf(`either(${call}, 7 kg)`, 'kg')).toBe('7 kg');
    expect(await holds(`given(${call})`)).toBe('no');
  });

  it.each(['earliest', 'latest'])('%s', async (name) => {
    expect(await textOf(`${name}(lab, taken, false)`)).toMatch(
      new RegExp(`${name} of no rows has no value, and datapoints.made needs it for display_name$`),
    );
    expect(await textOf(`either(${name}(lab, taken, false), date)`)).toBe('2026-10-31');
  });
});

describe('when a mapping is loaded', () => {
  const sum = 'sum is written as in sum(rows, litres)  ·  sum(deliveries, net, date >= period.start)';
  const lookup =
    'lookup is written as in lookup(batches, batch, dry_mass), or lookup(batches, code, batch, dry_mass)';
  it.each([
    ['sum(lab)', sum],
    ['sum(lab, mass, true, true)', sum],
    ['sum(lab, batch)', 'sum takes numbers, and this is text'],
    ['min(lab, taken)', 'min takes numbers, and this is a date'],
    ['sum(lab, mass, mass)', 'the condition of sum is a number or quantity (mass)'],
    ['count(lab, batch == this.nothing)', 'this.nothing: the row around has no such name'],
    ['count(lab, nothing == 1)', 'there is no column or parameter "nothing" here'],
    ['count(lab, 1, 2)', 'count is written as in count(rows)  ·  count(lab, batch == this.batch)'],
    ['weighted_mean(lab, carbon)', 'weighted_mean is written as in weighted_mean(rows, carbon, dry_mass)'],
    ['weighted_mean(lab, carbon, batch)', 'weighted_mean takes a number and a weight'],
    ['weighted_mean(lab, batch, mass)', 'weighted_mean takes a number and a weight'],
    ['latest(lab, batch)', 'latest takes dates, and this is text'],
    ['earliest(lab, mass)', 'earliest takes dates, and this is a number or quantity (mass)'],
    ['all(lab, carbon)', 'all takes a condition, and this is a number or quantity (a plain number)'],
    ['any(lab, batch)', 'any takes a condition, and this is text'],
    ['lookup()', lookup],
    ['lookup(lab)', lookup],
    ['lookup(lab, "s2")', lookup],
    ['lookup(lab, sample, "s2", carbon, carbon)', lookup],
    ['lookup(labs, "s2", carbon)', 'there is no table "labs"; did you mean "lab"?'],
    ['lookup(lab, simple, "s2", carbon)', 'the table lab has no column "simple"; did you mean "sample"?'],
    ['lookup(lab, "s2", karbon)', 'there is no column or parameter "karbon" here; did you mean "carbon"?'],
    [
      'lookup(lab, ratio, carbon)',
      'sample of lab is text and is looked up with a number or quantity (a plain number)',
    ],
    [
      'lookup(lab, mass, 3 m, carbon)',
      'mass of lab is a number or quantity (mass) and is looked up with a number or quantity (length)',
    ],
    [
      'lookup(loads, "x", net)',
      'the table loads has no key of one column: name it, as in lookup(loads, column, value, result)',
    ],
    ['given()', 'given is written as in given(moisture)'],
    ['given(net, net)', 'given is written as in given(moisture)'],
    ['either()', 'either is written as in either(litres, 0 L)'],
    ['either(net)', 'either is written as in either(litres, 0 L)'],
    ['either(net, net, net)', 'either is written as in either(litres, 0 L)'],
    [
      'either(net, 0 m)',
      'both sides of either must be of one kind, not a number or quantity (mass) and a number or quantity (length)',
    ],
    [
      'either(net, truck)',
      'both sides of either must be of one kind, not a number or quantity (mass) and text',
    ],
    ['either(open, 0 kg) + 3 m', 'mass + length: only quantities of one kind can be added or subtracted'],
  ])('%s is refused', async (expression, message) => {
    expect(await textOf(expression)).toBe(`refused: ${message}`);
  });

  it('a key of two columns names no row by one value', async () => {
    const mapping = `
tables:
  t: { key: [a, b], columns: { a: { header: A, type: text }, b: { header: B, type: text } } }
checks: [{ name: found, expect: 'lookup(t, "1", b) == "2"' }]`;
    await expect(mapMade(mapping, { S: { rows: [['A', 'B']] } })).rejects.toThrow(
      'the table t has no key of one column: name it, as in lookup(t, column, value, result)',
    );
  });
});

describe('in a row, what only the values show', () => {
  it.each([
    ['weighted_mean(lab, carbon, mass)', 'Lab!C2:C4', 'the weights add up to nothing'],
    ['only(lab, carbon)', 'Lab!C2:C4', 'the rows differ: 80 percent and 70 percent'],
    ['only(lab, taken)', 'Lab!F2:F4', 'the rows differ: 2026-10-05 and 2026-10-03'],
    [
      'sd(lab, carbon, sample == "s1")',
      'Lab!A2',
      'a standard deviation of replicates needs at least two values',
    ],
    ['lookup(lab, batch, ticket, carbon)', 'Loads!A2', 'lab has 2 rows with batch "kbt-4711"'],
    ['lookup(lab, sample, truck, carbon)', 'Loads!J2', 'lab has no row with sample "KBT 412 M"'],
    ['lookup(lab, size, net, carbon)', 'Loads!F2', 'lab has no row with size "1234.5 kilogram"'],
    [
      'sum(lab, size + this.diameter)',
      'Lab!I2:I4',
      'cannot add metric_ton and meter: they measure different things',
    ],
    ['either(lookup(lab, "s9", gap), 5 kg)', 'made.yaml:54:19', 'lab has no row with sample "s9"'],
  ])('%s is told at %s', async (expression, cell, message) => {
    const answer = await textOf(expression);
    expect(answer).toContain(`"{${expression}}": ${message}`);
    expect(answer).toContain(`expression-failed ${cell}`);
  });

  it.each([
    ['sum(lab, gap)', 'Lab!H4'],
    ['lookup(lab, "s3", gap)', 'Lab!H4'],
    ['last(lab, gap)', 'Lab!H4'],
  ])('%s has no value, for the blank in %s', async (expression, cell) => {
    expect(await quantityOf(expression, 'kg')).toBe(
      `value-missing ${cell}: "Gap (kg)" has no value, and datapoints.made needs it for quantity`,
    );
  });
});

it('inside a group, rows are its own, and the column it is grouped by has one value', async () => {
  const mapping = `
tables:
  t: { columns: { a: { header: A, type: text }, x: { header: "X (kg)", type: quantity, kind: mass } } }
datapoints:
  d:
    over: t
    group_by: a
    reference: "{a}"
    display_name: "{listed(rows, a)}"
    quantity: { value: "sum(rows, x, a == this.a) + sum(t, x)", unit: kg }
    type: REPORTED`;
  const mapped = await mapMade(mapping, {
    S: {
      rows: [
        ['A', 'X (kg)'],
        ['p', 1],
        ['q', 10],
        ['p', 2],
      ],
    },
  });
  expect(told(mapped)).toEqual([]);
  expect(quantities(mapped)).toEqual({ p: '16 kg', q: '23 kg' });
});

it('a row with an error lends its values to no sum, and what needed them is left out', async () => {
  const mapping = `
tables:
  t: { columns: { a: { header: A, type: text }, x: { header: "X (kg)", type: quantity, kind: mass } } }
datapoints:
  d: { over: t, reference: D, display_name: d, quantity: { value: "either(sum(rows, x), 0 kg)", unit: kg }, type: REPORTED }
  g: { over: t, reference: G, display_name: g, when: "given(sum(t, x))", quantity: { value: 1 kg, unit: kg }, type: REPORTED }`;
  const mapped = await mapMade(mapping, {
    S: {
      rows: [
        ['A', 'X (kg)'],
        ['p', 1],
        ['q', 'about 5'],
      ],
    },
  });
  expect(mapped.records).toEqual([]);
  expect(told(mapped)).toEqual([
    expect.stringMatching(/^number-unreadable S!B3: "about 5" is not a number/),
    expect.stringMatching(
      /^depends-on-error S!A2:B3: datapoints\.d is left out, since cells it is made from have errors$/,
    ),
    expect.stringMatching(
      /^depends-on-error S!A2:B3: datapoints\.g is left out, since cells it is made from have errors$/,
    ),
  ]);
});
