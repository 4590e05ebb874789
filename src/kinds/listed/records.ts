import { z } from 'zod';
import { componentSchema } from '../component.js';
import { inputSchema } from '../wire.js';
import {
  minuteOf,
  ofAnyProject,
  ofOrganisation,
  plainWord,
  rowKind,
  spreadKind,
  yesOrNo,
  type ListedKind,
} from './listed.js';

const text = z.string().nullish();
const kilograms = '#,##0.000';

const sourceSchema = z.looseObject({
  id: z.string(),
  display_name: text,
  original_filename: text,
  published_at: text,
  is_public: z.boolean(),
  supplier_reference_id: text,
  url_info: z.looseObject({ url: text }).nullish(),
});

/** An address that is signed is a key to the document: it is not shown. */
function withoutSignedAddress(source: z.infer<typeof sourceSchema>): unknown {
  const url = source.url_info?.url;
  if (url === null || url === undefined || !url.includes('?')) return source;
  return { ...source, url_info: { ...source.url_info, url: null } };
}

/** `interface.md`, Source. */
export const sources: ListedKind = spreadKind({
  name: 'sources',
  title: 'Sources',
  one: 'source',
  ...ofAnyProject('/sources'),
  filters: { reference: 'supplier_reference_id' },
  schema: sourceSchema,
  spread: (source) => ({ rows: [source], json: withoutSignedAddress(source) }),
  columns: (show) => [
    show.text('Reference', 30, (one) => one.supplier_reference_id),
    show.text('Name', 36, (one) => one.display_name),
    show.text('File', 36, (one) => one.original_filename),
    show.word('Published', 12, (one) => one.published_at),
    show.word('Public', 8, (one) => yesOrNo(one.is_public)),
    show.word('Document', 10, ({ url_info }) =>
      url_info === null || url_info === undefined ? 'missing' : 'there',
    ),
    show.id((one) => one.id),
  ],
});

/** `interface.md`, Datapoint, with every filter of its list. */
export const datapoints: ListedKind = rowKind({
  name: 'datapoints',
  title: 'Datapoints',
  one: 'datapoint',
  ...ofAnyProject('/datapoints'),
  filters: {
    reference: 'supplier_reference_id',
    'name-contains': 'display_name_contains',
    'quantity-kind': 'quantity_kind',
    'used-in-entry': 'used_in_ghg_entry',
    'used-in-statement': 'used_in_ghg_statement',
    'used-in-template': 'used_in_ghg_entry_template',
    'used-in-scope': 'used_in_scope',
    sample: 'measurement_sample_id',
  },
  schema: z.looseObject({
    id: z.string(),
    display_name: z.string(),
    quantity: z.looseObject({
      magnitude: z.number(),
      unit: text,
      standard_deviation: z.number().nullish(),
    }),
    source_ids: z.array(z.string()),
    type: z.string(),
    measured_at: text,
    supplier_reference_id: text,
    locked_status: z.string(),
  }),
  columns: (show) => [
    show.text('Reference', 30, (one) => one.supplier_reference_id),
    show.text('Name', 36, (one) => one.display_name),
    show.number('Value', 'General', (one) => one.quantity.magnitude),
    show.text('Unit', 18, (one) => one.quantity.unit),
    show.number('Std dev', 'General', (one) => one.quantity.standard_deviation),
    show.text('Locked', 18, ({ locked_status }) =>
      locked_status === 'not_locked' ? 'no' : plainWord(locked_status.replace(/^locked_/, '')),
    ),
    show.text('Type', 16, (one) => plainWord(one.type)),
    show.text('Measured', 18, (one) => minuteOf(one.measured_at)),
    show.number('Sources', '0', (one) => one.source_ids.length),
    show.id((one) => one.id),
  ],
});

function inputsOf(inputs: readonly z.infer<typeof inputSchema>[]): string {
  return inputs
    .map((input) => {
      const ids = input['datapoint_ids'];
      return Array.isArray(ids) ? `${input.input_key} (${ids.length})` : input.input_key;
    })
    .join(', ');
}

/** `interface.md`, Component. */
export const components: ListedKind = rowKind({
  name: 'components',
  title: 'Components',
  one: 'component',
  ...ofAnyProject('/components'),
  filters: {
    reference: 'supplier_reference_id',
    'used-in-entry': 'ghg_entry_id',
    'used-in-statement': 'ghg_statement_id',
    'used-in-scope': 'scope',
  },
  schema: componentSchema.extend({ scope: text, type: text, inputs: z.array(inputSchema) }),
  columns: (show) => [
    show.text('Reference', 30, (one) => one.supplier_reference_id),
    show.text('Name', 36, (one) => one.display_name),
    show.text('Blueprint', 36, (one) => one.blueprint_key),
    show.text('Type', 20, (one) => plainWord(one.type)),
    show.text('Scope', 16, (one) => plainWord(one.scope)),
    show.text('Started', 18, (one) => minuteOf(one.activity_started_at)),
    show.text('Completed', 18, (one) => minuteOf(one.activity_completed_at)),
    show.text('Inputs', 40, (one) => inputsOf(one.inputs)),
    show.id((one) => one.id),
  ],
});

/** `interface.md`, GHG entry. The list knows no project: it is that of the organisation. */
export const entries: ListedKind = rowKind({
  name: 'entries',
  title: 'GHG entries',
  one: 'entry',
  ...ofOrganisation('/ghg_entries'),
  filters: { reference: 'supplier_reference_id' },
  schema: z.looseObject({
    id: z.string(),
    started_on: text,
    completed_on: text,
    co2e_net_removed_kg: z.number(),
    co2e_net_removed_without_discount_kg: z.number().nullish(),
    co2e_net_removed_standard_deviation_kg: z.number().nullish(),
    credit_allocation: z
      .looseObject({
        supplier_allocation_kg: z.number().nullish(),
        buffer_pool_contribution_kg: z.number().nullish(),
      })
      .nullish(),
    ghg_statement_id: text,
    supplier_reference_id: text,
  }),
  columns: (show) => [
    show.text('Reference', 26, (one) => one.supplier_reference_id),
    show.word('From', 12, (one) => one.started_on),
    show.word('To', 12, (one) => one.completed_on),
    show.number('Net kg', kilograms, (one) => one.co2e_net_removed_kg),
    show.id((one) => one.ghg_statement_id ?? 'draft', 'Statement'),
    show.id((one) => one.id),
    show.number('Discount kg', kilograms, (one) => one.co2e_net_removed_standard_deviation_kg),
    show.number('Before discount kg', kilograms, (one) => one.co2e_net_removed_without_discount_kg),
    show.number('Supplier kg', kilograms, (one) => one.credit_allocation?.supplier_allocation_kg),
    show.number('Buffer pool kg', kilograms, (one) => one.credit_allocation?.buffer_pool_contribution_kg),
  ],
});
