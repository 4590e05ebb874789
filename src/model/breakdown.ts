/** What the components of one group bring to an entry. */
export interface GroupShare {
  readonly group: string;
  /** How many components' flux is in `co2e_kg`. */
  readonly components: number;
  /** How many have a flux that cannot be worked out here. */
  readonly unknown: number;
  /** In kg CO2e; what is removed is positive, what is emitted negative. */
  readonly co2e_kg: number;
}

/** What one datapoint brings to the standard deviation of an entry. */
export interface Deviation {
  /** Our reference where the datapoint has one, else the registry's name or id. */
  readonly datapoint: string;
  /** In kg CO2e; the squares add up to the variance of what was worked out. */
  readonly standard_deviation_kg: number;
}

/**
 * How an entry's net removal comes about, worked out from what the registry holds by the blueprints' published
 * formulas. The registry itself says only the total: where a formula is not known the parts do not add up to it.
 */
export interface EntryBreakdown {
  readonly reference: string;
  readonly groups: readonly GroupShare[];
  readonly deviations: readonly Deviation[];
}
