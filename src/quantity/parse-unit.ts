import { combine } from './dimension.js';
import { findUnit } from './find-unit.js';
import { Exact, UnitError, type Unit } from './unit.js';
import { ambiguousNames } from './unit-table.js';
import { tokenize, type Token } from './tokens.js';

/** A unit, or why the text is none. */
export type UnitParse =
  | { readonly ok: true; readonly unit: Unit }
  | { readonly ok: false; readonly problem: 'unknown' | 'ambiguous' | 'syntax'; readonly message: string };

type Problem = Extract<UnitParse, { ok: false }>;

/** A unit that cannot be read, on its way out of the parser. */
class Unreadable extends Error {
  readonly problem: Problem;

  constructor(problem: Problem['problem'], message: string) {
    super(message);
    this.problem = { ok: false, problem, message };
  }
}

const dimensionless: Unit = {
  canonical: 'dimensionless',
  dimension: {},
  factor: new Exact(1),
  offset: new Exact(0),
};

/** A factor of the product being read: its canonical name and the power it has. */
interface Factor {
  readonly name: string;
  readonly power: number;
}

interface Product {
  readonly unit: Unit;
  readonly factors: readonly Factor[];
}

/** In a product a temperature is a difference: 2 W/degC is 2 W/K. */
function withoutOffset(unit: Unit): Unit {
  return { ...unit, offset: new Exact(0) };
}

function multiply(left: Product, right: Product, power: number): Product {
  return {
    unit: {
      canonical: '',
      dimension: combine(left.unit.dimension, right.unit.dimension, power),
      factor: left.unit.factor.times(right.unit.factor.pow(power)),
      offset: new Exact(0),
    },
    factors: gather([
      ...left.factors,
      ...right.factors.map((factor) => ({ ...factor, power: factor.power * power })),
    ]),
  };
}

/** What stands above and below the line alike is taken out: t * km * (kgCO2e / t / km) is kgCO2e. */
function gather(factors: readonly Factor[]): readonly Factor[] {
  const powers = new Map<string, number>();
  for (const { name, power } of factors) powers.set(name, (powers.get(name) ?? 0) + power);
  return [...powers].filter(([, power]) => power !== 0).map(([name, power]) => ({ name, power }));
}

function nameOf(factors: readonly Factor[]): string {
  const write = ({ name, power }: Factor, sign: 1 | -1) =>
    power * sign === 1 ? name : `${name} ** ${power * sign}`;
  const over = factors.filter(({ power }) => power > 0).map((factor) => write(factor, 1));
  const under = factors.filter(({ power }) => power < 0).map((factor) => write(factor, -1));
  return [over.length === 0 ? '1' : over.join(' * '), ...under].join(' / ');
}

/** A recursive descent over `product = power { ('*' | '/' | ' ') power }`; the text is bounded by the caller. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #text: string;
  #place = 0;

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  parse(): Product {
    const product = this.#product();
    if (this.#place < this.#tokens.length)
      throw new Unreadable('syntax', `"${this.#text}" has a bracket too many`);
    return product;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#place];
  }

  #product(): Product {
    let product = this.#power();
    for (let next = this.#peek(); next !== undefined && next.type !== 'close'; next = this.#peek()) {
      const over = next.type === 'over';
      if (over || next.type === 'times') this.#place += 1;
      product = multiply(product, this.#power(), over ? -1 : 1);
    }
    return product;
  }

  #power(): Product {
    const base = this.#atom();
    if (this.#peek()?.type !== 'power') return base;
    this.#place += 1;
    const exponent = this.#peek();
    const power = exponent?.type === 'number' ? Number(exponent.text) : Number.NaN;
    if (!Number.isInteger(power) || Math.abs(power) > 9) {
      throw new Unreadable(
        'syntax',
        `"${this.#text}" has an exponent that is not a whole number from -9 to 9`,
      );
    }
    this.#place += 1;
    return multiply({ unit: dimensionless, factors: [] }, base, power);
  }

  #atom(): Product {
    const token = this.#peek();
    this.#place += 1;
    switch (token?.type) {
      case 'name':
        return this.#named(token.text);
      case 'number': {
        const factor = new Exact(token.text);
        // `kg m -3` is nobody's factor of -3, nor is `5-10 kg` a unit.
        if (!factor.greaterThan(0))
          throw new Unreadable(
            'syntax',
            `"${this.#text}" has the factor ${token.text}, and a unit's factor is above 0: write an exponent as m^-3`,
          );
        const factors = factor.equals(1) ? [] : [{ name: factor.toString(), power: 1 }];
        const number: Product = { unit: { ...dimensionless, factor }, factors };
        // `meq/100g` is per 100 g: a number belongs to the name that follows it.
        return this.#peek()?.type === 'name' ? multiply(number, this.#power(), 1) : number;
      }
      case 'open': {
        const inner = this.#product();
        if (this.#peek()?.type !== 'close')
          throw new Unreadable('syntax', `"${this.#text}" has an open bracket`);
        this.#place += 1;
        return inner;
      }
      case undefined:
        throw new Unreadable('syntax', `"${this.#text}" ends where a unit should follow`);
      case 'times':
      case 'over':
      case 'power':
      case 'close':
      case 'co2e':
        throw new Unreadable(
          'syntax',
          `"${this.#text}" is not written as a unit: write units with * / ^ and brackets, as kg/m^3`,
        );
    }
  }

  #named(name: string): Product {
    const choices = ambiguousNames.get(name);
    if (choices !== undefined)
      throw new Unreadable('ambiguous', `"${name}" has several meanings: ${choices}`);
    const unit = findUnit(name);
    if (unit === null) throw new Unreadable('unknown', `"${name}" is not a known unit`);
    if (this.#peek()?.type !== 'co2e')
      return {
        unit,
        factors: unit.canonical === dimensionless.canonical ? [] : [{ name: unit.canonical, power: 1 }],
      };
    this.#place += 1;
    return co2e(unit, this.#text);
  }
}

const shortNames: ReadonlyMap<string, string> = new Map([
  ['gram', 'g'],
  ['kilogram', 'kg'],
  ['metric_ton', 't'],
]);

/** A mass of CO2e: the mass unit's factor, in a dimension of its own. */
function co2e(unit: Unit, text: string): Product {
  if (unit.dimension.mass !== 1 || Object.keys(unit.dimension).length !== 1) {
    throw new Unreadable('syntax', `"${text}": CO2e is counted in a unit of mass, as kgCO2e`);
  }
  const canonical = `${shortNames.get(unit.canonical) ?? unit.canonical}CO2e`;
  return { unit: { ...unit, canonical, dimension: { co2e: 1 } }, factors: [{ name: canonical, power: 1 }] };
}

function read(text: string): UnitParse {
  if (text.length > 120)
    return { ok: false, problem: 'syntax', message: `"${text.slice(0, 40)}…" is too long for a unit` };
  const alone = findUnit(text);
  if (alone !== null) return { ok: true, unit: alone };
  const { tokens, unread } = tokenize(text);
  if (unread !== '')
    return { ok: false, problem: 'syntax', message: `"${text}" has a sign that no unit has, at "${unread}"` };
  try {
    const { unit, factors } = new Parser(tokens, text).parse();
    const [only] = factors;
    const single = factors.length === 1 && only?.power === 1 ? findUnit(only.name) : null;
    if (single !== null) return { ok: true, unit: single };
    return {
      ok: true,
      unit: withoutOffset({ ...unit, canonical: factors.length === 0 ? 'dimensionless' : nameOf(factors) }),
    };
  } catch (error) {
    if (error instanceof Unreadable) return error.problem;
    throw error;
  }
}

const cache = new Map<string, UnitParse>();
const mostCached = 2000;

/**
 * Reads a unit in any of its spellings: symbols, names, plurals, SI prefixes, products, quotients, powers. Nothing
 * at all is a pure number. A name with several meanings is a problem that says the choices.
 */
export function parseUnit(text: string | null): UnitParse {
  const key = (text ?? '').trim();
  if (key === '') return { ok: true, unit: dimensionless };
  const known = cache.get(key);
  if (known !== undefined) return known;
  const parsed = read(key);
  if (cache.size >= mostCached) cache.clear();
  cache.set(key, parsed);
  return parsed;
}

/** A unit that our own code writes. @throws UnitError where it does not parse: a bug. */
export function unitOf(text: string): Unit {
  const parsed = parseUnit(text);
  if (parsed.ok) return parsed.unit;
  throw new UnitError(parsed.message);
}
