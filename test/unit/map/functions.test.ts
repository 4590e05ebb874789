import { expect, it } from 'vitest';
import { quantityOf, textOf } from './evaluate.js';

it.each([
  ['upper(truck)', 'KBT 412 M'],
  ['lower(truck)', 'kbt 412 m'],
  ['trim(ticket)', 'kbt-4711'],
  ['slug(truck)', 'kbt-412-m'],
  ['left(truck, 3)', 'KBT'],
  ['right(truck, 1)', 'M'],
  ['mid(truck, 5, 3)', '412'],
  ['replace(truck, " ", "")', 'KBT412M'],
  ['fixed(net, 2)', '1234.50'],
  ['text(length(truck))', '9'],
  ['text(year(date))', '2026'],
  ['text(month_number(date))', '10'],
  ['text(day_number(date))', '31'],
  ['text(month_start(date))', '2026-10-01'],
  ['text(month_end(add_days(date, 1)))', '2026-11-30'],
  ['text(month_of(date))', '2026-10'],
  ['text(add_days(date, -31))', '2026-09-30'],
  ['contains(truck, "412") ? "yes" : "no"', 'yes'],
  ['starts_with(truck, "412") ? "yes" : "no"', 'no'],
  ['ends_with(truck, "M") ? "yes" : "no"', 'yes'],
  ['is_whole(bags) ? "yes" : "no"', 'yes'],
  ['is_whole(bags / 2.0) ? "yes" : "no"', 'no'],
])('%s is "%s"', async (expression, text) => {
  expect(await textOf(expression)).toBe(text);
});

it.each([
  ['abs(0 kg - net)', 'kg', '1234.5 kg'],
  ['round(to(net, "t"), 1)', 't', '1.2 t'],
  ['sqrt(power(diameter, 2))', 'm', '3 m'],
  ['sqrt(with_sd(power(diameter, 2), 0.6 * unit("m2")))', 'm', '3 ± 0.1 m'],
  ['sqrt(4 * unit("ha"))', 'm', '200 m'],
  ['power(diameter, 2)', 'm2', '9 m2'],
  ['min(net, 1 t)', 'kg', '1000 kg'],
  ['max(net, 1 t)', 'kg', '1234.5 kg'],
  ['to(net, "t")', 't', '1.2345 t'],
  ['with_sd(net, 20 kg)', 'kg', '1234.5 ± 20 kg'],
  ['sd(with_sd(net, 20 kg))', 'kg', '20 kg'],
  ['number_in(net, "t") * unit("kg")', 'kg', '1.2345 kg'],
  ['abs(ratio) * unit("kg")', 'kg', '2 kg'],
  ['exp(ln(4.0)) * unit("kg")', 'kg', '4 kg'],
  ['min(ratio, 0.5) * unit("kg")', 'kg', '-2 kg'],
  ['max(ratio, 0.5) * unit("kg")', 'kg', '0.5 kg'],
  ['days_between(month_start(date), date)', 'day', '30 day'],
  ['net * share', 'kg', '928.344 kg'],
  ['sqrt(9.0) * unit("kg")', 'kg', '3 kg'],
])('%s in %s is %s', async (expression, unit, quantity) => {
  expect(await quantityOf(expression, unit)).toBe(quantity);
});

it('the root of a negative value is told and made nothing of', async () => {
  expect(await quantityOf('sqrt(ratio) * unit("kg")', 'kg')).toMatch(/square root of a negative value/);
});

it('the root of what is no square is refused when the mapping is loaded', async () => {
  expect(await quantityOf('sqrt(net)', 'kg')).toBe(
    'refused: kg (mass) cannot hold mass^0.5, which is what sqrt(net) gives',
  );
});
