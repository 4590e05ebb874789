import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { leftKey, type LeftBefore } from '../diff/drift.js';
import { readJournal } from '../execute/read-journal.js';
import { isWrite } from '../model/operation.js';
import type { DecidedPlan, EnvironmentBinding } from '../model/plan.js';
import type { Fields } from '../model/record.js';
import { parsePlan } from '../plan/plan-file.js';
import { runFolder } from './folder.js';

/** So many of the newest runs are looked at. */
const mostRuns = 20;

const summarySchema = z.looseObject({ dry_run: z.boolean(), command: z.string() });

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** A run's plan, if it sent anything to this very project; 'undone' where a run was taken back; null else. */
async function sentPlan(folder: string, here: EnvironmentBinding): Promise<DecidedPlan | 'undone' | null> {
  const files = runFolder(path.dirname(folder), path.basename(folder));
  try {
    const summary = summarySchema.parse(JSON.parse(await textOf(files.summary)));
    if (summary.dry_run) return null;
    if (summary.command === 'undo') return 'undone';
    if (!['run', 'apply'].includes(summary.command)) return null;
    const plan = parsePlan(await textOf(files.plan), files.plan);
    const { name, project_id, organisation_id } = plan.environment;
    const same =
      name === here.name && project_id === here.project_id && organisation_id === here.organisation_id;
    return same ? plan : null;
  } catch {
    return null;
  }
}

/** What a run left there: what it wrote, and what it found equal. */
async function leftBy(folder: string, plan: DecidedPlan): Promise<LeftBefore> {
  const files = runFolder(path.dirname(folder), path.basename(folder));
  const journal = readJournal(await textOf(files.journal), plan);
  const applied = new Set(
    journal.outcomes.filter((outcome) => outcome.state === 'applied').map((outcome) => outcome.reference),
  );
  const left = new Map<string, Fields>();
  for (const operation of plan.operations) {
    const isLeft = isWrite(operation)
      ? applied.has(operation.reference)
      : operation.action === 'unchanged' && operation.ignored.length === 0;
    if (isLeft) left.set(leftKey(operation), operation.desired.fields);
  }
  return left;
}

/**
 * What the last run that sent anything to this project left there. It is a help and no state: without it, drift
 * cannot be told from an ordinary difference, and nothing else is missing.
 */
export async function leftBefore(
  runsDir: string,
  current: string,
  here: EnvironmentBinding,
): Promise<LeftBefore> {
  const names = (await readdir(runsDir).catch(() => [])).filter((name) => name !== current);
  const made = await Promise.all(
    names.map(async (name) => {
      const found = await stat(path.join(runsDir, name)).catch(() => null);
      return { folder: path.join(runsDir, name), at: found?.birthtimeMs ?? 0 };
    }),
  );
  for (const { folder } of made.toSorted((a, b) => b.at - a.at).slice(0, mostRuns)) {
    const plan = await sentPlan(folder, here);
    // What was taken back is as it was before, which nobody wrote down.
    if (plan === 'undone') break;
    if (plan !== null) return leftBy(folder, plan);
  }
  return new Map();
}
