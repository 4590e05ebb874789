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
import { fileFormat } from '../read/index.js';
import { reportData, writeReportWorkbook, writeResultCopies, type ResultCopies } from '../report/index.js';
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
  readBack,
  reconcileWithRemote,
  refuseUnsafe,
  warnOfLimits,
  type Inputs,
  type LoadedMapping,
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

/** Finds the service and the credentials for it; null for a command that is offline. @throws a usage error. */
export type OpenTarget = () => Promise<Target | null>;

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
      evidenceFolder: await evidenceFolder(request),
      journal,
      observe: world.observe,
      signal: world.signal,
      clock: world.clock,
    });
  } finally {
    await journal.close();
  }
}

/** How far the way to the service was opened, for the summary of a run that ended early. */
interface Reached {
  target: Target | null;
  connection: Connection | null;
}

/** Opens the way to the service, where the command needs one, before any workbook is opened. */
async function open(
  loaded: LoadedMapping,
  openTarget: OpenTarget,
  reached: Reached,
  world: World,
): Promise<Connection | null> {
  reached.target = await openTarget();
  if (reached.target === null) return null;
  const mapped = loaded.mapping.projectId;
  const projectId = reached.target.projectId ?? mapped;
  if (mapped !== null && projectId !== mapped) {
    throw new MrvError(
      'project-differs',
      `the mapping is for the project ${mapped}, and this run is for ${projectId ?? 'none'}: check --project, MRV_PROJECT_ID and the environment`,
      exitCodes.usage,
    );
  }
  reached.connection = await connect({ ...reached.target, projectId }, world);
  return reached.connection;
}

/** The walk itself: every command takes it, and stops where it is told to. */
async function walk(
  request: RunRequest,
  openTarget: OpenTarget,
  gathered: Gathered,
  reached: Reached,
  world: World,
): Promise<void> {
  const loaded = await readMapping(request);
  const connection = await open(loaded, openTarget, reached, world);
  await readAndPlan(request, loaded, connection?.binding.project_id ?? null, gathered, world);
  if (endsOnErrors(gathered, request)) throw invalidWorkbook(gathered);
  if (connection === null || request.stop === 'plan') return;
  await compareWithRemote(gathered, connection, world);
  if (request.stop === 'diff') warnOfLimits(gathered, request.overrides);
  await savePlan(request, gathered);
  if (endsOnErrors(gathered, request)) throw invalidWorkbook(gathered);
  if (request.stop === 'verify') await reconcileWithRemote(gathered, connection, world);
  if (request.stop !== 'execute') return;
  refuseUnsafe(gathered, request.overrides);
  await executeDecided(request, gathered, connection, world);
  await readBack(gathered, connection, world);
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
  reached: Reached,
  gathered: Gathered,
  report: string | null,
  copies: ResultCopies,
  durationMs: number,
): RunFacts {
  const { files } = request;
  const { target, connection } = reached;
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
    durationMs: Math.round(durationMs),
    files: {
      run: files.folder,
      plan: gathered.decided === null ? null : (request.planFile ?? files.plan),
      journal: gathered.outcomes.length === 0 ? null : files.journal,
      report,
      workbooks: copies.files,
      workbook_notes: [
        ...copies.refused.map(({ file, reason }) => `${file}: ${reason}`),
        ...copies.remarks.map(({ file, remark }) => `${file}: ${remark}`),
      ],
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
 * Walks the line as far as the command goes, and always leaves a summary, and a report where rows were read: of a run
 * that was refused, failed or interrupted too. `openTarget` is asked once, for a command that talks to a service.
 * Throws only where these cannot be written, and for a bug of ours.
 */
export async function runLine(request: RunRequest, openTarget: OpenTarget, world: World): Promise<RunResult> {
  const started = world.clock.now();
  const gathered = nothingYet();
  const reached: Reached = { target: null, connection: null };
  try {
    await walk(request, openTarget, gathered, reached, world);
  } catch (error) {
    gathered.error = asMrvError(error);
    if (gathered.error.exitCode === exitCodes.bug) throw gathered.error;
  }
  gathered.interrupted = world.signal.aborted;
  const report = gathered.mapped === null ? null : (request.report ?? request.files.report);
  const copies = await writeResultCopies({
    ...gathered,
    plan: gathered.decided,
    issues: issuesOf(gathered),
    folder: request.files.folder,
    formatOf: fileFormat,
  });
  const summary = summarise(
    gathered,
    facts(request, reached, gathered, report, copies, world.clock.now() - started),
  );
  if (report !== null) await writeReport(request, gathered, summary, world);
  await writeJson(request.files.summary, summary);
  return { summary, gathered };
}
