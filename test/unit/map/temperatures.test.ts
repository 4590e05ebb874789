import { describe, expect, it } from 'vitest';
import { holds, quantityOf } from './evaluate.js';

// The row: air is 20 degC, the column airs holds 10 and 20 degC; the table lab has 10, 20 and 30 degC.

describe('what hangs on differences alone is taken of temperatures', () => {
  it.each([
    ['mean(airs)', 'degC', '15 degC'],
    ['mean(airs)', 'K', '288.15 K'],
    ['mean(lab, air)', 'degC', '20 degC'],
    ['replicate_mean(airs)', 'degC', '15 ± 5 degC'],
    ['min(airs)', 'degC', '10 degC'],
    ['max(lab, air)', 'degC', '30 degC'],
    ['min(air, 300 K)', 'degC', '20 degC'],
    ['with_sd(air, 0.5 degC)', 'degC', '20 ± 0.5 degC'],
    ['with_sd(air, 0.5 K)', 'degC', '20 ± 0.5 degC'],
    ['with_sd(to(air, "K"), 0.5 degC)', 'K', '293.15 ± 0.5 K'],
    ['with_sd(air, 0.9 degF)', 'degC', '20 ± 0.5 degC'],
    ['sd(with_sd(to(air, "K"), 0.5 K))', 'K', '0.5 K'],
    ['sd(lab, to(air, "K"))', 'K', '10 K'],
    ['number_in(air, "degF")', 'dimensionless', '68 dimensionless'],
    ['number_in(with_sd(air, 0.5 K), "degF")', 'dimensionless', '68 ± 0.9 dimensionless'],
    ['to(air, "degF")', 'degF', '68 degF'],
    ['air', 'K', '293.15 K'],
  ])('%s in %s is %s', async (expression, unit, quantity) => {
    expect(await quantityOf(expression, unit)).toEqual(quantity);
  });

  it('comparisons know the scales', async () => {
    expect(await holds('air > -5 degC && air < 293.2 K && air == 68 degF')).toBe('yes');
  });
});

describe('what hangs on where the zero lies is refused', () => {
  it.each([
    ['air + air', 'degC', '20 degree_Celsius'],
    ['air - 3 K', 'degC', '20 degree_Celsius'],
    ['3 K + air', 'K', '20 degree_Celsius'],
    ['air * 2', 'degC', '20 degree_Celsius'],
    ['air / 2', 'degC', '20 degree_Celsius'],
    ['abs(air)', 'degC', '20 degree_Celsius'],
    ['round(air)', 'degC', '20 degree_Celsius'],
    ['power(air, 1)', 'degC', '20 degree_Celsius'],
    ['sqrt(power(to(air, "K"), 2)) + air', 'K', '20 degree_Celsius'],
    ['sd(air)', 'K', '20 degree_Celsius'],
    ['sd(airs)', 'K', '10 degree_Celsius'],
    ['sum(airs)', 'degC', '10 degree_Celsius'],
    ['sum(lab, air)', 'degC', '10 degree_Celsius'],
    ['sum(lab, sample == "s1" ? to(air, "K") : air)', 'K', '20 degree_Celsius'],
    ['sd(lab, air)', 'K', '10 degree_Celsius'],
    ['weighted_mean(lab, air, mass, batch == "kbt-4711")', 'degC', '10 degree_Celsius'],
    ['weighted_mean(lab, carbon, air)', '%', '10 degree_Celsius'],
  ])('%s in %s, since %s cannot be', async (expression, unit, said) => {
    expect(await quantityOf(expression, unit)).toContain(
      `"${expression}": ${said} can be compared and averaged and nothing else, since its zero is not absolute: use to(x, "K"), or number_in(x, "degC") for a bare number`,
    );
  });
});
