import type { Limits } from '../model/mapped.js';
import type { Positions } from './load/positions.js';
import type { Compiled } from './expressions/compile.js';
import type { CompiledTemplate } from './expressions/template.js';
import type { CompiledRecords, RecordScope } from './records/definition.js';
import type { MappingDocument } from './schema/document.js';
import type { CompiledColumn, CompiledTable } from './tables/compiled-table.js';

export interface CompiledParameter {
  readonly name: string;
  /** Where its cell is: sheet and address; null where it has none. */
  readonly cell: { readonly sheet: string; readonly row: number; readonly column: number } | null;
  readonly value: string | number | boolean | null;
  /** A parameter's cell is read as a column's would be. */
  readonly reader: CompiledColumn;
}

export interface CompiledCheck {
  readonly name: string;
  readonly path: readonly (string | number)[];
  readonly scope: RecordScope;
  readonly expect: Compiled;
  readonly message: CompiledTemplate | null;
  readonly severity: 'error' | 'warning';
}

export interface CompiledTotal {
  readonly name: string;
  readonly datapoints: string;
  /** Null: that of the first datapoint. */
  readonly unitText: string | null;
}

/** A mapping that was checked as a whole and is ready to map workbooks. Made by `loadMapping`. */
export interface Mapping {
  readonly path: string;
  readonly sha256: string;
  /** As it was written, after its shape was checked. */
  readonly document: MappingDocument;
  /** `project`, with the environment filled in; null where that names none. */
  readonly projectId: string | null;
  readonly positions: Positions;
  readonly parameters: readonly CompiledParameter[];
  readonly tables: readonly CompiledTable[];
  readonly records: CompiledRecords;
  readonly checks: readonly CompiledCheck[];
  readonly totals: readonly CompiledTotal[];
  readonly limits: Limits;
  /** The tables that some expression reaches by name. */
  readonly reachedTables: ReadonlySet<string>;
}
