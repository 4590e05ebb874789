import { tidy } from '../normal-text.js';
import type { Locale } from './locale.js';
import { readDigits } from './number-text.js';

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
const numberThenRest = /^([+\-\u2212]?\s*(?:\d[\d.,'\u2019 ]*|[.,]\d+)(?:[eE][+-]?\d{1,3})?)(.*)$/s;

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
  const shape = numberThenRest.exec(main.trim());
  if (shape?.[1] === undefined)
    return unreadable(original, 'is not a number; if it means that there is no value, list it under missing');
  const digits = readDigits(shape[1], locale);
  if (!digits.ok) return digits;
  const deviation = deviationText === undefined ? null : readDeviation(deviationText.trim(), locale);
  if (deviation !== null && 'ok' in deviation)
    return unreadable(original, `: what follows ± is not a number`);
  const unit = (shape[2] ?? '').trim();
  const trailing = deviation?.unit ?? '';
  return {
    ok: true,
    digits: digits.digits,
    unit: unit !== '' ? unit : trailing === '' ? null : trailing,
    bound: bound === undefined ? null : bound.startsWith('<') || bound === '≤' ? 'below' : 'above',
    deviation: deviation === null ? null : { digits: deviation.digits, relative: deviation.relative },
  };
}

function readDeviation(
  text: string,
  locale: Locale,
): { digits: string; relative: boolean; unit: string } | { ok: false } {
  const shape = numberThenRest.exec(text);
  if (shape?.[1] === undefined) return { ok: false };
  const digits = readDigits(shape[1], locale);
  if (!digits.ok) return { ok: false };
  const unit = (shape[2] ?? '').trim();
  return { digits: digits.digits, relative: unit === '%', unit: unit === '%' ? '' : unit };
}
