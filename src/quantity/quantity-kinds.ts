import { combine, dimensionKey, type Dimension } from './dimension.js';
import { unitOf } from './parse-unit.js';
import type { Unit } from './unit.js';

/** A kind of quantity of `interface.md`, Datapoint ("Quantity kinds"). */
export interface QuantityKind {
  readonly dimension: Dimension;
  readonly exampleUnit: string;
}

/** Each kind with a unit that has its dimension. Several kinds share one: the kind says what is measured. */
const exampleUnits: Readonly<Record<string, string>> = {
  acidity: 'mmol/kg',
  activity_concentration: 'Bq/m^3',
  amount_of_substance: 'mol',
  amount_of_substance_concentration: 'mol/L',
  amount_of_substance_per_mass: 'mmol/kg',
  area: 'ha',
  area_carbon_emission_factor: 'kgCO2e/ha',
  buffer_ph: 'pH',
  bulk_density: 'kg/m^3',
  count: 'dimensionless',
  currency: 'USD',
  currency_carbon_emission_factor: 'kgCO2e/USD',
  depth: 'm',
  diameter: 'm',
  diameter_at_breast_height: 'cm',
  dimensionless: 'dimensionless',
  dimensionless_ratio: 'dimensionless',
  distance: 'km',
  distance_carbon_emission_factor: 'kgCO2e/km',
  dose_equivalent_rate: 'Sv/hour',
  electric_current: 'ampere',
  elevation: 'm',
  energy: 'kWh',
  energy_carbon_emission_factor: 'kgCO2e/kWh',
  energy_density: 'MJ/L',
  exchangeable_amount_of_substance_per_mass: 'mmol/kg',
  fuel_economy: 'km/L',
  height: 'm',
  ionic_strength: 'mol/kg',
  latitude: 'degree',
  longitude: 'degree',
  mass: 'kg',
  mass_carbon: 'kgCO2e',
  mass_carbon_emission_factor: 'kgCO2e/kg',
  mass_cdr_potential: 'kgCO2e/kg',
  mass_concentration: 'mg/L',
  mass_density: 'kg/m^3',
  mass_distance: 'tonne * km',
  mass_distance_carbon_emission_factor: 'kgCO2e/(tonne * km)',
  mass_energy_density: 'MJ/kg',
  mass_flow_rate: 'tonne/hour',
  mass_fraction: 'mg/kg',
  mass_fraction_dry_basis: 'mg/kg',
  mass_fraction_wet_basis: 'mg/kg',
  mass_per_area: 'tonne/ha',
  mass_ratio: 'kg/kg',
  molality_of_solute: 'mol/kg',
  molar_mass: 'g/mol',
  mole_fraction: 'mol/mol',
  partial_pressure: 'Pa',
  particle_diameter: 'µm',
  particle_mass_density: 'kg/m^3',
  power: 'kW',
  pressure: 'bar',
  specific_surface_area: 'm^2/g',
  specific_volume: 'm^3/kg',
  temperature: 'degC',
  time: 'hour',
  time_emission_factor: 'kgCO2e/hour',
  voltage: 'V',
  volume: 'L',
  volume_carbon_emission_factor: 'kgCO2e/L',
  volume_distance_carbon_emission_factor: 'kgCO2e/(L * km)',
  volume_flow_rate: 'm^3/hour',
  volume_fraction: 'm^3/m^3',
  volume_per_area: 'L/m^2',
};

/** Every kind of quantity that the registry names. */
export const quantityKinds: ReadonlyMap<string, QuantityKind> = new Map(
  Object.entries(exampleUnits).map(([kind, exampleUnit]) => [
    kind,
    { exampleUnit, dimension: unitOf(exampleUnit).dimension },
  ]),
);

/** All currencies are one here: an amount spent fits whatever it was paid in. */
function anyCurrency(dimension: Dimension): Dimension {
  return Object.entries(dimension).reduce<Dimension>(
    (all, [base, power]) =>
      combine(all, base.startsWith('currency:') ? { 'currency:any': power } : { [base]: power }, 1),
    {},
  );
}

/** Whether a unit can measure that kind of quantity. A kind that nobody knows is measured by no unit. */
export function fitsKind(unit: Unit, kind: string): boolean {
  const known = quantityKinds.get(kind);
  return (
    known !== undefined &&
    dimensionKey(anyCurrency(known.dimension)) === dimensionKey(anyCurrency(unit.dimension))
  );
}
