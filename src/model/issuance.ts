/** What the registry tells of issued credits: `interface.md`, Credit quantity to Buffer-pool refund. Carbon in kg. */

export interface CreditQuantity {
  /** One is 1000 kg. */
  readonly credits: number;
  readonly credit_kgs: number;
}

export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly domain?: string | null | undefined;
}

export interface Supplier {
  readonly id: string;
  readonly organisation: Organisation;
  readonly short_description?: string | null | undefined;
  readonly long_description?: string | null | undefined;
  readonly location?:
    | {
        readonly country_code: string;
        readonly country_name?: string | null | undefined;
        readonly latitude?: number | null | undefined;
        readonly longitude?: number | null | undefined;
        readonly description?: string | null | undefined;
      }
    | null
    | undefined;
}

export interface CreditBatch {
  readonly id: string;
  readonly ghg_entry_id?: string | null | undefined;
  /** The older name of the entry's id; an answer may have it alone. */
  readonly removal_id?: string | null | undefined;
  /** A batch that is too large for a transaction is split into two, which name it here. */
  readonly parent_id?: string | null | undefined;
  readonly serial_number: string;
  readonly sequestered_on?: string | null | undefined;
  readonly issued_at?: string | null | undefined;
  readonly retired_at?: string | null | undefined;
  readonly size: CreditQuantity;
  readonly owner?: Organisation | null | undefined;
  readonly beneficiary?: Organisation | null | undefined;
}

/** An issuance as its list shows it (`api-facts.md` §1.3). */
export interface Issuance {
  readonly id: string;
  readonly project_id: string;
  readonly issued_at?: string | null | undefined;
  /** First and last day, both in. */
  readonly reporting_period_start_at?: string | null | undefined;
  readonly reporting_period_end_at?: string | null | undefined;
  readonly credit_batch_size_total?: CreditQuantity | null | undefined;
}

export interface IssuedCredits {
  readonly issuance_id: string;
  readonly credit_batch_size_total: CreditQuantity;
  readonly supplier_credit_batch_size_total: CreditQuantity;
  readonly buffer_pool_credit_batch_size_total: CreditQuantity;
  readonly supplier_credit_batches: readonly CreditBatch[];
  readonly buffer_pool_credit_batches: readonly CreditBatch[];
}

export interface Refund {
  readonly id: string;
  readonly notes?: string | null | undefined;
  readonly refunded_at: string;
  readonly credit_batch_size_total: CreditQuantity;
  readonly from_buffer_pool_organisation: Organisation;
  readonly to_organisation: Organisation;
}
