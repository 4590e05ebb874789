import { readSuccessors } from '../api/snapshot.js';
import { decide } from '../diff/decide.js';
import type { DecidedPlan, Plan } from '../model/plan.js';
import type { RemoteRecord } from '../model/record.js';
import { RemoteState } from '../model/remote-state.js';
import type { Connection } from './connect.js';

export interface Whole {
  readonly decided: DecidedPlan;
  /** The remote side with all that was found for the decision. */
  readonly remote: RemoteState;
}

/**
 * Decides every operation on the whole of each chain that would be continued. A snapshot finds a record where it is
 * used, and its replacement may be elsewhere: made by a run that was cut before it pointed anything to it. So every
 * replacement is looked up before it is planned, and what is found is decided on as well.
 */
export async function decideWhole(plan: Plan, remote: RemoteState, connection: Connection): Promise<Whole> {
  const { send, binding } = connection;
  const asked = new Set<string>();
  let known = remote;
  for (;;) {
    const decided = decide(plan, known, binding);
    const continued = decided.operations.filter(
      ({ action, reference }) => action === 'replace' && !asked.has(reference),
    );
    const found = (
      await Promise.all(
        continued.map(({ kind, reference }) => {
          asked.add(reference);
          return readSuccessors(send, binding.project_id, kind, reference);
        }),
      )
    ).flat();
    if (found.length === 0) return { decided, remote: known };
    known = withMore(known, found);
  }
}

/** The state with more records, or with those of it as they are now. */
export function withMore(remote: RemoteState, found: readonly RemoteRecord[]): RemoteState {
  const records = new Map(
    [...remote.records(), ...found].map((record) => [`${record.kind} ${record.id}`, record]),
  );
  return new RemoteState(records.values());
}
