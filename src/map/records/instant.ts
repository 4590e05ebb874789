import { LocalDate, type LocalDateTime } from '../values.js';

/** A UTC instant as `2026-10-03T21:00:00Z`, with what a person should know. */
export type InstantReading =
  | { readonly ok: true; readonly iso: string; readonly ambiguous: boolean }
  | { readonly ok: false; readonly message: string };

/** What a bare day stands for. */
export type DayMeaning = 'start' | 'middle' | 'end';

const day = 86_400_000;

/** Turns a workbook's local dates and times into UTC instants. Answers are remembered: a month has few days. */
export class LocalZone {
  readonly #format: Intl.DateTimeFormat;
  readonly #zone: string;
  readonly #known = new Map<string, InstantReading>();

  constructor(zone: string) {
    this.#zone = zone;
    this.#format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  /** A date with time is converted exactly. A bare day stays the same day in UTC and in the local zone. */
  instant(value: LocalDate | LocalDateTime, meaning: DayMeaning): InstantReading {
    const isDay = value instanceof LocalDate;
    const key = isDay ? `${value.iso} ${meaning}` : value.iso;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reading = isDay ? this.#ofDay(value, meaning) : this.#ofLocal(value.iso);
    if (this.#known.size < 200_000) this.#known.set(key, reading);
    return reading;
  }

  /**
   * A bare day says no time, and the service keeps instants in UTC. Its instants are taken from the hours that
   * belong to this day in the local zone and in UTC alike, so that nobody reads another day.
   */
  #ofDay(date: LocalDate, meaning: DayMeaning): InstantReading {
    const utcStart = Date.parse(`${date.iso}T00:00:00Z`);
    const localStart = this.#firstInstant(utcStart);
    const localEnd = this.#firstInstant(utcStart + day) - 1000;
    const start = Math.max(utcStart, localStart);
    const end = Math.min(utcStart + day - 1000, localEnd);
    if (meaning === 'start') return { ok: true, iso: isoSeconds(start), ambiguous: false };
    if (meaning === 'end') return { ok: true, iso: isoSeconds(end), ambiguous: false };
    const [noon = start] = this.#candidates(utcStart + day / 2);
    return { ok: true, iso: isoSeconds(Math.min(Math.max(noon, start), end)), ambiguous: false };
  }

  /** The first instant of a local day; where the clocks go forward at midnight, it begins at one o'clock. */
  #firstInstant(wall: number): number {
    const [first] = this.#candidates(wall);
    if (first !== undefined) return first;
    const [later] = this.#candidates(wall + 3_600_000);
    return later ?? wall;
  }

  #ofLocal(iso: string): InstantReading {
    const wall = Date.parse(`${iso}Z`);
    const [first, second] = this.#candidates(wall);
    if (first === undefined) {
      return {
        ok: false,
        message: `${iso.replace('T', ' ')} does not exist in ${this.#zone}: the clocks were put forward over it`,
      };
    }
    return { ok: true, iso: isoSeconds(first), ambiguous: second !== undefined };
  }

  /** The instants at which the zone's clocks show this wall time, the earlier first. */
  #candidates(wall: number): number[] {
    const found = new Set<number>();
    for (const near of [wall - day, wall + day]) {
      const instant = wall - this.#offset(near);
      if (instant + this.#offset(instant) === wall) found.add(instant);
    }
    return [...found].sort((a, b) => a - b);
  }

  #offset(instant: number): number {
    const parts = Object.fromEntries(
      this.#format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, date, hour, minute, second) - instant;
  }
}

function isoSeconds(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
