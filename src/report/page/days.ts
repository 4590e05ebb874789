import type { FieldValue } from '../../model/record.js';
import type { ReportInput } from '../report-data.js';

/** The records that the rows of one table became, by the day they tell of. */
export interface TableDays {
  readonly table: string;
  readonly total: number;
  /** By bin, in the order of `DaysChart.bins`. */
  readonly counts: readonly number[];
}

export interface DaysChart {
  /** `day`: each bin is a date; `month`: each is a month, where the days would be too many to see. */
  readonly by: 'day' | 'month';
  /** `2026-10-03` or `2026-10`, without gaps. */
  readonly bins: readonly string[];
  readonly tables: readonly TableDays[];
}

/** More days than this are shown by month. */
const mostDays = 93;
const dayMs = 86_400_000;

function dayOf(fields: Readonly<Record<string, FieldValue>>): string | null {
  const moments = Object.values(fields).filter((field) => field.type === 'instant');
  const day = moments.find((field) => field.value !== null)?.value?.slice(0, 10) ?? null;
  return day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : null;
}

/** Each record's one table, where it comes from a single row: a sum over the month is of no day. */
function tableOfRecord(input: ReportInput): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  const several = new Set<string>();
  for (const row of input.mapped?.mappedRows ?? []) {
    for (const reference of new Set(row.references)) {
      if (tables.has(reference)) several.add(reference);
      tables.set(reference, row.table);
    }
  }
  for (const reference of several) tables.delete(reference);
  return tables;
}

function binsBetween(first: string, last: string, by: DaysChart['by']): readonly string[] {
  const bins = new Set<string>();
  for (let moment = Date.parse(first); moment <= Date.parse(last); moment += dayMs)
    bins.add(new Date(moment).toISOString().slice(0, by === 'day' ? 10 : 7));
  return [...bins];
}

/** Counts of records per day by the table of their row; null where no record tells its day. */
export function daysChart(input: ReportInput): DaysChart | null {
  const tables = tableOfRecord(input);
  const found = (input.mapped?.records ?? []).flatMap((record) => {
    const [table, day] = [tables.get(record.reference), dayOf(record.fields)];
    return table === undefined || day === null ? [] : [{ table, day }];
  });
  const days = found.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const by = (Date.parse(last) - Date.parse(first)) / dayMs < mostDays ? 'day' : 'month';
  const bins = binsBetween(first, last, by);
  const place = new Map(bins.map((bin, index) => [bin, index]));
  const counts = new Map<string, number[]>();
  for (const { table, day } of found) {
    const own = counts.get(table) ?? bins.map(() => 0);
    const index = place.get(by === 'day' ? day : day.slice(0, 7));
    if (index !== undefined) own[index] = (own[index] ?? 0) + 1;
    counts.set(table, own);
  }
  return {
    by,
    bins,
    tables: [...counts].map(([table, own]) => ({
      table,
      total: own.reduce((sum, count) => sum + count, 0),
      counts: own,
    })),
  };
}
