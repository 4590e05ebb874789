import { DimensionError, Quantity, unitOf, UnitError } from '../quantity/index.js';

/** The inputs of one component by input key. @throws RangeError where an input is not known. */
export interface FluxInputs {
  readonly one: (key: string) => Quantity;
  readonly many: (key: string) => readonly Quantity[];
}

type Flux = (inputs: FluxInputs) => Quantity;

const pure = unitOf('dimensionless');
const kilogram = unitOf('kg');
const kgCO2e = unitOf('kgCO2e');
const constant = (value: number) => Quantity.constant(value, pure);

function product(...keys: readonly string[]): Flux {
  return ({ one }) => keys.map(one).reduce((total, factor) => total.times(factor));
}

/** Carbon as the CO2 that it came from, by molar mass: 44/12. */
function asCo2e(carbon: Quantity): Quantity {
  const perKilogram = Quantity.constant(1, unitOf('kgCO2e/kg'));
  return carbon.to(kilogram).times(constant(44)).dividedBy(constant(12)).times(perKilogram);
}

/** The mean less its binomial standard error, at most 0.95. */
function inertShare(samples: readonly Quantity[]): Quantity {
  const variance = (s: number) => Math.max(0, s * (1 - s)) / samples.length;
  const share = Quantity.mean(samples)
    .to(pure)
    .apply(
      (s) => s - Math.sqrt(variance(s)),
      (s) => (variance(s) === 0 ? 1 : 1 - (1 - 2 * s) / samples.length / (2 * Math.sqrt(variance(s)))),
    );
  return Quantity.min([share, constant(0.95)]);
}

/** 1 - (-0.048 + (-0.383 + 0.35 ln T) mean(H/C)), at most 0.95; T in degrees Celsius as a pure number. */
function share200(ratios: readonly Quantity[], soil: Quantity): Quantity {
  const celsius = soil.to(unitOf('degC'));
  const [part] = celsius.contributions();
  const plain =
    part === undefined
      ? Quantity.constant(celsius.magnitude, pure)
      : Quantity.measured(part.key, celsius.magnitude, pure, celsius.standardDeviation);
  const slope = plain.apply(
    (t) => 0.35 * Math.log(t) - 0.383,
    (t) => 0.35 / t,
  );
  const lost = slope.times(Quantity.mean(ratios).to(pure)).minus(constant(0.048));
  return Quantity.min([constant(1).minus(lost), constant(0.95)]);
}

const storedBiochar = (share: (inputs: FluxInputs) => Quantity): Flux => {
  return (inputs) => {
    const content = Quantity.mean(inputs.many('carbon_contents')).to(pure);
    return asCo2e(inputs.one('product_mass').times(content).times(share(inputs)));
  };
};

/** The published formulas by blueprint key (`api-facts.md` §4). A blueprint that is missing here is unknown, not zero. */
const formulas: Readonly<Record<string, Flux>> = {
  grid_electricity_use: product('electricity_use', 'grid_carbon_intensity'),
  metered_energy_based_ci_emissions: ({ one }) =>
    one('final_readout').minus(one('initial_readout')).times(one('carbon_intensity')),
  energy_based_ci_emissions: product('energy', 'carbon_intensity'),
  fuel_usage_by_volume: product('volume_of_fuel', 'fuel_combustion_carbon_intensity'),
  fuel_usage_by_mass: product('mass_of_fuel', 'fuel_combustion_carbon_intensity'),
  fuel_consumption_based_transport: ({ one }) =>
    one('distance').times(one('fuel_combustion_carbon_intensity')).dividedBy(one('fuel_economy')),
  transport: product('mass', 'distance', 'carbon_intensity'),
  mass_distance_based_ci_emissions: product('mass_distance', 'carbon_intensity'),
  distance_based_ci_emissions: product('distance', 'carbon_intensity'),
  mass_based_ci_emissions: product('mass', 'carbon_intensity'),
  volume_based_ci_emissions: product('volume', 'carbon_intensity'),
  area_based_emissions: product('area', 'emission_factor'),
  time_based_emissions: product('time', 'emission_factor'),
  currency_based_ci_emissions: product('amount_spent', 'carbon_intensity'),
  ghg_direct_emissions: product('mass_flow', 'concentration', 'global_warming_potential'),
  constant_activity_emissions: product('co2e'),
  constant_loss: product('co2e'),
  calculated_sequestration: product('co2e'),
  carbon_rich_substance_sequestration: ({ one }) => asCo2e(one('product_mass').times(one('carbon_content'))),
  biochar_sequestration_1000_year: storedBiochar(({ many }) => inertShare(many('s_fraction'))),
  biochar_sequestration_200_year_c_org: storedBiochar(({ one, many }) =>
    share200(many('h_c_molar_ratios'), one('soil_temp')),
  ),
  dac_sequestration_constant_co2_mass: ({ one }) =>
    one('co2_mass')
      .to(kilogram)
      .times(Quantity.constant(1, unitOf('kgCO2e/kg'))),
};

/** What a component of a type does to the net removal (`interface.md`, Component, `type`). */
const signs: Readonly<Record<string, 1 | -1>> = {
  SEQUESTRATION: 1,
  ADJUSTMENT: 1,
  ACTIVITY: -1,
  REMOVAL_COUNTERFACTUAL: -1,
  LOSS: -1,
};

/**
 * A component's flux in kg CO2e, removal positive; null where the formula, the type or an input is not known, or the
 * inputs do not come to a mass of CO2e.
 */
export function fluxOf(blueprintKey: string, type: string, inputs: FluxInputs): Quantity | null {
  const [formula, sign] = [formulas[blueprintKey], signs[type]];
  if (formula === undefined || sign === undefined) return null;
  try {
    const flux = formula(inputs).to(kgCO2e).times(constant(sign));
    // A formula beyond what it holds for, as the logarithm of a soil below 0 degrees, comes to no number.
    return flux.magnitude.isFinite() && Number.isFinite(flux.standardDeviation ?? 0) ? flux : null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof UnitError || error instanceof DimensionError)
      return null;
    throw error;
  }
}
