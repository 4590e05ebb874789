import type { Context } from '../context.js';

/** An entry is immutable once its statement is verified or its credits are issued (`api-facts.md` §5). */
export function isImmutable(context: Context, entryId: string): boolean {
  const statementId = context.store.records.entry.get(entryId)?.ghg_statement_id ?? null;
  const status =
    statementId === null ? null : (context.store.records.statement.get(statementId)?.status ?? null);
  return status === 'VERIFIED' || status === 'CREDITS_ISSUED';
}
