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
    expect(fluxOf('constant_loss', 'LOSS', inputs({ co2e: [[12, 'kg']] }))).toBeNull();
  });
});

describe('the share of biochar that lasts', () => {
  const char = (given: Given): Given => ({
    product_mass: [[1, 't']],
    carbon_contents: [[60, '%']],
    ...given,
  });
  const perTonne = (600 * 44) / 12;
  const lasting = (key: string, given: Given) => {
    const flux = fluxOf(key, 'SEQUESTRATION', inputs(char(given)));
    return flux === null
      ? null
      : [flux.magnitude.toNumber() / perTonne, (flux.standardDeviation ?? 0) / perTonne];
  };
  const thousand = (...s_fraction: Given[string]) =>
    lasting('biochar_sequestration_1000_year', { s_fraction });
  const twoHundred = (ratio: number, soil: Given[string]) =>
    lasting('biochar_sequestration_200_year_c_org', {
      h_c_molar_ratios: [[ratio, 'dimensionless']],
      soil_temp: soil,
    });

  it('is at most 0.95, by either formula', () => {
    expect(thousand([1, 'dimensionless'])).toEqual([0.95, 0]);
    expect(twoHundred(0, [[15, 'degC']])?.[0]).toBeCloseTo(0.95, 12);
  });

  it('has no error of its own where all of it or none of it lasts, and no less than all is lost beyond', () => {
    expect(thousand([0, 'dimensionless', 0.1])?.[0]).toBeCloseTo(0, 12);
    expect(thousand([0, 'dimensionless', 0.1])?.[1]).toBeCloseTo(0.1, 12);
    expect(thousand([-0.01, 'dimensionless', 0.1])?.[0]).toBeCloseTo(-0.01, 12);
  });

  it('has the deviation of its samples: one of 0.5, whose error is 0.5 and flat there', () => {
    expect(thousand([0.5, 'dimensionless', 0.1])?.[0]).toBeCloseTo(0, 12);
    expect(thousand([0.5, 'dimensionless', 0.1])?.[1]).toBeCloseTo(0.1, 12);
    // s - sqrt(s (1 - s)) at 0.8: 0.8 - 0.4, and steeper by (1 - 2 * 0.8) / (2 * 0.4).
    expect(thousand([0.8, 'dimensionless', 0.1])?.[0]).toBeCloseTo(0.4, 12);
    expect(thousand([0.8, 'dimensionless', 0.1])?.[1]).toBeCloseTo(0.175, 12);
  });

  it('hangs on the temperature of the soil, on whatever scale', () => {
    const share = 1 - (-0.048 + (-0.383 + 0.35 * Math.log(15)) * 0.4);
    expect(twoHundred(0.4, [[15, 'degC', 1]])?.[0]).toBeCloseTo(share, 9);
    expect(twoHundred(0.4, [[59, 'degF', 1.8]])?.[0]).toBeCloseTo(share, 9);
    expect(twoHundred(0.4, [[15, 'degC', 1]])?.[1]).toBeCloseTo((0.4 * 0.35) / 15, 9);
    expect(twoHundred(0.4, [[59, 'degF', 1.8]])?.[1]).toBeCloseTo((0.4 * 0.35) / 15, 9);
  });

  it('is not known for a frozen soil, of whose temperature there is no logarithm', () => {
    expect(twoHundred(0.4, [[-3, 'degC', 1]])).toBeNull();
    expect(twoHundred(0.4, [[0, 'degC', 1]])).toEqual([0.95, 0]);
  });

  it('is not known without samples, or with samples of another thing', () => {
    expect(thousand()).toBeNull();
    expect(thousand([1, 'kg'])).toBeNull();
  });
});

describe('a fault of our own', () => {
  it('is not taken for an input that is not known', () => {
    const broken: FluxInputs = {
      one: () => {
        throw new TypeError('ours');
      },
      many: () => [],
    };
    expect(() => fluxOf('constant_loss', 'LOSS', broken)).toThrow(new TypeError('ours'));
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
