import path from 'node:path';
import type { OnDrift } from '../diff/drift.js';
import { exitCodes, MrvError } from '../model/errors.js';
import { sealed } from '../plan/plan-file.js';
import { connect, type Connection, type Target, type World } from './connect.js';
import { executeDecided } from './execute-decided.js';
import { writeJson } from './folder.js';
import { nothingYet, type Gathered } from './gathered.js';
import { proveDocuments } from './prove-documents.js';
import { prune } from './prune.js';
import { leftBefore } from './left-before.js';
import {
  leaveBehind,
  lockFor,
  nothingReached,
  type Reached,
  type RunFrame,
  type RunResult,
} from './leave-behind.js';
import {
  compareWithRemote,
  endsOnErrors,
  evidenceFolder,
  invalidWorkbook,
  override,
  readAndPlan,
  readMapping,
  readBack,
  reconcileWithRemote,
  refuseDrift,
  refuseUnsafe,
  warnOfLimits,
  type Inputs,
  type LoadedMapping,
} from './stages.js';

export interface RunRequest extends Inputs, RunFrame {
  /** Limits that may be passed, each with its reason. */
  readonly overrides: Readonly<Record<string, string>>;
  /** What to do where somebody changed a record by hand since our last run. */
  readonly onDrift: OnDrift;
  /** Take away what the workbook no longer wants. */
  readonly prune: boolean;
}

/** Finds the service and the credentials for it; null for a command that is offline. @throws a usage error. */
export type OpenTarget = () => Promise<Target | null>;

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
  await lockFor(request, reached, connection, world);
  const left = await leftBefore(path.dirname(request.files.folder), request.files.runId, connection.binding);
  const policy = request.onDrift;
  await compareWithRemote(gathered, connection, world, { left, policy });
  override(gathered, request.overrides);
  if (request.stop === 'diff') warnOfLimits(gathered);
  await savePlan(request, gathered);
  if (endsOnErrors(gathered, request)) throw invalidWorkbook(gathered);
  if (request.stop === 'verify') {
    await reconcileWithRemote(gathered, connection, world);
    await proveDocuments(request, gathered, connection, world);
  }
  if (request.stop !== 'execute') return;
  refuseDrift(gathered, policy);
  refuseUnsafe(gathered);
  await executeDecided(request, await evidenceFolder(request), new Map(), gathered, connection, world);
  if (request.prune) await prune(request, gathered, connection, world);
  await readBack(gathered, connection, world);
  await proveDocuments(request, gathered, connection, world);
}

async function savePlan(request: RunRequest, gathered: Gathered): Promise<void> {
  if (gathered.decided === null) return;
  const plan = sealed(gathered.decided);
  await writeJson(request.files.plan, plan, 'nothing was sent');
  if (request.planFile !== null) await writeJson(request.planFile, plan, 'nothing was sent');
}

/** Walks the line as far as the command goes. `openTarget` is asked once, for a command that talks to a service. */
export async function runLine(request: RunRequest, openTarget: OpenTarget, world: World): Promise<RunResult> {
  const gathered = nothingYet();
  const reached = nothingReached();
  return leaveBehind(request, gathered, reached, world, () =>
    walk(request, openTarget, gathered, reached, world),
  );
}
