import { tidy } from '../normal-text.js';
import type { Locale } from './locale.js';
import { type DigitsReading, readDigits } from './number-text.js';

/** What a cell of a quantity column says when it is text. */
export type QuantityText =
  | {
      readonly ok: true;
      readonly digits: string;
      /** The unit behind the number, as written; null where there is none. `%` counts as one. */
      readonly unit: string | null;
      readonly bound: 'below' | 'above' | null;
      /** The number behind a ±, and whether it is a percentage of the value. */
      readonly deviation: { readonly digits: string; readonly relative: boolean } | null;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

const boundSign = /^(<=|>=|<|>|≤|≥)\s*/;
const deviationSign = /±|\+\s*\/\s*-|\+\/\u2212/;
const leadingNumber = /^[+\-\u2212]?\s*(?:\d[\d.,'\u2019 ]*|[.,]\d+)(?:[eE][+-]?\d{1,3})?/;

function unreadable(text: string, why: string): QuantityText {
  return { ok: false, code: 'number-unreadable', message: `"${text}" ${why}` };
}

function isRange(text: string): boolean {
  return /^[\d.,' ]*\d\s*(?:-|–|—|to|bis|à)\s*[\d.,' ]*\d/i.test(text);
}

/** Takes a text apart into bound, number, unit and deviation. The number itself is read in the declared locale. */
export function readQuantityText(original: string, locale: Locale): QuantityText {
  const text = tidy(original);
  const bound = boundSign.exec(text)?.[1];
  const rest = bound === undefined ? text : text.replace(boundSign, '');
  const [main = '', deviationText, extra] = rest.split(deviationSign);
  if (extra !== undefined) return unreadable(original, 'holds more than one ±: one cell, one value');
  if (isRange(main)) return unreadable(original, 'is a range: a cell must hold one value');
  const value = numberAndRest(main.trim(), locale);
  if (value === null)
    return unreadable(original, 'is not a number; if it means that there is no value, list it under missing');
  const { digits } = value;
  if (!digits.ok) return digits;
  const deviation = deviationText === undefined ? null : readDeviation(deviationText.trim(), locale);
  if (deviation !== null && 'ok' in deviation) return unreadable(original, 'holds no number behind ±');
  const trailing = deviation?.unit ?? '';
  return {
    ok: true,
    digits: digits.digits,
    unit: value.rest !== '' ? value.rest : trailing === '' ? null : trailing,
    bound: bound === undefined ? null : bound.startsWith('<') || bound === '≤' ? 'below' : 'above',
    deviation: deviation === null ? null : { digits: deviation.digits, relative: deviation.relative },
  };
}

/** What a text begins with, and what stands behind; null where it begins with no number. */
function numberAndRest(
  text: string,
  locale: Locale,
): { readonly digits: DigitsReading; readonly rest: string } | null {
  const number = leadingNumber.exec(text)?.[0];
  if (number === undefined) return null;
  return { digits: readDigits(number, locale), rest: text.slice(number.length).trim() };
}

function readDeviation(
  text: string,
  locale: Locale,
): { digits: string; relative: boolean; unit: string } | { ok: false } {
  const value = numberAndRest(text, locale);
  if (value?.digits.ok !== true) return { ok: false };
  const relative = value.rest === '%';
  return { digits: value.digits.digits, relative, unit: relative ? '' : value.rest };
}
