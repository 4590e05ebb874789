import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { blueprints, fluxOf } from '../../src/emulator/accounting/blueprints.js';
import { seededRandom } from '../../src/emulator/ids.js';
import { parseUnit, Quantity } from '../../src/quantity/index.js';
import { Box } from '../support/box.js';

type Given = Readonly<Record<string, readonly (readonly [number, string, number?])[]>>;

/** The flux of a blueprint in kg CO2e, from the members of each input. */
function flux(key: string, inputs: Given): Quantity {
  const blueprint = blueprints.get(key);
  if (blueprint === undefined) throw new Error(`no blueprint ${key}`);
  const read = (name: string) =>
    (inputs[name] ?? []).map(([magnitude, unit, sd], place) => {
      const parsed = parseUnit(unit);
      if (!parsed.ok) throw new Error(parsed.message);
      return Quantity.measured(`${name} ${place}`, magnitude, parsed.unit, sd ?? null);
    });
  return fluxOf(blueprint, {
    one: (name) => {
      const [first] = read(name);
      if (first === undefined) throw new Error(`no input ${name}`);
      return first;
    },
    many: read,
  });
}

const number = (quantity: Quantity) => quantity.magnitude.toNumber();

describe('worked figures', () => {
  it.each([
    // 27,500 dry t a year at 50 % carbon are some 50,417 t.
    [
      'carbon_rich_substance_sequestration',
      { product_mass: [[27_500, 't']], carbon_content: [[50, '%']] },
      50_416_666.667,
    ],
    // Bio-oil at 42 % carbon: 1.54 t for each t.
    [
      'carbon_rich_substance_sequestration',
      { product_mass: [[1, 't']], carbon_content: [[0.42, 'dimensionless']] },
      1540,
    ],
    // A meter from 20 to 50 kWh at 1.2 kg/kWh.
    [
      'metered_energy_based_ci_emissions',
      {
        initial_readout: [[20, 'kWh']],
        final_readout: [[50, 'kWh']],
        carbon_intensity: [[1.2, 'kgCO2e/kWh']],
      },
      36,
    ],
    // UK factors of 2025: 1000 L of diesel; 1000 kWh; 100 t over 50 km in an articulated lorry.
    [
      'fuel_usage_by_volume',
      {
        volume_of_fuel: [[1, 'm^3']],
        fuel_combustion_carbon_intensity: [[2.57082, 'kgCO2e/L']],
      },
      2570.82,
    ],
    [
      'grid_electricity_use',
      { electricity_use: [[1, 'MWh']], grid_carbon_intensity: [[0.177, 'kgCO2e/kWh']] },
      177,
    ],
    [
      'mass_distance_based_ci_emissions',
      { mass_distance: [[5000, 'tonne * km']], carbon_intensity: [[0.07703, 'kgCO2e/(tonne * km)']] },
      385.15,
    ],
    // The same factor in grams.
    [
      'transport',
      {
        mass: [[100, 't']],
        distance: [[50, 'km']],
        carbon_intensity: [[107, 'gCO2e/(tonne * km)']],
      },
      535,
    ],
    [
      'fuel_consumption_based_transport',
      {
        distance: [[200, 'km']],
        fuel_economy: [[4, 'km/L']],
        fuel_combustion_carbon_intensity: [[2.57082, 'kgCO2e/L']],
      },
      128.541,
    ],
    // 3.724 t dry at 80.5 % carbon; s of 0.91, 0.92 and 0.93: the sampling error takes it to 0.7634.
    [
      'biochar_sequestration_1000_year',
      {
        product_mass: [[3.724, 't']],
        carbon_contents: [[805_000, 'mg/kg']],
        s_fraction: [
          [0.91, 'dimensionless'],
          [0.92, 'dimensionless'],
          [0.93, 'dimensionless'],
        ],
      },
      (3724 * 0.805 * (0.92 - Math.sqrt((0.92 * 0.08) / 3)) * 44) / 12,
    ],
    [
      'biochar_sequestration_200_year_c_org',
      {
        product_mass: [[300, 'kg']],
        carbon_contents: [[75.2, '%']],
        h_c_molar_ratios: [[0.35, 'dimensionless']],
        soil_temp: [[15, 'degC']],
      },
      (300 * 0.752 * (1 - (-0.048 + (-0.383 + 0.35 * Math.log(15)) * 0.35)) * 44) / 12,
    ],
    ['dac_sequestration_constant_co2_mass', { co2_mass: [[40, 't']] }, 40_000],
  ] as const)('%s of %j is %d kg', (key, inputs, expected) => {
    expect(number(flux(key, inputs)) / expected).toBeCloseTo(1, 8);
  });

  it('300 kg of biochar at 75.2 % carbon, 80 % of it for good, are 661.8 kg', () => {
    const carbon = flux('carbon_rich_substance_sequestration', {
      product_mass: [[300, 'kg']],
      carbon_content: [[0.752 * 0.8, 'dimensionless']],
    });
    expect(number(carbon)).toBeCloseTo(661.76, 2);
  });
});

describe('the standard deviation of an entry', () => {
  let box: Box;
  beforeEach(async () => {
    box = await Box.open();
  });
  afterEach(() => box.close());

  /** Normally distributed draws from a seed (Box and Muller). */
  function normal(seed: number): () => number {
    const random = seededRandom(seed);
    return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  }

  it('is what 100,000 draws of its datapoints scatter by, one used twice drawn once', async () => {
    const made = (reference: string, magnitude: number, unit: string, standard_deviation: number) =>
      box.made('/datapoints', {
        display_name: reference,
        description: '',
        project_id: box.service.projectId,
        quantity: { magnitude, unit, standard_deviation },
        source_ids: [],
        supplier_reference_id: reference,
        type: 'REPORTED',
      });
    // The mass is stored, and carried over 50 km: its error counts on both sides.
    const mass = await made('m', 20_000, 'kg', 60);
    const distance = await made('d', 50, 'km', 2);
    const intensity = await made('i', 0.107, 'kgCO2e/(tonne * km)', 0.01);
    const { id: ghg_entry_template_id, component } = await box.template();
    const entry = await box.made('/ghg_entries', {
      project_id: box.service.projectId,
      started_on: '2026-10-01',
      completed_on: '2026-10-31',
      ghg_entry_template_id,
      supplier_reference_id: 'E',
      ghg_entry_template_components: [
        {
          ghg_entry_template_component_id: component,
          inputs: [{ input_key: 'product_mass', datapoint_id: mass }],
        },
      ],
    });
    const carried = await box.made('/components', {
      ...(await box.fixedComponent('T')),
      component_blueprint_key: 'transport',
      inputs: [
        { input_key: 'mass', datapoint_id: mass },
        { input_key: 'distance', datapoint_id: distance },
        { input_key: 'carbon_intensity', datapoint_id: intensity },
      ],
    });
    const { body } = await box.call('PATCH', `/ghg_entries/${entry}/component_attributions`, {
      components_to_add: [{ component_id: carried, component_group_key: 'energy-use' }],
    });
    const told = z
      .looseObject({
        co2e_net_removed_without_discount_kg: z.number(),
        co2e_net_removed_standard_deviation_kg: z.number(),
      })
      .parse(body);

    const draw = normal(2026);
    const draws = Array.from({ length: 100_000 }, () => {
      const m = 20_000 + 60 * draw();
      const [d, i] = [50 + 2 * draw(), 0.107 + 0.01 * draw()];
      return (m * 0.5 * 44) / 12 - (m / 1000) * d * i;
    });
    const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
    const variance = draws.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (draws.length - 1);
    // The error of the two estimates is sd / sqrt(n) and sd / sqrt(2 n); four times that is allowed, and 0.5 % for
    // what first-order propagation leaves out.
    const sd = told.co2e_net_removed_standard_deviation_kg;
    expect(Math.abs(mean - told.co2e_net_removed_without_discount_kg)).toBeLessThan(
      (4 * sd) / Math.sqrt(1e5),
    );
    expect(Math.abs(Math.sqrt(variance) / sd - 1)).toBeLessThan(4 / Math.sqrt(2e5) + 0.005);
  });
});
