import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  convert,
  equalQuantities,
  parseUnit,
  Quantity,
  relativeTolerance,
  unitOf,
} from '../../src/quantity/index.js';

const masses = ['kg', 't', 'g', 'lb', 'short_ton'] as const;
const unit = fc.constantFrom(...masses);
/** Denormal doubles have too few digits for any law; no scale shows them. */
const magnitude = fc
  .double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true })
  .filter((value) => value === 0 || Math.abs(value) > 1e-9);
const positive = fc.double({ min: 0.001, max: 1e6, noNaN: true, noDefaultInfinity: true });
const one = unitOf('dimensionless');

describe('conversion', () => {
  it('there and back gives the same number', () => {
    fc.assert(
      fc.property(magnitude, unit, unit, (value, a, b) => {
        const back = convert(convert(value, unitOf(a), unitOf(b)), unitOf(b), unitOf(a));
        expect(back.toNumber()).toBeCloseTo(value, 9);
      }),
    );
  });

  it('never crashes on any text for a unit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => typeof parseUnit(text).ok === 'boolean'),
    );
  });
});

describe('equality by meaning', () => {
  const quantity = fc.record({ magnitude, unit, standard_deviation: fc.option(positive) });

  it('holds of a quantity and itself, in any unit', () => {
    fc.assert(
      fc.property(quantity, unit, (given, other) => {
        const [from, to] = [unitOf(given.unit), unitOf(other)];
        const sd = given.standard_deviation;
        const same = {
          magnitude: convert(given.magnitude, from, to).toNumber(),
          unit: to.canonical,
          standard_deviation: sd === null ? null : convert(sd, from, to).toNumber(),
        };
        expect(equalQuantities(given, same)).toBe(true);
        expect(equalQuantities(same, given)).toBe(true);
      }),
    );
  });

  it('tells nearly equal ones apart', () => {
    fc.assert(
      fc.property(positive, unit, (value, name) => {
        const near = { magnitude: value * (1 + relativeTolerance * 10), unit: name };
        expect(equalQuantities({ magnitude: value, unit: name }, near)).toBe(false);
      }),
    );
  });

  it('tells no standard deviation from one of zero, and one mass from one of CO2e', () => {
    expect(
      equalQuantities({ magnitude: 1, unit: 'kg', standard_deviation: 0 }, { magnitude: 1, unit: 'kg' }),
    ).toBe(false);
    expect(equalQuantities({ magnitude: 1, unit: 'kg' }, { magnitude: 1, unit: 'kgCO2e' })).toBe(false);
  });
});

describe('propagation', () => {
  const measured = (key: string, value: number, sd: number | null) => Quantity.measured(key, value, one, sd);

  it('takes a value from itself without any uncertainty, and doubles it with all of it', () => {
    fc.assert(
      fc.property(positive, positive, (value, sd) => {
        const x = measured('x', value, sd);
        expect(x.minus(x).standardDeviation).toBeCloseTo(0, 12);
        expect(x.plus(x).standardDeviation).toBeCloseTo(2 * sd, 6);
        // Left are the last digits of what cancels, which is the relative deviation twice.
        expect(x.dividedBy(x).standardDeviation).toBeLessThan((1e-9 * sd) / value + 1e-12);
      }),
    );
  });

  it('adds independent values in squares', () => {
    fc.assert(
      fc.property(positive, positive, positive, positive, (a, sa, b, sb) => {
        const sum = measured('a', a, sa).plus(measured('b', b, sb));
        expect(sum.standardDeviation ?? 0).toBeCloseTo(Math.hypot(sa, sb), 6);
      }),
    );
  });

  it('adds relative ones in squares for a product', () => {
    const product = measured('a', 20, 0.4).times(measured('b', 5, 0.2));
    expect(product.standardDeviation).toBeCloseTo(100 * Math.hypot(0.02, 0.04), 10);
  });

  it('knows nothing of what was never measured', () => {
    expect(measured('a', 1, null).plus(Quantity.constant(2, one)).standardDeviation).toBeNull();
  });

  it('agrees with a simulation where first order should', () => {
    const values = { a: [12.5, 0.1], b: [3.2, 0.05], c: [0.8, 0.01] } as const;
    const [a, b, c] = [measured('a', ...values.a), measured('b', ...values.b), measured('c', ...values.c)];
    const exact = a.times(b).minus(c.times(a));
    let state = 7;
    const chance = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state + 0.5) / 4_294_967_296;
    };
    const draw = ([mean, sd]: readonly [number, number]) =>
      mean + sd * Math.sqrt(-2 * Math.log(chance())) * Math.cos(2 * Math.PI * chance());
    const draws = Array.from({ length: 20_000 }, () => {
      const [x, y, z] = [draw(values.a), draw(values.b), draw(values.c)];
      return x * y - z * x;
    });
    const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
    const sd = Math.sqrt(draws.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (draws.length - 1));
    expect((exact.standardDeviation ?? 0) / sd).toBeCloseTo(1, 1);
  });

  it('keeps decimals: 73.26 t less 24.50 t is 48.76 t', () => {
    const t = unitOf('t');
    const net = Quantity.constant('73.26', t).minus(Quantity.constant('24.50', t));
    expect(net.magnitude.toString()).toBe('48.76');
  });

  it('takes the mean of temperatures as of absolute ones', () => {
    const celsius = unitOf('degC');
    const mean = Quantity.mean([Quantity.constant(10, celsius), Quantity.constant(20, celsius)]);
    expect(mean.magnitude.toNumber()).toBeCloseTo(15, 12);
  });

  it('cancels what stands above and below the line', () => {
    const flux = Quantity.constant(2, unitOf('tonne * km')).times(
      Quantity.constant('0.1', unitOf('kgCO2e/(tonne * km)')),
    );
    expect([flux.magnitude.toString(), flux.unit.canonical]).toEqual(['0.2', 'kgCO2e']);
  });
});
