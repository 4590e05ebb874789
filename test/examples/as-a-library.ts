import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  breaches,
  buildPlan,
  connect,
  createClient,
  decide,
  execute,
  loadMapping,
  mapWorkbooks,
  openEvidence,
  openJournal,
  openWorkbook,
  putDocument,
  readSnapshot,
  reconcile,
  recordTools,
  type Target,
  type World,
} from '../../src/index.js';

/** Sends one workbook, stage by stage. Gives what is true afterwards, and the net removals in kg CO2e. */
export async function sendMonth(target: Target, folder: string, world: World) {
  const { binding, send, gate } = await connect(target, world);
  const projectId = binding.project_id;

  // Offline: rows into records, records into a plan.
  const text = await readFile(path.join(folder, 'mapping.yaml'), 'utf8');
  const mapping = loadMapping(text, 'mapping.yaml', { environment: { MRV_PROJECT_ID: projectId } });
  const evidenceFolder = path.join(folder, 'evidence');
  const evidence = await openEvidence(evidenceFolder);
  const workbook = await openWorkbook(path.join(folder, 'month.csv'));
  const mapped = await mapWorkbooks(mapping, [workbook], { evidence, parameters: {}, projectId });
  await workbook.close();
  const plan = buildPlan(mapped);

  // What is there decides what is to be done. Nothing has been sent yet.
  const query = { projectId, records: plan.records };
  const decided = decide(plan, await readSnapshot(send, query, world.observe), binding);
  const errors = decided.issues.filter(({ severity }) => severity === 'error');
  const reasons = [...errors, ...breaches(decided)].map(({ message }) => message);
  if (reasons.length > 0) throw new Error(reasons.join('\n'));

  // The only stage that writes.
  const { clock, observe, signal } = world;
  const journal = openJournal(path.join(folder, 'journal.jsonl'), () => clock.now());
  const tools = { ...recordTools(decided, send), gate, putDocument, evidenceFolder, journal };
  const refused = new Map<string, string>();
  const outcomes = await execute(decided, { ...tools, refused, clock, observe, signal });
  await journal.close();

  // Everything is read back and decided again: what there is nothing to do for is verified.
  const { verdicts } = reconcile(plan, decided, await readSnapshot(send, query, observe));

  // The client asks for anything else that the interface has.
  const client = createClient(send, { signal });
  const entries = await client.entries.list().all();
  return { outcomes, verdicts, net: entries.map((entry) => entry.co2e_net_removed_kg) };
}
