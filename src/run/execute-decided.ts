import { findByReference } from '../api/snapshot.js';
import { putDocument } from '../api/upload.js';
import { compareRecord } from '../diff/compare.js';
import { execute } from '../execute/execute.js';
import { openJournal } from '../execute/journal.js';
import { writableRules } from '../kinds/registry.js';
import { isWrite } from '../model/operation.js';
import type { Connection, World } from './connect.js';
import type { Gathered } from './gathered.js';
import type { RunFrame } from './leave-behind.js';

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
      rules: writableRules,
      gate: connection.gate,
      find: (kind, reference) =>
        findByReference(connection.send, decided.environment.project_id, kind, reference),
      compare: (record, remote, context) =>
        compareRecord(writableRules(record.kind), record, record.fields, remote, context.id),
      putDocument: world.ways?.putDocument ?? putDocument,
      refused,
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
