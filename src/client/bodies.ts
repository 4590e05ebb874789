import { z } from 'zod';
import { listInputBody, scalarInputBody } from '../kinds/wire.js';
import { one, type Known } from './shapes.js';
import * as values from './values.js';

/** What may be sent, by `interface.md`, Limits, and `api-facts.md` §1.2. Checked before anything leaves. */

export const id = z.string().min(20).max(37);
export const reference = z.string().min(1).max(200);
export const name = z.string().min(1).max(150);
export const shortName = z.string().min(1).max(100);
export const day = z.iso.date();
export const instant = z.iso.datetime({ offset: true });
export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
const share = z.number().gt(0).max(1);

export const quantity = z.strictObject({
  magnitude: z.number(),
  /** As it is printed; null: a pure number. */
  unit: z.string().min(1).nullable(),
  /** In the same unit; without one the quantity takes no part in the uncertainty. */
  standard_deviation: z.number().min(0).nullish(),
});
/** A quantity as it is sent. */
export type NewQuantity = Known<z.input<typeof quantity>>;

const input_key = z.string().min(1).max(100);
const input = z.union([
  z
    .strictObject({ input_key, datapoint_ids: z.array(id).min(1) })
    .transform((list) => listInputBody(list.input_key, list.datapoint_ids)),
  z
    .strictObject({ input_key, datapoint_id: id })
    .transform((scalar) => scalarInputBody(scalar.input_key, scalar.datapoint_id)),
]);
/** An input of a component: one datapoint, or several for a list. */
export type NewInput = Known<z.input<typeof input>>;

const largestDocument = 50_000_000;
export const newSource = z
  .strictObject({
    display_name: shortName,
    /** With its extension. */
    file_name: z.string().min(1),
    content_type: z.string().min(1),
    /** Bytes. */
    content_length: z.int().min(1).max(largestDocument),
    project_id: id,
    published_at: day,
    supplier_reference_id: reference,
    description: z.string().nullish(),
    /** Meant to be public once credits are issued; false where it is left out. */
    is_public: z.boolean().optional(),
  })
  .transform((body) => ({ __typename: 'CreateDocumentSourceRequest', ...body }));
/** A source to be made. */
export type NewSource = Known<z.input<typeof newSource>>;

export const sourceChange = z.strictObject({
  display_name: shortName.optional(),
  description: z.string().nullish(),
  is_public: z.boolean().optional(),
  published_at: day.optional(),
  supplier_reference_id: reference.optional(),
});
/** What is to change of a source. */
export type SourceChange = Known<z.input<typeof sourceChange>>;

export const documentFacts = z.strictObject({
  content_type: z.string().min(1),
  /** Bytes. */
  content_length: z.int().min(1).max(largestDocument),
});
/** What will be uploaded. */
export type DocumentFacts = Known<z.input<typeof documentFacts>>;

export const newDatapoint = z.strictObject({
  display_name: name,
  description: z.string().max(500),
  project_id: id,
  quantity,
  source_ids: z.array(id),
  supplier_reference_id: reference,
  type: one(values.datapointTypes),
  /** Not to be changed later; a moment to come is refused. */
  measured_at: instant.nullish(),
  uncertainty_justification: z.string().nullish(),
});
/** A datapoint to be made. */
export type NewDatapoint = Known<z.input<typeof newDatapoint>>;

export const datapointChange = z.strictObject({
  display_name: name.optional(),
  description: z.string().max(500).nullish(),
  quantity: quantity.optional(),
  /** Takes the place of the whole list. */
  source_ids: z.array(id).optional(),
  type: one(values.datapointTypes).optional(),
  uncertainty_justification: z.string().nullish(),
});
/** What is to change of a datapoint. */
export type DatapointChange = Known<z.input<typeof datapointChange>>;

export const newComponent = z.strictObject({
  component_blueprint_key: z.string().min(1),
  project_id: id,
  display_name: name,
  supplier_reference_id: reference,
  activity_started_at: instant,
  activity_completed_at: instant,
  /** All that the blueprint wants. */
  inputs: z.array(input),
  description: z.string().nullish(),
});
/** A component to be made. */
export type NewComponent = Known<z.input<typeof newComponent>>;

export const componentChange = z.strictObject({
  display_name: name.optional(),
  description: z.string().nullish(),
  /** Only of a component of a project. */
  allocation_strategy: one(values.allocationStrategies).optional(),
  /** Take the place of all inputs. */
  inputs: z.array(input).optional(),
});
/** What is to change of a component. */
export type ComponentChange = Known<z.input<typeof componentChange>>;

export const newProjectComponent = z.strictObject({
  component_data: newComponent,
  allocation_strategy: one(values.allocationStrategies),
});
/** A component of a project to be made. */
export type NewProjectComponent = Known<z.input<typeof newProjectComponent>>;

export const newShare = z.strictObject({ ghg_entry_id: id, attribution_factor: share });
/** The share of a project's component in an entry. */
export type NewShare = Known<z.input<typeof newShare>>;

export const newEntry = z.strictObject({
  project_id: id,
  started_on: day,
  /** Decides which statement it falls into. */
  completed_on: day,
  ghg_entry_template_id: id,
  supplier_reference_id: reference,
  feedstock_type_id: id.nullish(),
  /** The monitored inputs of the template's components. */
  ghg_entry_template_components: z
    .array(z.strictObject({ ghg_entry_template_component_id: id, inputs: z.array(input) }))
    .optional(),
});
/** An entry to be made. */
export type NewEntry = Known<z.input<typeof newEntry>>;

export const entryChange = z.strictObject({
  started_on: day.optional(),
  completed_on: day.optional(),
  feedstock_type_id: id.nullish(),
});
/** What is to change of an entry. */
export type EntryChange = Known<z.input<typeof entryChange>>;

export const attributionChange = z.strictObject({
  /** One that is attributed already gets the new factor; 1 where it is left out. */
  components_to_add: z
    .array(
      z.strictObject({
        component_id: id,
        component_group_key: z.string().min(1),
        attribution_factor: share.optional(),
      }),
    )
    .optional(),
  components_to_remove: z.array(id).optional(),
});
/** Which components an entry is to stand on besides those of its template. */
export type AttributionChange = Known<z.input<typeof attributionChange>>;

export const newStatement = z.strictObject({
  project_id: id,
  /** Its last day. It begins after the statement before. */
  end_on: day,
});
/** A statement to be made. */
export type NewStatement = Known<z.input<typeof newStatement>>;

export const submission = z.strictObject({
  /** Where the verifier reads the report. */
  ghg_statement_report_url: z.url().max(2048),
  /** Wanted when it is submitted again. */
  summary_of_changes: z.string().min(1).optional(),
});
/** What goes to the verifier with a statement. */
export type Submission = Known<z.input<typeof submission>>;

export const newStatementComponent = z.strictObject({
  ghg_statement_id: id,
  component_data: newComponent,
});
/** A component of a statement to be made: spread evenly over its entries. */
export type NewStatementComponent = Known<z.input<typeof newStatementComponent>>;

export const feedstockTypeChange = z.strictObject({
  name: z.string().min(1).optional(),
  supplier_reference_id: reference.optional(),
});
/** What is to change of a feedstock type. */
export type FeedstockTypeChange = Known<z.input<typeof feedstockTypeChange>>;
