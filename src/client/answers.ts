import { z } from 'zod';
import { componentSchema } from '../kinds/component.js';
import { blueprintSchema } from '../kinds/component-blueprint.js';
import { datapointSchema } from '../kinds/datapoint.js';
import { feedstockTypeSchema } from '../kinds/feedstock-type.js';
import { attributionSchema, entrySchema, statementSchema } from '../kinds/ghg-entry.js';
import { templateComponentSchema, templateSchema } from '../kinds/ghg-entry-template.js';
import { projectSchema } from '../kinds/listed/set-up.js';
import { createdSourceSchema, sourceSchema } from '../kinds/source.js';
import { idSchema, inputSchema } from '../kinds/wire.js';
import { componentScopes } from '../model/listed.js';
import { open, renamed, type Known } from './shapes.js';
import * as values from './values.js';

/** The answers of the ingestion service: the shapes that the kinds of record are read by, with all of their fields. */

const text = z.string().nullish();

/** `api-facts.md` §1.2: the organisation that the access token is of. */
export const ownOrganisation = z.looseObject({ id: idSchema, name: z.string() });
/** The organisation that the access token is of. */
export type OwnOrganisation = Known<z.infer<typeof ownOrganisation>>;

export const project = projectSchema.extend({
  description: text,
  /** ISO 3166-1 alpha-3. */
  country_code: text,
});
/** A project. Made in the web interface only. */
export type Project = Known<z.infer<typeof project>>;

export const blueprint = blueprintSchema.extend({
  description: text,
  type: open(values.componentTypes),
  inputs: z.array(
    z.looseObject({
      input_key: z.string(),
      description: text,
      quantity_kind: z.string(),
      data_shape: open(values.dataShapes),
      /** An example of a unit that fits. */
      compatible_unit: z.string(),
    }),
  ),
  /** How the inputs become CO2e, as documentation. */
  expressions: z.array(z.looseObject({ key: z.string(), template: z.string() })).nullish(),
});
/** The recipe of a component: its inputs, and what kind of quantity each takes. */
export type Blueprint = Known<z.infer<typeof blueprint>>;

const templateComponentFields = templateComponentSchema.omit({ group_key: true }).extend({
  description: text,
  ghg_entry_template_id: idSchema.nullish(),
  ghg_entry_template_component_group_id: idSchema.nullish(),
  inputs: z.array(
    z.looseObject({
      input_key: z.string(),
      display_name: text,
      /** A fixed input is bound by the template; a monitored one is brought by every entry. */
      type: open(values.inputTypes).optional(),
      quantity_kind: text,
      datapoint_id: idSchema.nullish(),
    }),
  ),
});
export const templateComponent = renamed(
  {
    removal_template_id: 'ghg_entry_template_id',
    removal_template_component_group_id: 'ghg_entry_template_component_group_id',
  },
  templateComponentFields,
);
/** A component that a template makes with every entry. */
export type TemplateComponent = Known<z.infer<typeof templateComponent>>;

export const template = templateSchema.extend({
  project_id: idSchema.nullish(),
  credit_type: open(values.creditTypes).optional(),
  groups: z.array(
    z.looseObject({
      id: idSchema.nullish(),
      key: z.string(),
      display_name: text,
      description: text,
      components: z.array(templateComponent),
    }),
  ),
});
/** The form that entries follow, in groups of components. Made in the web interface only. */
export type Template = Known<z.infer<typeof template>>;

export const source = sourceSchema.extend({
  project_id: idSchema.nullish(),
  /** null until the document is uploaded. */
  url_info: z
    .looseObject({
      __typename: open(['SourcePublicUrlInfo', 'SourcePrivateUrlInfo']),
      /** Of a public document. */
      url: z.string().optional(),
      /** Of a private document: whether the caller may read it. */
      is_accessible: z.boolean().optional(),
    })
    .nullish(),
});
/** A document that proves something. */
export type Source = Known<z.infer<typeof source>>;

export const createdSource = createdSourceSchema.extend({ source });
/** A new source, and where its bytes go: a signed address, to be kept secret. */
export type CreatedSource = Known<z.infer<typeof createdSource>>;

export const datapoint = datapointSchema.extend({
  type: open(values.datapointTypes),
  project_id: idSchema.nullish(),
  /** Anything but `not_locked`: it cannot be changed. */
  locked_status: open(values.lockedStatuses),
});
/** A quantity with its evidence. The unit comes back in the service's own spelling: compare by `equalQuantities`. */
export type Datapoint = Known<z.infer<typeof datapoint>>;

export const component = renamed(
  { removal_template_component_id: 'ghg_entry_template_component_id' },
  componentSchema.extend({
    inputs: z.array(inputSchema),
    scope: open(componentScopes),
    type: open(values.componentTypes),
    /** null unless the scope is `PROJECT`. */
    allocation_strategy: open(values.allocationStrategies).nullish(),
  }),
);
/** An activity with a CO2e flux, made of datapoints by a blueprint. */
export type Component = Known<z.infer<typeof component>>;

export const entry = entrySchema.extend({
  credit_type: open(values.creditTypes).optional(),
  /** Of the credits, what goes to the buffer pool. */
  risk_of_reversal_percentage: z.number().nullish(),
});
/** A net removal or reduction, in kg CO2e. A draft while `ghg_statement_id` is null. */
export type Entry = Known<z.infer<typeof entry>>;

export const attribution = renamed(
  { removal_id: 'ghg_entry_id', removal_template_component_id: 'ghg_entry_template_component_id' },
  attributionSchema.extend({ id: idSchema.nullish(), ghg_entry_id: idSchema }),
);
/** The share of a component in an entry: a factor above 0 and at most 1. */
export type ComponentAttribution = Known<z.infer<typeof attribution>>;

export const statement = renamed(
  { removal_ids: 'ghg_entry_ids' },
  statementSchema.extend({
    project_id: idSchema,
    status: open(values.statementStatuses),
    ghg_entry_ids: z.array(idSchema),
    /** First and last day, both in. */
    reporting_period_start_at: text,
    reporting_period_end_at: text,
    submitted_at: text,
    credits_issued_at: text,
    /** The verifier's name. */
    verifier: text,
    ghg_statement_report_url: text,
    /** What the total will be once it is submitted again, in kg CO2e; null where nothing waits for that. */
    pending_total_co2e_removed_kg: z.number().nullish(),
    credit_allocation: entrySchema.shape.credit_allocation,
  }),
);
/** The entries of a period, as they go to the verifier. */
export type Statement = Known<z.infer<typeof statement>>;

export const feedstockType = feedstockTypeSchema;
/** The label of what was used. Made in the web interface only. */
export type FeedstockType = Known<z.infer<typeof feedstockType>>;

/** An address as the service answers it: a JSON text. */
export const address = z.url();
