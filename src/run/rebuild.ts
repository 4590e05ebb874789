import { isErrorCode } from '../model/error-codes.js';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJournal } from '../execute/read-journal.js';
import { exitCodes, MrvError } from '../model/errors.js';
import type { Summary } from '../model/summary.js';
import { parsePlan } from '../plan/plan-file.js';
import { mappedOf, plannedOf } from '../plan/reopen.js';
import { runFolder, type RunFolder } from './folder.js';
import { nothingYet, type Gathered } from './gathered.js';
import { writeReports } from './leave-behind.js';
import { reconciliationSchema } from './reconciliation-file.js';
import { summarise } from './summary.js';

/** What is left of a run, and what is not. */
export interface RebuiltRun {
  readonly files: RunFolder;
  readonly gathered: Gathered;
  readonly summary: Summary;
  /** What is not known any more, or never was, in words. */
  readonly missing: readonly string[];
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}

/** The newest first: two runs of one second differ in chance alone, so the folders' own times decide. */
async function newestFirst(runsDir: string, names: readonly string[]): Promise<readonly RunFolder[]> {
  const made = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(runsDir, name))).birthtimeMs })),
  );
  return made.toSorted((a, b) => b.at - a.at).map(({ name }) => runFolder(runsDir, name));
}

async function holds(...files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return found.every((file) => file?.isFile() === true);
}

/**
 * Finds a run's folder by its id below the runs folder, by its path, or, for `latest`, the newest that has a plan;
 * for `undo`, the newest that sent anything.
 * @throws a usage error where there is none.
 */
export async function findRun(
  runsDir: string,
  run: string,
  wanted: 'planned' | 'sent' = 'planned',
): Promise<RunFolder> {
  const known = (await readdir(runsDir).catch(() => [])).toSorted();
  if (run === 'latest') {
    for (const files of await newestFirst(runsDir, known)) {
      if (await holds(files.plan, ...(wanted === 'sent' ? [files.journal] : []))) return files;
    }
  }
  for (const folder of run === 'latest' ? [] : [path.join(runsDir, run), run]) {
    const found = await stat(folder).catch(() => null);
    if (found?.isDirectory() === true) return runFolder(path.dirname(folder), path.basename(folder));
  }
  throw new MrvError(
    'run-unknown',
    `there is no run ${run} in ${runsDir}; there ${known.length === 1 ? 'is' : 'are'} ${known.slice(-5).join(', ') || 'none'}`,
    exitCodes.usage,
  );
}

const summaryHead = z.looseObject({
  command: z.string(),
  dry_run: z.boolean(),
  environment: z.object({
    name: z.string(),
    base_url: z.string().nullable(),
    project_id: z.string().nullable(),
  }),
  requests: z.object({
    total: z.number(),
    reads: z.number(),
    writes: z.number(),
    uploads: z.number(),
    retries: z.number(),
    throttled: z.number(),
  }),
  duration_ms: z.number(),
  files: z.looseObject({ report: z.string().nullable(), workbooks: z.array(z.string()) }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

const unknownHead: z.infer<typeof summaryHead> = {
  command: 'run',
  dry_run: false,
  environment: { name: 'unknown', base_url: null, project_id: null },
  requests: { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 },
  duration_ms: 0,
  files: { report: null, workbooks: [] },
  error: null,
};

function parsed<T>(schema: z.ZodType<T>, text: string | null): T | null {
  if (text === null) return null;
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

/** Reads back what a run left, also one that was killed. @throws where not even its plan is there. */
export async function rebuildRun(files: RunFolder): Promise<RebuiltRun> {
  const missing: string[] = [];
  const planText = await textOf(files.plan);
  if (planText === null) {
    throw new MrvError(
      'run-without-plan',
      `${files.folder} holds no plan: the run ended before anything was decided. Its log is ${files.log}`,
      exitCodes.usage,
    );
  }
  const plan = parsePlan(planText, files.plan);
  const journal = readJournal((await textOf(files.journal)) ?? '', plan);
  missing.push(...journal.remarks);
  const reconciliation = parsed(reconciliationSchema, await textOf(files.reconciliation));
  if (reconciliation === null && journal.outcomes.length > 0)
    missing.push('nothing was read back: run `verify` to know what is true now');
  const head = parsed(summaryHead, await textOf(files.summary));
  if (head === null)
    missing.push('the run left no summary: it was cut, and its counts of requests are not known');
  const gathered: Gathered = {
    ...nothingYet(),
    workbooks: plan.workbooks,
    mapping: plan.mapping,
    mapped: mappedOf(plan),
    plan: plannedOf(plan),
    decided: plan,
    outcomes: journal.outcomes,
    reconciliation,
    error:
      head === null
        ? journal.outcomes.length === 0
          ? null
          : new MrvError('run-cut', 'the run was cut before its end', exitCodes.interrupted)
        : head.error === null
          ? null
          : new MrvError(
              isErrorCode(head.error.code) ? head.error.code : 'run-ended-badly',
              head.error.message,
              exitCodes.failures,
            ),
  };
  const known = head ?? unknownHead;
  const summary = summarise(gathered, {
    runId: files.runId,
    command: known.command,
    dryRun: known.dry_run,
    environment:
      head === null
        ? {
            name: plan.environment.name,
            base_url: plan.environment.base_url,
            project_id: plan.environment.project_id,
          }
        : known.environment,
    requests: known.requests,
    durationMs: known.duration_ms,
    files: {
      run: files.folder,
      plan: files.plan,
      journal: journal.outcomes.length === 0 ? null : files.journal,
      report: files.report,
      page: files.page,
      workbooks: known.files.workbooks,
    },
    detailedExitCode: false,
  });
  return { files, gathered, summary, missing };
}

/** Writes the report of a run anew. `now` in ms since the epoch. */
export async function rebuildReport(run: RebuiltRun, report: string | null, now: number): Promise<void> {
  const places = { report: report ?? run.files.report, page: run.files.page };
  await writeReports(run.gathered, run.summary, places, new Date(now).toISOString());
}
