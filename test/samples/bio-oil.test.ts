import { expect, it } from 'vitest';
import { certificates, injections, loads, lots, meters, receipts } from '../support/sample/bio-oil.js';
import { bioOil } from '../support/sample/samples.js';
import { factor, sum, together, walkTwice } from './walk-twice.js';

const pound = 0.453_592_37;
const mile = 1.609_344;
const gallon = 3.785_411_784;

/** Each part of the entry in kg CO2e, worked out from the plain figures of the month and not by the mapping. */
function byHand() {
  const stored = lots.map((lot) => {
    const mass = sum(injections.filter((row) => row.lot === lot).map(({ injected }) => injected));
    const certificate = certificates.find((row) => row.lot === lot);
    const carbon = (certificate?.mean ?? NaN) / 100;
    // The meter's 0.5 %, and half of the certificate's expanded uncertainty.
    const relative = together([0.005, (certificate?.u ?? NaN) / 2 / 100 / carbon]);
    return { co2e: (mass * carbon * 44) / 12, sd: ((mass * carbon * 44) / 12) * relative };
  });
  const accepted = loads
    .filter(({ rejected }) => !rejected)
    .map(({ gross, tare, miles }) => ({ mass: (gross - tare) * pound, distance: miles * mile }));
  // Two weighings, each within 40 lb.
  const weighing = (Math.SQRT2 * 40 * pound) / Math.sqrt(3);
  const received = sum(accepted.map(({ mass }) => mass));
  const hauls = accepted.map(({ mass, distance }) => {
    const haul = (mass / 1000) * distance;
    return { haul, sd: together([(weighing / 1000) * distance, haul * 0.03]) };
  });
  const haul = sum(hauls.map((row) => row.haul));
  const used = meters.map(({ first, last }) => last - first);
  const litres = receipts.map(({ amount, unit }) => (unit === 'L' ? amount : amount * gallon));
  return {
    stored: sum(stored.map(({ co2e }) => co2e)),
    production: received * factor.bioOilProduction.value,
    transport: haul * factor.articulated.value,
    electricity: sum(used) * factor.grid.value,
    diesel: sum(litres) * factor.diesel.value,
    sampling: factor.sampling.value,
    deviations: [
      ...stored.map(({ sd }) => sd),
      Math.sqrt(accepted.length) * weighing * factor.bioOilProduction.value,
      received * factor.bioOilProduction.sd,
      ...hauls.map(({ sd }) => sd * factor.articulated.value),
      haul * factor.articulated.sd,
      ...used.map((kWh) => kWh * 0.01 * factor.grid.value),
      sum(used) * factor.grid.sd,
      ...litres.map((volume) => volume * 0.02 * factor.diesel.value),
      sum(litres) * factor.diesel.sd,
      factor.sampling.sd,
    ],
  };
}

it('stores what its lots hold of carbon, less what the month cost', { timeout: 60_000 }, async () => {
  const { first, entry } = await walkTwice(bioOil);
  const hand = byHand();
  const cost = hand.production + hand.transport + hand.electricity + hand.diesel + hand.sampling;
  const discount = together(hand.deviations);
  expect(entry.reference).toBe('KSW-2026-10');
  expect(entry.co2e_net_removed_standard_deviation_kg).toBeCloseTo(discount, 6);
  expect(entry.co2e_net_removed_kg).toBeCloseTo(hand.stored - cost - discount, 6);
  // A tonne of bio-oil with 42 % carbon is 1.54 t CO2e; making, hauling and pumping it costs some 6 % of that.
  const tonnes = sum(injections.map(({ injected }) => injected)) / 1000;
  expect(hand.stored / 1000 / tonnes).toBeCloseTo(1.54, 1);
  expect(cost / hand.stored).toBeLessThan(0.1);
  expect(first.summary.rows).toEqual({ read: 92, mapped: 82, skipped: 10, with_errors: 0 });
});
