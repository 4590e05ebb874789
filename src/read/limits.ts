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
  /** Distinct strings, cell formats, shared formulas: whatever a file lists before it is used. */
  readonly tableEntries: number;
  /** Bytes of all shared strings together. */
  readonly sharedStringBytes: number;
  /** Characters of one cell, and of any one piece of markup. */
  readonly stringLength: number;
  /** Elements within elements. */
  readonly xmlDepth: number;
}

const mebi = 1024 * 1024;

/**
 * The grid is Excel's own. 100 MB of file hold some five million filled cells; a sheet of a million rows by 20
 * columns unpacks to 0.8 GB at a ratio of 5 to 30. The ratio that ordinary, very repetitive sheets reach
 * was seen up to 100.
 */
export const defaultLimits: ReadLimits = {
  fileBytes: 100 * mebi,
  partBytes: 1024 * mebi,
  packageBytes: 2048 * mebi,
  ratio: 200,
  ratioFloorBytes: 8 * mebi,
  entries: 10_000,
  sheets: 1000,
  rows: 1_048_576,
  columns: 16_384,
  cells: 25_000_000,
  merges: 200_000,
  tableEntries: 4_000_000,
  sharedStringBytes: 96 * mebi,
  stringLength: 262_144,
  xmlDepth: 64,
};
