import type { OnDrift } from '../diff/drift.js';
import { exitCodes, MrvError } from '../model/errors.js';
import type { Connection, Target, World } from './connect.js';
import { writeText } from './folder.js';
import { type Gathered } from './gathered.js';
import { leaveBehind, lockFor, type Reached, type RunFrame, type RunResult } from './leave-behind.js';
import {
  endsOnErrors,
  invalidWorkbook,
  readAndPlan,
  readMapping,
  type Inputs,
  type LoadedMapping,
} from './stages.js';

/** All that a run is told. */
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
  ratesFile: string,
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
  const { connect } = await import('./connect.js');
  reached.connection = await connect({ ...reached.target, projectId }, world, ratesFile);
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
  await writeText(request.files.mapping, loaded.text, 'nothing was sent');
  const connection = await open(loaded, openTarget, reached, world, request.files.rates);
  await readAndPlan(request, loaded, connection?.binding.project_id ?? null, gathered, world);
  if (endsOnErrors(gathered, request)) throw invalidWorkbook(gathered);
  if (connection === null || request.stop === 'plan') return;
  await lockFor(request, reached, connection, world);
  // What talks to the registry is loaded by the commands that do: `validate` starts without it.
  const { walkRegistry } = await import('./walk-registry.js');
  await walkRegistry(request, gathered, connection, world);
}

/** Walks the line as far as the command goes. `openTarget` is asked once, for a command that talks to a service. */
export async function runLine(request: RunRequest, openTarget: OpenTarget, world: World): Promise<RunResult> {
  return leaveBehind(request, world, (gathered, reached) =>
    walk(request, openTarget, gathered, reached, world),
  );
}
