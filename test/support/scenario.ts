import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const counts = z.record(z.string(), z.number());

const expected = z.strictObject({
  exit_code: z.number(),
  /** Counts by action; those not named are not looked at. */
  operations: counts.optional(),
  outcomes: counts.optional(),
  verdicts: counts.optional(),
  rows: counts.optional(),
  /** `action kind reference`, each of which must be among the operations. */
  includes: z.array(z.string()).optional(),
  /** `code Sheet!A1`, all of the errors and warnings, in any order. */
  issues: z.array(z.string()).optional(),
  /** A piece of the message that the run ended with. */
  error: z.string().optional(),
  writes: z.number().optional(),
  co2e_net_removed_kg: z.number().optional(),
});

/** `scenario.yaml` of a corpus folder. */
const scenarioSchema = z.strictObject({
  what: z.string(),
  workbooks: z.array(z.string()),
  mapping: z.string().default('mapping.yaml'),
  service: z.string().default('service.json'),
  faults: z.string().optional(),
  partial: z.boolean().default(false),
  parameters: z.record(z.string(), z.string()).default({}),
  overrides: z.record(z.string(), z.string()).default({}),
  first: expected,
  /** The second run on the state that the first one left; by default nothing may be left to do. */
  second: expected.default({ exit_code: 0, operations: { create: 0, update: 0, replace: 0 }, writes: 0 }),
});

export type Scenario = z.infer<typeof scenarioSchema>;
export type Expected = z.infer<typeof expected>;

export async function readScenario(folder: string): Promise<Scenario> {
  return scenarioSchema.parse(parse(await readFile(path.join(folder, 'scenario.yaml'), 'utf8')));
}
