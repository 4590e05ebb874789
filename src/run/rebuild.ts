import { isErrorCode } from '../model/error-codes.js';
import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readJournal } from '../execute/read-journal.js';
import { exitCodes, MrvError, type ExitCode } from '../model/errors.js';
import type { DecidedPlan } from '../model/plan.js';
import type { Summary } from '../model/summary.js';
import { parsePlan } from '../plan/plan-file.js';
import { mappedOf, plannedOf } from '../plan/reopen.js';
import { settle } from '../reconcile/reconcile.js';
import { runFolder, type RunFolder } from './folder.js';
import { nothingYet, type Gathered } from './gathered.js';
import { writeReports } from './leave-behind.js';
import { readKept } from './reconciliation-file.js';
import { summarise } from './summary.js';

/** What is left of a run, and what is not. */
export interface RebuiltRun {
  readonly files: RunFolder;
  readonly gathered: Gathered;
  readonly summary: Summary;
  /** When it ended, ISO 8601; null where it was cut. */
  readonly endedAt: string | null;
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
    run === 'latest'
      ? `no run in ${runsDir} ${wanted === 'sent' ? 'sent anything' : 'got as far as a plan'}: there is nothing to ${wanted === 'sent' ? 'take back' : 'report'}`
      : `there is no run ${run} in ${runsDir}; there ${known.length === 1 ? 'is' : 'are'} ${known.slice(-5).join(', ') || 'none'}`,
    exitCodes.usage,
  );
}

const exitCodeSchema: z.ZodType<ExitCode> = z.literal(Object.values(exitCodes));

const summaryHead = z.object({
  program: z.string().nullish(),
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
  files: z.object({
    report: z.string().nullable(),
    workbooks: z.array(z.string()),
    workbook_notes: z.array(z.string()).exactOptional(),
  }),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  exit_code: exitCodeSchema,
});

type SummaryHead = z.infer<typeof summaryHead>;

const unknownHead: Omit<SummaryHead, 'exit_code'> = {
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

/** How the run ended, as far as it came to say so. */
function endOf(head: SummaryHead | null, began: boolean): MrvError | null {
  if (head === null)
    return began ? new MrvError('run-cut', 'the run was cut before its end', exitCodes.interrupted) : null;
  if (head.error === null) return null;
  const { code, message } = head.error;
  return new MrvError(isErrorCode(code) ? code : 'run-ended-badly', message, head.exit_code);
}

function summaryOf(files: RunFolder, gathered: Gathered, plan: DecidedPlan, head: SummaryHead | null) {
  const known = head ?? unknownHead;
  const { name, base_url, project_id } = plan.environment;
  const summary = summarise(gathered, {
    runId: files.runId,
    program: known.program ?? null,
    command: known.command,
    dryRun: known.dry_run,
    environment: head?.environment ?? { name, base_url, project_id },
    requests: known.requests,
    durationMs: known.duration_ms,
    files: {
      run: files.folder,
      plan: files.plan,
      journal: gathered.outcomes.length === 0 ? null : files.journal,
      report: files.report,
      page: files.page,
      workbooks: known.files.workbooks,
      workbook_notes: known.files.workbook_notes ?? [],
    },
    detailedExitCode: false,
  });
  // The code that the run ended with depended on its flags too, which nobody wrote down.
  return head === null ? summary : { ...summary, exit_code: head.exit_code };
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
  const kept = await readKept(files.reconciliation);
  const reconciliation = kept?.reconciliation ?? null;
  if (kept === null)
    missing.push(
      'reconciliation.json is not there or damaged: what was read back, and what the workbook no longer wants, is not known',
    );
  if (reconciliation === null && journal.outcomes.length > 0)
    missing.push('nothing was read back: run `verify` to know what is true now');
  const head = parsed(summaryHead, await textOf(files.summary));
  if (head === null)
    missing.push('the run left no summary: it was cut, and its counts of requests are not known');
  const gathered: Gathered = {
    ...nothingYet(),
    workbooks: plan.workbooks,
    mapping: plan.mapping,
    evidence: kept?.evidence ?? null,
    mapped: mappedOf(plan),
    plan: plannedOf(plan),
    decided: plan,
    notInWorkbook: kept?.not_in_workbook ?? [],
    removals: kept?.removals ?? [],
    outcomes: settle(journal.outcomes, reconciliation?.verdicts ?? []),
    reconciliation,
    breakdowns: kept?.breakdowns ?? [],
    error: endOf(head, journal.outcomes.length > 0),
  };
  const summary = summaryOf(files, gathered, plan, head);
  return { files, gathered, summary, endedAt: kept?.ended_at ?? null, missing };
}

/** Writes the report of a run anew. `now` in ms since the epoch. */
export async function rebuildReport(run: RebuiltRun, report: string | null, now: number): Promise<void> {
  const places = { report: report ?? run.files.report, page: run.files.page };
  await writeReports(run.gathered, run.summary, places, new Date(now).toISOString());
}
