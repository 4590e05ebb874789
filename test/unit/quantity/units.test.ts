import { describe, expect, it } from 'vitest';
import {
  convert,
  equalQuantities,
  fitsKind,
  parseUnit,
  quantityKinds,
  relativeTolerance,
  UnitError,
  unitOf,
} from '../../../src/quantity/index.js';

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
  ['\u03bcg', 'microgram'],
  ['km2', 'kilometer ** 2'],
  ['cm3', 'centimeter ** 3'],
  ['kgCO2e per metric ton', 'kgCO2e / metric_ton'],
  ['metric ton per US gal', 'metric_ton / US_liquid_gallon'],
  ['metric ton/short ton', 'metric_ton / short_ton'],
  ['Metric Tons hour', 'metric_ton * hour'],
  ['kg CO2 equivalent', 'kgCO2e'],
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
  ['cmol(+)/kg', 'centimole / kilogram'],
  ['cmol⁺/kg', 'centimole / kilogram'],
  ['cmol (⁺) kg⁻¹', 'centimole / kilogram'],
  ['meq/100g', 'milliequivalent / 100 / gram'],
  ['USD', 'USD'],
  ['dimensionless', 'dimensionless'],
  ['1', 'dimensionless'],
  ['1/s', '1 / second'],
  ['dimensionless / s', '1 / second'],
  ['s⁻¹', '1 / second'],
  ['s⁺²', 'second ** 2'],
  ['s^+2', 'second ** 2'],
  ['m⁰', 'dimensionless'],
  ['m⁴ m⁵ / (m⁶ m⁷) m⁸', 'meter ** 4'],
  ['m−3', '1 / meter ** 3'],
  ['m–3', '1 / meter ** 3'],
  ['m-3', '1 / meter ** 3'],
  ['m**2', 'meter ** 2'],
  ['m^9', 'meter ** 9'],
  ['m^-9', '1 / meter ** 9'],
  ['kg/kg', 'dimensionless'],
  ['kg kg', 'kilogram ** 2'],
  ['m m2', 'meter ** 3'],
  ['m x s', 'meter * second'],
  ['m×s', 'meter * second'],
  ['m∙s', 'meter * second'],
  ['m⋅s', 'meter * second'],
  ['m * s / kg / t', 'meter * second / kilogram / metric_ton'],
  ['(m/s)^2', 'meter ** 2 / second ** 2'],
  ['m/(s/kg)', 'meter * kilogram / second'],
  ['(kg)', 'kilogram'],
  ['(degC)', 'degree_Celsius'],
  ['3 m2', '3 * meter ** 2'],
  ['100 kg', '100 * kilogram'],
  ['1e3 kg', '1000 * kilogram'],
  ['kg per tonne', 'kilogram / metric_ton'],
  ['kg PER t', 'kilogram / metric_ton'],
  ['per cent', 'percent'],
  ['pcs', 'dimensionless'],
  ['\u200bkg\ufeff', 'kilogram'],
  ['Kilograms', 'kilogram'],
  ['lb CO2e', 'poundCO2e'],
  ['kt CO2e', 'kilometric_tonCO2e'],
  ['t CO2 equivalents', 'tCO2e'],
  ['g CO2 eqv', 'gCO2e'],
  ['kgco2e/t', 'kgCO2e / metric_ton'],
  ['t km kgCO2e / t / km', 'kgCO2e'],
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

  it.each([
    ['ton', 'write t (1000 kg), short ton (907.18474 kg) or long ton (1016.0469088 kg)'],
    ['tons', 'write t (1000 kg), short ton (907.18474 kg) or long ton (1016.0469088 kg)'],
    ['gal', 'write US gal (3.785411784 L) or imperial gal (4.54609 L)'],
    ['gallon', 'write US gal (3.785411784 L) or imperial gal (4.54609 L)'],
    ['oz', 'write ounce for a mass; fluid ounces are not known, write mL'],
    ['MT', 'write t for a metric ton, or Mt for a million of them'],
    ['CO2', 'write kgCO2e for the unit of accounting, or kg alone for a mass of carbon dioxide'],
  ])('%s has several meanings, and the choices are told', (text, choices) => {
    expect(parseUnit(text)).toEqual({
      ok: false,
      problem: 'ambiguous',
      message: `"${text}" has several meanings: ${choices}`,
    });
    expect(parseUnit(`kg/${text}`)).toMatchObject({ problem: 'ambiguous' });
  });

  it.each([
    ['foo', 'foo'],
    ['kg/foo', 'foo'],
    ['lbs of CO2', 'of'],
    ['mg/kg dry', 'dry'],
    ['mW h2x', 'h2x'],
    ['kW H', 'H'],
    ['metric tonx', 'metric'],
    ['US gal2x', 'US'],
  ])('%s is no unit', (text, name) => {
    expect(parseUnit(text)).toEqual({
      ok: false,
      problem: 'unknown',
      message: `"${name}" is not a known unit`,
    });
  });

  const howTo = 'is not written as a unit: write units with * / ^ and brackets, as kg/m^3';
  const exponent = 'has an exponent that is not a whole number from -9 to 9';
  it.each([
    ['m*', '"m*" ends where a unit should follow'],
    ['kg per', '"kg per" ends where a unit should follow'],
    ['kg/(m', '"kg/(m" has an open bracket'],
    ['(', '"(" ends where a unit should follow'],
    ['kg)', '"kg)" has a bracket too many'],
    ['()', `"()" ${howTo}`],
    ['/kg', `"/kg" ${howTo}`],
    ['kg//m', `"kg//m" ${howTo}`],
    ['kg * * m', `"kg * * m" ${howTo}`],
    ['^2', `"^2" ${howTo}`],
    ['CO2e', `"CO2e" ${howTo}`],
    ['kg CO2e CO2e', `"kg CO2e CO2e" ${howTo}`],
    ['kg^1.5', `"kg^1.5" ${exponent}`],
    ['kg^10', `"kg^10" ${exponent}`],
    ['kg^-10', `"kg^-10" ${exponent}`],
    ['kg^', `"kg^" ${exponent}`],
    ['kg^m', `"kg^m" ${exponent}`],
    ['0 kg', '"0 kg" has the factor 0, and a unit\'s factor is above 0: write an exponent as m^-3'],
    ['kg m -3', '"kg m -3" has the factor -3, and a unit\'s factor is above 0: write an exponent as m^-3'],
    ['kg m −3', '"kg m −3" has the factor -3, and a unit\'s factor is above 0: write an exponent as m^-3'],
    ['5-10 kg', '"5-10 kg" has the factor -10, and a unit\'s factor is above 0: write an exponent as m^-3'],
    ['m CO2e', '"m CO2e": CO2e is counted in a unit of mass, as kgCO2e'],
    ['W CO2e', '"W CO2e": CO2e is counted in a unit of mass, as kgCO2e'],
    ['kg.', '"kg." has a sign that no unit has, at "."'],
    ['kg; dry', '"kg; dry" has a sign that no unit has, at "; dry"'],
    ['x'.repeat(121), `"${'x'.repeat(40)}…" is too long for a unit`],
  ])('%s is not written as a unit', (text, message) => {
    expect(parseUnit(text)).toEqual({ ok: false, problem: 'syntax', message });
  });

  it('of 120 characters is read, and of more is not', () => {
    const text = `kg${' '.repeat(117)}m`;
    expect(parseUnit(text)).toMatchObject({ ok: true, unit: { canonical: 'kilogram * meter' } });
    expect(parseUnit(text.replace(' ', '  '))).toMatchObject({ ok: false, problem: 'syntax' });
  });

  it('in our own code that is none is a fault', () => {
    expect(() => unitOf('kg/foo')).toThrow('"foo" is not a known unit');
    expect(() => unitOf('kg/foo')).toThrow(UnitError);
    expect(new UnitError('').name).toBe('UnitError');
  });

  it('is read alike however many others were read', () => {
    const read = () => [parseUnit('m3 / 7 h'), parseUnit('foo bar')];
    const before = read();
    for (let factor = 2; factor < 2500; factor += 1)
      expect(parseUnit(`${factor} kg`)).toMatchObject({ unit: { canonical: `${factor} * kilogram` } });
    expect(read()).toEqual(before);
  });

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

describe('two quantities are one', () => {
  const of = (magnitude: number, unit: string | null, standard_deviation?: number | null) => ({
    magnitude,
    unit,
    standard_deviation,
  });
  const less = 1 - relativeTolerance;

  it.each([
    ['within the tolerance', of(1, 'kg'), of(less, 'kg'), true],
    ['within it, below zero', of(-1, 'kg'), of(-less, 'kg'), true],
    ['not beyond it', of(1, 'kg'), of(less - 1e-12, 'kg'), false],
    ['not with other signs', of(1, 'kg'), of(-1, 'kg'), false],
    ['not a tiny one and nothing', of(0, 'kg'), of(1e-300, 'kg'), false],
    ['nothing in two units', of(0, 'kg'), of(0, 't'), true],
    ['in two units with their deviations', of(1, 't', 0.1), of(1000, 'kg', 100), true],
    ['with deviations within the tolerance', of(1, 'kg', 1), of(1, 'kg', less), true],
    ['not with other deviations', of(1, 't', 0.1), of(1000, 'kg', 101), false],
    ['not with a deviation and none', of(1, 'kg', 0), of(1, 'kg', null), false],
    ['not with none and a deviation', of(1, 'kg'), of(1, 'kg', 0), false],
    ['without a deviation, told or not', of(1, 'kg'), of(1, 'kg', null), true],
    ['temperatures, whose deviations are differences', of(37, 'degC', 1), of(98.6, 'degF', 1.8), true],
    ['not temperatures with other deviations', of(37, 'degC', 1), of(98.6, 'degF', 33.8), false],
    ['no unit and a pure number', of(1, null), of(1, 'dimensionless'), true],
    ['not what measures another thing', of(1, 'kg'), of(1, 'kgCO2e'), false],
    ['in a unit that nobody knows, by its text', of(1, 'foo', 0.5), of(1, 'foo', 0.5), true],
    ['not by another text', of(1, 'foo'), of(1, 'bar'), false],
    ['not by a text that only one side can be read by', of(1, 'foo'), of(1, 'kg'), false],
    ['not by one that only the other can', of(1, 'kg'), of(1, 'foo'), false],
    ['not of another magnitude in it', of(1, 'foo'), of(less, 'foo'), false],
    ['not of another deviation in it', of(1, 'foo', 1), of(1, 'foo', 2), false],
    ['without a deviation in it, told or not', of(1, 'foo', null), of(1, 'foo'), true],
  ])('%s', (_what, one, other, equal) => {
    expect(equalQuantities(one, other)).toBe(equal);
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
    ['kgCO2e/EUR', 'currency', false],
    ['KES*EUR', 'currency', false],
    ['KES/EUR', 'dimensionless', true],
    ['1/KES', 'currency', false],
    ['kg', 'no_such_kind', false],
  ])('%s for %s: %s', (unit, kind, fits) => {
    expect(fitsKind(unitOf(unit), kind)).toBe(fits);
  });
});
