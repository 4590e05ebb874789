/** A table for people, as plain data: a terminal cuts it to its width, a workbook keeps it whole. */
export type TableValue = string | number | null;

/** A column of a table. */
export interface TableColumn {
  readonly title: string;
  /** In a workbook, in characters. */
  readonly width: number;
  /** An Excel number format, for a column of numbers. */
  readonly format?: string;
  /** What nobody can use in part, as an id: a terminal shows it in full or leaves the column out. */
  readonly whole?: true;
}

/** Rows for people, with what stands over them. */
export interface Table {
  /** At most 31 characters, as a sheet's name. */
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly columns: readonly TableColumn[];
  /** The title of a column whose values a terminal shows as headings, each above its own rows. */
  readonly partedBy?: string;
  readonly rows: readonly (readonly TableValue[])[];
}
