import { z } from 'zod';
import { datapointTypes } from '../../kinds/desired.js';
import { quantityKinds } from '../../quantity/index.js';
import { deviationSchema } from './columns.js';
import { expressionSchema, nameSchema, templateSchema, textSchema, unitSchema } from './texts.js';

const scope = {
  each: nameSchema.optional().meta({ description: 'One record for each row of this table.' }),
  each_value: nameSchema.optional().meta({
    description:
      'With each: one record for each value of this column of type quantities (replicates). `value`, `position` and `label` name it.',
  }),
  over: nameSchema
    .optional()
    .meta({ description: 'One record for the rows of this table together, or for each group of them.' }),
  group_by: z
    .union([nameSchema, z.array(nameSchema).min(1).max(10)])
    .optional()
    .meta({ description: 'With over: the columns whose equal values make a group.' }),
  when: expressionSchema.optional().meta({ description: 'Made only where this holds.' }),
  comment: textSchema.optional().meta({ description: 'A note to the reader of the mapping.' }),
};

export const linkSchema = z
  .strictObject({
    reference: templateSchema.optional(),
    id: templateSchema.optional(),
    display_name: templateSchema.optional(),
    description: textSchema.optional(),
  })
  .superRefine((link, context) => {
    const named = [link.reference, link.id, link.display_name].filter((value) => value !== undefined);
    if (named.length !== 1)
      context.addIssue({
        code: 'custom',
        message: 'name it by exactly one of reference, id and display_name',
      });
  })
  .meta({ description: 'A record that exists already: { reference: … }, { display_name: … } or { id: … }.' });

const onSchema = z
  .union([nameSchema, z.array(nameSchema).min(1).max(10), z.record(nameSchema, nameSchema)])
  .meta({
    description:
      'Columns that must be equal on both sides: batch, [site, batch], or { theirs: ours } where the names differ.',
  });

export const sourceChoiceSchema = z.union([
  nameSchema,
  z.strictObject({ source: nameSchema, on: onSchema.optional() }),
  z.strictObject({ reference: templateSchema }),
]);

export const inputChoiceSchema = z
  .union([
    nameSchema,
    z.strictObject({
      datapoint: nameSchema,
      on: onSchema.optional(),
      as: z
        .enum(['scalar', 'list'])
        .optional()
        .meta({ description: 'Whether the blueprint wants one datapoint or a list.' }),
    }),
    z.strictObject({ reference: templateSchema, as: z.enum(['scalar', 'list']).optional() }),
    z
      .array(
        z.union([
          nameSchema,
          z.strictObject({ datapoint: nameSchema, on: onSchema.optional() }),
          z.strictObject({ reference: templateSchema }),
        ]),
      )
      .min(1, 'name a datapoint at least'),
  ])
  .meta({
    description:
      'The datapoints of this input: a definition of this mapping, { datapoint, on }, { reference } of one that exists already, or a list of these.',
  });

export const sourceSchema = z
  .strictObject({
    ...scope,
    files: expressionSchema
      .optional()
      .meta({ description: 'The column of type files. Names are looked up in the evidence folder.' }),
    file: templateSchema.optional().meta({ description: 'One file name, which may hold {expressions}.' }),
    display_name: templateSchema.meta({
      description: 'At most 100 characters. {file} is the name of the file.',
    }),
    description: templateSchema.optional(),
    published_at: expressionSchema.meta({
      description: 'A date: a column, period.end, or date("2026-10-31").',
    }),
    public: z
      .boolean()
      .optional()
      .meta({ description: 'true: the document becomes public once credits are issued. Default false.' }),
  })
  .superRefine((source, context) => {
    if ((source.files === undefined) === (source.file === undefined)) {
      context.addIssue({
        code: 'custom',
        message: 'say where the file name is: files: column, or file: "name.pdf"',
      });
    }
  });

export const quantitySchema = z
  .union([
    expressionSchema,
    z.strictObject({
      value: expressionSchema,
      unit: unitSchema
        .optional()
        .meta({ description: 'The unit that is sent; the value is converted exactly.' }),
      kind: z
        .string()
        .refine((kind) => quantityKinds.has(kind), 'not a quantity kind of the service')
        .optional()
        .meta({ description: 'The quantity kind the unit must fit.' }),
      sd: deviationSchema.optional(),
      relative_sd: z.number().min(0).max(10).optional(),
    }),
  ])
  .meta({ description: 'The value that is sent, its unit and its standard deviation.' });

export const onLockedSchema = z.enum(['replace', 'keep', 'fail']).meta({
  description:
    'Where the record may no longer be changed and differs in what counts: make a new one (default), leave it, or stop.',
});

export const datapointSchema = z.strictObject({
  ...scope,
  reference: templateSchema,
  display_name: templateSchema.meta({ description: 'At most 150 characters.' }),
  description: templateSchema.optional(),
  quantity: quantitySchema,
  type: z.enum(datapointTypes).meta({
    description:
      'REPORTED = measured or on a document, DERIVED = computed from such, ASSUMPTION, CONSTANT, STANDARD_PUBLISHED_VALUE.',
  }),
  measured_at: expressionSchema
    .optional()
    .meta({ description: 'When it was measured: a date or date and time.' }),
  sources: z.array(sourceChoiceSchema).max(50).optional().meta({
    description: 'The evidence: sources of this mapping. Those of the same row, or of the member rows.',
  }),
  uncertainty_justification: templateSchema.optional(),
  on_locked: onLockedSchema.optional(),
});

export const componentSchema = z.strictObject({
  ...scope,
  reference: templateSchema,
  display_name: templateSchema.meta({ description: 'At most 150 characters.' }),
  description: templateSchema.optional(),
  blueprint: textSchema.meta({
    description: 'The key of the component blueprint: mass_distance_based_ci_emissions.',
  }),
  activity: z
    .strictObject({ started: expressionSchema, completed: expressionSchema })
    .meta({ description: 'When the activity began and ended.' }),
  inputs: z.record(textSchema, inputChoiceSchema),
  attribute: z
    .strictObject({
      entry: nameSchema.meta({ description: 'The entry of ghg_entries.' }),
      group: textSchema.meta({ description: "The key of the template's component group." }),
      factor: expressionSchema.optional().meta({
        description:
          'The share of the component that belongs to the entry, above 0 and at most 1. Default 1.',
      }),
      on: onSchema.optional(),
    })
    .optional(),
  on_locked: onLockedSchema.optional(),
});

export const entrySchema = z.strictObject({
  ...scope,
  reference: templateSchema,
  template: linkSchema,
  started_on: expressionSchema,
  completed_on: expressionSchema,
  feedstock_type: z
    .union([nameSchema, linkSchema])
    .optional()
    .meta({ description: 'A name of feedstock_types, or { reference } / { display_name } / { id }.' }),
  inputs: z.record(textSchema, z.record(textSchema, inputChoiceSchema)).optional().meta({
    description: "The template's monitored inputs: its component's display name, then the input's key.",
  }),
  on_locked: onLockedSchema.optional(),
});

export type SourceDefinition = z.infer<typeof sourceSchema>;
export type DatapointDefinition = z.infer<typeof datapointSchema>;
export type ComponentDefinition = z.infer<typeof componentSchema>;
export type EntryDefinition = z.infer<typeof entrySchema>;
export type InputChoice = z.infer<typeof inputChoiceSchema>;
export type SourceChoice = z.infer<typeof sourceChoiceSchema>;
export type LinkDefinition = z.infer<typeof linkSchema>;
export type OnDefinition = z.infer<typeof onSchema>;
export type QuantityDefinition = z.infer<typeof quantitySchema>;
