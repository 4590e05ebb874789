import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { seedDataSchema, startEmulator } from '../../../src/emulator/index.js';
import { fluxOf, type FluxInputs } from '../../../src/kinds/flux.js';
import { Quantity, unitOf } from '../../../src/quantity/index.js';
import { targetOf, walkLine } from '../../support/line.js';

type Given = Readonly<Record<string, readonly (readonly [value: number, unit: string, sd?: number])[]>>;

function inputs(given: Given): FluxInputs {
  const many = (key: string) =>
    (given[key] ?? []).map(([value, unit, sd], place) =>
      Quantity.measured(`${key} ${place}`, value, unitOf(unit), sd ?? null),
    );
  const one = (key: string) => {
    const [only] = many(key);
    if (only === undefined) throw new RangeError(`no ${key}`);
    return only;
  };
  return { one, many };
}

describe('the flux of a component, in kg CO2e', () => {
  it.each<[string, string, Given, number]>([
    [
      'mass_distance_based_ci_emissions',
      'ACTIVITY',
      { mass_distance: [[1000, 'tonne * km']], carbon_intensity: [[0.1, 'kgCO2e/(tonne * km)']] },
      -100,
    ],
    [
      'grid_electricity_use',
      'ACTIVITY',
      { electricity_use: [[2, 'MWh']], grid_carbon_intensity: [[0.3, 'kgCO2e/kWh']] },
      -600,
    ],
    [
      'metered_energy_based_ci_emissions',
      'ACTIVITY',
      {
        initial_readout: [[20, 'kWh']],
        final_readout: [[50, 'kWh']],
        carbon_intensity: [[1.2, 'kgCO2e/kWh']],
      },
      -36,
    ],
    [
      'fuel_consumption_based_transport',
      'ACTIVITY',
      {
        distance: [[100, 'km']],
        fuel_economy: [[4, 'km/L']],
        fuel_combustion_carbon_intensity: [[2.6, 'kgCO2e/L']],
      },
      -65,
    ],
    ['constant_loss', 'LOSS', { co2e: [[12, 'kgCO2e']] }, -12],
    ['calculated_sequestration', 'SEQUESTRATION', { co2e: [[1.5, 'tCO2e']] }, 1500],
    [
      'carbon_rich_substance_sequestration',
      'SEQUESTRATION',
      { product_mass: [[3, 't']], carbon_content: [[50, '%']] },
      5500,
    ],
    [
      // mean 0.9, standard error sqrt(0.9 * 0.1 / 4) = 0.15: 1000 * 0.8 * 0.75 * 44/12
      'biochar_sequestration_1000_year',
      'SEQUESTRATION',
      {
        product_mass: [[1, 't']],
        carbon_contents: [
          [70, '%'],
          [90, '%'],
        ],
        s_fraction: [
          [0.8, 'dimensionless'],
          [1, 'dimensionless'],
          [0.9, 'dimensionless'],
          [0.9, 'dimensionless'],
        ],
      },
      2200,
    ],
    [
      // ln(e^2) = 2: 1 - (-0.048 + (-0.383 + 0.7) * 0.4) = 0.9212
      'biochar_sequestration_200_year_c_org',
      'SEQUESTRATION',
      {
        product_mass: [[1, 't']],
        carbon_contents: [[60, '%']],
        h_c_molar_ratios: [[0.4, 'dimensionless']],
        soil_temp: [[Math.exp(2), 'degC']],
      },
      (600 * 0.9212 * 44) / 12,
    ],
  ])('%s', (key, type, given, expected) => {
    expect(fluxOf(key, type, inputs(given))?.magnitude.toNumber()).toBeCloseTo(expected, 6);
  });

  it('is not known, and not zero, without the formula, the type, an input or a unit that fits', () => {
    const co2e = inputs({ co2e: [[12, 'kgCO2e']] });
    expect(fluxOf('no_such_blueprint', 'ACTIVITY', co2e)).toBeNull();
    expect(fluxOf('constant_loss', 'NO_SUCH_TYPE', co2e)).toBeNull();
    expect(fluxOf('constant_loss', 'LOSS', inputs({}))).toBeNull();
    expect(fluxOf('constant_loss', 'LOSS', inputs({ co2e: [[12, 'km']] }))).toBeNull();
  });
});

describe('the breakdown of the sample month', () => {
  it("comes to the registry's own total and its own discount, the template's fixed inputs included", async () => {
    const root = path.join(import.meta.dirname, '..', '..', '..');
    const seedData = seedDataSchema.parse(
      JSON.parse(await readFile(path.join(root, 'samples', 'local-service.json'), 'utf8')),
    );
    const service = await startEmulator({ stateFile: null, seed: 1, seedData });
    try {
      const { gathered } = await walkLine(targetOf(service), {
        workbooks: [path.join(root, 'samples', 'biochar-2026-10', 'mrv-2026-10.xlsx')],
        mapping: path.join(root, 'mappings', 'biochar-monthly.yaml'),
        evidence: path.join(root, 'samples', 'biochar-2026-10', 'evidence'),
      });
      const [breakdown] = gathered.breakdowns;
      const after = gathered.reconciliation?.entries[0]?.after;
      const total = breakdown?.groups.reduce((sum, group) => sum + group.co2e_kg, 0) ?? 0;
      const variance =
        breakdown?.deviations.reduce((sum, part) => sum + part.standard_deviation_kg ** 2, 0) ?? 0;
      expect(after?.without_discount_kg).toBeGreaterThan(200_000);
      expect(total).toBeCloseTo(after?.without_discount_kg ?? 0, 4);
      expect(Math.sqrt(variance)).toBeCloseTo(after?.standard_deviation_kg ?? 0, 4);
      expect(breakdown?.groups.map(({ group, unknown }) => [group, unknown])).toEqual(
        expect.arrayContaining([
          ['biochar-storage', 0],
          ['biomass-feedstock-transport', 0],
        ]),
      );
    } finally {
      await service.close();
    }
  });
});
