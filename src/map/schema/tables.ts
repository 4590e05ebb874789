import { z } from 'zod';
import { columnSchema, deviationSchema } from './columns.js';
import {
  expressionSchema,
  localeSchema,
  nameSchema,
  patternsSchema,
  templateSchema,
  textSchema,
  unitSchema,
} from './texts.js';

export const headerSchema = z
  .strictObject({
    find: patternsSchema
      .optional()
      .meta({ description: 'A text of the header row; the first row that has it is the header.' }),
    row: z
      .int()
      .min(1)
      .max(1_048_576)
      .optional()
      .meta({ description: 'The row number of the (last) header row.' }),
    rows: z
      .union([z.literal(1), z.literal(2)])
      .optional()
      .meta({
        description: '2: a row of group titles lies above the names. `find` and `row` mean the row of names.',
      }),
    none: z.literal(true).optional().meta({
      description:
        'There is no header: columns are found by letter, data starts in the first row (or after `row`).',
    }),
    units_below: z
      .union([z.boolean(), z.int().min(1).max(50)])
      .optional()
      .meta({ description: 'true: the row below the header holds units; a number: so many rows below.' }),
    skip_below: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: 'Rows between header (or units) and data that are notes.' }),
    repeats: z
      .boolean()
      .optional()
      .meta({ description: 'true: the header comes again further down; its columns are looked for anew.' }),
  })
  .superRefine((header, context) => {
    if (header.find !== undefined && header.row !== undefined) {
      context.addIssue({ code: 'custom', message: 'find and row exclude each other' });
    }
  })
  .meta({
    description: 'Where the header is. Without it: the first row that holds the headers of all columns.',
  });

const rowRule = {
  first_cell: patternsSchema.optional().meta({ description: 'The first cell of the row that is not empty.' }),
  any_cell: patternsSchema.optional().meta({ description: 'Any cell of the row.' }),
  filled_at_most: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'The row has at most so many filled cells: section titles, notes.' }),
  column: z
    .strictObject({ name: nameSchema, is: patternsSchema })
    .optional()
    .meta({ description: 'The cell of one declared column: { name: type, is: QC }.' }),
};

export const skipSchema = z
  .strictObject({
    ...rowRule,
    when: expressionSchema.optional().meta({ description: 'A condition on the row: status == "rejected".' }),
    reason: z
      .enum(['blank', 'total', 'example', 'filtered', 'hidden', 'repeated-header', 'section', 'note'])
      .optional()
      .meta({ description: 'Why, for the report. Default: filtered.' }),
  })
  .meta({ description: 'Rows that are not data. They are listed in the report with their reason.' });

export const untilSchema = z
  .strictObject({
    ...rowRule,
    blank_rows: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'So many empty rows end the table.' }),
    row: z.int().min(1).max(1_048_576).optional().meta({ description: 'The last row of the table.' }),
  })
  .meta({ description: 'What ends the table. The row that matches is not data.' });

const deriveSchema = z
  .union([
    expressionSchema,
    z.strictObject({
      value: expressionSchema,
      unit: unitSchema.optional().meta({ description: 'Converted to this unit.' }),
      sd: deviationSchema.optional(),
      relative_sd: z.number().min(0).max(10).optional().meta({
        description:
          'Standard deviation as a share of the value, instead of what the columns would propagate.',
      }),
      check: expressionSchema.optional().meta({ description: 'Must hold for every row.' }),
      message: templateSchema.optional().meta({ description: 'What is said where the check fails.' }),
    }),
  ])
  .meta({ description: 'A column that is computed from others.' });

export const tableSchema = z
  .strictObject({
    sheet: patternsSchema.optional().meta({
      description:
        'The sheet: a name, a list of names, or a /pattern/. Without it: every sheet of the files.',
    }),
    file: patternsSchema
      .optional()
      .meta({ description: 'The file name, where several workbooks are given.' }),
    optional: z.boolean().optional().meta({ description: 'true: the sheet or the table may be absent.' }),
    header: headerSchema.optional(),
    until: untilSchema.optional(),
    skip: z.array(skipSchema).max(50).optional(),
    key: z
      .union([nameSchema, z.array(nameSchema).min(1).max(10)])
      .optional()
      .meta({ description: 'The column (or columns together) that may not repeat.' }),
    hidden: z
      .enum(['read', 'skip'])
      .optional()
      .meta({ description: 'Hidden rows and sheets: read (default; said in the report) or skip.' }),
    locale: localeSchema.optional(),
    missing: z
      .array(z.string())
      .optional()
      .meta({ description: 'Texts that mean no value, beside those of the mapping.' }),
    units: z
      .record(z.string(), unitSchema)
      .optional()
      .meta({ description: 'This sheet\'s spelling of units: { MT: t, "meq.100g": cmol/kg }.' }),
    columns: z.record(nameSchema, columnSchema),
    derive: z.record(nameSchema, deriveSchema).optional(),
    description: textSchema.optional(),
  })
  .meta({ description: 'A table of the workbook.' });

export type TableDefinition = z.infer<typeof tableSchema>;
export type HeaderDefinition = z.infer<typeof headerSchema>;
export type SkipDefinition = z.infer<typeof skipSchema>;
export type UntilDefinition = z.infer<typeof untilSchema>;
export type DeriveDefinition = z.infer<typeof deriveSchema>;
