/** A workbook to be filled in, as plain data: what `template` writes. */

/** What may be typed into a column, for the spreadsheet to check. */
export type BlankRule =
  | { readonly type: 'any' }
  | { readonly type: 'list'; readonly values: readonly string[] }
  | { readonly type: 'number'; readonly least: number | null; readonly greatest: number | null }
  | { readonly type: 'date' };

/** A column of a blank table: what its cells take. */
export interface BlankColumn {
  /** Counts from 1. */
  readonly column: number;
  readonly header: string;
  /** The title of a group above it, where the layout has two header rows. */
  readonly group: string | null;
  /** In the units row; null where the layout has none. */
  readonly unit: string | null;
  /** What to fill in, as a note on the header. */
  readonly note: string;
  readonly required: boolean;
  readonly rule: BlankRule;
  readonly format: string | null;
}

/** A table with its header and no rows yet. */
export interface BlankTable {
  readonly title: string;
  readonly headerRow: number;
  readonly unitsRow: number | null;
  readonly firstRow: number;
  readonly columns: readonly BlankColumn[];
}

/** A single cell of the workbook, as a parameter's. */
export interface BlankCell {
  readonly row: number;
  readonly column: number;
  readonly label: string;
  readonly note: string;
  readonly format: string | null;
}

/** A sheet of a blank workbook. */
export interface BlankSheet {
  readonly name: string;
  readonly tables: readonly BlankTable[];
  readonly cells: readonly BlankCell[];
}

/** The empty form that a mapping asks a supplier to fill in. */
export interface BlankWorkbook {
  readonly title: string;
  /** Lines of the first sheet: how to fill it in. */
  readonly instructions: readonly string[];
  readonly sheets: readonly BlankSheet[];
}
