import { Decimal } from 'decimal.js';
import { convert, type Unit, unitOf } from '../../quantity/index.js';
import { scaleDifference } from '../deviation.js';
import type { CompiledColumn } from '../tables/compiled-table.js';
import { sameUnit, type UnitReader } from '../tables/unit-text.js';
import {
  type CellQuantity,
  type CellQuantityResult,
  isFraction,
  needUnit,
  type Place,
  plainNumber,
} from './quantity-cell.js';
import { type QuantityText, readQuantityText } from './quantity-text.js';

const percent = unitOf('%');

type Read = Extract<QuantityText, { ok: true }>;

/** The unit that the text states itself, if it does, and the one in which the value is kept. */
interface TextUnit {
  readonly stated: Unit | null;
  readonly target: Unit;
}

/** Reads a cell of a quantity column that is text: `1,148.5`, `59793 MT`, `<0.4`, `3.8 ± 0.2`, `48 %`. */
export function textQuantity(
  original: string,
  unit: Unit | null,
  column: CompiledColumn,
  units: UnitReader,
  place: Place,
): CellQuantityResult {
  const text = readQuantityText(withLimit(original, column, place), column.locale);
  if (!text.ok) {
    place.row.report(
      text.code === 'number-ambiguous' ? 'number-ambiguous' : 'number-unreadable',
      text.message,
      place.at,
    );
    return undefined;
  }
  if (!Number.isFinite(Number(text.digits))) {
    place.row.report('number-unreadable', `"${original}" is too large a number`, place.at);
    return undefined;
  }
  const own = textUnit(original, text, unit, column, units, place);
  if (own === undefined) return undefined;
  const number =
    own.stated === null
      ? plainNumber(Number(text.digits), own.target, column)
      : { magnitude: convert(text.digits, own.stated, own.target).toNumber(), unit: own.target };
  if (text.bound !== null) return censored(original, number, text.bound, column, place);
  const deviation = inlineDeviation(original, text, number.magnitude, own, column, place);
  if (deviation === undefined) return undefined;
  return {
    ...number,
    deviation,
    notation: text.unit === null ? 'plain' : text.unit === '%' ? 'percent' : 'unit',
  };
}

/** `BDL` with its limit in another column becomes `<limit`. */
function withLimit(original: string, column: CompiledColumn, place: Place): string {
  const words = column.definition.below_words;
  const folded = original.trim().toLowerCase();
  if (words?.words.some((word) => word.toLowerCase() === folded) !== true) return original;
  return `<${place.row.textOf(words.limit_column)}`;
}

function textUnit(
  original: string,
  text: Read,
  unit: Unit | null,
  column: CompiledColumn,
  units: UnitReader,
  place: Place,
): TextUnit | undefined {
  if (text.unit === null) {
    const own = needUnit(unit, column, place);
    return own === undefined ? undefined : { stated: null, target: own };
  }
  const parsed = text.unit === '%' ? ({ ok: true, unit: percent } as const) : units(text.unit);
  if (!parsed.ok) {
    place.row.report(
      'number-unreadable',
      `"${original}" holds more than a number, and "${text.unit}" is not a unit known here; if it is this workbook's spelling of one, add it under units`,
      place.at,
    );
    return undefined;
  }
  if (unit === null) return { stated: null, target: parsed.unit };
  const bothShares = isFraction(unit) && isFraction(parsed.unit);
  if (bothShares || sameUnit(unit, parsed.unit)) return { stated: parsed.unit, target: unit };
  place.row.report(
    'unit-disagreement',
    `the cell says ${text.unit}, and the column ${unit.canonical}`,
    place.at,
  );
  return undefined;
}

function censored(
  original: string,
  number: { magnitude: number; unit: Unit },
  bound: 'below' | 'above',
  column: CompiledColumn,
  place: Place,
): CellQuantityResult {
  const policy = bound === 'below' ? column.definition.below_limit : column.definition.above_limit;
  const key = bound === 'below' ? 'below_limit' : 'above_limit';
  if (policy === undefined || policy === 'error') {
    place.row.report(
      'censored-value',
      `"${original}" is a limit, not a value: say what it counts as with ${key}`,
      place.at,
    );
    return undefined;
  }
  const value = (magnitude: number): CellQuantity => ({
    magnitude,
    unit: number.unit,
    deviation: null,
    notation: 'unit',
  });
  const told = (what: string): void => {
    place.row.report(
      'censored-replaced',
      `"${original}" counts as ${what}, as the mapping says (${key}: ${policy})`,
      place.at,
    );
  };
  switch (policy) {
    case 'limit':
      told(`${number.magnitude}`);
      return value(number.magnitude);
    case 'half':
      told(`${number.magnitude / 2}`);
      return value(new Decimal(number.magnitude).dividedBy(2).toNumber());
    case 'zero':
      told('0');
      return value(0);
    case 'missing':
      told('no value');
      return null;
  }
}

function inlineDeviation(
  original: string,
  text: Read,
  magnitude: number,
  own: TextUnit,
  column: CompiledColumn,
  place: Place,
): number | null | undefined {
  if (text.deviation === null) return null;
  const k = column.definition.k;
  if (k === undefined) {
    place.row.report(
      'deviation-unclear',
      `"${original}" states an uncertainty, and nothing says of which kind: add k: 1 to the column if it is a standard deviation, k: 2 if it is the usual expanded uncertainty`,
      place.at,
    );
    return undefined;
  }
  // After a value in per cent, a ± in per cent may be absolute or relative.
  if (text.deviation.relative && isFraction(own.stated ?? own.target)) {
    place.row.report(
      'deviation-unclear',
      `"${original}": ± in % of a value in % may be percentage points or a share of the value: put it into a column of its own`,
      place.at,
    );
    return undefined;
  }
  const stated = new Decimal(text.deviation.digits).dividedBy(k);
  if (text.deviation.relative) return stated.dividedBy(100).times(Math.abs(magnitude)).toNumber();
  return (own.stated === null ? stated : scaleDifference(stated, own.stated, own.target)).toNumber();
}
