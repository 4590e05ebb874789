import { z } from 'zod';
import { blueprintSchema } from '../component-blueprint.js';
import { feedstockTypeSchema } from '../feedstock-type.js';
import {
  ofAnyProject,
  ofOneProject,
  ofOrganisation,
  plainWord,
  rowKind,
  spreadKind,
  type ListedKind,
} from './listed.js';

const text = z.string().nullish();

/** `interface.md`, Project. */
export const projectSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  country_code: text,
  short_description: text,
});

/** `interface.md`, Storage location. */
export const storageLocationSchema = feedstockTypeSchema.extend({
  storage_method: text,
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
});

/** `interface.md`, Project monitoring requirement. */
export const monitoringRequirementSchema = z.looseObject({
  id: z.string(),
  display_name: z.string(),
  frequency: text,
  monitoring_phase: text,
  notes: text,
  storage_location_id: text,
  storage_unit_id: text,
});

/** `interface.md`, Sensor; the fields of its property are from `api-facts.md` §1.2. */
export const sensorSchema = z.looseObject({
  id: z.string(),
  reference: z.string(),
  units: text,
  manufacturer: text,
  model: text,
  measurement_property: z.looseObject({ quantity_kind: text, qualifier: text }).nullish(),
});

/** What the organisation has set up. */
export const projects: ListedKind = rowKind({
  name: 'projects',
  title: 'Projects',
  one: 'project',
  ...ofOrganisation('/projects'),
  filters: {},
  schema: projectSchema,
  columns: (show) => [
    show.id((one) => one.id),
    show.text('Name', 30, (one) => one.name),
    show.word('Country', 10, (one) => one.country_code),
    show.text('About', 60, (one) => one.short_description),
  ],
});

/** The labels of entries. */
export const feedstockTypes: ListedKind = rowKind({
  name: 'feedstock-types',
  title: 'Feedstock types',
  one: 'feedstock type',
  ...ofOrganisation('/feedstock_types'),
  filters: { reference: 'supplier_reference_id' },
  schema: feedstockTypeSchema,
  columns: (show) => [
    show.id((one) => one.id),
    show.text('Name', 30, (one) => one.name),
    show.text('Reference', 30, (one) => one.supplier_reference_id),
  ],
});

/** Where carbon is stored. */
export const storageLocations: ListedKind = rowKind({
  name: 'storage-locations',
  title: 'Storage locations',
  one: 'storage location',
  ...ofOneProject('storage_locations'),
  filters: {},
  schema: storageLocationSchema,
  columns: (show) => [
    show.id((one) => one.id),
    show.text('Name', 30, (one) => one.name),
    show.text('Method', 24, (one) => plainWord(one.storage_method)),
    show.text('Reference', 24, (one) => one.supplier_reference_id),
    show.number('Latitude', '0.0000', (one) => one.latitude),
    show.number('Longitude', '0.0000', (one) => one.longitude),
  ],
});

/** What is to be watched. */
export const monitoringRequirements: ListedKind = rowKind({
  name: 'monitoring-requirements',
  title: 'Monitoring requirements',
  one: 'monitoring requirement',
  ...ofOneProject('monitoring_requirements'),
  filters: {},
  schema: monitoringRequirementSchema,
  columns: (show) => [
    show.id((one) => one.id),
    show.text('Name', 36, (one) => one.display_name),
    show.text('Frequency', 18, (one) => plainWord(one.frequency)),
    show.text('Phase', 18, (one) => plainWord(one.monitoring_phase)),
    show.id((one) => one.storage_location_id, 'Storage location'),
    show.id((one) => one.storage_unit_id, 'Storage unit'),
    show.text('Notes', 50, (one) => one.notes),
  ],
});

/** What measures by itself. */
export const sensors: ListedKind = rowKind({
  name: 'sensors',
  title: 'Sensors',
  one: 'sensor',
  ...ofAnyProject('/sensors'),
  filters: { reference: 'reference' },
  schema: sensorSchema,
  columns: (show) => [
    show.text('Reference', 26, (one) => one.reference),
    show.text('Measures', 26, ({ measurement_property: property }) =>
      [plainWord(property?.quantity_kind), property?.qualifier].filter(Boolean).join(', '),
    ),
    show.text('Unit', 16, (one) => one.units),
    show.text('Manufacturer', 20, (one) => one.manufacturer),
    show.text('Model', 20, (one) => one.model),
    show.id((one) => one.id),
  ],
});

const catalogueSchema = blueprintSchema.extend({ type: text });

/** The recipes of components with the inputs that each wants. */
export const blueprints: ListedKind = spreadKind({
  name: 'blueprints',
  title: 'Blueprints',
  one: 'blueprint',
  ...ofOrganisation('/component_blueprints'),
  filters: {},
  schema: catalogueSchema,
  spread: (blueprint) => ({
    rows: blueprint.inputs.map((input) => ({ blueprint, input })),
    json: blueprint,
  }),
  columns: (show) => [
    show.text('Blueprint', 40, ({ blueprint }) => blueprint.key),
    show.text('Input', 28, ({ input }) => input.input_key),
    show.text('Unit', 18, ({ input }) => input.compatible_unit),
    show.text('Kind of quantity', 26, ({ input }) => plainWord(input.quantity_kind)),
    show.word('Given as', 10, ({ input }) => plainWord(input.data_shape)),
    show.text('Type', 24, ({ blueprint }) => plainWord(blueprint.type)),
    show.text('Name', 40, ({ blueprint }) => blueprint.display_name),
  ],
});
