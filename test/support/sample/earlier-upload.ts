import type { SeedDataInput } from '../../../src/emulator/index.js';
import type { Mapped } from '../../../src/model/mapped.js';
import type { DesiredRecord, Link } from '../../../src/model/record.js';
import { optional, required, requiredText } from '../../../src/kinds/fields.js';
import { factors, templates } from './templates.js';

/**
 * What the embedded service starts with: the project, the templates of all suppliers with their factors, and a biochar
 * plant's upload of the first half of its month. Most of its records equal the workbook; some differ, some are locked, some are both.
 */

type Seed = { [K in keyof SeedDataInput]-?: NonNullable<SeedDataInput[K]> };

const firstHalf = (reference: string) => /^NRM-47(?:0\d|1[0-8])-/.test(reference);
const firstBatch = (reference: string) => /^NRM-L2610[123]-(?:corg|s)$/.test(reference);

/** How single records of the earlier upload differ from the workbook, and why. */
const differences: Readonly<
  Record<string, (datapoint: Seed['datapoints'][number]) => Seed['datapoints'][number]>
> = {
  // A weight that was corrected since: updated in place.
  'NRM-4703-mass': (datapoint) => ({ ...datapoint, quantity: { ...datapoint.quantity, magnitude: 17.92 } }),
  // A name that was written otherwise: updated in place.
  'NRM-4705-mass': (datapoint) => ({ ...datapoint, display_name: 'Feedstock ticket 4705' }),
  // Locked and different, and a transport component uses it: replaced, and the component re-pointed.
  'NRM-4708-haul': (datapoint) => ({
    ...datapoint,
    locked_status: 'locked_used_in_verified_removal',
    quantity: { ...datapoint.quantity, magnitude: 1200 },
  }),
  // A laboratory value that was corrected after it was locked: replaced, and the entry's list re-pointed.
  'NRM-L26102-corg': (datapoint) => ({
    ...datapoint,
    locked_status: 'locked_measurement_sample_datapoint',
    quantity: { ...datapoint.quantity, magnitude: 71.4 },
  }),
  // Locked and equal, but for its name: left alone, and said so.
  'NRM-4710-mass': (datapoint) => ({
    ...datapoint,
    locked_status: 'locked_activity_datapoint',
    display_name: 'Ticket 4710',
  }),
  // Locked and equal: unchanged.
  'NRM-4711-mass': (datapoint) => ({ ...datapoint, locked_status: 'locked_activity_datapoint' }),
};

function reference(link: Link): string {
  return link.value;
}

function sourceOf(record: DesiredRecord): Seed['sources'][number] {
  const document = required(record.fields, 'document', 'document');
  return {
    reference: record.reference,
    display_name: requiredText(record.fields, 'display_name'),
    file_name: document?.file_name ?? '',
    content_type: document?.content_type ?? '',
    content_length: document?.content_length ?? 0,
    sha256: document?.sha256 ?? null,
    published_at: required(record.fields, 'published_at', 'date') ?? '',
    is_public: required(record.fields, 'is_public', 'flag'),
    uploaded: true,
  };
}

function datapointOf(record: DesiredRecord): Seed['datapoints'][number] {
  const datapoint = {
    reference: record.reference,
    display_name: requiredText(record.fields, 'display_name'),
    description: required(record.fields, 'description', 'text'),
    quantity: required(record.fields, 'quantity', 'quantity'),
    type: requiredText(record.fields, 'type'),
    measured_at: required(record.fields, 'measured_at', 'instant'),
    sources: required(record.fields, 'sources', 'links').map(reference),
  };
  return differences[record.reference]?.(datapoint) ?? datapoint;
}

function componentOf(record: DesiredRecord): Seed['components'][number] {
  const inputs = required(record.fields, 'inputs', 'inputs');
  return {
    reference: record.reference,
    blueprint_key: requiredText(record.fields, 'blueprint'),
    display_name: requiredText(record.fields, 'display_name'),
    description: optional(record.fields, 'description', 'text') ?? null,
    activity_started_at: required(record.fields, 'activity_started_at', 'instant'),
    activity_completed_at: required(record.fields, 'activity_completed_at', 'instant'),
    inputs: Object.fromEntries(
      inputs.map((input) => [input.input_key, input.datapoints.map(reference)[0] ?? '']),
    ),
  };
}

/** The half month's own totals, which the full month will change. */
const halfMonth: Readonly<Record<string, number>> = {
  'NRM-2026-10-product': 57_400,
  'NRM-2026-10-electricity': 10_300,
};

export function earlierUpload(mapped: Mapped): SeedDataInput {
  const of = (kind: DesiredRecord['kind']) => mapped.records.filter((record) => record.kind === kind);
  const datapoints = of('datapoint')
    .filter(
      (record) =>
        firstHalf(record.reference) || firstBatch(record.reference) || record.reference in halfMonth,
    )
    .map(datapointOf)
    .map((datapoint) => {
      const magnitude = halfMonth[datapoint.reference];
      return magnitude === undefined
        ? datapoint
        : { ...datapoint, quantity: { ...datapoint.quantity, magnitude }, description: '' };
    });
  const cited = new Set(datapoints.flatMap((datapoint) => datapoint.sources ?? []));
  const components = of('component')
    .filter((record) => firstHalf(record.reference))
    .map(componentOf);
  const list = (ending: string) =>
    datapoints
      .map((datapoint) => datapoint.reference)
      .filter((name) => firstBatch(name) && name.endsWith(ending));
  return {
    organisation: { name: 'Kilima Biochar (invented)' },
    projects: [{ name: 'Naro Moru biochar', country_code: 'KEN', risk_of_reversal_percentage: 2 }],
    feedstock_types: [
      { name: 'Wood chips', reference: 'wood-chips' },
      { name: 'Corn stover', reference: 'corn-stover' },
      { name: 'Basalt', reference: 'basalt' },
    ],
    sources: of('source')
      .filter((record) => cited.has(record.reference))
      .map(sourceOf),
    datapoints: [...factors, ...datapoints],
    templates: [...templates],
    components,
    ghg_entries: [
      {
        reference: 'NRM-2026-10',
        template: 'Biochar monthly',
        started_on: '2026-10-01',
        completed_on: '2026-10-31',
        feedstock_type: 'wood-chips',
        inputs: {
          'Biochar stored': {
            product_mass: 'NRM-2026-10-product',
            carbon_contents: list('-corg'),
            s_fraction: list('-s'),
          },
          'Grid electricity': { electricity_use: 'NRM-2026-10-electricity' },
        },
        attributions: components.map((component) => ({
          component: component.reference,
          group: 'biomass-feedstock-transport',
          factor: 1,
        })),
      },
    ],
  };
}
