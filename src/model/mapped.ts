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

/** The mapping's `limits`: shares between 0 and 1. A plan past one is refused unless it is overridden by name. */
export interface Limits {
  readonly update: number | null;
  readonly replace: number | null;
  readonly co2e_change: number | null;
}

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
  readonly controlTotals: readonly ControlTotal[];
  readonly limits: Limits;
  readonly issues: readonly Issue[];
}
