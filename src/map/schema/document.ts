import { z } from 'zod';
import { columnTypes } from './columns.js';
import { componentSchema, datapointSchema, entrySchema, linkSchema, sourceSchema } from './records.js';
import { tableSchema } from './tables.js';
import {
  expressionSchema,
  localeSchema,
  nameSchema,
  severitySchema,
  shareSchema,
  templateSchema,
  textSchema,
  unitSchema,
} from './texts.js';

const parameterSchema = z
  .strictObject({
    cell: z
      .string()
      .regex(/^.+![A-Z]{1,3}[1-9]\d{0,6}$/, 'a cell with its sheet: "Cover!C4"')
      .optional()
      .meta({ description: 'The cell that holds it: "Cover!C4".' }),
    value: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .meta({ description: 'The value itself.' }),
    type: z.enum(columnTypes).exclude(['quantities', 'files']).meta({ description: 'What it is.' }),
    unit: unitSchema.optional(),
    pattern: textSchema.optional().meta({ description: 'Regular expression the whole text must fit.' }),
    description: textSchema.optional(),
  })
  .superRefine((parameter, context) => {
    for (const [key, type] of [
      ['unit', 'quantity'],
      ['pattern', 'text'],
    ] as const) {
      if (parameter[key] !== undefined && parameter.type !== type)
        context.addIssue({
          code: 'custom',
          message: `${key} belongs to parameters of type ${type}`,
          path: [key],
        });
    }
  })
  .meta({
    description:
      'A value of the whole workbook. --set name=value on the command line wins over cell and value.',
  });

const checkSchema = z.strictObject({
  name: textSchema,
  each: nameSchema.optional().meta({ description: 'Checked for each row of this table.' }),
  expect: expressionSchema.meta({ description: 'What must hold.' }),
  message: templateSchema.optional().meta({ description: 'What is said where it does not.' }),
  severity: severitySchema.optional(),
});

const countSchema = z.int().min(0);

const totalSchema = z.strictObject({
  name: textSchema,
  datapoints: nameSchema.meta({ description: 'A definition of datapoints.' }),
  sum: z.literal('quantity'),
  unit: unitSchema.optional(),
});

export const documentSchema = z
  .strictObject({
    mapping: z.literal(1).meta({ description: 'The version of this language.' }),
    name: textSchema.meta({ description: 'What this mapping is for.' }),
    project: z
      .string()
      .max(200)
      .optional()
      .meta({ description: 'The project id (prj_…), or ${MRV_PROJECT_ID} from the environment.' }),
    timezone: textSchema.meta({
      description: 'The time zone of dates and times in the workbook: Africa/Nairobi.',
    }),
    locale: localeSchema.optional(),
    missing: z
      .array(z.string())
      .max(100)
      .optional()
      .meta({ description: 'Texts that mean no value: ["n/a", "-"]. An empty cell always does.' }),
    units: z
      .record(z.string(), unitSchema)
      .optional()
      .meta({ description: "The workbook's spelling of units: { MT: t }." }),
    parameters: z.record(nameSchema, parameterSchema).optional(),
    tables: z.record(nameSchema, tableSchema),
    sources: z.record(nameSchema, sourceSchema).optional(),
    datapoints: z.record(nameSchema, datapointSchema).optional(),
    components: z.record(nameSchema, componentSchema).optional(),
    ghg_entries: z.record(nameSchema, entrySchema).optional(),
    feedstock_types: z
      .record(nameSchema, linkSchema)
      .optional()
      .meta({ description: 'Names for feedstock types that exist already.' }),
    storage_locations: z.record(nameSchema, linkSchema).optional().meta({
      description: 'Names for storage locations that exist already; kept for the reader, nothing is sent.',
    }),
    checks: z.array(checkSchema).max(200).optional(),
    control_totals: z.array(totalSchema).max(100).optional(),
    limits: z
      .strictObject({
        update: shareSchema.optional(),
        replace: shareSchema.optional(),
        update_count: countSchema.optional(),
        replace_count: countSchema.optional(),
        locked_count: countSchema.optional().meta({ description: 'Locked records that are superseded.' }),
        outside_period: countSchema
          .optional()
          .meta({ description: "Records dated outside the entries' period." }),
        co2e_change: shareSchema.optional(),
        co2e_change_kg: z
          .number()
          .min(0)
          .optional()
          .meta({ description: "Change of an entry's net removal, in kg CO2e." }),
        first_write: z
          .boolean()
          .optional()
          .meta({ description: 'false: a project that holds none of these records yet is refused.' }),
      })
      .optional()
      .meta({ description: 'Past these a run is refused, unless each is overridden by name.' }),
  })
  .meta({ title: 'mrv-ingest mapping', description: 'How one layout of workbook becomes registry records.' });

export type MappingDocument = z.infer<typeof documentSchema>;
export type ParameterDefinition = z.infer<typeof parameterSchema>;
export type CheckDefinition = z.infer<typeof checkSchema>;
export { expressionSchema };
