import type { Decimal } from 'decimal.js';
import { combine, dimensionKey } from './dimension.js';
import { parseUnit, unitOf } from './parse-unit.js';
import { add, addInto, none, scale, type Sensitivities, type Sensitivity } from './sensitivities.js';
import { convert, DimensionError, Exact, sameDimension, UnitError, type Unit } from './unit.js';

/** The same pairs of units meet in every row. */
const compounds = new WeakMap<Unit, WeakMap<Unit, Map<1 | -1, Unit>>>();

/** The unit of a product or quotient. */
function compound(left: Unit, right: Unit, power: 1 | -1): Unit {
  const ofLeft = compounds.get(left) ?? new WeakMap<Unit, Map<1 | -1, Unit>>();
  compounds.set(left, ofLeft);
  const ofPair = ofLeft.get(right) ?? new Map<1 | -1, Unit>();
  ofLeft.set(right, ofPair);
  const known = ofPair.get(power);
  if (known !== undefined) return known;
  const made = makeCompound(left, right, power);
  ofPair.set(power, made);
  return made;
}

/** The coherent unit of which the other is the square. @throws RangeError where there is none. */
function squareRootOf(unit: Unit): Unit {
  const factors = Object.entries(unit.dimension).map(([base, power = 0]) => {
    if (power % 2 !== 0)
      throw new RangeError(`${unit.canonical} is no square of a unit, so its root has none`);
    return `${coherentUnits[base] ?? base.replace('currency:', '')}^${power / 2}`;
  });
  return unitOf(factors.length === 0 ? 'dimensionless' : factors.join(' * '));
}

const coherentUnits: Readonly<Record<string, string>> = {
  mass: 'kg',
  length: 'm',
  time: 's',
  amount: 'mol',
  temperature: 'K',
  current: 'A',
  co2e: 'kgCO2e',
  angle: 'rad',
};

/** Pure numbers leave the other unit as it is written. */
function makeCompound(left: Unit, right: Unit, power: 1 | -1): Unit {
  if (right.canonical === 'dimensionless') return left;
  const dimension = combine(left.dimension, right.dimension, power);
  if (dimensionKey(dimension) === '' && left.factor.equals(right.factor)) return unitOf('dimensionless');
  const written = `(${left.canonical}) ${power === 1 ? '*' : '/'} (${right.canonical})`;
  const parsed = parseUnit(left.canonical === 'dimensionless' && power === 1 ? right.canonical : written);
  if (parsed.ok) return parsed.unit;
  // Too long to be read; units are told by what they are and not by name.
  return {
    canonical: written,
    dimension,
    factor: left.factor.times(right.factor.pow(power)),
    offset: new Exact(0),
  };
}

/**
 * A magnitude with its unit that remembers which measured values it hangs on, and how steeply: so its standard
 * deviation follows by first-order propagation (JCGM 100:2008, 5.1.2), a value that is used twice counted as one.
 * Immutable. Magnitudes are exact decimals; derivatives are doubles.
 */
export class Quantity {
  /** A whole number stays the double that it is, which is exact, until somebody asks for the decimal. */
  #magnitude: Decimal | number;
  readonly unit: Unit;
  /** By measured value; derivatives and deviations in coherent base units. */
  readonly #sensitivities: Sensitivities;

  private constructor(magnitude: Decimal | number, unit: Unit, sensitivities: Sensitivities) {
    this.#magnitude = magnitude;
    this.unit = unit;
    this.#sensitivities = sensitivities;
  }

  get magnitude(): Decimal {
    return (this.#magnitude = exact(this.#magnitude));
  }

  /** A number that is known exactly, or whose uncertainty is not looked at. */
  static constant(magnitude: Decimal.Value, unit: Unit): Quantity {
    return new Quantity(isWhole(magnitude) ? magnitude : new Exact(magnitude), unit, none);
  }

  /** A measured value. `key` tells it from every other; the standard deviation is in `unit`. */
  static measured(
    key: string,
    magnitude: Decimal.Value,
    unit: Unit,
    standardDeviation: Decimal.Value | null,
  ): Quantity {
    const deviation =
      standardDeviation === null ? null : new Exact(standardDeviation).times(unit.factor).toNumber();
    return new Quantity(
      isWhole(magnitude) ? magnitude : new Exact(magnitude),
      unit,
      new Map([[key, { derivative: 1, standardDeviation: deviation }]]),
    );
  }

  /** In `unit`; null where no value it hangs on has one. */
  get standardDeviation(): number | null {
    const known = [...this.#sensitivities.values()].some(
      ({ standardDeviation }) => standardDeviation !== null,
    );
    if (!known) return null;
    const variance = this.contributions().reduce((sum, part) => sum + part.variance, 0);
    return Math.sqrt(variance);
  }

  /** The variance that each measured value brings, in `unit` squared. */
  contributions(): readonly { readonly key: string; readonly variance: number }[] {
    const factor = this.unit.factor.toNumber();
    return [...this.#sensitivities].map(([key, { derivative, standardDeviation }]) => ({
      key,
      variance: ((derivative * (standardDeviation ?? 0)) / factor) ** 2,
    }));
  }

  /** The sum, in the unit of this one. @throws DimensionError where the other measures something else. */
  plus(other: Quantity): Quantity {
    return this.#sum(other, 1, 'add');
  }

  /** The difference, in the unit of this one. @throws DimensionError where the other measures something else. */
  minus(other: Quantity): Quantity {
    return this.#sum(other, -1, 'subtract');
  }

  #sum(other: Quantity, sign: 1 | -1, act: string): Quantity {
    if (!sameDimension(this.unit, other.unit)) throw new DimensionError(act, this.unit, other.unit);
    const sensitivities = add(this.#sensitivities, scale(other.#sensitivities, sign));
    return new Quantity(Quantity.#plus(this.#magnitude, other, this.unit, sign), this.unit, sensitivities);
  }

  /** A sum, or a difference, in `unit`; a whole number where both are, as most weights. */
  static #plus(sum: Decimal | number, term: Quantity, unit: Unit, sign: 1 | -1): Decimal | number {
    const added = term.#magnitude;
    if (typeof sum === 'number' && typeof added === 'number' && term.unit === unit) {
      const whole = sum + sign * added;
      if (isWhole(whole)) return whole;
    }
    const span = spanIn(term, unit);
    return sign === 1 ? exact(sum).plus(span) : exact(sum).minus(span);
  }

  /** The product, in the product of the units. */
  times(other: Quantity): Quantity {
    const unit = compound(this.unit, other.unit, 1);
    const own = scale(this.#sensitivities, other.#base().toNumber());
    const others = scale(other.#sensitivities, this.#base().toNumber());
    return Quantity.#ofBase(this.#base().times(other.#base()), unit, add(own, others));
  }

  /** @throws RangeError where the divisor is zero. */
  dividedBy(other: Quantity): Quantity {
    const divisor = other.#base();
    if (divisor.isZero()) throw new RangeError(`division by zero ${other.unit.canonical}`);
    const unit = compound(this.unit, other.unit, -1);
    const value = this.#base().dividedBy(divisor);
    const own = scale(this.#sensitivities, 1 / divisor.toNumber());
    const others = scale(other.#sensitivities, -value.dividedBy(divisor).toNumber());
    return Quantity.#ofBase(value, unit, add(own, others));
  }

  /** The same with the other sign. */
  negated(): Quantity {
    return new Quantity(this.magnitude.negated(), this.unit, scale(this.#sensitivities, -1));
  }

  /** A whole power. @throws RangeError for another. */
  power(exponent: number): Quantity {
    if (!Number.isInteger(exponent) || Math.abs(exponent) > 9)
      throw new RangeError(`${exponent} is not a whole power from -9 to 9`);
    const one = Quantity.constant(1, unitOf('dimensionless'));
    const raised = Array.from({ length: Math.abs(exponent) }).reduce<Quantity>(
      (product) => product.times(this),
      one,
    );
    return exponent < 0 ? one.dividedBy(raised) : raised;
  }

  /**
   * The square root, in the coherent unit: of ha, m.
   * @throws RangeError for a negative value, for an uncertain 0, whose root has no first-order deviation, and for a unit
   * that is no square.
   */
  squareRoot(): Quantity {
    const base = this.#base();
    if (base.lessThan(0)) throw new RangeError('the square root of a negative value');
    const unit = squareRootOf(this.unit);
    const root = base.squareRoot();
    if (root.isZero() && this.standardDeviation !== null)
      throw new RangeError('the square root of 0 has no standard deviation');
    const derivative = root.isZero() ? 0 : 1 / (2 * root.toNumber());
    return Quantity.#ofBase(root, unit, scale(this.#sensitivities, derivative));
  }

  /** The same quantity in another unit. @throws DimensionError where that measures something else. */
  to(unit: Unit): Quantity {
    return new Quantity(convert(this.magnitude, this.unit, unit), unit, this.#sensitivities);
  }

  /** A function of a pure number, with its derivative. @throws UnitError for anything that has a dimension. */
  apply(value: (x: number) => number, derivative: (x: number) => number): Quantity {
    if (dimensionKey(this.unit.dimension) !== '')
      throw new UnitError(`a pure number is wanted here, not ${this.unit.canonical}`);
    const x = this.#base().toNumber();
    return new Quantity(
      new Exact(value(x)),
      unitOf('dimensionless'),
      scale(this.#sensitivities, derivative(x)),
    );
  }

  /** -1 where this one is less, 1 where it is more. @throws DimensionError where the other measures something else. */
  compare(other: Quantity): -1 | 0 | 1 {
    if (!sameDimension(this.unit, other.unit)) throw new DimensionError('compare', this.unit, other.unit);
    const order = this.magnitude.comparedTo(convert(other.magnitude, other.unit, this.unit));
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }

  /** @throws RangeError for an empty sum without a unit. */
  static sum(terms: Iterable<Quantity>, unitIfEmpty?: Unit): Quantity {
    let unit: Unit | null = null;
    let magnitude: Decimal | number = 0;
    const sensitivities = new Map<string, Sensitivity>();
    for (const term of terms) {
      if (unit === null) {
        unit = term.unit;
        magnitude = term.#magnitude;
      } else {
        if (!sameDimension(unit, term.unit)) throw new DimensionError('add', unit, term.unit);
        magnitude = Quantity.#plus(magnitude, term, unit, 1);
      }
      addInto(sensitivities, term.#sensitivities);
    }
    if (unit !== null) return new Quantity(magnitude, unit, sensitivities);
    if (unitIfEmpty === undefined) throw new RangeError('there is nothing to add up');
    return Quantity.constant(0, unitIfEmpty);
  }

  /** The arithmetic mean. @throws RangeError for none. */
  static mean(terms: readonly Quantity[]): Quantity {
    const [first] = terms;
    if (first === undefined) throw new RangeError('there is nothing to take the mean of');
    // A mean of temperatures is one of absolute ones: two readings of 10 and 20 degC have the mean 15 degC.
    const absolute = terms.map((term) => (term.unit.offset.isZero() ? term : term.to(unitOf('kelvin'))));
    const mean = Quantity.sum(absolute).dividedBy(Quantity.constant(terms.length, unitOf('dimensionless')));
    return first.unit.offset.isZero() ? mean : mean.to(first.unit);
  }

  /** The least. @throws RangeError for none. */
  static min(terms: readonly Quantity[]): Quantity {
    return extreme(terms, -1);
  }

  /** The greatest. @throws RangeError for none. */
  static max(terms: readonly Quantity[]): Quantity {
    return extreme(terms, 1);
  }

  /** In coherent base units: a temperature is multiplied as an absolute one, whatever scale it is written on. */
  #base(): Decimal {
    return this.magnitude.plus(this.unit.offset).times(this.unit.factor);
  }

  static #ofBase(base: Decimal, unit: Unit, sensitivities: Sensitivities): Quantity {
    return new Quantity(base.dividedBy(unit.factor).minus(unit.offset), unit, sensitivities);
  }
}

/** A number that a double holds exactly, and the sums of which it tells from those that it cannot hold. */
function isWhole(magnitude: Decimal.Value): magnitude is number {
  return typeof magnitude === 'number' && Number.isSafeInteger(magnitude);
}

function exact(magnitude: Decimal | number): Decimal {
  return typeof magnitude === 'number' ? new Exact(magnitude) : magnitude;
}

/** What is added to a quantity in `unit`: between temperature scales a sum is of differences. */
function spanIn(other: Quantity, unit: Unit): Decimal {
  return other.unit === unit || other.unit.factor.equals(unit.factor)
    ? other.magnitude
    : other.magnitude.times(other.unit.factor).dividedBy(unit.factor);
}

function extreme(terms: readonly Quantity[], wanted: -1 | 1): Quantity {
  const [first, ...rest] = terms;
  if (first === undefined) throw new RangeError('there is nothing to choose from');
  return rest.reduce((best, term) => (term.compare(best) === wanted ? term : best), first);
}
