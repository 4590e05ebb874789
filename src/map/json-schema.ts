import { z } from 'zod';
import { documentSchema } from './schema/document.js';

/** The JSON Schema of mappings, from which editors complete, explain and check. */
export function mappingJsonSchema(): unknown {
  return z.toJSONSchema(documentSchema, { io: 'input', target: 'draft-2020-12' });
}
