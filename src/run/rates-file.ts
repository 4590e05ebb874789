import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { messageOf } from '../model/errors.js';
import type { LearntRate } from '../execute/gate.js';
import type { Observer } from '../model/event.js';
import type { EnvironmentBinding } from '../model/plan.js';
import type { RunFolder } from './folder.js';

const format = 'mrv-ingest/rates@1';

/** What one account's service was found to bear. `at`: ISO 8601. */
const keptSchema = z.strictObject({
  environment: z.string(),
  base_url: z.string(),
  organisation_id: z.string().nullable(),
  project_id: z.string(),
  per_second: z.number().positive().max(10_000),
  refused_at: z.number().positive().max(10_000).nullable(),
  under_way: z.int().min(1).max(10_000),
  at: z.iso.datetime(),
});
const fileSchema = z.strictObject({ format: z.literal(format), rates: z.array(keptSchema) });

/** One line of the memory: for whom, and what was learnt. */
export type KeptRate = z.infer<typeof keptSchema>;

/** The embedded service moves from port to port; every other is known by its address. */
function isOf(kept: KeptRate, binding: EnvironmentBinding): boolean {
  return (
    kept.environment === binding.name &&
    (binding.name === 'local' || kept.base_url === binding.base_url) &&
    kept.organisation_id === binding.organisation_id &&
    kept.project_id === binding.project_id
  );
}

/** What an earlier run learnt of this environment, organisation and project; null: nothing, or only of others. */
export function recalled(rates: readonly KeptRate[], binding: EnvironmentBinding): LearntRate | null {
  return rates.find((kept) => isOf(kept, binding)) ?? null;
}

/** Reads the memory. One that cannot be read counts as empty, and it is said: it only makes a run begin slowly. */
export async function readRates(file: string, observe: Observer): Promise<readonly KeptRate[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return [];
  }
  try {
    return fileSchema.parse(JSON.parse(text)).rates;
  } catch {
    observe({
      type: 'note',
      message: `${file} is not a memory of rates and is ignored; it is written anew at the end`,
    });
    return [];
  }
}

/** Keeps what this run learnt in the place of what an earlier one did. A memory that cannot be kept ends no run. */
export async function keepRate(
  { rates: file, runId }: Pick<RunFolder, 'rates' | 'runId'>,
  binding: EnvironmentBinding,
  learnt: LearntRate,
  now: number,
  observe: Observer,
): Promise<void> {
  const others = (await readRates(file, () => undefined)).filter((kept) => !isOf(kept, binding));
  const own: KeptRate = {
    environment: binding.name,
    base_url: binding.base_url,
    organisation_id: binding.organisation_id,
    project_id: binding.project_id,
    per_second: learnt.per_second,
    refused_at: learnt.refused_at,
    under_way: learnt.under_way,
    at: new Date(now).toISOString(),
  };
  // Two runs may end at once: each writes a draft of its own.
  const draft = `${file}.${runId}.draft`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(draft, `${JSON.stringify({ format, rates: [...others, own] }, null, 2)}\n`);
    await rename(draft, file);
  } catch (error) {
    const reason = messageOf(error);
    observe({ type: 'note', message: `the memory of rates ${file} could not be kept (${reason})` });
  }
}
