import { tidy } from '../normal-text.js';
import type { Locale } from './locale.js';

/** Digits as a plain decimal (`-1148.5`, `2.3e2`), or what is wrong with them. */
export type DigitsReading =
  | { readonly ok: true; readonly digits: string }
  | { readonly ok: false; readonly code: 'number-ambiguous' | 'number-unreadable'; readonly message: string };

const groupSigns = [',', '.', ' ', "'"] as const;

/** Around the digits: an exponent is undefined where there is none. */
interface Parts {
  readonly sign: '-' | '';
  readonly exponent: string | undefined;
}

function good({ sign, exponent }: Parts, whole: string, fraction: string): DigitsReading {
  const digits = `${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
  return { ok: true, digits: [sign, digits, exponent].join('') };
}

function bad(text: string, why: string): DigitsReading {
  return { ok: false, code: 'number-unreadable', message: `"${text}" ${why}` };
}

/** Whether `1,148,000` is grouped in threes by this sign. */
function isGrouped(text: string, sign: string): boolean {
  const [head = '', ...groups] = text.split(sign);
  return groups.length > 0 && /^\d{1,3}$/.test(head) && groups.every((group) => /^\d{3}$/.test(group));
}

function splitOnce(text: string, sign: string): readonly [string, string] | null {
  const parts = text.split(sign);
  return parts.length === 2 && parts[0] !== undefined && parts[1] !== undefined ? [parts[0], parts[1]] : null;
}

function ungroup(whole: string, decimal: '.' | ',', group: Locale['group']): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const allowed =
    group === null ? groupSigns.filter((sign) => sign !== decimal) : group === 'none' ? [] : [group];
  const sign = allowed.find((candidate) => isGrouped(whole, candidate));
  return sign === undefined ? null : whole.split(sign).join('');
}

function byDeclared(
  text: string,
  body: string,
  parts: Parts,
  decimal: '.' | ',',
  group: Locale['group'],
): DigitsReading {
  const split = body.includes(decimal) ? splitOnce(body, decimal) : ([body, ''] as const);
  const whole = split === null ? null : ungroup(split[0], decimal, group);
  if (split === null || whole === null || !/^\d*$/.test(split[1]) || whole + split[1] === '') {
    return bad(
      text,
      `is not a number with "${decimal}" as its decimal sign${group === null || group === 'none' ? '' : ` and "${group}" between thousands`}`,
    );
  }
  return good(parts, whole, split[1]);
}

/**
 * Reads the digits of a number that is stored as text. Where the mapping does not state the decimal sign, only
 * what has one reading is accepted.
 */
export function readDigits(text: string, locale: Locale): DigitsReading {
  const shape = /^([+-]?)\s*([\d.,' ]+?)\s*((?:[eE][+-]?\d{1,3})?)$/.exec(
    tidy(text).replaceAll('\u2212', '-').replaceAll('\u2019', "'"),
  );
  const body = shape?.[2]?.trim();
  if (shape === null || body === undefined || !/\d/.test(body) || body.length > 60)
    return bad(text, 'is not a number');
  const parts: Parts = { sign: shape[1] === '-' ? '-' : '', exponent: shape[3] };
  if (/^\d+$/.test(body)) return good(parts, body, '');
  if (locale.decimal !== null) return byDeclared(text, body, parts, locale.decimal, locale.group);
  if (locale.group === '.' || locale.group === ',')
    return byDeclared(text, body, parts, locale.group === '.' ? ',' : '.', locale.group);
  const asPoint = byDeclared(text, body, parts, '.', locale.group);
  const asComma = byDeclared(text, body, parts, ',', locale.group);
  if (asPoint.ok && asComma.ok && asPoint.digits !== asComma.digits && !isLeadingZero(body)) {
    const [a, b] = body.includes(',') ? [asPoint.digits, asComma.digits] : [asComma.digits, asPoint.digits];
    return {
      ok: false,
      code: 'number-ambiguous',
      message: `"${text}" may be ${a} or ${b}: state the decimal sign of this table (locale: { decimal: "." } or ",")`,
    };
  }
  if (isLeadingZero(body)) return body.includes(',') ? asComma : asPoint;
  return asPoint.ok ? asPoint : asComma;
}

/** `0.125` and `0,125` cannot be grouped thousands. */
function isLeadingZero(body: string): boolean {
  return /^0[.,]\d+$/.test(body);
}
