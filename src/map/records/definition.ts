import type { Unit } from '../../quantity/index.js';
import type { OnLocked } from '../../model/record.js';
import type { Path } from '../load/positions.js';
import type { Deviation } from '../deviation.js';
import type { Compiled } from '../expressions/compile.js';
import type { CompiledTemplate } from '../expressions/template.js';

/** For what a definition makes a record. */
export type RecordScope =
  | { readonly form: 'each'; readonly table: string; readonly value: string | null }
  | { readonly form: 'over'; readonly table: string; readonly groupBy: readonly string[] }
  | { readonly form: 'once' };

/** A pair of columns that must be equal for two rows to belong together. */
export interface Pairing {
  readonly theirs: string;
  readonly ours: Compiled;
}

/** A pointer to records that another definition makes. */
export interface DefinitionChoice {
  readonly form: 'definition';
  readonly name: string;
  readonly scope: RecordScope;
  readonly on: readonly Pairing[] | null;
  readonly path: Path;
}

/** A pointer to records that another definition makes, or to one that exists already. */
export type Choice =
  DefinitionChoice | { readonly form: 'reference'; readonly template: CompiledTemplate; readonly path: Path };

export interface CompiledInput {
  readonly key: string;
  readonly shape: 'scalar' | 'list';
  readonly choices: readonly Choice[];
  readonly path: Path;
}

export interface CompiledLink {
  readonly by: 'reference' | 'id' | 'display_name';
  readonly template: CompiledTemplate;
  readonly path: Path;
}

interface DefinitionBase {
  readonly name: string;
  readonly path: Path;
  readonly scope: RecordScope;
  readonly when: Compiled | null;
  readonly onLocked: OnLocked;
}

export interface CompiledSource extends DefinitionBase {
  /** Where the file names stand: a column, or one text. */
  readonly cited:
    | { readonly by: 'files'; readonly name: Compiled }
    | { readonly by: 'file'; readonly name: CompiledTemplate };
  readonly displayName: CompiledTemplate;
  readonly description: CompiledTemplate | null;
  readonly publishedAt: Compiled;
  readonly isPublic: boolean;
}

export interface CompiledQuantity {
  readonly value: Compiled;
  readonly unit: Unit | null;
  /** The unit as the mapping writes it; null where the value's own is sent. */
  readonly unitText: string | null;
  readonly kind: string | null;
  readonly deviation: Deviation | null;
}

export interface CompiledDatapoint extends DefinitionBase {
  readonly reference: CompiledTemplate;
  readonly displayName: CompiledTemplate;
  readonly description: CompiledTemplate | null;
  readonly quantity: CompiledQuantity;
  readonly type: string;
  readonly measuredAt: Compiled | null;
  readonly sources: readonly Choice[];
  readonly justification: CompiledTemplate | null;
}

export interface CompiledComponent extends DefinitionBase {
  readonly reference: CompiledTemplate;
  readonly displayName: CompiledTemplate;
  readonly description: CompiledTemplate | null;
  readonly blueprint: string;
  readonly started: Compiled;
  readonly completed: Compiled;
  readonly inputs: readonly CompiledInput[];
  readonly attribute: {
    readonly entry: DefinitionChoice;
    readonly group: string;
    readonly factor: Compiled | null;
    readonly path: Path;
  } | null;
}

export interface CompiledEntry extends DefinitionBase {
  readonly reference: CompiledTemplate;
  readonly template: CompiledLink;
  readonly startedOn: Compiled;
  readonly completedOn: Compiled;
  readonly feedstockType: CompiledLink | null;
  readonly inputs: readonly { readonly component: string; readonly inputs: readonly CompiledInput[] }[];
}

export interface CompiledRecords {
  /** The definitions that others choose from, by `datapoints.delivered_mass`. */
  readonly chosen: ReadonlySet<string>;
  readonly sources: readonly CompiledSource[];
  readonly datapoints: readonly CompiledDatapoint[];
  readonly components: readonly CompiledComponent[];
  readonly entries: readonly CompiledEntry[];
}
