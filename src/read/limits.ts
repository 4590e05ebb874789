/** How much of a file is read at most. Past a limit the file is refused by the name of the limit. */
export interface ReadLimits {
  /** Bytes of the file itself. */
  readonly fileBytes: number;
  /** Bytes of one part of the package after unpacking. */
  readonly partBytes: number;
  /** Bytes of all parts together after unpacking. */
  readonly packageBytes: number;
  /** How many times larger a part may become by unpacking, once it is past `ratioFloorBytes`. */
  readonly ratio: number;
  readonly ratioFloorBytes: number;
  /** Parts of the package. */
  readonly entries: number;
  readonly sheets: number;
  /** Row and column numbers: `XFD1048576` is the last cell of Excel's grid. */
  readonly rows: number;
  readonly columns: number;
  /** Cells of one sheet that are not empty. */
  readonly cells: number;
  /** Merged ranges of one sheet. */
  readonly merges: number;
  /** Distinct texts of a workbook, and shared formulas of a sheet. */
  readonly tableEntries: number;
  /** Cell formats of a workbook. */
  readonly formats: number;
  /** Bytes of all shared strings together. */
  readonly sharedStringBytes: number;
  /** Characters of one cell, and of any one piece of markup. */
  readonly stringLength: number;
  /** Characters of a formula: Excel's own limit. */
  readonly formulaLength: number;
  /** Characters of a number format's code. */
  readonly formatLength: number;
  /** Elements within elements. */
  readonly xmlDepth: number;
}

const mebi = 1024 * 1024;

/**
 * The grid is Excel's own. 100 MB of file hold some five million filled cells; a sheet of a million rows by 20
 * columns unpacks to 0.8 GB. Ordinary sheets unpack to 4 to 30 times their packed size.
 */
export const defaultLimits: ReadLimits = {
  fileBytes: 100 * mebi,
  partBytes: 1024 * mebi,
  packageBytes: 2048 * mebi,
  ratio: 100,
  ratioFloorBytes: 16 * mebi,
  entries: 10_000,
  sheets: 1000,
  rows: 1_048_576,
  columns: 16_384,
  cells: 25_000_000,
  merges: 200_000,
  tableEntries: 4_000_000,
  formats: 100_000,
  formulaLength: 8192,
  formatLength: 1024,
  sharedStringBytes: 96 * mebi,
  stringLength: 262_144,
  xmlDepth: 64,
};
