import { z } from 'zod';

const nodeSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
});

/** What no schema asks for, but somebody will send. */
const oddities: readonly unknown[] = [
  null,
  '',
  'x'.repeat(300),
  -1,
  0,
  1e308,
  5e-324,
  true,
  [],
  {},
  [null],
  { __typename: 'Undefined' },
  '\u0000',
  '💥',
  'dtp_',
  '__proto__',
  '2026-02-30',
];
const units = ['kg', 'km', 'kWh', '%', 'tonne * km', 'kgCO2e', 'kgCO2e/kWh', 'degC', 'foo', '1/0'];
const words = [
  'transport',
  'constant_loss',
  'calculated_sequestration',
  'co2e',
  'storage',
  'energy-use',
  'shared',
];

/** Makes requests out of the service's own document: mostly valid, some not, with ids that there are. */
export class RandomCalls {
  readonly #random: () => number;
  readonly #known: () => readonly string[];
  #made = 0;

  constructor(random: () => number, known: () => readonly string[]) {
    this.#random = random;
    this.#known = known;
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  /** An id of one of some kinds; now and then of none. */
  id(prefix: string): string {
    const mine = this.#known().filter((id) => id.startsWith(prefix));
    return (this.#random() < 0.9 ? this.pick(mine) : undefined) ?? `${prefix}000000000000000000`.slice(0, 21);
  }

  value(schema: unknown): unknown {
    if (this.#random() < 0.02) return this.pick(oddities);
    const node = nodeSchema.parse(schema);
    if ('const' in node) return node.const;
    if (node.enum !== undefined) return this.pick(node.enum);
    const choices = node.anyOf ?? node.oneOf;
    if (choices !== undefined) return this.value(this.pick(choices) ?? {});
    const type = typeof node.type === 'string' ? node.type : this.pick(node.type ?? ['null']);
    switch (type) {
      case 'object':
        return this.#object(node);
      case 'array':
        return Array.from({ length: Math.floor(this.#random() * 3) }, () => this.value(node.items ?? {}));
      case 'string':
        return this.#text(node);
      case 'integer':
        return Math.floor((node.minimum ?? 0) + this.#random() * 10);
      case 'number':
        return (node.minimum ?? -10) + this.#random() * ((node.maximum ?? 100) - (node.minimum ?? -10));
      case 'boolean':
        return this.#random() < 0.5;
      case 'null':
      case undefined:
      default:
        return null;
    }
  }

  #object(node: z.infer<typeof nodeSchema>): Record<string, unknown> {
    const fields = Object.entries(node.properties ?? {}).filter(
      ([name]) => this.#random() < ((node.required ?? []).includes(name) ? 0.99 : 0.6),
    );
    const made = fields.map(([name, field]): [string, unknown] => [name, this.#field(name, field)]);
    if (this.#random() < 0.02) made.push(['colour', 'blue']);
    return Object.fromEntries<unknown>(made);
  }

  #field(name: string, field: unknown): unknown {
    if (this.#random() < 0.03) return this.pick(oddities);
    if (name === 'unit') return this.pick(units);
    if (['component_blueprint_key', 'component_group_key', 'input_key'].includes(name))
      return this.pick(words);
    return this.value(field);
  }

  #text(node: z.infer<typeof nodeSchema>): string {
    const prefix = /^\^([a-z]{3}_)/.exec(node.pattern ?? '')?.[1];
    if (prefix !== undefined) return this.id(prefix);
    const day = String(1 + Math.floor(this.#random() * 28)).padStart(2, '0');
    if (node.format === 'date') return `2026-10-${day}`;
    if (node.format === 'date-time') return `2026-10-${day}T00:00:00Z`;
    this.#made += 1;
    return this.#random() < 0.9 ? `text_${this.#made}` : 'text_1';
  }
}
