import { describe, expect, it } from 'vitest';
import { holds, quantityOf, textOf } from './evaluate.js';

const plain = 'a number or quantity (a plain number)';
const mass = 'a number or quantity (mass)';

describe('when a mapping is loaded', () => {
  it.each([
    ['upper(net)', `upper does not take ${mass}: write it as in upper(site)`],
    ['upper()', 'upper takes something: write it as in upper(site)'],
    ['upper(truck, truck)', 'upper does not take text and text: write it as in upper(site)'],
    ['uper(truck)', 'there is no function uper; did you mean "upper"?'],
    ['size(truck)', 'there is no function size'],
    ['text(samples)', 'text does not take a list of quantities (mass): write it as in text(net)'],
    ['text(papers)', 'text does not take a list of texts: write it as in text(net)'],
    ['length(bags)', `length does not take ${plain}: write it as in length(ticket) == 6`],
    [
      'contains(truck, 412)',
      `contains does not take text and ${plain}: write it as in contains(remark, "rejected")`,
    ],
    ['is_whole(truck)', 'is_whole does not take text: write it as in is_whole(bags)'],
    [
      'add_days(stamp, 1)',
      `add_days does not take a date with time and ${plain}: write it as in add_days(date, -1)`,
    ],
    ['at(stamp, time)', 'at does not take a date with time and a time of day: write it as in at(date, time)'],
    [
      'days_in(date)',
      'days_in does not take a date: write it as in count(readings) == days_in(period) / (1 day)',
    ],
    ['year(month)', 'year does not take a month: write it as in year(date)'],
    ['min(net)', `min does not take ${mass}: write it as in min(fraction, 0.95) or min(readings)`],
    ['sum(net)', `sum does not take ${mass}: write it as in sum(intervals)`],
    ['sd(dried)', 'sd does not take yes or no: write it as in sd(moisture) < 2 %'],
    ['min(net, 3 m)', 'min takes two quantities of one kind'],
    ['max(net, ratio)', 'max takes two quantities of one kind'],
    ['with_sd(net, 3 m)', 'the standard deviation must be of the same kind as the value'],
    ['ln(net)', 'ln takes a plain number; divide by a unit first, as in ln(x / (1 kg))'],
    ['exp(diameter)', 'exp takes a plain number; divide by a unit first, as in exp(x / (1 kg))'],
    ['unit("kgg")', '"kgg" is not a known unit'],
    ['to(net, "blurb")', '"blurb" is not a known unit'],
    ['to(net, "m")', 'mass cannot be converted to m (length)'],
    ['to(ratio, "kg")', 'a plain number cannot be converted to kg (mass)'],
    ['number_in(net * diameter, "m")', 'mass * length cannot be converted to m (length)'],
    ['number_in(net, "foo")', '"foo" is not a known unit'],
    ['round(net, 2 kg)', 'round: argument 2 must be a plain number'],
    ['power(ratio, 2 kg)', 'power: argument 2 must be a plain number'],
    ['fixed(net, 2 kg)', 'fixed: argument 2 must be a plain number'],
    ['left(truck, net)', 'left: argument 2 must be a plain number'],
    ['right(truck, net)', 'right: argument 2 must be a plain number'],
    ['mid(truck, net, 2)', 'mid: argument 2 must be a plain number'],
    ['mid(truck, 2, net)', 'mid: argument 3 must be a plain number'],
    ['add_days(date, 3 kg)', 'add_days: argument 2 must be a plain number or a time'],
  ])('%s is refused', async (expression, message) => {
    expect(await textOf(expression)).toBe(`refused: ${message}`);
  });
});

describe('in a row, what only its values show', () => {
  // The column `open` says neither unit nor kind: that it holds kg only its header shows.
  it.each([
    ['ln(ratio)', 'I2', 'ln(-2) is not defined'],
    ['ln(open)', 'M2', 'cannot convert between kilogram and dimensionless: they measure different things'],
    ['exp(bags * 1000)', 'K2', 'exp(7000) is not defined'],
    ['sqrt(ratio)', 'I2', 'the square root of a negative value'],
    ['power(ratio, 0.5)', 'I2', '0.5 is not a whole power from -9 to 9'],
    ['power(ratio, 10)', 'I2', '10 is not a whole power from -9 to 9'],
    ['net / (ratio + 2)', 'F2', 'division by zero dimensionless'],
    ['round(net, -1)', 'F2', '-1 decimals: say a whole number from 0 to 15'],
    ['round(net, 0.5)', 'F2', '0.5 decimals: say a whole number from 0 to 15'],
    ['fixed(net, 16)', 'F2', '16 decimals: say a whole number from 0 to 15'],
    [
      'fixed(net, open)',
      'F2',
      'cannot convert between kilogram and dimensionless: they measure different things',
    ],
    [
      'add_days(date, open)',
      'B2',
      'cannot convert between kilogram and dimensionless: they measure different things',
    ],
    ['add_days(date, 2922000)', 'B2', 'the date lies outside the calendar'],
    ['add_days(date, -740000)', 'B2', 'the date lies outside the calendar'],
    ['add_days(date, 1e30)', 'B2', 'the date lies outside the calendar'],
    ['date(truck)', 'J2', 'date("KBT 412 M") is not a date: write it as 2026-10-31'],
    ['unit(truck)', 'J2', '"KBT" is not a known unit'],
    ['to(net, truck)', 'F2', '"KBT" is not a known unit'],
    ['to(open, "m")', 'M2', 'cannot convert between kilogram and meter: they measure different things'],
    [
      'number_in(open, "m")',
      'M2',
      'cannot convert between kilogram and meter: they measure different things',
    ],
    ['with_sd(open, 1 m)', 'M2', 'cannot convert between meter and kilogram: they measure different things'],
    ['open + diameter', 'G2', 'cannot add kilogram and meter: they measure different things'],
    ['min(open, diameter)', 'G2', 'cannot compare meter and kilogram: they measure different things'],
    ['sd(alone)', 'U2', 'a standard deviation of replicates needs at least two values'],
    ['replicate_mean(alone)', 'U2', 'a standard deviation of replicates needs at least two values'],
    [
      'replace(replace(replace(truck, "", truck), "", replace(truck, "", truck)), "", "0123456789AB")',
      'J2',
      'the text grows beyond 100,000 characters',
    ],
  ])('%s is told at %s', async (expression, cell, message) => {
    expect(await textOf(expression)).toBe(
      `expression-failed Loads!${cell}: datapoints.made display_name, "{${expression}}": ${message}`,
    );
  });

  it.each(['2026-02-30', '31.10.2026', '2026-1-2', 'today', ''])('"%s" is no date', async (text) => {
    expect(await textOf(`date("${text}")`)).toContain(
      `date("${text}") is not a date: write it as 2026-10-31`,
    );
  });

  it.each([
    ['net + blank_mass', '"Blank mass (kg)"', 'Q2'],
    ['sum(none)', '"/^None/"', 'X2'],
    ['count(none) * unit("kg")', '"/^None/"', 'X2'],
    ['mean(none)', '"/^None/"', 'X2'],
    ['max(blank_mass, net)', '"Blank mass (kg)"', 'Q2'],
  ])('%s has no value where a blank is in it', async (expression, what, cell) => {
    expect(await quantityOf(expression, 'kg')).toBe(
      `value-missing Loads!${cell}: ${what} has no value, and datapoints.made needs it for quantity`,
    );
  });

  it('upper(blank) has no value either', async () => {
    expect(await textOf('upper(blank)')).toBe(
      'value-missing Loads!P2: "Blank" has no value, and datapoints.made needs it for display_name',
    );
    expect(await holds('given(upper(blank))')).toBe('no');
  });
});
