import type { FormatMeaning } from './number-format.js';

const secondsPerDay = 86_400;
/** 9999-12-31, the last day that spreadsheets know, in the 1900 system. */
const lastSerial = 2_958_466;
/** The 1904 system starts that many days later. */
const days1904 = 1462;

/**
 * The date that a serial number is, as ISO 8601 without zone, rounded to the second: Google Sheets rounds
 * serials to ten digits, which shows 01:59:59.712 where two o'clock is meant. A time of day without a day is
 * `12:50:00`; an elapsed time of a day and more `10 days, 15:10:10`. null where the number is no date.
 *
 * The 1900 system holds 1900 to be a leap year: serial 60 is the day `1900-02-29` that never was, and is told
 * as such, as Excel shows it.
 */
export function serialToIso(serial: number, meaning: FormatMeaning, date1904: boolean): string | null {
  if (meaning === 'number' || !(serial >= 0)) return null;
  const seconds = Math.round(serial * secondsPerDay);
  const day = Math.floor(seconds / secondsPerDay);
  const time = timeOfDay(seconds - day * secondsPerDay);
  if (meaning === 'elapsed' && day > 0)
    return day > lastSerial ? null : `${day} ${day === 1 ? 'day' : 'days'}, ${time}`;
  if (day === 0 && !(date1904 && meaning === 'date')) return time;
  const serialDay = date1904 ? day + days1904 : day;
  if (serialDay >= lastSerial) return null;
  return `${dayToIso(serialDay)}T${time}`;
}

/** An ISO 8601 date, time or both, as `t="d"` cells have it, in our form; null for anything else. */
export function normalizeIso(text: string): string | null {
  const match =
    /^(?:(\d{4}-\d{2}-\d{2})(?:[T ](?=\d)|$))?(?:(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?:Z|[+-]\d{2}:?\d{2})?$/.exec(
      text.trim(),
    );
  if (match === null) return null;
  const [, date, hours, minutes = '00', seconds = '00', fraction = '0'] = match;
  if (date === undefined && hours === undefined) return null;
  if (hours === undefined) return isDay(date) ? `${date ?? ''}T00:00:00` : null;
  const rounded =
    Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + (Number(`0.${fraction}`) >= 0.5 ? 1 : 0);
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  if (date === undefined) return rounded >= secondsPerDay ? null : timeOfDay(rounded);
  if (!isDay(date)) return null;
  return new Date(Date.parse(`${date}T00:00:00Z`) + rounded * 1000).toISOString().slice(0, 19);
}

function isDay(date: string | undefined): boolean {
  if (date === undefined) return false;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

const days = new Map<number, string>();
const mostDays = 4096;

/** The days of a table repeat over thousands of rows, so those seen are kept. */
function dayToIso(day: number): string {
  let iso = days.get(day);
  if (iso === undefined) {
    iso =
      day === 60
        ? '1900-02-29'
        : new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * secondsPerDay * 1000)
            .toISOString()
            .slice(0, 10);
    if (days.size < mostDays) days.set(day, iso);
  }
  return iso;
}

function timeOfDay(seconds: number): string {
  if (seconds === 0) return '00:00:00';
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
