import { describe, expect, it } from 'vitest';
import { convert, fitsKind, parseUnit, quantityKinds, unitOf } from '../../../src/quantity/index.js';

const spellings: readonly [string, string][] = [
  ['kg', 'kilogram'],
  ['KG', 'kilogram'],
  ['t', 'metric_ton'],
  ['tonne', 'metric_ton'],
  ['Tonnes', 'metric_ton'],
  ['metric ton', 'metric_ton'],
  ['lb', 'pound'],
  ['short tons', 'short_ton'],
  ['mg', 'milligram'],
  ['µg', 'microgram'],
  ['ug', 'microgram'],
  ['km', 'kilometer'],
  ['kilometers', 'kilometer'],
  ['ha', 'hectare'],
  ['L', 'liter'],
  ['litres', 'liter'],
  ['mL', 'milliliter'],
  ['m3', 'meter ** 3'],
  ['m³', 'meter ** 3'],
  ['m^3', 'meter ** 3'],
  ['US gal', 'US_liquid_gallon'],
  ['kWh', 'kilowatt_hour'],
  ['MWh', 'megawatt_hour'],
  ['mWh', 'milliwatt_hour'],
  ['MJ', 'megajoule'],
  ['MMBtu', 'million_british_thermal_units'],
  ['°C', 'degree_Celsius'],
  ['degC', 'degree_Celsius'],
  ['%', 'percent'],
  ['ppm\n(parts\u00a0per\u00a0million)', 'ppm'],
  ['mg / kg', 'milligram / kilogram'],
  ['kg m^-3', 'kilogram / meter ** 3'],
  ['kilogram / meter ** 3', 'kilogram / meter ** 3'],
  ['tonne * km', 'metric_ton * kilometer'],
  ['t·km', 'metric_ton * kilometer'],
  ['kgCO2e', 'kgCO2e'],
  ['kg CO2-eq', 'kgCO2e'],
  ['t CO₂e', 'tCO2e'],
  ['kgCO2e/kWh', 'kgCO2e / kilowatt_hour'],
  ['gCO2e/(tonne*km)', 'gCO2e / metric_ton / kilometer'],
  ['kgCO2e per L', 'kgCO2e / liter'],
  ['cmol+/kg', 'centimole / kilogram'],
  ['meq/100g', 'milliequivalent / 100 / gram'],
  ['USD', 'USD'],
  ['dimensionless', 'dimensionless'],
];

describe('a unit is read in all of its spellings', () => {
  it.each(spellings)('%s is %s', (text, canonical) => {
    expect(parseUnit(text)).toMatchObject({ ok: true, unit: { canonical } });
  });

  it.each(spellings)('what %s is called reads back as itself', (text) => {
    const unit = unitOf(text);
    const again = unitOf(unit.canonical);
    expect(again.canonical).toBe(unit.canonical);
    expect(again.factor.equals(unit.factor)).toBe(true);
  });

  it('nothing at all is a pure number', () => {
    expect(parseUnit(null)).toEqual(parseUnit(''));
    expect(parseUnit('')).toMatchObject({ ok: true, unit: { canonical: 'dimensionless' } });
  });

  it.each(['ton', 'tons', 'gal', 'gallon', 'oz', 'MT'])(
    '%s has several meanings, and the choices are told',
    (text) => {
      expect(parseUnit(text)).toMatchObject({ ok: false, problem: 'ambiguous' });
    },
  );

  it.each(['foo', 'kg/foo', 'lbs of CO2'])('%s is no unit', (text) => {
    expect(parseUnit(text)).toMatchObject({ ok: false, problem: 'unknown' });
  });

  it.each(['m*', 'kg/(m', 'kg)', '/kg', 'kg^1.5', 'kg^99', 'x'.repeat(500)])(
    '%s is not written as a unit',
    (text) => {
      expect(parseUnit(text).ok).toBe(false);
    },
  );

  it('a million watts and a thousandth of one are told apart', () => {
    expect(convert(1, unitOf('MW'), unitOf('mW')).toNumber()).toBe(1e9);
  });
});

describe('conversion is exact', () => {
  it.each([
    ['1.1', 't', 'kg', '1100'],
    ['1', 'acre', 'ha', '0.40468564224'],
    ['1', 'lb', 'kg', '0.45359237'],
    ['1', 'US gal', 'L', '3.785411784'],
    ['1', 'imp gal', 'L', '4.54609'],
    ['37', 'degC', 'degF', '98.6'],
    ['1', 'MWh', 'kWh', '1000'],
    ['1', 'kWh', 'MJ', '3.6'],
    ['107', 'gCO2e/(tonne*km)', 'kgCO2e/(tonne*km)', '0.107'],
    ['5', 'mg', 'kg', '0.000005'],
    ['78.5', '%', 'dimensionless', '0.785'],
    ['785000', 'mg/kg', '%', '78.5'],
  ])('%s %s is %s %s', (magnitude, from, to, expected) => {
    expect(convert(magnitude, unitOf(from), unitOf(to)).toFixed()).toBe(expected);
  });

  it('does not cross from a mass to a mass of CO2e', () => {
    expect(() => convert(1, unitOf('kg'), unitOf('kgCO2e'))).toThrow(/measure different things/);
  });
});

/** `interface.md`, Datapoint, the filter's list. */
const kinds =
  'acidity activity_concentration amount_of_substance amount_of_substance_concentration amount_of_substance_per_mass area area_carbon_emission_factor buffer_ph bulk_density count currency currency_carbon_emission_factor depth diameter diameter_at_breast_height dimensionless dimensionless_ratio distance distance_carbon_emission_factor dose_equivalent_rate electric_current elevation energy energy_carbon_emission_factor energy_density exchangeable_amount_of_substance_per_mass fuel_economy height ionic_strength latitude longitude mass mass_carbon mass_carbon_emission_factor mass_cdr_potential mass_concentration mass_density mass_distance mass_distance_carbon_emission_factor mass_energy_density mass_flow_rate mass_fraction mass_fraction_dry_basis mass_fraction_wet_basis mass_per_area mass_ratio molality_of_solute molar_mass mole_fraction partial_pressure particle_diameter particle_mass_density power pressure specific_surface_area specific_volume temperature time time_emission_factor voltage volume volume_carbon_emission_factor volume_distance_carbon_emission_factor volume_flow_rate volume_fraction volume_per_area'.split(
    ' ',
  );

describe('every kind of quantity of the interface', () => {
  it('is known, and no other', () => {
    expect([...quantityKinds.keys()].toSorted()).toEqual(kinds.toSorted());
  });

  it.each(kinds)('%s is fitted by its example unit', (kind) => {
    expect(fitsKind(unitOf(quantityKinds.get(kind)?.exampleUnit ?? ''), kind)).toBe(true);
  });

  it.each([
    ['kg', 'mass', true],
    ['kgCO2e', 'mass', false],
    ['kg', 'distance', false],
    ['%', 'mass_fraction_dry_basis', true],
    ['KES', 'currency', true],
    ['kgCO2e/EUR', 'currency_carbon_emission_factor', true],
    ['kg', 'no_such_kind', false],
  ])('%s for %s: %s', (unit, kind, fits) => {
    expect(fitsKind(unitOf(unit), kind)).toBe(fits);
  });
});
