import { z } from 'zod';
import type { InputBinding, Link } from '../model/record.js';
import type { Json, RequestContext } from './kind.js';

/** `interface.md`, Identifiers: 20 to 37 characters with the kind's prefix. Read loosely. */
export const idSchema = z.string().min(1);

/** `interface.md`, Component: a list input, and the scalar one that `api-facts.md` §2 shows. */
export const inputSchema = z.union([
  z.looseObject({ input_key: z.string(), datapoint_ids: z.array(idSchema) }),
  z.looseObject({ input_key: z.string(), datapoint_id: idSchema }),
]);

/** Narrows a list to one reference, and to a project where one is given. */
export function referenceQuery(
  projectId: string | null,
  reference: string,
): Readonly<Record<string, string>> {
  return {
    supplier_reference_id: reference,
    ...(projectId === null ? {} : { project_id: projectId }),
  };
}

/** Every listed thing has an id, and most have our reference. */
export const nodeSchema = z.looseObject({ id: idSchema, supplier_reference_id: z.string().nullish() });

/** A link by the registry's own id. */
export function linkTo(kind: Link['kind'], id: string): Link {
  return { kind, by: 'id', value: id };
}

const datapointLink = (id: string): Link => linkTo('datapoint', id);

/** One input as the registry answers it. */
export function readInput(wire: z.infer<typeof inputSchema>): InputBinding {
  return 'datapoint_ids' in wire && Array.isArray(wire.datapoint_ids)
    ? {
        input_key: wire.input_key,
        shape: 'list',
        datapoints: z.array(idSchema).parse(wire.datapoint_ids).map(datapointLink),
      }
    : {
        input_key: wire.input_key,
        shape: 'scalar',
        datapoints: [datapointLink(idSchema.parse(wire['datapoint_id']))],
      };
}

/** A list input as it is sent; `__typename` is required of a client (`api-facts.md` §1.2, Input variants). */
export function listInputBody(input_key: string, datapoint_ids: readonly string[]) {
  return { __typename: 'CreateComponentListInput' as const, input_key, datapoint_ids };
}

/** A scalar input as it is sent. */
export function scalarInputBody(input_key: string, datapoint_id: string) {
  return { __typename: 'CreateComponentScalarInput' as const, input_key, datapoint_id };
}

/** One input as it is sent. */
export function writeInput(input: InputBinding, context: RequestContext): Json {
  const ids = input.datapoints.map((link) => context.id(link));
  return input.shape === 'list'
    ? listInputBody(input.input_key, ids)
    : scalarInputBody(input.input_key, ids[0] ?? '');
}

/** Two instants are one if they name the same moment; kept to the second, as the workbook knows no finer. */
export function instantOf(wire: string | null | undefined): string | null {
  if (wire === null || wire === undefined) return null;
  // All moments are in UTC (`interface.md`, Conventions), also where no zone is written.
  const moment = Date.parse(/T[\d:.,]+$/.test(wire) ? `${wire}Z` : wire);
  return Number.isNaN(moment) ? wire : new Date(moment).toISOString().replace('.000Z', 'Z');
}

/** The keys of `source` that hold something, as the body of a patch. */
export function bodyOf(entries: Readonly<Record<string, Json | undefined>>): Readonly<Record<string, Json>> {
  const body: Record<string, Json> = {};
  for (const [key, value] of Object.entries(entries)) {
    if (value !== undefined) body[key] = value;
  }
  return body;
}
