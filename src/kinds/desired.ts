import { z } from 'zod';

/** The strict shapes of desired fields: what may be sent, by `interface.md`, Limits. */
export const text = (schema: z.ZodType<string>) => z.strictObject({ type: z.literal('text'), value: schema });
export const nullableText = z.strictObject({ type: z.literal('text'), value: z.string().nullable() });
export const flag = z.strictObject({ type: z.literal('flag'), value: z.boolean() });
export const date = z.strictObject({
  type: z.literal('date'),
  value: z.iso.date({ error: 'is not a date written YYYY-MM-DD' }),
});
export const instant = z.strictObject({ type: z.literal('instant'), value: z.iso.datetime() });
export const nullableInstant = z.strictObject({
  type: z.literal('instant'),
  value: z.iso.datetime().nullable(),
});
export const quantity = z.strictObject({
  type: z.literal('quantity'),
  value: z.strictObject({
    magnitude: z.number(),
    unit: z.string().min(1),
    standard_deviation: z.number().min(0, { error: 'has a negative standard deviation' }).nullable(),
  }),
});

const link = z.custom<unknown>((value) => typeof value === 'object' && value !== null && 'kind' in value);
export const links = z.strictObject({ type: z.literal('links'), value: z.array(link) });
export const linkField = z.strictObject({ type: z.literal('link'), value: link });
export const nullableLink = z.strictObject({ type: z.literal('link'), value: link.nullable() });

const binding = z.strictObject({
  input_key: z.string().min(1).max(100),
  shape: z.enum(['scalar', 'list']),
  datapoints: z.array(link).min(1, { error: 'has an input without any datapoint' }),
});
export const inputs = z.strictObject({ type: z.literal('inputs'), value: z.array(binding) });
export const templateInputs = z.strictObject({
  type: z.literal('template_inputs'),
  value: z.array(z.strictObject({ component: link, inputs: z.array(binding) })),
});
export const attributions = z.strictObject({
  type: z.literal('attributions'),
  value: z.array(
    z.strictObject({
      component: link,
      group: z.string().min(1),
      factor: z
        .number()
        .gt(0, { error: 'has an attribution factor that is not above 0' })
        .max(1, { error: 'has an attribution factor above 1' }),
    }),
  ),
});
export const document = z.strictObject({
  type: z.literal('document'),
  value: z.strictObject({
    file_name: z.string().min(1),
    content_type: z.string().min(1),
    content_length: z.int().min(1).max(50_000_000, { error: 'is larger than 50,000,000 bytes' }),
    sha256: z.string().length(64),
    path: z.string().min(1),
  }),
});

/** Display names: 1 to 100 characters on a source, 1 to 150 elsewhere. */
export const displayName = (limit: number) =>
  text(
    z
      .string()
      .min(1, { error: 'is empty' })
      .max(limit, { error: `is longer than ${limit} characters` }),
  );
export const description = text(z.string().max(500, { error: 'is longer than 500 characters' }));

/** `interface.md`, Datapoint: how its value is known. */
export const datapointTypes = [
  'CONSTANT',
  'STANDARD_PUBLISHED_VALUE',
  'REPORTED',
  'ASSUMPTION',
  'DERIVED',
] as const;
export const datapointType = text(
  z.enum(datapointTypes, { error: `is none of ${datapointTypes.join(', ')}` }),
);
