import { tidy } from '../normal-text.js';
import { compileDateFormat, type DateFormat, isoOf, monthNumber } from './date-format.js';

/** A date and time as `2026-10-04T08:15:00`, or what is wrong with it. */
export type DateReading =
  | { readonly ok: true; readonly iso: string }
  | { readonly ok: false; readonly code: 'date-ambiguous' | 'date-unreadable'; readonly message: string };

const isoShape = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.0+)?)?)?$/;
const numericShape = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
const namedShape = /^(?:\p{L}{2,9},?\s+)?(\d{1,2})[\s-]+(\p{L}{3,9})\.?[\s,-]+(\d{4})$/u;

function readIso(text: string): string | null {
  const parts = isoShape.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute, second] = parts;
  return isoOf(
    Number(year),
    Number(month),
    Number(day),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
}

function unreadable(text: string, hint: string): DateReading {
  return { ok: false, code: 'date-unreadable', message: `"${text}" is not a date${hint}` };
}

function readDay(iso: string): string {
  return iso.slice(0, 10);
}

/** Without declared formats: ISO 8601, months by name, and number dates that can be read only one way. */
function readUndeclared(original: string, text: string): DateReading {
  const iso = readIso(text);
  if (iso !== null) return { ok: true, iso };
  const named = namedShape.exec(text);
  if (named !== null) {
    const month = monthNumber(String(named[2]));
    const date = month === null ? null : isoOf(Number(named[3]), month, Number(named[1]));
    return date === null ? unreadable(original, '') : { ok: true, iso: date };
  }
  const numeric = numericShape.exec(text);
  if (numeric === null)
    return unreadable(
      original,
      ' in a form that is known: state how dates are written, as locale: { dates: [dd/MM/yyyy] }',
    );
  const [first, second, year] = [Number(numeric[1]), Number(numeric[3]), Number(numeric[4])];
  const dayFirst = isoOf(year, second, first);
  const monthFirst = isoOf(year, first, second);
  if (dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst) {
    return {
      ok: false,
      code: 'date-ambiguous',
      message: `"${original}" may be ${readDay(dayFirst)} or ${readDay(monthFirst)}: state how dates are written, as locale: { dates: [dd/MM/yyyy] }`,
    };
  }
  const only = dayFirst ?? monthFirst;
  return only === null ? unreadable(original, '') : { ok: true, iso: only };
}

/** Makes a reader for dates that are stored as text. */
export function dateTextReader(patterns: readonly string[] | null): (text: string) => DateReading {
  if (patterns === null) return (text) => readUndeclared(text, tidy(text));
  const formats = patterns.map(compileDateFormat).filter((format): format is DateFormat => format !== null);
  return (original) => {
    const text = tidy(original);
    const found = formats.flatMap((format) => {
      const iso = format.read(text);
      return iso === null ? [] : [{ iso, pattern: format.pattern }];
    });
    const [first] = found;
    if (first === undefined) return unreadable(original, ` written as ${patterns.join(' or ')}`);
    const other = found.find((candidate) => candidate.iso !== first.iso);
    if (other === undefined) return { ok: true, iso: first.iso };
    return {
      ok: false,
      code: 'date-ambiguous',
      message: `"${original}" may be ${readDay(first.iso)} (${first.pattern}) or ${readDay(other.iso)} (${other.pattern}): keep one of the two in locale.dates`,
    };
  };
}

/** `08:15`, `08:15:30` or `1:05 PM` as `08:15:00`; null for anything else. */
export function readTimeText(original: string): string | null {
  const parts = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*([AaPp]\.?[Mm]\.?)?$/.exec(tidy(original));
  if (parts === null) return null;
  const [, hours, minutes, seconds = '00', half] = parts;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  return [String(hour).padStart(2, '0'), minutes, seconds].join(':');
}

/** `2026-10`, `Oct 2026`, `10/2026`, or a first and last day of one month, as `2026-10`; null for anything else. */
export function readMonthText(original: string, readDate: (text: string) => DateReading): string | null {
  const text = tidy(original);
  const iso = /^(\d{4})[-/](\d{1,2})$/.exec(text);
  if (iso !== null) return monthIso(Number(iso[1]), Number(iso[2]));
  const slashed = /^(\d{1,2})[/.](\d{4})$/.exec(text);
  if (slashed !== null) return monthIso(Number(slashed[2]), Number(slashed[1]));
  const named = /^(\p{L}+)\.?[\s,-]+(\d{4})$/u.exec(text);
  if (named !== null) return monthIso(Number(named[2]), monthNumber(String(named[1])) ?? 0);
  const [start, end, ...more] = text.split(/\s+(?:-|–|to)\s+/);
  if (start !== undefined && end !== undefined && more.length === 0)
    return wholeMonth(readDate(start), readDate(end));
  const day = readDate(text);
  return day.ok ? day.iso.slice(0, 7) : null;
}

function monthIso(year: number, month: number): string | null {
  return isoOf(year, month, 1)?.slice(0, 7) ?? null;
}

function wholeMonth(start: DateReading, end: DateReading): string | null {
  if (!start.ok || !end.ok) return null;
  const month = start.iso.slice(0, 7);
  const next = new Date(`${end.iso.slice(0, 10)}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return start.iso.slice(8, 10) === '01' && end.iso.startsWith(month) && next.getUTCDate() === 1
    ? month
    : null;
}
