import { z } from 'zod';
import { statementSchema } from '../kinds/ghg-entry.js';
import { idSchema, nodeSchema } from '../kinds/wire.js';
import type { ClosedPeriod } from '../model/closed-period.js';
import { readAll, unread } from './pages.js';
import type { Send } from './request.js';

/** Components by what their statement allows (`api-facts.md` §5, Statement life cycle). */
export interface Frozen {
  /** Of a verified statement: nothing of them changes any more. */
  readonly verified: ReadonlySet<string>;
  /** Of a submitted one: a change reaches the verifier only when the statement is submitted again. */
  readonly submitted: ReadonlySet<string>;
}

const verified = ['VERIFIED', 'CREDITS_ISSUED'];
const submitted = ['AWAITING_VERIFICATION', ...verified];

const periodSchema = z.looseObject({
  id: idSchema,
  status: z.string(),
  project_id: z.string(),
  reporting_period_start_at: z.string().nullish(),
  reporting_period_end_at: z.string().nullish(),
});

/**
 * The periods of a project's submitted statements (`api-facts.md` §1, GhgStatement: dates despite their names, one of
 * which may be null).
 * @throws SnapshotError where the list cannot be read as a whole.
 */
export async function readClosedPeriods(send: Send, projectId: string): Promise<readonly ClosedPeriod[]> {
  try {
    const nodes = await readAll(send, { path: '/ghg_statements', query: {} });
    return nodes
      .map((node) => periodSchema.parse(node))
      .filter(({ project_id, status }) => project_id === projectId && submitted.includes(status))
      .map((statement) => ({
        statement: statement.id,
        status: statement.status,
        start: statement.reporting_period_start_at?.slice(0, 10) ?? null,
        end: statement.reporting_period_end_at?.slice(0, 10) ?? null,
      }));
  } catch (error) {
    throw unread(error);
  }
}

/**
 * Reads which components stand in statements that are submitted or verified.
 * @throws SnapshotError where a list cannot be read as a whole.
 */
export async function readFrozen(send: Send): Promise<Frozen> {
  try {
    const nodes = await readAll(send, { path: '/ghg_statements', query: {} });
    const statements = nodes.map((node) => statementSchema.parse(node));
    const members = async (wanted: (status: string) => boolean): Promise<ReadonlySet<string>> => {
      const lists = statements
        .filter(({ status }) => wanted(status))
        .map(({ id }) => readAll(send, { path: '/components', query: { ghg_statement_id: id } }));
      return new Set((await Promise.all(lists)).flat().map((node) => nodeSchema.parse(node).id));
    };
    return {
      verified: await members((status) => verified.includes(status)),
      submitted: await members((status) => status !== 'DRAFT' && !verified.includes(status)),
    };
  } catch (error) {
    throw unread(error);
  }
}
