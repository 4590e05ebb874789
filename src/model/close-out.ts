import type { CreditBatch } from './issuance.js';

/** One figure as the entry has it and as credits were issued for it, in kg CO2e. */
export interface Variance {
  readonly figure: string;
  /** null where the entry does not say. */
  readonly expected_kg: number | null;
  /** null where nothing was issued. */
  readonly issued_kg: number | null;
  /** Issued less expected; null where either is not known. */
  readonly difference_kg: number | null;
  /** Of what was expected. */
  readonly difference_percent: number | null;
  /** Whether they are one but for the whole kilograms of credits; null where that cannot be said. */
  readonly agrees: boolean | null;
}

/** One input of one component of the entry, as the registry has it, with the cells that it was made from. */
export interface ClosedInput {
  readonly group: string | null;
  readonly component: string;
  readonly component_id: string;
  readonly blueprint: string;
  /** The component's share in the entry, in (0, 1]; null where the service does not say. */
  readonly share: number | null;
  readonly input_key: string;
  readonly datapoint_id: string;
  /** Its reference; null where it has none or was not seen. */
  readonly datapoint: string | null;
  readonly magnitude: number | null;
  readonly unit: string | null;
  /** `Deliveries!F17`; none where no run here knows them, or the template has them. */
  readonly cells: readonly string[];
}

/** What is expected of an entry, in kg CO2e; null where the entry does not say. */
export interface ExpectedCredits {
  readonly net_kg: number;
  readonly supplier_kg: number | null;
  readonly buffer_pool_kg: number | null;
  /** The net removal when a run here read the entry back; null where none did. */
  readonly net_when_sent_kg: number | null;
}

/** An entry's credits, joined back to what they were issued for. */
export interface CloseOut {
  readonly entry: {
    readonly reference: string | null;
    readonly id: string;
    readonly started_on: string;
    readonly completed_on: string;
  };
  /** Whether credits are there, in one sentence. */
  readonly said: string;
  readonly statement: { readonly id: string; readonly status: string } | null;
  readonly issuance_id: string | null;
  readonly variances: readonly Variance[];
  readonly supplier_credit_batches: readonly CreditBatch[];
  readonly buffer_pool_credit_batches: readonly CreditBatch[];
  readonly inputs: readonly ClosedInput[];
  /** The run that read the entry back last; null where no run folder here knows the entry. */
  readonly run: { readonly run_id: string; readonly workbooks: readonly string[] } | null;
}
