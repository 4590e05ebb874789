import { z } from 'zod';

/** `interface.md`, Errors: a list of faults with their place; a business refusal is a plain text (`api-facts.md` §2). */
const detailSchema = z.union([
  z.looseObject({ detail: z.string() }),
  z.looseObject({
    detail: z.array(z.looseObject({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  }),
]);

const longest = 4000;

/** The service's own words, whole as far as a message can hold them: `body.quantity.unit: unknown unit`. */
export function readDetail(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text.slice(0, longest) || 'no reason given';
  }
  const parsed = detailSchema.safeParse(body);
  if (!parsed.success) return text.slice(0, longest);
  const { detail } = parsed.data;
  const said =
    typeof detail === 'string' ? detail : detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  return said.slice(0, longest);
}
