import type { Dimension } from './dimension.js';

/** One unit with all its spellings. Factors are exact by definition, to the coherent SI unit, as text. */
export interface UnitRow {
  readonly canonical: string;
  readonly dimension: Dimension;
  readonly factor: string;
  readonly offset?: string;
  readonly names: readonly string[];
  /** Symbols that take an SI prefix (`g` in `mg`) and full names that do (`gram` in `milligram`). */
  readonly prefixed?: { readonly symbols: readonly string[]; readonly names: readonly string[] };
}

const energy: Dimension = { mass: 1, length: 2, time: -2 };
const power: Dimension = { mass: 1, length: 2, time: -3 };
const pressure: Dimension = { mass: 1, length: -1, time: -2 };
const volume: Dimension = { length: 3 };
const none: Dimension = {};

function row(
  canonical: string,
  dimension: Dimension,
  factor: string,
  names: string,
  rest: Partial<UnitRow> = {},
): UnitRow {
  return {
    canonical,
    dimension,
    factor,
    names: [canonical, ...names.split(', ').filter((name) => name !== '')],
    ...rest,
  };
}

function scaled(symbols: string, names: string) {
  return { prefixed: { symbols: symbols.split(', '), names: names === '' ? [] : names.split(', ') } };
}

/** ISO 4217 codes of the places our users buy in. */
const currencies = [
  'USD',
  'EUR',
  'GBP',
  'KES',
  'CAD',
  'AUD',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'JPY',
  'INR',
  'BRL',
  'ZAR',
  'ISK',
  'CNY',
  'MXN',
  'IDR',
  'TZS',
  'UGX',
  'GHS',
  'NGN',
  'BOB',
  'PEN',
  'COP',
  'CLP',
  'THB',
  'VND',
  'PHP',
];

/**
 * Every unit that is known. Sources of the factors: the SI brochure; the international yard and pound agreement of
 * 1959 (lb, ft, gallon by volume); NIST SP 811 for the British thermal unit (IT) and the acre by the international
 * foot. A name with several meanings (`ton`, `gallon`) is not here but in `ambiguousNames`.
 */
export const unitTable: readonly UnitRow[] = [
  row(
    'dimensionless',
    none,
    '1',
    '1, -, unitless, ratio, fraction, count, each, pcs, piece, pieces, number, mol/mol',
  ),
  row('percent', none, '0.01', '%, pct, per cent'),
  row('permille', none, '0.001', '‰, per mille'),
  row('ppm', none, '0.000001', 'parts per million, ppm (parts per million)'),
  row('ppb', none, '0.000000001', 'parts per billion, ppb (parts per billion)'),
  row('pH', none, '1', 'ph units, ph unit'),

  row('gram', { mass: 1 }, '0.001', 'g, grams, gramme, grammes', scaled('g', 'gram, grams, gramme, grammes')),
  row('kilogram', { mass: 1 }, '1', 'kg, kgs, kilo, kilos, Kg, KG, kilograms, kilogramme, kilogrammes'),
  row(
    'metric_ton',
    { mass: 1 },
    '1000',
    't, tonne, tonnes, metric ton, metric tons, metric_tons, metric tonne, metric tonnes',
    scaled('t', 'tonne, tonnes, metric_ton'),
  ),
  row('pound', { mass: 1 }, '0.45359237', 'lb, lbs, pounds'),
  row('ounce', { mass: 1 }, '0.028349523125', 'ounces'),
  row('short_ton', { mass: 1 }, '907.18474', 'short ton, short tons, us ton, us tons'),
  row('long_ton', { mass: 1 }, '1016.0469088', 'long ton, long tons, imperial ton, imperial tons'),

  row('meter', { length: 1 }, '1', 'm, meters, metre, metres', scaled('m', 'meter, meters, metre, metres')),
  row('inch', { length: 1 }, '0.0254', 'in, inches'),
  row('foot', { length: 1 }, '0.3048', 'ft, feet'),
  row('yard', { length: 1 }, '0.9144', 'yd, yards'),
  row('mile', { length: 1 }, '1609.344', 'mi, miles'),
  row('nautical_mile', { length: 1 }, '1852', 'nmi, nautical mile, nautical miles'),

  row('hectare', { length: 2 }, '10000', 'ha, hectares'),
  row('acre', { length: 2 }, '4046.8564224', 'acres, ac'),

  row(
    'liter',
    volume,
    '0.001',
    'l, L, liters, litre, litres, ltr, ltrs',
    scaled('l, L', 'liter, liters, litre, litres'),
  ),
  row(
    'US_liquid_gallon',
    volume,
    '0.003785411784',
    'us gal, us gallon, us gallons, gal us, us_gallon, US gal, US gallon, US gallons',
  ),
  row(
    'imperial_gallon',
    volume,
    '0.00454609',
    'imp gal, imperial gal, imperial gallon, imperial gallons, uk gal, uk gallon, uk gallons, UK gal, UK gallon, UK gallons',
  ),
  row('oil_bbl', volume, '0.158987294928', 'bbl, barrel, barrels, oil barrel'),

  row('second', { time: 1 }, '1', 's, sec, secs, seconds', scaled('s', 'second, seconds')),
  row('minute', { time: 1 }, '60', 'min, mins, minutes'),
  row('hour', { time: 1 }, '3600', 'h, hr, hrs, hours'),
  row('day', { time: 1 }, '86400', 'd, days'),
  row('week', { time: 1 }, '604800', 'weeks'),
  row('year', { time: 1 }, '31557600', 'yr, yrs, years'),

  row('joule', energy, '1', 'J, joules', scaled('J', 'joule, joules')),
  row(
    'watt_hour',
    energy,
    '3600',
    'Wh, wh, watt-hour, watthour',
    scaled('Wh, wh', 'watt_hour, watt-hour, watthour'),
  ),
  row(
    'kilowatt_hour',
    energy,
    '3600000',
    'kWh, kwh, KWH, KWh, kilowatt hour, kilowatt hours, kilowatt-hour, kilowatt-hours, unit of electricity',
  ),
  row('calorie', energy, '4.184', 'cal', scaled('cal', 'calorie, calories')),
  row('british_thermal_unit', energy, '1055.05585262', 'BTU, Btu, btu'),
  row('million_british_thermal_units', energy, '1055055852.62', 'MMBtu, MMBTU, mmbtu'),
  row('therm', energy, '105505585.262', 'therms'),

  row('watt', power, '1', 'W, watts', scaled('W', 'watt, watts')),
  row('horsepower', power, '745.69987158227022', 'hp'),

  row('pascal', pressure, '1', 'Pa, pascals', scaled('Pa', 'pascal, pascals')),
  row('bar', pressure, '100000', 'bars', scaled('bar', '')),
  row('psi', pressure, '6894.757293168361', ''),
  row('standard_atmosphere', pressure, '101325', 'atm, atmosphere'),

  row('kelvin', { temperature: 1 }, '1', 'K'),
  row(
    'degree_Celsius',
    { temperature: 1 },
    '1',
    'degC, °C, ºC, deg C, celsius, degree celsius, degrees celsius, deg_C',
    { offset: '273.15' },
  ),
  row(
    'degree_Fahrenheit',
    { temperature: 1 },
    '0.55555555555555555555555555555555555555555555555556',
    'degF, °F, ºF, deg F, fahrenheit, degree fahrenheit, degrees fahrenheit',
    { offset: '459.67' },
  ),

  row('mole', { amount: 1 }, '1', 'mol, moles', scaled('mol', 'mole, moles')),
  row('equivalent', { amount: 1 }, '1', 'eq', scaled('eq', '')),
  row('molar', { amount: 1, length: -3 }, '1000', 'M'),

  row('ampere', { current: 1 }, '1', 'A, amp, amps, amperes', scaled('A', 'ampere, amperes')),
  row('siemens', { mass: -1, length: -2, time: 3, current: 2 }, '1', 'S', scaled('S', '')),
  row('volt', { mass: 1, length: 2, time: -3, current: -1 }, '1', 'V, volts', scaled('V', 'volt, volts')),

  row('degree', { angle: 1 }, '1', 'deg, °, degrees'),
  row('becquerel', { time: -1 }, '1', 'Bq', scaled('Bq', '')),
  row('sievert', { length: 2, time: -2 }, '1', 'Sv', scaled('Sv', '')),
  ...currencies.map((code) => row(code, { [`currency:${code}`]: 1 }, '1', '')),
];

/** SI prefixes by symbol and by name, largest names first where one begins like another. */
export const prefixes: readonly {
  readonly symbol: string;
  readonly name: string;
  readonly factor: string;
}[] = [
  { symbol: 'G', name: 'giga', factor: '1e9' },
  { symbol: 'M', name: 'mega', factor: '1e6' },
  { symbol: 'k', name: 'kilo', factor: '1e3' },
  { symbol: 'h', name: 'hecto', factor: '1e2' },
  { symbol: 'd', name: 'deci', factor: '1e-1' },
  { symbol: 'c', name: 'centi', factor: '1e-2' },
  { symbol: 'm', name: 'milli', factor: '1e-3' },
  { symbol: 'µ', name: 'micro', factor: '1e-6' },
  // What a keyboard without µ gives.
  { symbol: 'u', name: 'micro', factor: '1e-6' },
  { symbol: 'n', name: 'nano', factor: '1e-9' },
  { symbol: 'p', name: 'pico', factor: '1e-12' },
];

/** Names with several meanings in the field, and what to write instead. */
export const ambiguousNames: ReadonlyMap<string, string> = new Map([
  ['ton', 'write t (1000 kg), short ton (907.18474 kg) or long ton (1016.0469088 kg)'],
  ['tons', 'write t (1000 kg), short ton (907.18474 kg) or long ton (1016.0469088 kg)'],
  ['gal', 'write US gal (3.785411784 L) or imperial gal (4.54609 L)'],
  ['gals', 'write US gal (3.785411784 L) or imperial gal (4.54609 L)'],
  ['gallon', 'write US gal (3.785411784 L) or imperial gal (4.54609 L)'],
  ['gallons', 'write US gal (3.785411784 L) or imperial gal (4.54609 L)'],
  ['oz', 'write ounce for a mass; fluid ounces are not known, write mL'],
  ['MT', 'write t for a metric ton, or Mt for a million of them'],
  ['mt', 'write t for a metric ton, or Mt for a million of them'],
  ['CO2', 'write kgCO2e for the unit of accounting, or kg alone for a mass of carbon dioxide'],
]);
