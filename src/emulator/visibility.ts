import type { Context } from './context.js';
import { datapointIds } from './resources/components.js';

/** Who asks: the organisation that owns everything here, the verifier of its statements, or anybody else. */
export type Caller = 'owner' | 'verifier' | 'public';

/** What is nobody's secret: projects, organisations, suppliers, and what credits were issued as. */
const open = new Set(['prj', 'org', 'spl', 'iss', 'ctb', 'bpr']);

/** The statements that a caller sees: a verifier those that were submitted, anybody those whose credits are issued. */
function statementsOf(context: Context, caller: Caller): ReadonlySet<string> {
  return new Set(
    context.store.records.statement
      .all()
      .filter(({ status, submitted_at }) =>
        caller === 'verifier' ? submitted_at !== null : status === 'CREDITS_ISSUED',
      )
      .map(({ id }) => id),
  );
}

/** Everything that hangs on some statements: entries, shares, components, datapoints, sources. */
function reachedFrom(context: Context, statements: ReadonlySet<string>): ReadonlySet<string> {
  const { entry, attribution, component, datapoint } = context.store.records;
  const reached = new Set(statements);
  for (const { id, ghg_statement_id } of entry.all())
    if (ghg_statement_id !== null && statements.has(ghg_statement_id)) reached.add(id);
  for (const { id, ghg_entry_id, component_id } of attribution.all()) {
    if (!reached.has(ghg_entry_id)) continue;
    reached.add(id).add(component_id);
    for (const used of datapointIds(component.get(component_id)?.inputs ?? [])) {
      reached.add(used);
      for (const cited of datapoint.get(used)?.source_ids ?? []) reached.add(cited);
    }
  }
  return reached;
}

/** Whether a caller sees the record of an id (`interface.md`, Visibility rules). A blueprint's key is no id. */
export function sightOf(context: Context, caller: Caller): (id: string) => boolean {
  if (caller === 'owner') return () => true;
  const reached = reachedFrom(context, statementsOf(context, caller));
  return (id) => open.has(id.slice(0, 3)) || !/^[a-z]{3}_/.test(id) || reached.has(id);
}
