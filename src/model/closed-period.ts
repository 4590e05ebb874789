/** The days that a submitted statement covers, both inclusive, as `YYYY-MM-DD`; null where the service names none. */
export interface ClosedPeriod {
  readonly statement: string;
  readonly status: string;
  readonly start: string | null;
  readonly end: string | null;
}
