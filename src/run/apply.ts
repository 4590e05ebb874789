import { copyFile, readFile } from 'node:fs/promises';
import { staleOperations } from '../diff/stale.js';
import { exitCodes, messageOf, MrvError } from '../model/errors.js';
import type { InputFile } from '../model/mapped.js';
import { isWrite } from '../model/operation.js';
import type { DecidedPlan, EnvironmentBinding } from '../model/plan.js';
import { parsePlan, sealed } from '../plan/plan-file.js';
import { mappedOf, plannedOf } from '../plan/reopen.js';
import { connect, type Connection, type World } from './connect.js';
import { executeDecided } from './execute-decided.js';
import { hashOf } from './file-hash.js';
import { writeJson } from './folder.js';
import { type Gathered } from './gathered.js';
import { leaveBehind, lockFor, type Reached, type RunFrame, type RunResult } from './leave-behind.js';
import type { OpenTarget } from './line.js';
import { readPlanned } from './read-planned.js';
import { proveDocuments } from './prove-documents.js';
import { override, readBack, refuseUnsafe } from './remote-stages.js';
import { evidenceFolder } from './stages.js';

export interface ApplyRequest extends RunFrame {
  /** The saved plan. */
  readonly plan: string;
  /** Where evidence lies; null: beside the plan's first workbook. */
  readonly evidence: string | null;
  /** Limits that may be passed, each with its reason. */
  readonly overrides: Readonly<Record<string, string>>;
}

/** Reads a saved plan. @throws PlanFileError, or a usage error where there is no such file. */
async function readPlan(file: string): Promise<DecidedPlan> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const reason = messageOf(error);
    throw new MrvError('plan-missing', `the plan ${file} cannot be read (${reason})`, exitCodes.usage, {
      cause: error,
    });
  }
  return parsePlan(text, file);
}

function refuse(message: string): never {
  throw new MrvError('plan-refused', `${message}. Nothing was sent`, exitCodes.refused);
}

/** The plan was approved for these very files: a workbook that changed since needs a new plan. */
async function checkFiles(files: readonly InputFile[]): Promise<void> {
  for (const { path, sha256 } of files) {
    const now = await hashOf(path);
    if (now === null)
      refuse(
        `${path}, which the plan was made from, cannot be read from here: run apply where the plan was made`,
      );
    if (now !== sha256) refuse(`${path} changed since the plan was made: make a new plan`);
  }
}

/** An id belongs to one environment, organisation and project. The embedded service moves from port to port. */
export function checkBinding(plan: EnvironmentBinding, here: EnvironmentBinding): void {
  const differs = (what: string, theirs: string | null, ours: string | null): void => {
    if (theirs !== ours)
      refuse(`the plan is for the ${what} ${theirs ?? 'none'}, and this run is for ${ours ?? 'none'}`);
  };
  differs('environment', plan.name, here.name);
  if (plan.name !== 'local') differs('service', plan.base_url, here.base_url);
  differs('organisation', plan.organisation_id, here.organisation_id);
  differs('project', plan.project_id, here.project_id);
}

/** Which operations do not hold any more. @throws where none does: exit 5. */
async function checkPreconditions(
  plan: DecidedPlan,
  connection: Connection,
  world: World,
): Promise<ReadonlyMap<string, string>> {
  world.observe({ type: 'stage', stage: 'snapshot' });
  const remote = await readPlanned(plan, connection, world);
  const stale = staleOperations(plan, remote);
  const writes = plan.operations.filter(isWrite).length;
  const [first] = stale;
  if (writes > 0 && stale.size === writes && first !== undefined)
    refuse(`nothing of the plan holds any more: ${first[0]}: ${first[1]}`);
  return stale;
}

async function walk(
  request: ApplyRequest,
  openTarget: OpenTarget,
  gathered: Gathered,
  reached: Reached,
  world: World,
): Promise<void> {
  const plan = await readPlan(request.plan);
  gathered.workbooks = plan.workbooks;
  gathered.mapping = plan.mapping;
  reached.target = await openTarget();
  if (reached.target === null) return;
  const projectId = reached.target.projectId ?? plan.environment.project_id;
  const connection = await connect({ ...reached.target, projectId }, world, request.files.rates);
  reached.connection = connection;
  checkBinding(plan.environment, connection.binding);
  await checkFiles([...plan.workbooks, plan.mapping]);
  gathered.mapped = mappedOf(plan);
  gathered.plan = plannedOf(plan);
  gathered.decided = plan;
  override(gathered, request.overrides);
  await writeJson(request.files.plan, sealed(gathered.decided), 'nothing was sent');
  await copyFile(plan.mapping.path, request.files.mapping);
  refuseUnsafe(gathered);
  await lockFor(request, reached, connection, world);
  const stale = await checkPreconditions(plan, connection, world);
  gathered.evidence = await evidenceFolder({
    evidence: request.evidence,
    workbooks: plan.workbooks.map((file) => file.path),
  });
  await executeDecided(request, gathered.evidence, stale, gathered, connection, world);
  await readBack(gathered, connection, world);
  await proveDocuments(request, gathered, connection, world);
}

/** Executes a saved plan, as far as what it was decided on still holds. */
export async function applyPlan(
  request: ApplyRequest,
  openTarget: OpenTarget,
  world: World,
): Promise<RunResult> {
  return leaveBehind(request, world, (gathered, reached) =>
    walk(request, openTarget, gathered, reached, world),
  );
}
