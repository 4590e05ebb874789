import path from 'node:path';
import { exitCodes, InternalError, messageOf, MrvError } from '../model/errors.js';
import type { RequestCounts, Summary } from '../model/summary.js';
import { fileFormat } from '../read/index.js';
import type { ReportInput, ResultCopies } from '../report/index.js';
import type { Connection, Target, World } from './connect.js';
import { unwritable, writeJson, type RunFolder } from './folder.js';
import { issuesOf, nothingYet, type Gathered } from './gathered.js';
import { lockProject, type ProjectLock } from './project-lock.js';
import { keepRate } from './rates-file.js';
import { keptOf } from './reconciliation-file.js';
import { summarise, type RunFacts } from './summary.js';

/** How far a command walks the line: the same functions, stopped sooner. */
export type Stop = 'plan' | 'diff' | 'execute' | 'verify';

/** How a run is carried out. */
export interface Manner {
  /** Wait for another run that writes to the project, instead of leaving. */
  readonly wait: boolean;
  /** Begin nothing new after so many failures; null: however many. */
  readonly mostFailures: number | null;
  /** Read the documents back and compare their bytes. */
  readonly verifyDocuments: boolean;
}

/** How a run behaves when nobody says otherwise: it does not wait, ends for no failure, and trusts what was uploaded. */
export const plainManner: Manner = { wait: false, mostFailures: null, verifyDocuments: false };

/** What every command that makes a run has in common. */
export interface RunFrame {
  /** What makes the run, with its version: `mrv-ingest 0.1.0`; null where it does not say. */
  readonly program: string | null;
  /** As the summary names it. */
  readonly command: string;
  readonly stop: Stop;
  readonly files: RunFolder;
  readonly manner: Manner;
  /** Another place for the report than the run's folder. */
  readonly report: string | null;
  /** A second copy of the decided plan, for review. */
  readonly planFile: string | null;
  readonly detailedExitCode: boolean;
}

/** How far the way to the service was opened, for the summary of a run that ended early. */
export interface Reached {
  target: Target | null;
  connection: Connection | null;
  lock: ProjectLock | null;
}

function nothingReached(): Reached {
  return { target: null, connection: null, lock: null };
}

/** Takes the right to write, before anything is read that is decided upon. */
export async function lockFor(
  frame: RunFrame,
  reached: Reached,
  { binding }: Connection,
  world: World,
): Promise<void> {
  if (frame.stop === 'execute')
    reached.lock = await lockProject(frame.files, binding, frame.manner.wait, world);
}

/** What a run leaves to its caller. */
export interface RunResult {
  readonly summary: Summary;
  readonly gathered: Gathered;
}

const noRequests: RequestCounts = { total: 0, reads: 0, writes: 0, uploads: 0, retries: 0, throttled: 0 };
const noCopies: ResultCopies = { files: [], refused: [], remarks: [] };

/** Where the report goes; null where there is nothing to write down: no rows, or a validation that found nothing. */
function reportPath(frame: RunFrame, gathered: Gathered): string | null {
  if (gathered.mapped === null) return null;
  if (frame.stop === 'plan' && issuesOf(gathered).length === 0) return frame.report;
  return frame.report ?? frame.files.report;
}

function asMrvError(error: unknown): MrvError {
  if (error instanceof MrvError) return error;
  const message = messageOf(error);
  return new InternalError(`this is a bug of mrv-ingest: ${message}`, { cause: error });
}

function facts(
  frame: RunFrame,
  { target, connection }: Reached,
  gathered: Gathered,
  written: { readonly report: string | null; readonly copies: ResultCopies },
  durationMs: number,
): RunFacts {
  const { files } = frame;
  const { report, copies } = written;
  return {
    runId: files.runId,
    program: frame.program,
    command: frame.command,
    dryRun: frame.stop === 'diff',
    environment: {
      name: target?.environment ?? 'offline',
      base_url: target?.baseUrl ?? null,
      project_id: connection?.binding.project_id ?? target?.projectId ?? null,
    },
    requests: connection?.gate.counts() ?? noRequests,
    durationMs: Math.round(durationMs),
    files: {
      run: files.folder,
      plan: gathered.decided === null ? null : (frame.planFile ?? files.plan),
      journal: gathered.outcomes.length === 0 ? null : files.journal,
      report,
      page: report === null ? null : files.page,
      workbooks: copies.files,
      workbook_notes: [
        ...copies.refused.map(({ file, reason }) => `${file}: ${reason}`),
        ...copies.remarks.map(({ file, remark }) => `${file}: ${remark}`),
      ],
    },
    detailedExitCode: frame.detailedExitCode,
  };
}

/** The room of reports, loaded where one is written: a validation that found nothing does without. */
function loadReport() {
  return import('../report/index.js');
}

/** What a report is made from. `generatedAt`: ISO 8601; `addressOf`: a file as seen from where the report will lie. */
export function reportInput(
  gathered: Gathered,
  summary: Summary,
  generatedAt: string,
  addressOf: ReportInput['addressOf'],
): ReportInput {
  return {
    summary,
    plan: gathered.decided,
    mapped: gathered.mapped,
    issues: issuesOf(gathered),
    outcomes: gathered.outcomes,
    reconciliation: gathered.reconciliation,
    breakdowns: gathered.breakdowns,
    generatedAt,
    notInWorkbook: gathered.notInWorkbook,
    removals: gathered.removals,
    addressOf,
  };
}

/** Writes the report, as a workbook and as a page. `generatedAt`: ISO 8601. */
export async function writeReports(
  gathered: Gathered,
  summary: Summary,
  places: { readonly report: string; readonly page: string },
  generatedAt: string,
): Promise<void> {
  const inputFor = (place: string) =>
    reportInput(gathered, summary, generatedAt, (file) =>
      path.relative(path.dirname(place), file).split(path.sep).join('/'),
    );
  const { reportData, writeReportPage, writeReportWorkbook } = await loadReport();
  await writeReportWorkbook(reportData(inputFor(places.report)), places.report);
  await writeReportPage(inputFor(places.page), places.page);
}

/** What is true although the disk took no report. */
const stands = 'what was sent stands as it is told here';

/** Writes all that a run leaves behind, and gives its summary. */
async function writeDown(
  frame: RunFrame,
  gathered: Gathered,
  reached: Reached,
  durationMs: number,
  now: number,
): Promise<Summary> {
  const { files } = frame;
  const report = reportPath(frame, gathered);
  const copies =
    report === null
      ? noCopies
      : await (
          await loadReport()
        ).writeResultCopies({
          ...gathered,
          plan: gathered.decided,
          issues: issuesOf(gathered),
          folder: files.folder,
          formatOf: fileFormat,
        });
  const summary = summarise(gathered, facts(frame, reached, gathered, { report, copies }, durationMs));
  const generatedAt = new Date(now).toISOString();
  if (report !== null) await writeReports(gathered, summary, { report, page: files.page }, generatedAt);
  if (gathered.decided !== null) await writeJson(files.reconciliation, keptOf(gathered, generatedAt), stands);
  await writeJson(files.summary, summary, stands);
  return summary;
}

/** A fault of the disk, as the end of a run; null for any other. */
function faultOfDisk(error: unknown, frame: RunFrame): MrvError | null {
  if (error instanceof MrvError) return error.exitCode === exitCodes.bug ? null : error;
  return error instanceof Error && 'syscall' in error
    ? unwritable(`the report in ${frame.files.folder}`, error, stands)
    : null;
}

/**
 * Takes a walk, and always leaves a summary, and a report where rows were read: of a run that was refused, failed or
 * interrupted too. Where the disk takes none, the summary is told all the same and says so. Throws only for a bug of
 * ours.
 */
export async function leaveBehind(
  frame: RunFrame,
  world: World,
  walk: (gathered: Gathered, reached: Reached) => Promise<void>,
): Promise<RunResult> {
  const gathered = nothingYet();
  const reached = nothingReached();
  const started = world.clock.now();
  try {
    await walk(gathered, reached);
  } catch (error) {
    gathered.error = asMrvError(error);
    if (gathered.error.exitCode === exitCodes.bug) throw gathered.error;
  } finally {
    reached.connection?.gate.close();
    await reached.lock?.release();
  }
  gathered.interrupted = world.signal.aborted;
  if (reached.connection !== null) {
    const { binding, gate } = reached.connection;
    await keepRate(frame.files, binding, gate.learnt(), world.clock.now(), world.observe);
  }
  if (reportPath(frame, gathered) !== null) world.observe({ type: 'stage', stage: 'report' });
  const now = world.clock.now();
  try {
    return { summary: await writeDown(frame, gathered, reached, now - started, now), gathered };
  } catch (error) {
    const fault = faultOfDisk(error, frame);
    if (fault === null) throw error;
    gathered.error ??= fault;
    const unwritten = { report: null, copies: noCopies };
    return {
      summary: summarise(gathered, facts(frame, reached, gathered, unwritten, now - started)),
      gathered,
    };
  }
}
