import { z } from 'zod';

/** A name that expressions can use: letters, digits and `_`, not starting with a digit. */
export const nameSchema = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
    'a name has letters, digits and _ only, starts with a letter and has at most 64 characters',
  );

/** Free text of the mapping's author; bounded so that nothing can grow without limit. */
export const textSchema = z.string().min(1).max(2000);

export const expressionSchema = z.union([z.string().min(1).max(2000), z.number()]).meta({
  description:
    'An expression: column names, parameters, + - * /, comparisons and functions. `net * 0.5`, `sum(rows, litres)`, `weight > 0 kg`.',
});

export const templateSchema = z
  .string()
  .min(1)
  .max(2000)
  .meta({ description: 'Text that may hold {expressions}: "{site}-{ticket}-mass". Write {{ for a brace.' });

export const unitSchema = z
  .string()
  .max(100)
  .meta({ description: 'A unit: kg, t, L, kWh, tonne * km, kgCO2e/kWh, %, dimensionless.' });

/** One text or several alternatives; `/.../` is a pattern. */
export const patternsSchema = z.union([textSchema, z.array(textSchema).min(1).max(50)]).meta({
  description:
    'A text, a list of alternatives, or a /pattern/ between slashes. Upper and lower case, blanks and line breaks make no difference.',
});

export const shareSchema = z
  .union([
    z.number().min(0).max(1),
    z.string().regex(/^\d+(\.\d+)?\s*%$/, 'a share is written as 30% or 0.3'),
  ])
  .meta({ description: 'A share: 30% or 0.3.' });

export const localeSchema = z
  .strictObject({
    decimal: z
      .enum(['.', ','])
      .optional()
      .meta({ description: 'The decimal sign of numbers that are stored as text.' }),
    group: z.enum([',', '.', ' ', "'", 'none']).optional().meta({
      description:
        "The sign between thousands in numbers that are stored as text; 'none' where there is none.",
    }),
    dates: z.array(z.string().min(2).max(40)).min(1).max(20).optional().meta({
      description:
        'How dates that are stored as text are written, tried in order: dd/MM/yyyy, yyyy-MM-dd, d MMM yyyy, dd/MM/yyyy HH:mm.',
    }),
  })
  .meta({
    description:
      'How numbers and dates are written where they are stored as text. Real numbers and dates need none of it.',
  });

export const severitySchema = z
  .enum(['error', 'warning'])
  .meta({ description: 'error stops the run, warning is told.' });
