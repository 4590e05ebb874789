import { pruning } from '../diff/removing.js';
import { openJournal } from '../execute/journal.js';
import { remove } from '../execute/remove.js';
import { writableRules } from '../kinds/registry.js';
import { knownId } from '../model/operation.js';
import type { Connection, World } from './connect.js';
import type { Gathered } from './gathered.js';
import type { RunFrame } from './leave-behind.js';

/** Takes away what the workbook no longer wants, as far as the service allows. */
export async function prune(
  frame: RunFrame,
  gathered: Gathered,
  connection: Connection,
  world: World,
): Promise<void> {
  const entryIds = (gathered.decided?.operations ?? [])
    .filter((operation) => writableRules(operation.kind).computesCo2e)
    .flatMap((operation) => knownId(operation) ?? []);
  const items = pruning(gathered.notInWorkbook, connection.binding.project_id, entryIds);
  if (items.length === 0) return;
  const journal = (world.ways?.openJournal ?? openJournal)(frame.files.journal, () => world.clock.now());
  try {
    gathered.removals = await remove(items, { gate: connection.gate, journal, signal: world.signal });
  } finally {
    await journal.close();
  }
}
