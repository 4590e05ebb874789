import type { SeedDataInput } from '../../../src/emulator/index.js';

/** The templates and factors of the embedded service: what a registry sets up once, with each supplier. */

type Seed = { [K in keyof SeedDataInput]-?: NonNullable<SeedDataInput[K]> };
type Template = Seed['templates'][number];
type Datapoint = Seed['datapoints'][number];

function factor(
  reference: string,
  display_name: string,
  magnitude: number,
  unit: string,
  sd: number,
): Datapoint {
  return {
    reference,
    display_name,
    description: 'From the library of factors',
    quantity: { magnitude, unit, standard_deviation: sd },
    type: 'STANDARD_PUBLISHED_VALUE',
    locked_status: 'locked_library_datapoint',
    library: true,
  };
}

/** Locked factors of the library (`domain.md` §3.6: DESNZ 2025, upstream added; §3.3 bio-oil). The rest is invented. */
export const factors: readonly Datapoint[] = [
  factor(
    'ef-truck-2025',
    'All HGVs, average laden, per tonne-kilometre',
    0.10163,
    'kgCO2e/(tonne * km)',
    0.005,
  ),
  factor('ef-diesel-2025', 'Diesel, average blend, burnt and upstream', 3.18183, 'kgCO2e/L', 0.06),
  factor('ef-grid-2025', 'Grid electricity', 0.21, 'kgCO2e/kWh', 0.01),
  factor('sampling-allowance', 'Sampling and analysis, a month', 120, 'kgCO2e', 20),
  factor(
    'ef-articulated-2025',
    'Articulated lorries above 33 t, average laden, with upstream',
    0.09502,
    'kgCO2e/(tonne * km)',
    0.005,
  ),
  factor('soil-sampling-allowance', 'Soil sampling and analysis, a season', 450, 'kgCO2e', 70),
  factor('ef-grid-uk-2025', 'Grid electricity, United Kingdom', 0.177, 'kgCO2e/kWh', 0.009),
  factor('ef-waste-heat', 'Heat from a neighbour, with its pumps', 0.02, 'kgCO2e/kWh', 0.003),
  factor('ef-sorbent', 'Sorbent and fills, made and brought', 5, 'kgCO2e/kg', 0.8),
  factor('embodied-plant', 'Plant and wells, the share of a month', 6000, 'kgCO2e', 600),
  factor('ef-bio-oil-production', 'Making bio-oil from residues', 0.04, 'kgCO2e/kg', 0.004),
];

type Group = Template['groups'][number];
type Component = NonNullable<Group['components']>[number];

const monitored = (input_key: string, display_name: string): Component['inputs'][number] => ({
  input_key,
  display_name,
  type: 'monitored',
});
const fixed = (input_key: string, display_name: string, datapoint: string): Component['inputs'][number] => ({
  input_key,
  display_name,
  type: 'fixed',
  datapoint,
});
const component = (display_name: string, blueprint_key: string, inputs: Component['inputs']): Component => ({
  display_name,
  blueprint_key,
  inputs,
});
const group = (key: string, display_name: string, components: Group['components'] = []): Group => ({
  key,
  display_name,
  components,
});

const sampling = group('sampling-required-for-mrv', 'Sampling', [
  component('Sampling and analysis', 'constant_activity_emissions', [
    fixed('co2e', 'Allowance', 'sampling-allowance'),
  ]),
]);

const gridElectricity = component('Grid electricity', 'grid_electricity_use', [
  monitored('electricity_use', 'Electricity of the month'),
  fixed('grid_carbon_intensity', 'Grid factor', 'ef-grid-2025'),
]);

const biochar: Template = {
  display_name: 'Biochar monthly',
  credit_type: 'REMOVAL',
  groups: [
    group('biomass-feedstock-transport', 'Feedstock transport'),
    group('pyrolysis', 'Pyrolysis', [gridElectricity]),
    group('biochar-transport', 'Biochar transport'),
    group('biochar-storage', 'Biochar storage', [
      component('Biochar stored', 'biochar_sequestration_1000_year', [
        monitored('product_mass', 'Dry biochar of the month'),
        monitored('carbon_contents', 'Organic carbon of each sample'),
        monitored('s_fraction', 'Inertinite share of each sample'),
      ]),
    ]),
    sampling,
  ],
};

const bioOil: Template = {
  display_name: 'Bio-oil injection monthly',
  credit_type: 'REMOVAL',
  groups: [
    group('bio-oil-production', 'Bio-oil production', [
      component('Bio-oil production', 'mass_based_ci_emissions', [
        monitored('mass', 'Bio-oil received in the month'),
        fixed('carbon_intensity', 'Production factor', 'ef-bio-oil-production'),
      ]),
    ]),
    group('bio-oil-transport', 'Bio-oil transport'),
    group('energy-use', 'Energy of storage and injection'),
    group('bio-oil-storage', 'Bio-oil stored'),
    sampling,
  ],
};

const weathering: Template = {
  display_name: 'Enhanced weathering season',
  credit_type: 'REMOVAL',
  groups: [
    group('rock-processing', 'Crushing and milling', [
      component('Mill electricity', 'grid_electricity_use', [
        monitored('electricity_use', 'Electricity of the season'),
        fixed('grid_carbon_intensity', 'Grid factor', 'ef-grid-2025'),
      ]),
    ]),
    group('rock-transport', 'Rock transport'),
    group('spreading', 'Spreading'),
    group('rock-weathering', 'Weathering', [
      component('Rock weathered', 'calculated_sequestration', [monitored('co2e', 'Removed by the fields')]),
      component('Downstream loss', 'constant_loss', [monitored('co2e', 'Given back by rivers and the sea')]),
    ]),
    group('sampling-required-for-mrv', 'Sampling', [
      component('Soil sampling and analysis', 'constant_activity_emissions', [
        fixed('co2e', 'Allowance', 'soil-sampling-allowance'),
      ]),
    ]),
  ],
};

const airCapture: Template = {
  display_name: 'Direct air capture monthly',
  credit_type: 'REMOVAL',
  groups: [
    group('dac-process', 'Capture', [
      component('Grid electricity', 'grid_electricity_use', [
        monitored('electricity_use', 'Electricity of the month'),
        fixed('grid_carbon_intensity', 'Grid factor', 'ef-grid-uk-2025'),
      ]),
      component('Heat', 'energy_based_ci_emissions', [
        monitored('energy', 'Heat of the month'),
        fixed('carbon_intensity', 'Heat factor', 'ef-waste-heat'),
      ]),
    ]),
    group('co2-transport', 'Transport to the well'),
    group('co2-stored', 'Storage', [
      component('CO2 stored', 'dac_sequestration_constant_co2_mass', [monitored('co2_mass', 'CO2 stored')]),
    ]),
    group('embodied-emissions', 'Plant and wells', [
      component('Plant and wells', 'constant_activity_emissions', [
        fixed('co2e', 'Share of the month', 'embodied-plant'),
      ]),
    ]),
    sampling,
  ],
};

export const templates: readonly Template[] = [biochar, bioOil, weathering, airCapture];
