import type { Origin } from './origin.js';

/** The kinds of record that a mapping can make. */
export const writableKinds = ['source', 'datapoint', 'component', 'ghg_entry'] as const;
/** A kind that a mapping can make. */
export type WritableKind = (typeof writableKinds)[number];

/** The kinds that a record may point to but that this program never writes. */
export const readOnlyKinds = [
  'ghg_entry_template',
  'template_component',
  'feedstock_type',
  'component_blueprint',
] as const;
/** A kind that a record may point to and that is never written. */
export type ReadOnlyKind = (typeof readOnlyKinds)[number];

/** Every kind of record. */
export type KindName = WritableKind | ReadOnlyKind;

/**
 * A pointer to another record. `reference` is the identity of ours and of theirs alike; `display_name` is for
 * kinds without one; `id` is the registry's own. A template component is named within its template.
 */
export type Link =
  | { readonly kind: KindName; readonly by: 'reference'; readonly value: string }
  | { readonly kind: KindName; readonly by: 'id'; readonly value: string }
  | { readonly kind: KindName; readonly by: 'display_name'; readonly value: string; readonly within?: Link };

/** A quantity as it is sent: a decimal number, a unit, and a standard deviation in the same unit. */
export interface QuantityValue {
  readonly magnitude: number;
  readonly unit: string;
  /** null where the quantity takes no part in variance propagation. */
  readonly standard_deviation: number | null;
}

/** One input of a component: `interface.md`, Component; `list` inputs keep every member. */
export interface InputBinding {
  readonly input_key: string;
  readonly shape: 'scalar' | 'list';
  readonly datapoints: readonly Link[];
}

/** The inputs of one component that a template makes with the entry. */
export interface TemplateInputs {
  readonly component: Link;
  readonly inputs: readonly InputBinding[];
}

/** A component's share in an entry. `factor` is in (0, 1]. */
export interface Attribution {
  readonly component: Link;
  readonly group: string;
  readonly factor: number;
}

/** The bytes behind a source. */
export interface DocumentValue {
  readonly file_name: string;
  readonly content_type: string;
  readonly content_length: number;
  /** Hex; null where the remote side cannot tell. */
  readonly sha256: string | null;
  /** Where the bytes lie, relative to the evidence folder; null for a remote document. */
  readonly path: string | null;
}

/**
 * The value of a field, with the meaning that decides how it is compared (`src/diff/equality.ts`). Both sides
 * of a comparison hold the same shapes.
 */
export type FieldValue =
  | { readonly type: 'text'; readonly value: string | null }
  | { readonly type: 'flag'; readonly value: boolean }
  | { readonly type: 'date'; readonly value: string | null }
  | { readonly type: 'instant'; readonly value: string | null }
  | { readonly type: 'quantity'; readonly value: QuantityValue }
  | { readonly type: 'link'; readonly value: Link | null }
  | { readonly type: 'links'; readonly value: readonly Link[] }
  | { readonly type: 'inputs'; readonly value: readonly InputBinding[] }
  | { readonly type: 'template_inputs'; readonly value: readonly TemplateInputs[] }
  | { readonly type: 'attributions'; readonly value: readonly Attribution[] }
  | { readonly type: 'document'; readonly value: DocumentValue | null };

/** Keyed by field name. A desired field that is absent is left as it is on the remote side. */
export type Fields = Readonly<Record<string, FieldValue>>;

/** What to do where a locked record differs in what counts. */
export type OnLocked = 'replace' | 'keep' | 'fail';

/** A record as the workbook wants it. */
export interface DesiredRecord {
  readonly kind: WritableKind;
  /** `supplier_reference_id`: ours, known before anything is sent; 1 to 200 characters, unique over all kinds. */
  readonly reference: string;
  readonly fields: Fields;
  /** Field name to the cells it was made from; `''` holds the rows of the record itself. */
  readonly origins: Readonly<Record<string, readonly Origin[]>>;
  /** The mapping's definition that made it, as `datapoints.delivered_mass`. */
  readonly definition: string;
  readonly onLocked: OnLocked;
}

/** What the registry computes for an entry, in kg CO2e: `interface.md`, GHG entry. */
export interface Co2eResult {
  /** After the uncertainty discount. */
  readonly net_kg: number;
  readonly without_discount_kg: number;
  readonly standard_deviation_kg: number | null;
  readonly supplier_allocation_kg: number | null;
  readonly buffer_pool_contribution_kg: number | null;
}

/** A record as the registry holds it, in the same shape. */
export interface RemoteRecord {
  readonly kind: KindName;
  readonly id: string;
  readonly reference: string | null;
  readonly displayName: string | null;
  readonly fields: Fields;
  /** Why it cannot be changed (`locked_used_in_verified_removal`), or null. */
  readonly lock: string | null;
  /** The id of the record that it is a part of, where there is one: a template component's template. */
  readonly parent: string | null;
  /** The ids of records that were made as parts of it and follow it: the components that a template made with an entry. */
  readonly parts: readonly string[];
  /** What the registry computed from it, where it computes anything. */
  readonly co2e: Co2eResult | null;
  /** What only this kind understands and no one compares: a template's tree, an entry's net removal. */
  readonly detail: unknown;
}

/** A record that is told by a reference, as every one of a chain is. */
export interface ReferencedRecord extends RemoteRecord {
  readonly reference: string;
}
