import { expect, it } from 'vitest';
import { dieselSlips, fields, hauls, millWeeks, rocks, soils } from '../support/sample/weathering.js';
import { weathering } from '../support/sample/samples.js';
import { deviationOf, factor, meanOf, sum, together, walkTwice, type Figure } from './walk-twice.js';

/** kg CO2 that calcium and magnesium bind as bicarbonate, from their mg in a kg. */
const potential = (calcium: number, magnesium: number) =>
  (calcium * 1e-6 * 2 * 44.01) / 40.078 + (magnesium * 1e-6 * 2 * 44.01) / 24.305;

/** What all fields removed in kg CO2e, and its deviation: each figure that the season measured counts once. */
function removed(): Figure {
  const figures: Figure[] = [];
  const measured = (value: number, sd: number) => figures.push({ value, sd }) - 1;
  const batches = rocks.map((rock) => ({
    batch: rock.batch,
    moisture: measured(rock.moisture / 100, 0.003),
    calcium: measured(rock.calcium, rock.calciumU / 2),
    magnesium: measured(rock.magnesium, rock.magnesiumU / 2),
    titanium: measured(rock.titanium, rock.titaniumU / 2),
  }));
  const sampled = fields.map(({ field, batch }) => {
    const at = (event: string) => soils.filter((row) => row.field === field && row.event === event);
    const replicates = (values: readonly number[]) => {
      const mean = meanOf(values);
      return measured(mean.value, mean.sd);
    };
    const bound = (event: string) =>
      replicates(at(event).map(({ calcium, magnesium }) => potential(calcium, magnesium)));
    const tracer = (event: string) => replicates(at(event).map(({ titanium }) => titanium));
    return {
      rock: batches.find((row) => row.batch === batch),
      tonnes: hauls
        .filter((haul) => haul.field === field)
        .map((haul) => measured(haul.rock, haul.rock * 0.003)),
      before: { bound: bound('baseline'), tracer: tracer('baseline') },
      after: { bound: bound('after'), tracer: tracer('after') },
    };
  });
  const total = (values: readonly number[]) => {
    const read = (place: number | undefined) => values[place ?? -1] ?? NaN;
    return sum(
      sampled.map(({ rock, tonnes, before, after }) => {
        const inRock = potential(read(rock?.calcium), read(rock?.magnesium));
        const mixed =
          (read(after.tracer) - read(before.tracer)) / (read(rock?.titanium) - read(before.tracer));
        const unweathered = read(before.bound) * (1 - mixed) + inRock * mixed;
        const lost = (unweathered - read(after.bound)) / (inRock * mixed);
        const dry = sum(tonnes.map(read)) * 1000 * (1 - read(rock?.moisture));
        return dry * inRock * lost;
      }),
    );
  };
  return { value: total(figures.map(({ value }) => value)), sd: deviationOf(figures, total) };
}

it('removes what is missing of calcium and magnesium, less what the season cost', { timeout: 60_000 }, async () => {
  const { first, entry } = await walkTwice(weathering);
  const gross = removed();
  const loss = gross.value * 0.1;
  const haul = hauls.map(({ rock, distance }) => rock * distance);
  const used = sum(millWeeks.map(({ first: from, last }) => last - from));
  const litres = dieselSlips.map((slip) => slip.litres);
  const cost =
    sum(haul) * factor.articulated.value +
    used * factor.grid.value +
    sum(litres) * factor.diesel.value +
    factor.soilSampling.value;
  const discount = together([
    gross.sd,
    loss * 0.3,
    ...haul.map((value) => value * together([0.003, 0.03]) * factor.articulated.value),
    sum(haul) * factor.articulated.sd,
    used * 0.01 * factor.grid.value,
    used * factor.grid.sd,
    ...litres.map((value) => value * 0.02 * factor.diesel.value),
    sum(litres) * factor.diesel.sd,
    factor.soilSampling.sd,
  ]);
  expect(entry.reference).toBe('SVR-2026A');
  expect(entry.co2e_net_removed_standard_deviation_kg).toBeCloseTo(discount, 2);
  expect(entry.co2e_net_removed_kg).toBeCloseTo(gross.value - loss - cost - discount, 2);
  // The generator let a fifth of the rock weather; a tonne of it can bind some 317 kg.
  const tonnes = sum(hauls.map(({ rock }) => rock));
  expect(gross.value / tonnes / 317).toBeGreaterThan(0.15);
  expect(gross.value / tonnes / 317).toBeLessThan(0.25);
  expect(first.summary.rows).toEqual({ read: 114, mapped: 103, skipped: 11, with_errors: 0 });
});
