import type { Unit } from '../../quantity/index.js';
import type { Locale } from '../cells/locale.js';
import type { DateReading } from '../cells/date-text.js';
import type { Deviation } from '../deviation.js';
import type { Compiled } from '../expressions/compile.js';
import type { StaticType } from '../expressions/static-type.js';
import type { CompiledTemplate } from '../expressions/template.js';
import type { LabelTest } from '../normal-text.js';
import type { ColumnDefinition } from '../schema/columns.js';
import type { TableDefinition } from '../schema/tables.js';
import type { UnitReader } from './unit-text.js';

/** A column of the mapping, ready to read cells. */
export interface CompiledColumn {
  readonly key: string;
  readonly definition: ColumnDefinition;
  readonly type: StaticType;
  readonly header: LabelTest | null;
  /** What is looked for, for messages. */
  readonly headerText: string;
  readonly group: LabelTest | null;
  /** The column number, where the mapping gives a letter. */
  readonly position: number | null;
  readonly unit: Unit | null;
  readonly locale: Locale;
  readonly readDate: (text: string) => DateReading;
  readonly isMissing: (text: string) => boolean;
  readonly pattern: RegExp | null;
  readonly deviation: Deviation | null;
  readonly within: Compiled | null;
}

export interface RowRule {
  readonly firstCell: LabelTest | null;
  readonly anyCell: LabelTest | null;
  readonly column: { readonly key: string; readonly is: LabelTest } | null;
  readonly filledAtMost: number | null;
}

export interface CompiledSkip extends RowRule {
  readonly when: Compiled | null;
  readonly reason: string;
}

export interface CompiledDerive {
  readonly key: string;
  readonly value: Compiled;
  readonly unit: Unit | null;
  readonly deviation: Deviation | null;
  readonly check: Compiled | null;
  readonly checkText: string;
  readonly message: CompiledTemplate | null;
  readonly path: readonly (string | number)[];
}

/** A table of the mapping, ready to read sheets. */
export interface CompiledTable {
  readonly name: string;
  readonly definition: TableDefinition;
  readonly sheet: LabelTest | null;
  readonly sheetText: string;
  readonly file: LabelTest | null;
  readonly find: LabelTest | null;
  readonly until: (RowRule & { readonly blankRows: number | null; readonly row: number | null }) | null;
  readonly skip: readonly CompiledSkip[];
  readonly keys: readonly string[];
  readonly columns: ReadonlyMap<string, CompiledColumn>;
  /** The columns whose values something asks for; the others are checked and not kept. */
  readonly asked: ReadonlySet<string>;
  /** In an order in which each comes after those it uses. */
  readonly derived: readonly CompiledDerive[];
  readonly units: UnitReader;
  readonly spellings: ReadonlySet<string>;
}
