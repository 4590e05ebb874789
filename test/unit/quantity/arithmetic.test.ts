import { describe, expect, it } from 'vitest';
import { DimensionError, Quantity, UnitError, unitOf } from '../../../src/quantity/index.js';

function constant(magnitude: number | string, unit = 'dimensionless'): Quantity {
  return Quantity.constant(magnitude, unitOf(unit));
}

function measured(key: string, magnitude: number, unit: string, sd: number | null): Quantity {
  return Quantity.measured(key, magnitude, unitOf(unit), sd);
}

/** `24.7 metric_ton`, or with its standard deviation `24.7 ± 0.1 metric_ton`. */
function written({ magnitude, unit, standardDeviation }: Quantity): string {
  const spread = standardDeviation === null ? '' : ` ± ${Number(standardDeviation.toPrecision(9))}`;
  return `${Number(magnitude.toPrecision(12))}${spread} ${unit.canonical}`;
}

const mass = measured('mass', 3, 't', 0.3);
const other = measured('other', 500, 'kg', 40);

describe('arithmetic in the unit of the first', () => {
  it.each<[string, () => Quantity, string]>([
    ['a sum', () => mass.plus(other), '3.5 ± 0.302654919 metric_ton'],
    ['a sum of one unit', () => mass.plus(mass), '6 ± 0.6 metric_ton'],
    ['a difference', () => mass.minus(other), '2.5 ± 0.302654919 metric_ton'],
    ['a difference of what is the same', () => mass.minus(mass), '0 ± 0 metric_ton'],
    ['with a constant', () => mass.plus(constant(250, 'kg')), '3.25 ± 0.3 metric_ton'],
    ['a constant with a measured value', () => constant(1, 't').minus(other), '0.5 ± 0.04 metric_ton'],
    ['another sign', () => mass.negated(), '-3 ± 0.3 metric_ton'],
    ['with the other sign of itself', () => mass.plus(mass.negated()), '0 ± 0 metric_ton'],
    ['another unit', () => mass.to(unitOf('kg')), '3000 ± 300 kilogram'],
    ['a temperature more', () => constant(20, 'degC').plus(constant(9, 'degF')), '25 degree_Celsius'],
    [
      'a temperature in another unit',
      () => measured('t', 20, 'degC', 5).to(unitOf('degF')),
      '68 ± 9 degree_Fahrenheit',
    ],
  ])('%s', (_what, act, expected) => {
    expect(written(act())).toBe(expected);
  });
});

describe('products and quotients', () => {
  it.each<[string, () => Quantity, string]>([
    ['of units', () => constant(6, 'm').times(constant(2, 's')), '12 meter * second'],
    ['of a quotient', () => constant(6, 'm').dividedBy(constant(2, 's')), '3 meter / second'],
    ['of a pure number on the left', () => constant(2).times(constant(3, 'kg')), '6 kilogram'],
    ['of a pure number on the right', () => constant(3, 'kg').times(constant(2)), '6 kilogram'],
    ['by a pure number', () => constant(3, 'kg').dividedBy(constant(2)), '1.5 kilogram'],
    ['of a pure number by a unit', () => constant(6).dividedBy(constant(2, 's')), '3 1 / second'],
    ['of one unit by itself', () => constant(6, 't').dividedBy(constant(2, 't')), '3 dimensionless'],
    [
      'of two units of one thing',
      () => constant(6, 't').dividedBy(constant(2000, 'kg')),
      '0.003 metric_ton / kilogram',
    ],
    ['of a share', () => constant(6, 't').times(constant(50, '%')), '300 metric_ton * percent'],
    ['of a rate and its time', () => constant(6, 'Bq').times(constant(2, 's')), '12 dimensionless'],
    ['of a unit and its inverse', () => constant(6, 's').times(constant(2, '1/s')), '12 dimensionless'],
    ['with deviations', () => mass.times(measured('f', 2, 'kgCO2e/t', 0.1)), '6 ± 0.670820393 kgCO2e'],
    ['of itself', () => mass.times(mass), '9 ± 1.8 metric_ton ** 2'],
    [
      'with deviations, by another',
      () => constant(6, 't').dividedBy(other),
      '0.012 ± 0.00096 metric_ton / kilogram',
    ],
    ['by itself', () => mass.dividedBy(mass), '1 ± 0 dimensionless'],
    ['of an absolute temperature', () => constant(20, 'degC').times(constant(2)), '313.15 degree_Celsius'],
  ])('%s', (_what, act, expected) => {
    expect(written(act())).toBe(expected);
  });

  it('of the same pair of units, again and with the other sign', () => {
    const [metre, second] = [constant(6, 'm'), constant(2, 's')];
    expect(
      [metre.times(second), metre.dividedBy(second), second.times(metre), metre.times(second)].map(written),
    ).toEqual(['12 meter * second', '3 meter / second', '12 second * meter', '12 meter * second']);
  });

  it('of units whose name is too long to be read are right all the same', () => {
    const long = constant(
      2,
      'milliequivalent / kilometric_ton * nanomole ** 2 * degree_Fahrenheit / million_british_thermal_units',
    );
    const product = long.times(constant(3, 'kgCO2e / milliwatt_hour * degree_Celsius'));
    expect(product.unit.canonical.length).toBeGreaterThan(120);
    expect(product.unit.canonical).toContain(') * (');
    expect(product.magnitude.toNumber()).toBe(6);
    const back = product.dividedBy(constant(3, 'kgCO2e / milliwatt_hour * degree_Celsius'));
    expect(back.magnitude.toNumber()).toBe(2);
    expect(back.unit.canonical).toContain(') / (');
    expect(back.compare(long)).toBe(0);
  });
});

describe('powers', () => {
  it.each<[number, string]>([
    [0, '1 dimensionless'],
    [1, '2 ± 0.1 meter'],
    [2, '4 ± 0.4 meter ** 2'],
    [3, '8 ± 1.2 meter ** 3'],
    [-1, '0.5 ± 0.025 1 / meter'],
    [-2, '0.25 ± 0.025 1 / meter ** 2'],
    [9, '512 ± 230.4 meter ** 9'],
  ])('to the power of %i', (exponent, expected) => {
    expect(written(measured('x', 2, 'm', 0.1).power(exponent))).toBe(expected);
  });

  it.each([0.5, 10, -10, Number.NaN])('%d is none', (exponent) => {
    expect(() => constant(2).power(exponent)).toThrow(
      new RangeError(`${exponent} is not a whole power from -9 to 9`),
    );
  });

  it('a negative one of zero is none', () => {
    expect(() => constant(0, 'm').power(-1)).toThrow(new RangeError('division by zero meter'));
  });
});

describe('the square root', () => {
  it.each<[string, Quantity, string]>([
    ['of a pure number', constant(9), '3 dimensionless'],
    ['of a share', constant(64, '%'), '0.8 dimensionless'],
    ['of an area', constant(4, 'ha'), '200 meter^1'],
    ['with a deviation', measured('a', 25, 'm2', 1), '5 ± 0.1 meter^1'],
    ['of several dimensions', constant(4, 'm2/s2'), '2 meter / second'],
    ['of a currency', constant(4, 'USD^2'), '2 USD'],
    ['of a fourth power', constant(16, 'm^4'), '4 meter ** 2'],
    ['of nothing', constant(0, 'm2'), '0 meter'],
    ['of a negative nothing', constant(0, 'm2').negated(), '0 meter'],
    ['of a measured nothing without a deviation', measured('a', 0, 'm2', null), '0 meter'],
  ])('%s', (_what, given, expected) => {
    expect(written(given.squareRoot())).toBe(expected.replace('^1', ''));
  });

  it.each<[string, Quantity, string]>([
    ['of a negative value', constant(-1, 'm2'), 'the square root of a negative value'],
    ['of an uncertain nothing', measured('a', 0, 'm2', 1), 'the square root of 0 has no standard deviation'],
    ['of a length', constant(4, 'm'), 'meter is no square of a unit, so its root has none'],
    ['of a volume', constant(4, 'L'), 'liter is no square of a unit, so its root has none'],
    [
      'of a square per second',
      constant(4, 'm2/s'),
      'meter ** 2 / second is no square of a unit, so its root has none',
    ],
  ])('%s is none', (_what, given, message) => {
    expect(() => given.squareRoot()).toThrow(new RangeError(message));
  });
});

describe('a function of a pure number', () => {
  it('has its value and its derivative', () => {
    const share = measured('s', 50, '%', 2).apply(
      (x) => x ** 2,
      (x) => 2 * x,
    );
    expect(written(share)).toBe('0.25 ± 0.02 dimensionless');
  });

  it('is none of anything with a dimension', () => {
    expect(() => mass.apply(Math.sqrt, Math.sqrt)).toThrow(
      new UnitError('a pure number is wanted here, not metric_ton'),
    );
  });
});

describe('what measures different things', () => {
  it.each<[string, () => unknown, string]>([
    [
      'is not added',
      () => mass.plus(constant(1, 'm')),
      'cannot add metric_ton and meter: they measure different things',
    ],
    [
      'is not subtracted',
      () => mass.minus(constant(1, 'm')),
      'cannot subtract metric_ton and meter: they measure different things',
    ],
    [
      'is not compared',
      () => mass.compare(constant(1, 'kgCO2e')),
      'cannot compare metric_ton and kgCO2e: they measure different things',
    ],
    [
      'is not summed',
      () => Quantity.sum([mass, constant(1, 'm')]),
      'cannot add metric_ton and meter: they measure different things',
    ],
    [
      'is not converted',
      () => mass.to(unitOf('m')),
      'cannot convert between metric_ton and meter: they measure different things',
    ],
  ])('%s', (_what, act, message) => {
    expect(act).toThrow(message);
    expect(act).toThrow(DimensionError);
    expect(act).toThrow(expect.objectContaining({ name: 'DimensionError' }));
  });

  it('is divided, but not by zero', () => {
    expect(() => mass.dividedBy(constant(0, 's'))).toThrow(new RangeError('division by zero second'));
  });
});

describe('the order of quantities', () => {
  it.each<[string, Quantity, Quantity, -1 | 0 | 1]>([
    ['less', constant(999, 'kg'), constant(1, 't'), -1],
    ['equal', constant(1000, 'kg'), constant(1, 't'), 0],
    ['more', constant(1001, 'kg'), constant(1, 't'), 1],
    ['a temperature', constant(32, 'degF'), constant(0, 'degC'), 0],
    ['a colder one', constant(31, 'degF'), constant(0, 'degC'), -1],
  ])('%s', (_what, one, another, expected) => {
    expect(one.compare(another)).toBe(expected);
  });

  it('the least and the greatest, in their own units', () => {
    const all = [constant(2, 't'), constant(1500, 'kg'), constant(3, 't'), constant(3000, 'kg')];
    expect(written(Quantity.min(all))).toBe('1500 kilogram');
    expect(written(Quantity.max(all))).toBe('3 metric_ton');
    expect(written(Quantity.min([constant(7, 'm')]))).toBe('7 meter');
    expect(written(Quantity.max([constant(7, 'm')]))).toBe('7 meter');
  });
});

describe('sums and means', () => {
  it.each<[string, () => Quantity, string]>([
    ['the sum of one', () => Quantity.sum([mass]), '3 ± 0.3 metric_ton'],
    ['the sum of two units', () => Quantity.sum([mass, other]), '3.5 ± 0.302654919 metric_ton'],
    ['the sum of one value twice', () => Quantity.sum([mass, mass]), '6 ± 0.6 metric_ton'],
    ['the sum of none, in the unit that is told', () => Quantity.sum([], unitOf('kg')), '0 kilogram'],
    ['the sum of some, in their own unit', () => Quantity.sum([mass], unitOf('kg')), '3 ± 0.3 metric_ton'],
    ['the mean of one', () => Quantity.mean([mass]), '3 ± 0.3 metric_ton'],
    ['the mean of two', () => Quantity.mean([mass, other]), '1.75 ± 0.15132746 metric_ton'],
    [
      'the mean of temperatures',
      () => Quantity.mean([constant(10, 'degC'), constant(68, 'degF')]),
      '15 degree_Celsius',
    ],
    [
      'the mean of temperatures, in the unit of the first',
      () => Quantity.mean([constant(50, 'degF'), constant(20, 'degC')]),
      '59 degree_Fahrenheit',
    ],
    [
      'the mean of a kelvin and a degree',
      () => Quantity.mean([constant(273.15, 'K'), constant(10, 'degC')]),
      '278.15 kelvin',
    ],
  ])('%s', (_what, act, expected) => {
    expect(written(act())).toBe(expected);
  });

  it.each<[string, () => Quantity, string]>([
    ['sum', () => Quantity.sum([]), 'there is nothing to add up'],
    ['mean', () => Quantity.mean([]), 'there is nothing to take the mean of'],
    ['least', () => Quantity.min([]), 'there is nothing to choose from'],
    ['greatest', () => Quantity.max([]), 'there is nothing to choose from'],
  ])('there is no %s of none', (_what, act, message) => {
    expect(act).toThrow(new RangeError(message));
  });
});

describe('what a deviation comes from', () => {
  it('is told by measured value, in the unit squared', () => {
    const sum = mass
      .to(unitOf('kg'))
      .plus(other)
      .plus(measured('third', 1, 'kg', null));
    expect(sum.contributions().map(({ key, variance }) => [key, Number(variance.toPrecision(9))])).toEqual([
      ['mass', 90_000],
      ['other', 1600],
      ['third', 0],
    ]);
    expect(sum.standardDeviation).toBeCloseTo(Math.sqrt(91_600), 6);
  });

  it('is zero where it was measured as zero, and unknown where nothing was', () => {
    expect(measured('a', 1, 'kg', 0).standardDeviation).toBe(0);
    expect(measured('a', 1, 'kg', null).standardDeviation).toBeNull();
    expect(measured('a', 1, 'kg', null).plus(measured('b', 1, 'kg', 0.5)).standardDeviation).toBe(0.5);
    expect(constant(1, 'kg').standardDeviation).toBeNull();
    expect(constant(1, 'kg').contributions()).toEqual([]);
  });
});

describe('whole numbers', () => {
  const kg = (magnitude: number | string) => Quantity.constant(magnitude, unitOf('kg'));
  const most = Number.MAX_SAFE_INTEGER;

  it('are added exactly, also beyond what a double can hold', () => {
    expect(kg(most).plus(kg(2)).magnitude.toFixed()).toBe('9007199254740993');
    expect(kg(-most).minus(kg(2)).magnitude.toFixed()).toBe('-9007199254740993');
    expect(Quantity.sum([kg(most), kg(2), kg(-2)]).magnitude.toFixed()).toBe('9007199254740991');
  });

  it('are added to fractions and to other units as any number is', () => {
    expect(kg(1).plus(kg('0.1')).magnitude.toFixed()).toBe('1.1');
    expect(kg('0.1').minus(kg(1)).magnitude.toFixed()).toBe('-0.9');
    expect(
      kg(1)
        .plus(Quantity.constant(1, unitOf('t')))
        .magnitude.toFixed(),
    ).toBe('1001');
    expect(Quantity.sum([kg(1), Quantity.constant(2, unitOf('t')), kg(3)]).magnitude.toFixed()).toBe('2004');
  });
});
