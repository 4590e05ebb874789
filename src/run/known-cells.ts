import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { MrvError } from '../model/errors.js';
import { describeOrigin } from '../model/origin.js';
import { parsePlan } from '../plan/plan-file.js';
import { runFolder } from './folder.js';
import { readKept } from './reconciliation-file.js';

/** What a run folder knows of an entry that it read back. */
export interface KnownCells {
  readonly runId: string;
  readonly workbooks: readonly string[];
  /** The entry's net removal as it was read back, kg. */
  readonly netKg: number | null;
  /** The cells of a datapoint's quantity, by the datapoint's reference. */
  readonly cells: ReadonlyMap<string, readonly string[]>;
}

async function readPlan(file: string) {
  try {
    return parsePlan(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof MrvError) return null;
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** What the latest run knows that read this very entry back; null where no run did. */
export async function knownCells(runsDir: string, entryId: string): Promise<KnownCells | null> {
  const runs = (await readdir(runsDir).catch(() => [])).toSorted().toReversed();
  for (const runId of runs) {
    const files = runFolder(runsDir, path.basename(runId));
    const kept = await readKept(files.reconciliation);
    const entry = kept?.reconciliation?.entries.find(({ id }) => id === entryId);
    const plan = entry === undefined ? null : await readPlan(files.plan);
    if (entry === undefined || plan === null) continue;
    const cells = plan.operations.map(({ reference, desired }) => {
      const origins = desired.origins['quantity'] ?? desired.origins[''] ?? [];
      return [reference, origins.map(describeOrigin)] as const;
    });
    return {
      runId,
      workbooks: plan.workbooks.map((file) => path.basename(file.path)),
      netKg: entry.after?.net_kg ?? null,
      cells: new Map(cells),
    };
  }
  return null;
}
