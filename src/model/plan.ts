import type { ControlTotal, InputFile, Limits, Mapped } from './mapped.js';
import type { Operation } from './operation.js';
import type { Co2eResult, DesiredRecord } from './record.js';
import type { Issue } from './issue.js';

/** Where a plan is bound to. An id, a plan and a run belong to one of these and are refused elsewhere. */
export interface EnvironmentBinding {
  readonly name: 'local' | 'sandbox' | 'production';
  readonly base_url: string;
  readonly project_id: string;
  /** The organisation whose token was used; null where the service does not say. */
  readonly organisation_id: string | null;
}

/** What was read: the rows, and what became of each. */
export type Reading = Pick<
  Mapped,
  'rows' | 'mappedRows' | 'rowsWithErrors' | 'places' | 'skipped' | 'referencePatterns'
>;

/** What is wanted, in an order in which every record comes after those it points to. Nothing was compared yet. */
export interface Plan {
  readonly stage: 'planned';
  readonly mapped: Mapped;
  readonly records: readonly DesiredRecord[];
  /** References of records that must not be sent as they are, each with why. */
  readonly unfit: ReadonlyMap<string, string>;
  readonly issues: readonly Issue[];
}

/** Why an entry's net removal changes. `document`: other evidence, and the same numbers. */
export const bridgeCauses = ['changed', 'replaced', 'new', 'document'] as const;

/** One step of the bridge from what an entry is to what it will be. */
export interface BridgeStep {
  readonly cause: (typeof bridgeCauses)[number];
  /** How many records of the plan have this cause. */
  readonly records: number;
  /** In kg CO2e; the steps add up to the difference. */
  readonly net_kg: number;
}

/** An entry's net removal now, and after this plan as far as it can be predicted. null: not known. */
export interface EntryBridge {
  readonly reference: string;
  readonly before: Co2eResult | null;
  readonly predicted: Co2eResult | null;
  /** Empty where nothing can be predicted. */
  readonly steps: readonly BridgeStep[];
}

/** What was decided, complete and self-contained: the file that is reviewed and applied. */
export interface DecidedPlan {
  readonly stage: 'decided';
  readonly format: 'mrv-ingest/plan@1';
  readonly environment: EnvironmentBinding;
  readonly workbooks: readonly InputFile[];
  readonly mapping: InputFile;
  /** In an order in which every operation comes after those it depends on. */
  readonly operations: readonly Operation[];
  /** Links of the records to registry ids that were known when the plan was decided, by `linkKey`. */
  readonly known: Readonly<Record<string, string>>;
  readonly bridges: readonly EntryBridge[];
  readonly controlTotals: readonly ControlTotal[];
  readonly limits: Limits;
  /** Limits that may be passed, by name, each with the reason that was given. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Fields that somebody changed by hand and that stay so, by reference. */
  readonly kept: Readonly<Record<string, readonly string[]>>;
  readonly reading: Reading;
  readonly issues: readonly Issue[];
}
