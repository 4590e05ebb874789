import { Exact, type Unit } from './unit.js';
import { prefixes, unitTable, type UnitRow } from './unit-table.js';

function unitOfRow(row: UnitRow): Unit {
  return {
    canonical: row.canonical,
    dimension: row.dimension,
    factor: new Exact(row.factor),
    offset: new Exact(row.offset ?? 0),
  };
}

/** A prefixed unit's canonical name is `milli` + `gram`, as the registry writes it. */
function prefixedUnits(row: UnitRow): readonly (readonly [string, Unit])[] {
  const { prefixed } = row;
  if (prefixed === undefined) return [];
  return prefixes.flatMap((prefix) => {
    const unit = {
      ...unitOfRow(row),
      canonical: `${prefix.name}${row.canonical}`,
      factor: new Exact(row.factor).times(prefix.factor),
    };
    return [
      ...prefixed.symbols.map((symbol) => [`${prefix.symbol}${symbol}`, unit] as const),
      ...prefixed.names.map((name) => [`${prefix.name}${name}`, unit] as const),
      [unit.canonical, unit] as const,
    ];
  });
}

/** Every spelling there is. A spelling of the table itself wins over one that a prefix makes. */
const spellings: ReadonlyMap<string, Unit> = new Map([
  ...unitTable.flatMap(prefixedUnits),
  ...unitTable.flatMap((row) => {
    const unit = unitOfRow(row);
    return row.names.map((name) => [name, unit] as const);
  }),
]);

/** Only whole words may be written in any case: `mW` and `MW` are a thousand million apart. */
const words: ReadonlyMap<string, Unit> = new Map(
  [...spellings]
    .filter(([name]) => /^[a-z_ -]{5,}$/i.test(name))
    .map(([name, unit]) => [name.toLowerCase(), unit]),
);

/** The unit of one spelling, without any arithmetic; null where nobody calls a unit that. */
export function findUnit(name: string): Unit | null {
  return spellings.get(name) ?? words.get(name.toLowerCase()) ?? null;
}

/** Spellings of more than one word, longest first, for the parser to find before it splits at blanks. */
export const phrases: readonly string[] = [...spellings.keys()]
  .filter((name) => name.includes(' '))
  .toSorted((a, b) => b.length - a.length);
