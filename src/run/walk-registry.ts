import path from 'node:path';
import { sealed } from '../plan/plan-file.js';
import type { Connection, World } from './connect.js';
import { executeDecided } from './execute-decided.js';
import { writeJson } from './folder.js';
import type { Gathered } from './gathered.js';
import { leftBefore } from './left-before.js';
import type { RunRequest } from './line.js';
import { proveDocuments } from './prove-documents.js';
import { prune } from './prune.js';
import { keptOf } from './reconciliation-file.js';
import {
  compareWithRemote,
  override,
  readBack,
  reconcileWithRemote,
  refuseDrift,
  refuseUnsafe,
  warnOfLimits,
} from './remote-stages.js';
import { endsOnErrors, evidenceFolder, invalidWorkbook } from './stages.js';

/** The part of the line that talks to the registry: from the comparison of the plan as far as the command goes. */
export async function walkRegistry(
  request: RunRequest,
  gathered: Gathered,
  connection: Connection,
  world: World,
): Promise<void> {
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
  const evidence = gathered.evidence ?? (await evidenceFolder(request));
  await executeDecided(request, evidence, new Map(), gathered, connection, world);
  if (request.prune) await prune(request, gathered, connection, world);
  await readBack(gathered, connection, world);
  await proveDocuments(request, gathered, connection, world);
}

async function savePlan(request: RunRequest, gathered: Gathered): Promise<void> {
  if (gathered.decided === null) return;
  const plan = sealed(gathered.decided);
  await writeJson(request.files.plan, plan, 'nothing was sent');
  await writeJson(request.files.reconciliation, keptOf(gathered, null), 'nothing was sent');
  if (request.planFile !== null) await writeJson(request.planFile, plan, 'nothing was sent');
}
