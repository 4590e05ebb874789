/**
 * Where something comes from. Every cell, issue, field of a record and change carries one, so that a number
 * in the registry can be traced to `Deliveries!F17`, and back.
 */
export interface CellOrigin {
  readonly at: 'cell';
  /** The workbook's path as the user gave it. */
  readonly file: string;
  /** The sheet's name; the file's base name for CSV. */
  readonly sheet: string;
  /** An A1 address (`F17`) or range (`F17:F20`). */
  readonly cell: string;
}

/** A place in the mapping file; line and column count from 1. */
export interface MappingOrigin {
  readonly at: 'mapping';
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A file as a whole: an evidence document, or a workbook that cannot be read. */
export interface FileOrigin {
  readonly at: 'file';
  readonly file: string;
}

/** Where something comes from: a cell, a line of the mapping, or a file. */
export type Origin = CellOrigin | MappingOrigin | FileOrigin;

/** The address that people read: `Deliveries!F17`, `mapping.yaml:12:5`, `tickets/4711.pdf`. */
export function describeOrigin(origin: Origin): string {
  switch (origin.at) {
    case 'cell':
      return `${quoteSheet(origin.sheet)}!${origin.cell}`;
    case 'mapping':
      return `${origin.file}:${origin.line}:${origin.column}`;
    case 'file':
      return origin.file;
  }
}

/** Excel's own quoting, so that the address can be pasted into its name box. */
function quoteSheet(sheet: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`;
}
