import { z } from 'zod';
import { quantityKinds } from '../../quantity/index.js';
import {
  expressionSchema,
  localeSchema,
  nameSchema,
  patternsSchema,
  textSchema,
  unitSchema,
} from './texts.js';

export const columnTypes = [
  'text',
  'integer',
  'number',
  'quantity',
  'quantities',
  'date',
  'datetime',
  'time',
  'month',
  'flag',
  'files',
] as const;

const kindSchema = z
  .string()
  .refine(
    (kind) => quantityKinds.has(kind),
    'not a quantity kind of the service: mass, volume, energy, distance, mass_distance, dimensionless, …',
  )
  .meta({
    description:
      'The quantity kind, as mass, energy, distance or mass_fraction_dry_basis: the unit must fit it.',
  });

export const deviationSchema = z
  .union([
    z.number().nonnegative(),
    textSchema,
    z.strictObject({
      column: nameSchema.meta({ description: 'The column that holds the uncertainty of this row.' }),
      k: z.number().positive().max(10).meta({
        description: 'Coverage factor: 1 if the column holds standard deviations, 2 for most certificates.',
      }),
      relative: z
        .boolean()
        .optional()
        .meta({ description: 'true: the column holds shares or percentages of the value.' }),
    }),
    z.strictObject({
      limit: textSchema.meta({
        description:
          'Greatest permissible error of the instrument, as "20 kg" or "2 %": divided by the square root of 3.',
      }),
    }),
    z.strictObject({
      value: textSchema.meta({ description: 'Expanded uncertainty, as "20 kg" or "2 %".' }),
      k: z.number().positive().max(10).meta({ description: 'Its coverage factor.' }),
    }),
  ])
  .meta({
    description:
      'Standard deviation (k = 1): a number in the column\'s unit, "20 kg", "2 %" (of the value), { column, k }, { value, k } of a certificate, or { limit } of an instrument.',
  });

const censoredSchema = z
  .enum(['error', 'limit', 'half', 'zero', 'missing'])
  .meta({ description: 'What a value such as <0.4 counts as. Without it such a cell is an error.' });

/** What is said of cells of some types only: elsewhere it would be passed over in silence. */
const settings = [
  {
    keys: [
      'sd',
      'relative_sd',
      'kind',
      'unit',
      'unit_column',
      'k',
      'below_limit',
      'above_limit',
      'below_words',
      'plain',
    ],
    types: ['quantity', 'quantities'],
  },
  { keys: ['range', 'merged'], types: ['quantity', 'quantities', 'number', 'integer'] },
  { keys: ['pattern', 'values'], types: ['text'] },
  { keys: ['within'], types: ['date', 'datetime', 'month'] },
  { keys: ['separator'], types: ['files'] },
] as const;

export const columnSchema = z
  .strictObject({
    header: patternsSchema.optional(),
    group: patternsSchema
      .optional()
      .meta({ description: 'The text of the upper header row, where the lower one repeats.' }),
    nth: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Which one, from the left, where a header text repeats.' }),
    column: z
      .string()
      .regex(/^[A-Z]{1,3}$/, 'a column letter as in Excel: A, F, AB')
      .optional()
      .meta({ description: 'The column letter, where there is no header to find it by.' }),
    type: z.enum(columnTypes).meta({ description: 'What the cells hold.' }),
    kind: kindSchema.optional(),
    unit: unitSchema.optional(),
    unit_column: nameSchema
      .optional()
      .meta({ description: 'The text column that holds the unit of each row.' }),
    optional: z.boolean().optional().meta({ description: 'true: the column may be absent from the sheet.' }),
    required: z.boolean().optional().meta({ description: 'true: a blank cell is an error.' }),
    fill: z.literal('down').optional().meta({ description: 'down: a blank cell takes the value above it.' }),
    merged: z.enum(['each', 'first']).optional().meta({
      description: 'A quantity merged over rows: each = it stands for every row, first = only for the first.',
    }),
    range: z
      .tuple([z.number(), z.number()])
      .optional()
      .meta({ description: 'Smallest and greatest plausible value, in the unit of this column.' }),
    sd: deviationSchema.optional(),
    relative_sd: z
      .number()
      .min(0)
      .max(10)
      .optional()
      .meta({ description: 'Standard deviation as a share of the value: 0.005 is 0.5 %.' }),
    k: z
      .number()
      .positive()
      .max(10)
      .optional()
      .meta({ description: 'Coverage factor of a ± inside the cell; 1 if it is a standard deviation.' }),
    below_limit: censoredSchema.optional(),
    above_limit: z
      .enum(['error', 'limit', 'missing'])
      .optional()
      .meta({ description: 'What a value such as >100 counts as.' }),
    below_words: z
      .strictObject({ words: z.array(textSchema).min(1).max(20), limit_column: nameSchema })
      .optional()
      .meta({
        description: 'Words such as BDL that mean: below the limit that stands in another (text) column.',
      }),
    plain: z
      .enum(['percent', 'fraction'])
      .optional()
      .meta({ description: 'How to read the cells without % in a column where others have it.' }),
    pattern: textSchema.optional().meta({ description: 'Regular expression the whole text must fit.' }),
    values: z
      .union([z.array(textSchema).min(1), z.record(z.string(), z.string())])
      .optional()
      .meta({ description: 'The texts allowed, or what each is read as: { WB: weighbridge }.' }),
    separator: z
      .string()
      .min(1)
      .max(5)
      .optional()
      .meta({ description: 'Between several file names in one cell. Default ;' }),
    within: expressionSchema
      .optional()
      .meta({ description: 'The month (a parameter) that the date must lie in.' }),
    missing: z
      .array(z.string())
      .optional()
      .meta({ description: 'Texts that mean no value, beside those of the mapping.' }),
    locale: localeSchema.optional(),
    description: textSchema
      .optional()
      .meta({ description: 'What is to be filled in; shown in the blank workbook.' }),
  })
  .superRefine((column, context) => {
    if (column.header === undefined && column.column === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'say how the column is found: header: "its text" (or column: F where it has none)',
      });
    }
    for (const { keys, types } of settings) {
      if (types.some((type) => type === column.type)) continue;
      for (const key of keys) {
        if (column[key] !== undefined)
          context.addIssue({
            code: 'custom',
            message: `${key} belongs to columns of type ${types.join(' or ')}`,
            path: [key],
          });
      }
    }
  })
  .meta({ description: 'One column of the table: how it is found and what its cells mean.' });

export type ColumnDefinition = z.infer<typeof columnSchema>;
export type DeviationDefinition = z.infer<typeof deviationSchema>;
