import { readByIds, readSnapshot } from '../api/snapshot.js';
import { isWanted, mappedOf } from '../plan/reopen.js';
import type { DecidedPlan } from '../model/plan.js';
import type { RemoteState } from '../model/remote-state.js';
import type { Connection, World } from './connect.js';
import { withMore } from './decide-whole.js';

/** The registry's state of all that a saved plan is about, also of records outside the workbook without a reference. */
export async function readPlanned(
  plan: DecidedPlan,
  { send, binding: { project_id: projectId } }: Connection,
  { observe }: World,
): Promise<RemoteState> {
  const remote = await readSnapshot(send, { projectId, records: mappedOf(plan).records }, observe);
  const others = plan.operations.flatMap((operation) =>
    isWanted(operation) || operation.action === 'create' || operation.remote === null
      ? []
      : readByIds(send, projectId, operation.kind, [operation.remote.id]),
  );
  return withMore(remote, (await Promise.all(others)).flat());
}
