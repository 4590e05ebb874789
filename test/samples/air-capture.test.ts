import { expect, it } from 'vitest';
import {
  analyses,
  opening,
  plantDays,
  stocks,
  tankerLoads,
  toTheWell,
} from '../support/sample/air-capture.js';
import { airCapture } from '../support/sample/samples.js';
import { deviationOf, factor, sum, together, walkTwice, type Figure } from './walk-twice.js';

const injected = tankerLoads.filter(({ status }) => status === 'injected');

/** What two weighings within 20 kg leave open. */
const weighing = (Math.SQRT2 * 20) / Math.sqrt(3);

/** CO2 at the wells in kg: each load by the purity of its week, which all loads of the week share. */
function stored(): Figure {
  const samples = analyses.filter(({ kind }) => kind === 'sample');
  const purities = samples.map(({ co2, u }): Figure => ({ value: sum(co2) / 3 / 100, sd: u / 2 / 100 }));
  const nets = injected.map(({ gross, tare }): Figure => ({ value: gross - tare, sd: weighing }));
  const total = (values: readonly number[]) =>
    sum(
      injected.map(({ analysis }, place) => {
        const week = samples.findIndex((row) => row.analysis === analysis);
        return (values[purities.length + place] ?? NaN) * (values[week] ?? NaN);
      }),
    );
  const figures = [...purities, ...nets];
  return { value: total(figures.map(({ value }) => value)), sd: deviationOf(figures, total) };
}

it('stores what was weighed at the well, less what catching it cost', { timeout: 60_000 }, async () => {
  const { first, entry } = await walkTwice(airCapture);
  const co2 = stored();
  const hauls = injected.map(({ gross, tare }) => ((gross - tare) / 1000) * toTheWell);
  const electricity = ((plantDays.at(-1)?.reading ?? NaN) - opening) * 1000;
  const heat = sum(plantDays.map((day) => day.heat)) / 0.0036;
  const sorbents = stocks.map((stock) => stock.opening + stock.received - stock.closing);
  const cost =
    sum(hauls) * factor.articulated.value +
    electricity * factor.gridUk.value +
    heat * factor.wasteHeat.value +
    sum(sorbents) * factor.sorbent.value +
    factor.embodied.value +
    factor.sampling.value;
  const discount = together([
    co2.sd,
    ...hauls.map((haul) => haul * 0.03 * factor.articulated.value),
    sum(hauls) * factor.articulated.sd,
    electricity * 0.01 * factor.gridUk.value,
    electricity * factor.gridUk.sd,
    heat * 0.02 * factor.wasteHeat.value,
    heat * factor.wasteHeat.sd,
    ...sorbents.map((used) => used * 0.05 * factor.sorbent.value),
    sum(sorbents) * factor.sorbent.sd,
    factor.embodied.sd,
    factor.sampling.sd,
  ]);
  expect(entry.reference).toBe('NFD-2026-10');
  expect(entry.co2e_net_removed_standard_deviation_kg).toBeCloseTo(discount, 4);
  expect(entry.co2e_net_removed_kg).toBeCloseTo(co2.value - cost - discount, 4);
  // Nearly all that was caught reaches the wells; catching it costs some 20 % of it.
  const captured = sum(plantDays.map((day) => day.captured)) * 1000;
  expect(co2.value / captured).toBeGreaterThan(0.95);
  expect(co2.value / captured).toBeLessThan(1);
  expect(cost / co2.value).toBeCloseTo(0.2, 1);
  expect(first.summary.rows).toEqual({ read: 87, mapped: 71, skipped: 16, with_errors: 0 });
});
