import { Quantity, unitOf } from '../../quantity/index.js';
import { durableShare, inertShare } from './durability.js';

/** What a component does to the net removal (`interface.md`, Component). */
export type ComponentType = 'ACTIVITY' | 'REMOVAL_COUNTERFACTUAL' | 'SEQUESTRATION' | 'LOSS' | 'ADJUSTMENT';

export interface BlueprintInput {
  readonly input_key: string;
  readonly description: string;
  readonly quantity_kind: string;
  readonly data_shape: 'SCALAR' | 'LIST';
  readonly compatible_unit: string;
}

/** The inputs of one component, with their units and what their uncertainty hangs on. */
export interface FluxInputs {
  /** A scalar input. */
  readonly one: (key: string) => Quantity;
  /** A list input: every member. */
  readonly many: (key: string) => readonly Quantity[];
}

export interface Blueprint {
  readonly key: string;
  readonly display_name: string;
  readonly description: string;
  readonly type: ComponentType;
  readonly inputs: readonly BlueprintInput[];
  /** The formula as people read it. */
  readonly formula: string;
  /** The flux, a mass of CO2e; its sign is the type's affair. */
  readonly flux: (inputs: FluxInputs) => Quantity;
}

const one = unitOf('dimensionless');
const kgCO2e = unitOf('kgCO2e');
const kilogram = unitOf('kg');

function input(
  input_key: string,
  quantity_kind: string,
  compatible_unit: string,
  description: string,
  data_shape: BlueprintInput['data_shape'] = 'SCALAR',
): BlueprintInput {
  return { input_key, description, quantity_kind, data_shape, compatible_unit };
}

/** A blueprint whose flux is the product of its inputs. */
function product(key: string, display_name: string, inputs: readonly BlueprintInput[]): Blueprint {
  const keys = inputs.map(({ input_key }) => input_key);
  return {
    key,
    display_name,
    description: `Emissions as ${keys.map((name) => name.replaceAll('_', ' ')).join(' times ')}.`,
    type: 'ACTIVITY',
    inputs,
    formula: keys.map((name) => `{${name}}`).join(' * '),
    flux: ({ one: scalar }) => keys.map(scalar).reduce((total, factor) => total.times(factor)),
  };
}

function constant(key: string, display_name: string, type: ComponentType): Blueprint {
  return {
    key,
    display_name,
    description: 'A mass of CO2e that was worked out elsewhere.',
    type,
    inputs: [input('co2e', 'mass_carbon', 'kgCO2e', 'The mass of CO2e')],
    formula: '{co2e}',
    flux: ({ one: scalar }) => scalar('co2e'),
  };
}

/** A mass of carbon as the mass of CO2e that it came from: 44/12 (`domain.md` §3.2, independent check value). */
function carbonToCo2e(carbon: Quantity): Quantity {
  const mass = carbon.to(kilogram);
  return mass
    .times(Quantity.constant(44, one))
    .dividedBy(Quantity.constant(12, one))
    .times(Quantity.constant(1, unitOf('kgCO2e/kg')));
}

const carbonContents = input(
  'carbon_contents',
  'mass_fraction_dry_basis',
  'mg / kg',
  'Organic carbon of each sample, by dry mass',
  'LIST',
);
const productMass = input('product_mass', 'mass', 'kg', 'Dry mass of the product stored');

const catalogue: readonly Blueprint[] = [
  product('mass_distance_based_ci_emissions', 'Transport by mass and distance', [
    input('mass_distance', 'mass_distance', 'tonne * km', 'Mass carried times distance'),
    input(
      'carbon_intensity',
      'mass_distance_carbon_emission_factor',
      'kgCO2e/(tonne * km)',
      'Emissions per mass and distance',
    ),
  ]),
  product('transport', 'Transport', [
    input('mass', 'mass', 'tonne', 'Mass carried'),
    input('distance', 'distance', 'km', 'Distance'),
    input(
      'carbon_intensity',
      'mass_distance_carbon_emission_factor',
      'kgCO2e/(tonne * km)',
      'Emissions per mass and distance',
    ),
  ]),
  product('distance_based_ci_emissions', 'Travel by distance', [
    input('distance', 'distance', 'km', 'Distance'),
    input('carbon_intensity', 'distance_carbon_emission_factor', 'kgCO2e/km', 'Emissions per distance'),
  ]),
  product('grid_electricity_use', 'Electricity from the grid', [
    input('electricity_use', 'energy', 'kWh', 'Electricity used'),
    input(
      'grid_carbon_intensity',
      'energy_carbon_emission_factor',
      'kgCO2e/kWh',
      "The grid's emissions per energy",
    ),
  ]),
  product('energy_based_ci_emissions', 'Energy', [
    input('energy', 'energy', 'kWh', 'Energy used'),
    input('carbon_intensity', 'energy_carbon_emission_factor', 'kgCO2e/kWh', 'Emissions per energy'),
  ]),
  {
    key: 'metered_energy_based_ci_emissions',
    display_name: 'Metered energy',
    description: 'Energy between two readings of a meter, times its carbon intensity.',
    type: 'ACTIVITY',
    inputs: [
      input('initial_readout', 'energy', 'kWh', 'Reading at the start'),
      input('final_readout', 'energy', 'kWh', 'Reading at the end'),
      input('carbon_intensity', 'energy_carbon_emission_factor', 'kgCO2e/kWh', 'Emissions per energy'),
    ],
    formula: '({final_readout} - {initial_readout}) * {carbon_intensity}',
    flux: ({ one: scalar }) =>
      scalar('final_readout').minus(scalar('initial_readout')).times(scalar('carbon_intensity')),
  },
  product('fuel_usage_by_volume', 'Fuel by volume', [
    input('volume_of_fuel', 'volume', 'L', 'Fuel used'),
    input(
      'fuel_combustion_carbon_intensity',
      'volume_carbon_emission_factor',
      'kgCO2e/L',
      'Emissions per volume of fuel',
    ),
  ]),
  product('fuel_usage_by_mass', 'Fuel by mass', [
    input('mass_of_fuel', 'mass', 'kg', 'Fuel used'),
    input(
      'fuel_combustion_carbon_intensity',
      'mass_carbon_emission_factor',
      'kgCO2e/kg',
      'Emissions per mass of fuel',
    ),
  ]),
  {
    key: 'fuel_consumption_based_transport',
    display_name: 'Transport by fuel economy',
    description: 'Distance divided by fuel economy, times the emissions of the fuel.',
    type: 'ACTIVITY',
    inputs: [
      input('distance', 'distance', 'km', 'Distance'),
      input('fuel_economy', 'fuel_economy', 'km/L', 'Distance per volume of fuel'),
      input(
        'fuel_combustion_carbon_intensity',
        'volume_carbon_emission_factor',
        'kgCO2e/L',
        'Emissions per volume of fuel',
      ),
    ],
    formula: '{distance} * {fuel_combustion_carbon_intensity} / {fuel_economy}',
    flux: ({ one: scalar }) =>
      scalar('distance').dividedBy(scalar('fuel_economy')).times(scalar('fuel_combustion_carbon_intensity')),
  },
  product('mass_based_ci_emissions', 'Material by mass', [
    input('mass', 'mass', 'kg', 'Mass used'),
    input('carbon_intensity', 'mass_carbon_emission_factor', 'kgCO2e/kg', 'Emissions per mass'),
  ]),
  product('volume_based_ci_emissions', 'Material by volume', [
    input('volume', 'volume', 'L', 'Volume used'),
    input('carbon_intensity', 'volume_carbon_emission_factor', 'kgCO2e/L', 'Emissions per volume'),
  ]),
  product('area_based_emissions', 'By area', [
    input('area', 'area', 'ha', 'Area'),
    input('emission_factor', 'area_carbon_emission_factor', 'kgCO2e/ha', 'Emissions per area'),
  ]),
  product('time_based_emissions', 'By time', [
    input('time', 'time', 'hour', 'Time'),
    input('emission_factor', 'time_emission_factor', 'kgCO2e/hour', 'Emissions per time'),
  ]),
  product('currency_based_ci_emissions', 'By amount spent', [
    input('amount_spent', 'currency', 'USD', 'Amount spent'),
    input('carbon_intensity', 'currency_carbon_emission_factor', 'kgCO2e/USD', 'Emissions per amount spent'),
  ]),
  {
    key: 'ghg_direct_emissions',
    display_name: 'Greenhouse gas released',
    description:
      'A mass of gas, its share of a greenhouse gas, and what that gas weighs against carbon dioxide.',
    type: 'ACTIVITY',
    inputs: [
      input('mass_flow', 'mass', 'kg', 'Mass of gas released'),
      input('concentration', 'mass_fraction', 'mg / kg', 'Share of the greenhouse gas by mass'),
      input('global_warming_potential', 'mass_cdr_potential', 'kgCO2e/kg', 'Warming against carbon dioxide'),
    ],
    formula: '{mass_flow} * {concentration} * {global_warming_potential}',
    flux: ({ one: scalar }) =>
      scalar('mass_flow').times(scalar('concentration')).times(scalar('global_warming_potential')),
  },
  {
    key: 'carbon_rich_substance_sequestration',
    display_name: 'Carbon-rich substance stored',
    description: 'The carbon in a substance that is stored, as the CO2e that it came from.',
    type: 'SEQUESTRATION',
    inputs: [productMass, input('carbon_content', 'dimensionless', 'dimensionless', 'Carbon by mass')],
    formula: '{product_mass} * {carbon_content} * 44/12',
    flux: ({ one: scalar }) => carbonToCo2e(scalar('product_mass').times(scalar('carbon_content'))),
  },
  {
    key: 'biochar_sequestration_1000_year',
    display_name: 'Biochar, 1000 years',
    description: 'Organic carbon of biochar whose inert share stays for a thousand years.',
    type: 'SEQUESTRATION',
    inputs: [
      carbonContents,
      input('s_fraction', 'dimensionless', 'dimensionless', 'Inertinite share of each sample', 'LIST'),
      productMass,
    ],
    formula:
      '{product_mass} * mean({carbon_contents}) * min(mean(s) - sqrt(mean(s) * (1 - mean(s)) / n), 0.95) * 44/12',
    flux: ({ one: scalar, many }) =>
      carbonToCo2e(
        scalar('product_mass')
          .times(Quantity.mean(many('carbon_contents')).to(one))
          .times(inertShare(many('s_fraction'))),
      ),
  },
  {
    key: 'biochar_sequestration_200_year_c_org',
    display_name: 'Biochar, 200 years',
    description: 'Organic carbon of biochar, less what the soil loses in two hundred years.',
    type: 'SEQUESTRATION',
    inputs: [
      carbonContents,
      input(
        'h_c_molar_ratios',
        'dimensionless',
        'dimensionless',
        'H to organic C of each sample, by moles',
        'LIST',
      ),
      input('soil_temp', 'temperature', 'degC', 'Mean soil temperature'),
      productMass,
    ],
    formula:
      '{product_mass} * mean({carbon_contents}) * min(1 - (-0.048 + (-0.383 + 0.35 * ln({soil_temp})) * mean({h_c_molar_ratios})), 0.95) * 44/12',
    flux: ({ one: scalar, many }) =>
      carbonToCo2e(
        scalar('product_mass')
          .times(Quantity.mean(many('carbon_contents')).to(one))
          .times(durableShare(many('h_c_molar_ratios'), scalar('soil_temp'))),
      ),
  },
  {
    key: 'dac_sequestration_constant_co2_mass',
    display_name: 'CO2 stored',
    description: 'A mass of carbon dioxide from the air that was stored.',
    type: 'SEQUESTRATION',
    inputs: [input('co2_mass', 'mass', 'kg', 'Mass of carbon dioxide stored')],
    formula: '{co2_mass}',
    flux: ({ one: scalar }) =>
      scalar('co2_mass')
        .to(kilogram)
        .times(Quantity.constant(1, unitOf('kgCO2e/kg'))),
  },
  constant('constant_activity_emissions', 'Fixed emissions', 'ACTIVITY'),
  constant('constant_loss', 'Fixed loss', 'LOSS'),
  constant('calculated_sequestration', 'Removal worked out elsewhere', 'SEQUESTRATION'),
];

/** The service's catalogue by key. */
export const blueprints: ReadonlyMap<string, Blueprint> = new Map(
  catalogue.map((blueprint) => [blueprint.key, blueprint]),
);

/** @throws DimensionError where the inputs do not come to a mass of CO2e. */
export function fluxOf(blueprint: Blueprint, inputs: FluxInputs): Quantity {
  return blueprint.flux(inputs).to(kgCO2e);
}
