import { Decimal } from 'decimal.js';
import { convert, parseUnit, type Quantity, type Unit } from '../quantity/index.js';
import type { DeviationDefinition } from './schema/columns.js';
import { ExpressionFault } from './values.js';

/** How the standard deviation of a value follows. */
export type Deviation =
  | { readonly form: 'absolute'; readonly value: Decimal; readonly unit: Unit | null }
  | { readonly form: 'relative'; readonly share: Decimal }
  | { readonly form: 'column'; readonly key: string; readonly k: number; readonly relative: boolean };

/** Compiles `sd` or `relative_sd`; a text says what is wrong. Whether a column is there is not looked at. */
export function compileDeviation(
  sd: DeviationDefinition | undefined,
  relative: number | undefined,
): Deviation | null | string {
  if (relative !== undefined && sd !== undefined) return 'sd and relative_sd exclude each other';
  if (relative !== undefined) return { form: 'relative', share: new Decimal(relative) };
  if (sd === undefined) return null;
  if (typeof sd === 'number') return { form: 'absolute', value: new Decimal(sd), unit: null };
  if (typeof sd === 'string') return fromText(sd, new Decimal(1));
  if ('column' in sd) return { form: 'column', key: sd.column, k: sd.k, relative: sd.relative ?? false };
  if ('limit' in sd) return fromText(sd.limit, new Decimal(3).sqrt());
  return fromText(sd.value, new Decimal(sd.k));
}

function fromText(text: string, divisor: Decimal): Deviation | string {
  const digits = /^\s*\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(text)?.[0];
  if (digits === undefined) return `"${text}" is not a number with a unit, as "20 kg" or "2 %"`;
  const number = new Decimal(digits.trim()).dividedBy(divisor);
  const unit = text.slice(digits.length).trim();
  if (unit === '%') return { form: 'relative', share: number.dividedBy(100) };
  if (unit === '') return { form: 'absolute', value: number, unit: null };
  const parsed = parseUnit(unit);
  return parsed.ok ? { form: 'absolute', value: number, unit: parsed.unit } : parsed.message;
}

/** A difference in one unit as a difference in another: offsets (degC) play no part. */
export function scaleDifference(value: Decimal, from: Unit, to: Unit): Decimal {
  const zero = convert(0, from, to);
  return convert(value, from, to).minus(zero);
}

/** The standard deviation of a value, in the value's unit. `column` reads another column of the same row. */
export function deviationOf(
  deviation: Deviation,
  magnitude: Decimal,
  unit: Unit,
  column: (key: string) => Quantity | null,
): Decimal | null {
  switch (deviation.form) {
    case 'absolute':
      return deviation.unit === null
        ? deviation.value
        : scaleDifference(deviation.value, deviation.unit, unit);
    case 'relative':
      return magnitude.abs().times(deviation.share);
    case 'column': {
      const stated = column(deviation.key);
      if (stated === null) return null;
      if (stated.magnitude.isNegative())
        throw new ExpressionFault(`the uncertainty in ${deviation.key} is negative`);
      const value = stated.magnitude.dividedBy(deviation.k);
      if (!deviation.relative) return scaleDifference(value, stated.unit, unit);
      return magnitude.abs().times(value.times(stated.unit.factor));
    }
  }
}
