import type { Send } from '../api/request.js';
import { findByReference } from '../api/snapshot.js';
import { putDocument } from '../api/upload.js';
import { compareRecord, managedShares, type Managed } from '../diff/compare.js';
import { execute, type ExecuteTools } from '../execute/execute.js';
import { openJournal } from '../execute/journal.js';
import type { RequestContext } from '../kinds/kind.js';
import { writableRules } from '../kinds/registry.js';
import { isWrite } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import type { DesiredRecord } from '../model/record.js';
import type { Connection, World } from './connect.js';
import type { Gathered } from './gathered.js';
import type { RunFrame } from './leave-behind.js';

/** In a record that is found while it is made, the shares of our components alone are ours to change. */
function managedIn(decided: DecidedPlan, record: DesiredRecord, context: RequestContext): Managed {
  const shares = record.fields['attributions'];
  const ours = new Set([
    ...decided.operations.flatMap((operation) =>
      operation.action === 'create' || operation.remote === null ? [] : [operation.remote.id],
    ),
    ...(shares?.type === 'attributions' ? shares.value.map(({ component }) => context.id(component)) : []),
  ]);
  return managedShares((component) => ours.has(component.value));
}

/** What becomes of a record that was begun is established before others are begun. */
function ahead(send: Send): Send {
  return (request, options) => send(request, { ...options, priority: Number.MAX_SAFE_INTEGER });
}

/** What `execute` knows the records of a plan by: the rules of their kinds, how one is found, how it is compared. */
export function recordTools(
  decided: DecidedPlan,
  send: Send,
): Pick<ExecuteTools, 'rules' | 'find' | 'compare'> {
  return {
    rules: writableRules,
    find: (kind, reference) => findByReference(ahead(send), decided.environment.project_id, kind, reference),
    compare: (record, remote, context) =>
      compareRecord(
        writableRules(record.kind),
        record,
        record.fields,
        remote,
        context.id,
        managedIn(decided, record, context),
      ),
  };
}

/** The only stage that writes. What could not be sent, or is in doubt, is an outcome and not an error. */
export async function executeDecided(
  request: RunFrame,
  evidence: string,
  refused: ReadonlyMap<string, string>,
  gathered: Gathered,
  connection: Connection,
  world: World,
): Promise<void> {
  const { decided } = gathered;
  if (decided === null || !decided.operations.some(isWrite)) return;
  world.observe({ type: 'stage', stage: 'execute' });
  const journal = (world.ways?.openJournal ?? openJournal)(request.files.journal, () => world.clock.now());
  try {
    gathered.outcomes = await execute(decided, {
      ...recordTools(decided, connection.send),
      gate: connection.gate,
      putDocument: world.ways?.putDocument ?? putDocument,
      refused,
      mostFailures: request.manner.mostFailures,
      evidenceFolder: evidence,
      journal,
      observe: world.observe,
      signal: world.signal,
      clock: world.clock,
    });
  } finally {
    await journal.close();
  }
}
