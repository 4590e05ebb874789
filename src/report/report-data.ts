import type { EntryBreakdown } from '../model/breakdown.js';
import type { Issue } from '../model/issue.js';
import type { Mapped } from '../model/mapped.js';
import type { Outcome, Verdict } from '../model/outcome.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Reconciliation } from '../model/reconciliation.js';
import type { RemoteRecord } from '../model/record.js';
import type { Removal } from '../model/removal.js';
import type { Summary } from '../model/summary.js';

/** Everything a report is made from. A run that was refused or cut short has less, and its report says so. */
export interface ReportInput {
  readonly summary: Summary;
  readonly plan: DecidedPlan | null;
  readonly mapped: Mapped | null;
  readonly issues: readonly Issue[];
  readonly outcomes: readonly Outcome[];
  readonly reconciliation: Reconciliation | null;
  /** How the entries that were read back come about; empty where nothing was read back. */
  readonly breakdowns: readonly EntryBreakdown[];
  /** ISO 8601. */
  readonly generatedAt: string;
  /** Records of the mapping that exist remotely and that the workbook no longer wants. */
  readonly notInWorkbook: readonly RemoteRecord[];
  /** What was taken away or put back. */
  readonly removals: readonly Removal[];
  /** A file's address as seen from where the report will lie. */
  readonly addressOf: (file: string) => string;
}

/** How a row should strike the eye; every tone also has a word in its row, so that it reads in grey. */
export type Tone = 'good' | 'changed' | 'warning' | 'bad' | 'quiet';

/** One cell: text stays text whatever it begins with; a link leads to a cell of the workbook or a file. */
export type ReportCell = string | number | null | { readonly text: string; readonly link: string };

/** A column of a sheet. */
export interface ReportColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** An Excel number format; text where there is none. */
  readonly format?: string;
}

/** A row of a sheet. */
export interface ReportRow {
  readonly cells: readonly ReportCell[];
  readonly tone?: Tone;
}

/** A sheet with one table. */
export interface TableSheet {
  readonly shape: 'table';
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly ReportColumn[];
  /** Made one after the other while they are written, where there may be many. */
  readonly rows: Iterable<ReportRow>;
}

/** Rows that are made anew whenever somebody goes through them, and never held all at once. */
export function madeRows(make: () => Generator<ReportRow, void, undefined>): Iterable<ReportRow> {
  return { [Symbol.iterator]: make };
}

/** One line of the first sheet: a label, what it says, and up to three figures beside it. */
export interface Line {
  readonly label: string;
  readonly cells: readonly ReportCell[];
  readonly tone?: Tone;
}

/** A part of the cover. */
export interface Section {
  readonly heading: string;
  /** Titles of the figures, where the section is a small table. */
  readonly columns?: readonly string[];
  readonly lines: readonly Line[];
}

/** The first sheet: sections one below the other, to be read and signed. */
export interface CoverSheet {
  readonly shape: 'cover';
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly tone: Tone;
  readonly sections: readonly Section[];
}

/** A sheet: a table, or the cover. */
export type ReportSheet = TableSheet | CoverSheet;

/** A workbook as plain data. */
export interface WorkbookData {
  /** What stands at the foot of every printed page. */
  readonly foot: string;
  /** ISO 8601. */
  readonly generatedAt: string;
  readonly sheets: readonly ReportSheet[];
}

/** The report as plain data: what the sheets and the page are made of. */
export interface ReportData extends WorkbookData {
  readonly runId: string;
}

/** Outcomes and verdicts by reference, for the sheets that show them beside the plan. */
export interface Ended {
  readonly outcome: (reference: string) => Outcome | undefined;
  readonly verdict: (reference: string) => Verdict | undefined;
}

export function endedOf(input: Pick<ReportInput, 'outcomes' | 'reconciliation'>): Ended {
  const outcomes = new Map(input.outcomes.map((outcome) => [outcome.reference, outcome]));
  const verdicts = new Map(
    (input.reconciliation?.verdicts ?? []).map((verdict) => [verdict.reference, verdict]),
  );
  return { outcome: (reference) => outcomes.get(reference), verdict: (reference) => verdicts.get(reference) };
}
