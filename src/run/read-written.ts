import { readByIds } from '../api/snapshot.js';
import type { Outcome } from '../model/outcome.js';
import type { Reconciliation } from '../model/reconciliation.js';
import type { RemoteRecord, WritableKind } from '../model/record.js';
import { RemoteState } from '../model/remote-state.js';
import type { Connection, World } from './connect.js';

type Applied = Extract<Outcome, { state: 'applied' }>;

/** Lists lag behind writes: so long is waited, in ms, before they are read again. */
const waitsMs = [1_000, 2_000, 4_000, 8_000];
/** Up to so many records are read one by one; for more, waiting is cheaper. */
const mostById = 100;

/** What was read back, and what it proves. */
export interface ReadWritten {
  readonly remote: RemoteState;
  readonly reconciliation: Reconciliation;
}

/** Those that were written and that nothing proves yet. */
function unproven(applied: readonly Applied[], { verdicts }: Reconciliation): readonly Applied[] {
  const verified = new Set(
    verdicts.filter(({ state }) => state === 'verified').map(({ kind, reference }) => `${kind} ${reference}`),
  );
  return applied.filter(({ kind, reference }) => !verified.has(`${kind} ${reference}`));
}

/** The same state, with these records as they are by themselves and not as a list shows them. */
async function byThemselves(
  remote: RemoteState,
  records: readonly Applied[],
  { send, binding }: Connection,
): Promise<RemoteState> {
  const ids = new Map<WritableKind, string[]>();
  for (const { kind, id } of records) ids.set(kind, [...(ids.get(kind) ?? []), id]);
  const read = (
    await Promise.all([...ids].map(([kind, some]) => readByIds(send, binding.project_id, kind, some)))
  ).flat();
  const key = ({ kind, id }: RemoteRecord) => `${kind} ${id}`;
  const fresh = new Set(read.map(key));
  return new RemoteState([...remote.records().filter((record) => !fresh.has(key(record))), ...read]);
}

/**
 * Reads back what a run wrote. What the lists do not show as it was written is read by its id; what that does not prove
 * either is waited for, a few times and ever longer, and only then counts as missing or different.
 * @throws SnapshotError where it cannot be read.
 */
export async function readWritten(
  snapshot: () => Promise<RemoteState>,
  outcomes: readonly Outcome[],
  prove: (remote: RemoteState) => Reconciliation,
  connection: Connection,
  world: World,
): Promise<ReadWritten> {
  const applied = outcomes.filter((outcome) => outcome.state === 'applied');
  const read = async (): Promise<ReadWritten & { readonly open: readonly Applied[] }> => {
    const remote = await snapshot();
    const reconciliation = prove(remote);
    const open = unproven(applied, reconciliation);
    if (open.length === 0 || open.length > mostById) return { remote, reconciliation, open };
    const exact = await byThemselves(remote, open, connection);
    const again = prove(exact);
    return { remote: exact, reconciliation: again, open: unproven(applied, again) };
  };
  let known = await read();
  for (const waitMs of waitsMs) {
    if (known.open.length === 0 || world.signal.aborted) break;
    world.observe({ type: 'lists-lag', records: known.open.length, wait_ms: waitMs });
    // Who interrupts is not kept waiting: what is known by then is told.
    await world.clock.sleep(waitMs, world.signal).catch(() => undefined);
    known = await read();
  }
  return known;
}
