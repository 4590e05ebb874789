import path from 'node:path';
import { findByReference } from '../api/snapshot.js';
import { compareRecord } from '../diff/compare.js';
import { execute } from '../execute/execute.js';
import { openJournal } from '../execute/journal.js';
import { writableRules } from '../kinds/registry.js';
import { exitCodes, InternalError, MrvError } from '../model/errors.js';
import { isWrite } from '../model/operation.js';
import type { RequestCounts, Summary } from '../model/summary.js';
import { contentHash } from '../plan/canonical.js';
import { reportData, writeReportWorkbook } from '../report/index.js';
import { connect, type Connection, type Target, type World } from './connect.js';
import { writeJson, type RunFolder } from './folder.js';
import { issuesOf, nothingYet, type Gathered } from './gathered.js';
import {
  compareWithRemote,
  endsOnErrors,
  evidenceFolder,
  invalidWorkbook,
  readAndPlan,
  readMapping,
  reconcileWithRemote,
  refuseUnsafe,
  type Inputs,
} from './stages.js';
import { summarise, type RunFacts } from './summary.js';

/** How far a command walks the line: the same functions, stopped sooner. */
export type Stop = 'plan' | 'diff' | 'execute' | 'verify';

export interface RunRequest extends Inputs {
  /** As the summary names it. */
  readonly command: string;
  readonly stop: Stop;
  readonly files: RunFolder;
  /** Another place for the report than the run's folder. */
  readonly report: string | null;
  /** A second copy of the decided plan, for review. */
  readonly planFile: string | null;
  /** Limits that may be passed, each with its reason. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly detailedExitCode: boolean;
}

export interface RunResult {
  readonly summary: Summary;
  readonly gathered: Gathered;
}

const noRequests: RequestCounts = { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 };

/** The only stage that writes. What could not be sent, or is in doubt, is an outcome and not an error. */
async function executeDecided(
  request: RunRequest,
  gathered: Gathered,
  connection: Connection,
  world: World,
): Promise<void> {
  const { decided } = gathered;
  if (decided === null || !decided.operations.some(isWrite)) return;
  world.observe({ type: 'stage', stage: 'execute' });
  const journal = openJournal(request.files.journal, () => world.clock.now());
  try {
    gathered.outcomes = await execute(decided, {
      rules: writableRules,
      gate: connection.gate,
      find: (kind, reference) =>
        findByReference(connection.send, decided.environment.project_id, kind, reference),
      compare: (record, remote, context) =>
        compareRecord(writableRules(record.kind), record, record.fields, remote, context.id),
      evidenceFolder: evidenceFolder(request),
      journal,
      observe: world.observe,
      signal: world.signal,
      clock: world.clock,
    });
  } finally {
    await journal.close();
  }
}

/** The walk itself: every command takes it, and stops where it is told to. */
async function walk(
  request: RunRequest,
  target: Target | null,
  gathered: Gathered,
  world: World,
  opened: (connection: Connection) => void,
): Promise<void> {
  const loaded = await readMapping(request);
  const connection =
    target === null
      ? null
      : await connect({ ...target, projectId: target.projectId ?? loaded.mapping.projectId }, world);
  if (connection !== null) opened(connection);
  await readAndPlan(request, loaded, connection?.binding.project_id ?? null, gathered, world);
  if (endsOnErrors(gathered, request)) throw invalidWorkbook(gathered);
  if (connection === null || request.stop === 'plan') return;
  await compareWithRemote(gathered, connection, world);
  await savePlan(request, gathered);
  if (endsOnErrors(gathered, request)) throw invalidWorkbook(gathered);
  if (request.stop === 'verify') {
    await reconcileWithRemote(gathered, connection, world);
    return;
  }
  refuseUnsafe(gathered, request.overrides);
  if (request.stop === 'diff') return;
  await executeDecided(request, gathered, connection, world);
  await reconcileWithRemote(gathered, connection, world);
}

async function savePlan(request: RunRequest, gathered: Gathered): Promise<void> {
  if (gathered.decided === null) return;
  const plan = { ...gathered.decided, hash: contentHash(gathered.decided) };
  await writeJson(request.files.plan, plan);
  if (request.planFile !== null) await writeJson(request.planFile, plan);
}

function asMrvError(error: unknown): MrvError {
  if (error instanceof MrvError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new InternalError(`this is a bug of mrv-ingest: ${message}`, { cause: error });
}

function facts(
  request: RunRequest,
  target: Target | null,
  connection: Connection | null,
  started: number,
  world: World,
  report: string | null,
  gathered: Gathered,
): RunFacts {
  const { files } = request;
  return {
    runId: files.runId,
    command: request.command,
    dryRun: request.stop === 'diff',
    environment: {
      name: target?.environment ?? 'offline',
      base_url: target?.baseUrl ?? null,
      project_id: connection?.binding.project_id ?? target?.projectId ?? null,
    },
    requests: connection?.gate.counts() ?? noRequests,
    durationMs: Math.round(world.clock.now() - started),
    files: {
      run: files.folder,
      plan: gathered.decided === null ? null : (request.planFile ?? files.plan),
      journal: gathered.outcomes.length === 0 ? null : files.journal,
      report,
      workbooks: [],
    },
    detailedExitCode: request.detailedExitCode,
  };
}

async function writeReport(
  request: RunRequest,
  gathered: Gathered,
  summary: Summary,
  world: World,
): Promise<void> {
  world.observe({ type: 'stage', stage: 'report' });
  const report = request.report ?? request.files.report;
  const data = reportData({
    summary,
    plan: gathered.decided,
    mapped: gathered.mapped,
    issues: issuesOf(gathered),
    outcomes: gathered.outcomes,
    reconciliation: gathered.reconciliation,
    generatedAt: new Date(world.clock.now()).toISOString(),
    notInWorkbook: [],
    addressOf: (file) => path.relative(path.dirname(report), file).split(path.sep).join('/'),
  });
  await writeReportWorkbook(data, report);
}

/**
 * Walks the line as far as the command goes, and always leaves a summary and a report: of a run that was refused,
 * failed or interrupted too. Throws only where these cannot be written, and for a bug of ours.
 */
export async function runLine(request: RunRequest, target: Target | null, world: World): Promise<RunResult> {
  const started = world.clock.now();
  const gathered = nothingYet();
  let connection: Connection | null = null;
  try {
    await walk(request, target, gathered, world, (opened) => {
      connection = opened;
    });
  } catch (error) {
    gathered.error = asMrvError(error);
    if (gathered.error.exitCode === exitCodes.bug) throw gathered.error;
  }
  gathered.interrupted = world.signal.aborted;
  const report = gathered.mapped === null ? null : (request.report ?? request.files.report);
  const summary = summarise(gathered, facts(request, target, connection, started, world, report, gathered));
  if (report !== null) await writeReport(request, gathered, summary, world);
  await writeJson(request.files.summary, summary);
  return { summary, gathered };
}
