/** What the reader knows of one cell that is not empty. */
export interface Cell {
  /** Row and column count from 1. */
  readonly row: number;
  readonly column: number;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'error' | 'empty-formula';
  /**
   * The value: text as stored; a number to its last digit (`value` is the nearest double, `stored` the text in
   * the file); a date as ISO 8601 without zone (`2022-04-06T00:00:00`; a bare time of day `12:50:00`), rounded
   * to the second; an error as Excel's text (`#DIV/0!`); null for a formula without a cached result.
   */
  readonly value: string | number | boolean | null;
  /** The characters in the file: a date's serial, a number's digits. */
  readonly stored: string;
  /** The number format's code (`General`, `0%`, `dd/mm/yyyy`). CSV cells have `General`. */
  readonly numberFormat: string;
  /** With its leading `=`; null where the cell has none. */
  readonly formula: string | null;
  /** Whether the cell's row, column or sheet is hidden. */
  readonly hidden: boolean;
}

/** A row of a sheet with its cells in column order; rows without any cell are not delivered. */
export interface Row {
  /** Counts from 1, as Excel shows it; for CSV the record's number in the file, from 1. */
  readonly number: number;
  readonly hidden: boolean;
  readonly cells: readonly Cell[];
}

/** A merged range, inclusive, counting from 1. */
export interface Merge {
  readonly firstRow: number;
  readonly firstColumn: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

/** A sheet as the workbook tells of it. */
export interface SheetInfo {
  readonly name: string;
  readonly state: 'visible' | 'hidden' | 'very-hidden';
}

/** One sheet's contents, streamed in row order. */
export interface SheetReader {
  readonly info: SheetInfo;
  /** Known before the first row is delivered. */
  merges(): Promise<readonly Merge[]>;
  rows(): AsyncIterable<Row>;
  /** The same rows, as many at a time as lie ready: waiting for each row alone takes longer than reading it. */
  batches(): AsyncIterable<readonly Row[]>;
}

/** An opened workbook of any format. Reading it again gives the same rows. */
export interface Workbook {
  /** As the user gave it. */
  readonly path: string;
  readonly format: 'xlsx' | 'csv';
  readonly sha256: string;
  /** True where the file counts days from 1904. */
  readonly date1904: boolean;
  readonly sheets: readonly SheetReader[];
  close(): Promise<void>;
}

/** Rows one by one, of a reader that has them in batches. */
export async function* eachRow(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const batch of batches) yield* batch;
}

/** `1` is `A`, `27` is `AA`. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** `F17` for column 6, row 17. */
export function cellAddress(row: number, column: number): string {
  return `${columnLetters(column)}${row}`;
}
