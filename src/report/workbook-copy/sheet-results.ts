import type { Tone } from '../report-data.js';

/** What became of one row, in the words that stand in its four new cells. */
export interface RowResult {
  readonly row: number;
  readonly status: string;
  readonly reference: string;
  readonly id: string;
  readonly message: string;
  readonly tone: Tone;
  /** What becomes of the row in the copy of the rows to correct. */
  readonly inCorrections: 'correct' | 'leave-out' | 'stay';
}

/** A finding about a cell. */
export interface CellNote {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly tone: Tone;
}

/** All that is to be told on one sheet. */
export interface SheetResults {
  readonly rows: ReadonlyMap<number, RowResult>;
  /** Rows that take the headers of the new columns. */
  readonly headerRows: ReadonlySet<number>;
  /** At most one a cell. */
  readonly notes: readonly CellNote[];
  /** Columns whose blank cells take the value above. */
  readonly filledDown: readonly number[];
  /** Why the rows to correct cannot stand alone on this sheet; null where they can. */
  readonly notAlone: string | null;
}

/** What stands over the new columns: in words that no supplier's own header has. */
export const resultHeaders = [
  'Result: status',
  'Result: reference',
  'Result: id',
  'Result: message',
] as const;

export function resultTexts(result: RowResult): readonly string[] {
  return [result.status, result.reference, result.id, result.message];
}
