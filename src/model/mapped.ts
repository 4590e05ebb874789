import type { Issue } from './issue.js';
import type { Origin } from './origin.js';
import type { DesiredRecord } from './record.js';

/** Every row read is mapped, skipped for a reason, or has errors; the three add up to `read`. */
export interface RowCounts {
  readonly read: number;
  readonly mapped: number;
  readonly skipped: number;
  readonly withErrors: number;
}

/** A row that was left out on purpose. */
export interface SkippedRow {
  readonly origin: Origin;
  /** `blank`, `total`, `example`, `filtered`, `hidden`, `repeated-header`, `section`, `note`. */
  readonly reason: string;
}

/** What the mapping asks to be summed on both sides. */
export interface ControlTotal {
  readonly name: string;
  /** `datapoints.<definition>` whose records are counted and summed. */
  readonly definition: string;
  /** The sum's unit. */
  readonly unit: string;
  readonly count: number;
  readonly sum: number;
}

/** The mapping's `limits`. A plan past one is refused unless it is overridden by name; null: no limit. */
export interface Limits {
  /** Shares of the records that exist already, between 0 and 1. */
  readonly update: number | null;
  readonly replace: number | null;
  /** Numbers of records. */
  readonly update_count: number | null;
  readonly replace_count: number | null;
  /** Locked records that are superseded. */
  readonly locked_count: number | null;
  /** Records dated outside the entries' period. */
  readonly outside_period: number | null;
  /** The change of an entry's net removal: as a share, and in kg CO2e. */
  readonly co2e_change: number | null;
  readonly co2e_change_kg: number | null;
  /** false: a plan that finds none of its records in the project is refused. */
  readonly first_write: boolean | null;
}

/** Every limit by name, as the mapping writes it and as it is overridden. */
export const limitNames = [
  'update',
  'replace',
  'update_count',
  'replace_count',
  'locked_count',
  'outside_period',
  'co2e_change',
  'co2e_change_kg',
  'first_write',
] as const satisfies readonly (keyof Limits)[];

/** The name of a limit that a mapping may set. */
export type LimitName = (typeof limitNames)[number];

/** A file that was read, with the hash that ties a plan to it. */
export interface InputFile {
  readonly path: string;
  readonly sha256: string;
}

/** What became of each row, for the supplier's own workbook and for `explain`. */
export interface MappedRow {
  readonly table: string;
  readonly file: string;
  readonly sheet: string;
  readonly row: number;
  readonly references: readonly string[];
}

/** Where a table was found: one for each header, and what a part of its rows needs to be read like the whole. */
export interface TablePlace {
  readonly table: string;
  readonly file: string;
  readonly sheet: string;
  /** Counts from 1; 0 for a table without a header. */
  readonly headerRow: number;
  /** Columns, counting from 1, whose blank cells take the value above them. */
  readonly filledDown: readonly number[];
  /** So many empty rows end the table; null where empty rows are passed over. */
  readonly endsAfterBlankRows: number | null;
}

/** The whole result of mapping, offline. */
export interface Mapped {
  readonly workbooks: readonly InputFile[];
  readonly mapping: InputFile;
  /** The mapping's `project`, resolved; null where neither mapping, flag nor environment names one. */
  readonly projectId: string | null;
  readonly records: readonly DesiredRecord[];
  readonly rows: RowCounts;
  readonly mappedRows: readonly MappedRow[];
  /** The rows that have errors, with the records they have a part in all the same. */
  readonly rowsWithErrors: readonly MappedRow[];
  readonly places: readonly TablePlace[];
  readonly skipped: readonly SkippedRow[];
  /** Regular expressions that the references of each definition fit: a record that fits one is the mapping's. */
  readonly referencePatterns: readonly string[];
  readonly controlTotals: readonly ControlTotal[];
  readonly limits: Limits;
  readonly issues: readonly Issue[];
}
