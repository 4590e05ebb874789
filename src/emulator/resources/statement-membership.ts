import { makeId, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import type { Changes } from '../store.js';

type Statement = Entity<'statement'>;

/** The day after a date. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Whether an entry that is completed on that day falls into the statement's period; both its days count. */
function covers(statement: Statement, completedOn: string): boolean {
  const { reporting_period_start_at: start, reporting_period_end_at: end } = statement;
  return (start === null || start <= completedOn) && completedOn <= end;
}

/**
 * The statement that an entry belongs to by its last day: a draft of its period takes it at once where the settings
 * say so; one that was submitted keeps what it has.
 */
export function joinOf(
  context: Context,
  projectId: string,
  completedOn: string,
  current: string | null = null,
): string | null {
  const { statement } = context.store.records;
  const own = current === null ? null : statement.get(current);
  if (own !== null && own.status !== 'DRAFT') return own.id;
  if (context.settings.entriesJoin === 'when-submitted') return null;
  const drafts = statement
    .all()
    .filter(({ project_id, status }) => project_id === projectId && status === 'DRAFT')
    .filter((one) => covers(one, completedOn));
  return (drafts.find(({ id }) => id === current) ?? drafts[0])?.id ?? null;
}

/** The entries of a statement, as they will be with those that the same request changes. */
export function membersOf(
  context: Context,
  statementId: string,
  changed: readonly Entity<'entry'>[] = [],
): readonly Entity<'entry'>[] {
  const kept = context.store.records.entry.all().filter(({ id }) => !changed.some((one) => one.id === id));
  return [...kept, ...changed].filter(({ ghg_statement_id }) => ghg_statement_id === statementId);
}

/** Spreads the components of a statement's scope evenly over its entries (`api-facts.md` §5, Attribution). */
export function spreadShared(
  context: Context,
  changes: Changes,
  statementId: string,
  changed: readonly Entity<'entry'>[] = [],
  made: readonly Entity<'component'>[] = [],
): void {
  const { component, attribution } = context.store.records;
  const shared = [
    ...component.all().filter(({ ghg_statement_id }) => ghg_statement_id === statementId),
    ...made,
  ];
  if (shared.length === 0) return;
  const members = membersOf(context, statementId, changed);
  for (const { id } of shared) {
    for (const share of attribution.all().filter(({ component_id }) => component_id === id))
      changes.remove('attribution', share.id);
    for (const entry of members) {
      changes.set('attribution', {
        id: makeId(context, 'attribution'),
        ghg_entry_id: entry.id,
        component_id: id,
        component_group_key: context.settings.groupOfSharedComponents,
        ghg_entry_template_component_id: null,
        attribution_factor: 1 / members.length,
      });
    }
  }
}

/** Takes the entries of its period into a statement, but for those that another one has. Gives those taken. */
export function takeEntries(
  context: Context,
  changes: Changes,
  statement: Statement,
): readonly Entity<'entry'>[] {
  const taken = context.store.records.entry
    .all()
    .filter(
      ({ project_id, ghg_statement_id }) => project_id === statement.project_id && ghg_statement_id === null,
    )
    .filter(({ completed_on }) => covers(statement, completed_on))
    .map((entry) => changes.set('entry', { ...entry, ghg_statement_id: statement.id }));
  if (taken.length > 0) spreadShared(context, changes, statement.id, taken);
  return taken;
}
