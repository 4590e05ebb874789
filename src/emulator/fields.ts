import { z } from 'zod';
import { parseUnit } from '../quantity/index.js';

/** The fields of requests, by `interface.md` and `api-facts.md` §1.2. */
export const id = (prefix: string) => z.string().min(20).max(37).startsWith(`${prefix}_`);
export const reference = z.string().min(1).max(200);
export const displayName = z.string().min(1).max(150);
export const sourceName = z.string().min(1).max(100);
export const date = z.iso.date();
export const datetime = z.iso.datetime({ offset: true });
export const datapointType = z.enum([
  'CONSTANT',
  'STANDARD_PUBLISHED_VALUE',
  'REPORTED',
  'ASSUMPTION',
  'DERIVED',
]);

/** A quantity whose unit can be read; none at all is a pure number. */
export const quantity = z
  .strictObject({
    magnitude: z.number(),
    unit: z.string().min(1).nullable(),
    standard_deviation: z.number().min(0).nullish(),
  })
  .superRefine((value, context) => {
    const unit = parseUnit(value.unit);
    if (!unit.ok)
      context.addIssue({ code: 'custom', message: unit.message, path: ['unit'], input: value.unit });
  })
  .transform(({ magnitude, unit, standard_deviation }) => ({
    magnitude,
    unit: unit ?? 'dimensionless',
    standard_deviation: standard_deviation ?? null,
  }));

const key = z.string().min(1).max(100);

export const componentInput = z.union([
  z
    .strictObject({
      __typename: z.enum(['CreateComponentListInput', 'ComponentListInput']).optional(),
      input_key: key,
      datapoint_ids: z.array(id('dtp')),
    })
    .transform(({ input_key, datapoint_ids }) => ({ input_key, datapoint_ids })),
  z
    .strictObject({
      __typename: z.enum(['CreateComponentScalarInput', 'ComponentScalarInput']).optional(),
      input_key: key,
      datapoint_id: id('dtp'),
    })
    .transform(({ input_key, datapoint_id }) => ({ input_key, datapoint_id })),
]);
