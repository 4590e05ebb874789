const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const longMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The number of an English month's name or its first three letters; null for anything else. */
export function monthNumber(name: string): number | null {
  const folded = name.toLowerCase().replace(/\.$/, '');
  const long = longMonths.indexOf(folded);
  if (long >= 0) return long + 1;
  const short = months.indexOf(folded === 'sept' ? 'sep' : folded);
  return short >= 0 ? short + 1 : null;
}

/** `2026-10-04T08:15:00`, or null where there is no such day or time. */
export function isoOf(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
): string | null {
  if (year < 1900 || year > 2200 || hour > 24 || minute > 59 || second > 59) return null;
  if (hour === 24 && (minute > 0 || second > 0)) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (month < 1 || month > 12 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second)).toISOString().slice(0, 19);
}

const tokens: Readonly<Record<string, string>> = {
  yyyy: '(?<yyyy>\\d{4})',
  yy: '(?<yy>\\d{2})',
  MMMM: '(?<name>\\p{L}+)\\.?',
  MMM: '(?<name>\\p{L}{3,4})\\.?',
  MM: '(?<M>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  dd: '(?<d>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  HH: '(?<H>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  hh: '(?<h>\\d{1,2})',
  h: '(?<h>\\d{1,2})',
  mm: '(?<m>\\d{2})',
  m: '(?<m>\\d{1,2})',
  ss: '(?<s>\\d{2})',
  a: '(?<a>[AaPp]\\.?[Mm]\\.?)',
  EEEE: '\\p{L}+',
  EEE: '\\p{L}{2,4}\\.?',
};

/** A way of writing dates, made from a pattern such as `dd/MM/yyyy HH:mm`. */
export interface DateFormat {
  readonly pattern: string;
  /** ISO local date and time, or null where the text does not fit. */
  readonly read: (text: string) => string | null;
}

/** Compiles a pattern; null where it names no day, month and year. */
export function compileDateFormat(pattern: string): DateFormat | null {
  const seen = new Set<string>();
  const source = pattern.replace(
    /yyyy|yy|MMMM|MMM|MM|M|dd|d|HH|H|hh|h|mm|m|ss|EEEE|EEE|\ba\b|'([^']*)'|\s+|./gu,
    (token, quoted: string | undefined) => {
      if (quoted !== undefined) return escape(quoted);
      if (/^\s+$/.test(token)) return '\\s+';
      const known = tokens[token];
      if (known === undefined) return token === 'T' ? '[T ]' : escape(token);
      seen.add(token.slice(0, token.startsWith('MMM') ? 1 : token.length).charAt(0));
      return known;
    },
  );
  if (!['y', 'M', 'd'].every((part) => seen.has(part))) return null;
  let expression: RegExp;
  try {
    expression = new RegExp(`^${source}$`, 'u');
  } catch {
    return null;
  }
  return { pattern, read: (text) => readGroups(expression.exec(text)?.groups) };
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function readGroups(groups: Record<string, string | undefined> | undefined): string | null {
  if (groups === undefined) return null;
  const { yyyy, yy, name, M, d, H, h, m, s, a } = groups;
  const year = yyyy !== undefined ? Number(yyyy) : 2000 + Number(yy);
  const month = name === undefined ? Number(M) : monthNumber(name);
  if (month === null) return null;
  let hour = Number(H ?? h ?? 0);
  if (h !== undefined && a !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (a.toLowerCase().startsWith('p') ? 12 : 0);
  }
  return isoOf(year, month, Number(d), hour, Number(m ?? 0), Number(s ?? 0));
}
