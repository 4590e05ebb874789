import { z } from 'zod';
import { RejectedError } from '../api/api-error.js';
import { readAll } from '../api/pages.js';
import { readIssuances, readIssuedCredits, readSupplier } from '../api/registry.js';
import type { Send } from '../api/request.js';
import { componentSchema } from '../kinds/component.js';
import { readInput } from '../kinds/wire.js';
import type { ClosedInput, CloseOut } from '../model/close-out.js';
import { exitCodes, MrvError } from '../model/errors.js';
import type { Issuance, IssuedCredits } from '../model/issuance.js';
import { isOfEntry, variances } from '../reconcile/close-out.js';
import { closeOutTables } from '../report/index.js';
import { openGate, type Target, type World } from './connect.js';
import { knownCells, type KnownCells } from './known-cells.js';
import { refusedRead, type Found } from './read-only.js';

/** Which entry is followed to its credits. */
export interface CloseOutRequest {
  /** The entry's reference, or its id. */
  readonly entry: string;
  /** The issuance, where it is known; null: it is looked for. */
  readonly issuance: string | null;
  readonly runsDir: string;
}

/** `interface.md`, GHG entry. */
const entrySchema = z.looseObject({
  id: z.string(),
  started_on: z.string(),
  completed_on: z.string(),
  co2e_net_removed_kg: z.number(),
  credit_allocation: z
    .looseObject({ supplier_allocation_kg: z.number(), buffer_pool_contribution_kg: z.number() })
    .nullish(),
  ghg_statement_id: z.string().nullish(),
  supplier_reference_id: z.string().nullish(),
});
type Entry = z.infer<typeof entrySchema>;

/** `api-facts.md` §1.2, GhgStatement. */
const statementSchema = z.looseObject({
  id: z.string(),
  project_id: z.string(),
  status: z.string(),
  reporting_period_start_at: z.string().nullish(),
  reporting_period_end_at: z.string().nullish(),
});
type Statement = z.infer<typeof statementSchema>;

const shareSchema = z.looseObject({
  component_id: z.string(),
  component_group_key: z.string(),
  attribution_factor: z.number(),
});

const datapointSchema = z.looseObject({
  id: z.string(),
  supplier_reference_id: z.string().nullish(),
  quantity: z.looseObject({ magnitude: z.number(), unit: z.string().nullish() }),
});

async function findEntry(send: Send, given: string): Promise<Entry> {
  const query = { supplier_reference_id: given };
  const [found] = await readAll(send, { path: '/ghg_entries', query });
  if (found !== undefined) return entrySchema.parse(found);
  const unknown = new MrvError(
    'entry-unknown',
    `there is no entry ${given}: mrv-ingest list entries shows those that are there`,
    exitCodes.usage,
  );
  if (!given.startsWith('rmv_')) throw unknown;
  const path = `/ghg_entries/${encodeURIComponent(given)}`;
  const answer = await send({ method: 'GET', path, repeatable: true }).catch((error: unknown) => {
    throw error instanceof RejectedError && [404, 410, 422].includes(error.status) ? unknown : error;
  });
  return entrySchema.parse(answer.body);
}

async function readStatement(send: Send, entry: Entry): Promise<Statement | null> {
  const id = entry.ghg_statement_id ?? null;
  if (id === null) return null;
  const answer = await send({ method: 'GET', path: `/ghg_statements/${id}`, repeatable: true });
  return statementSchema.parse(answer.body);
}

/** The statement's own period first: an issuance does not name its statement. */
function byPeriod(statement: Statement, entry: Entry) {
  const rank = (one: Issuance) =>
    one.reporting_period_end_at === statement.reporting_period_end_at
      ? 0
      : (one.reporting_period_end_at ?? '') >= entry.completed_on
        ? 1
        : 2;
  return (a: Issuance, b: Issuance) => rank(a) - rank(b);
}

async function findIssued(
  send: Send,
  entry: Entry,
  statement: Statement,
  named: string | null,
): Promise<IssuedCredits | null> {
  if (named !== null) return readIssuedCredits(send, named);
  const supplier = await readSupplier(send);
  const all = await readIssuances(send, supplier.id);
  const likely = all.filter(({ project_id }) => project_id === statement.project_id);
  for (const { id } of likely.toSorted(byPeriod(statement, entry))) {
    const issued = await readIssuedCredits(send, id);
    const batches = [...issued.supplier_credit_batches, ...issued.buffer_pool_credit_batches];
    if (batches.some((batch) => isOfEntry(batch, entry.id))) return issued;
  }
  return null;
}

async function readInputs(
  send: Send,
  entry: Entry,
  known: KnownCells | null,
): Promise<readonly ClosedInput[]> {
  const [components, shares, datapoints] = await Promise.all([
    readAll(send, { path: '/components', query: { ghg_entry_id: entry.id } }),
    readAll(send, { path: `/ghg_entries/${entry.id}/component_attributions`, query: {} }),
    readAll(send, { path: '/datapoints', query: { used_in_ghg_entry: entry.id } }),
  ]);
  const shareOf = new Map(
    z
      .array(shareSchema)
      .parse(shares)
      .map((share) => [share.component_id, share]),
  );
  const datapointOf = new Map(
    z
      .array(datapointSchema)
      .parse(datapoints)
      .map((datapoint) => [datapoint.id, datapoint]),
  );
  return z
    .array(componentSchema)
    .parse(components)
    .flatMap((component) =>
      component.inputs.map(readInput).flatMap((input) =>
        input.datapoints.map((link): ClosedInput => {
          const datapoint = datapointOf.get(link.value);
          const reference = datapoint?.supplier_reference_id ?? null;
          return {
            group: shareOf.get(component.id)?.component_group_key ?? null,
            component: component.display_name,
            component_id: component.id,
            blueprint: component.blueprint_key,
            share: shareOf.get(component.id)?.attribution_factor ?? null,
            input_key: input.input_key,
            datapoint_id: link.value,
            datapoint: reference,
            magnitude: datapoint?.quantity.magnitude ?? null,
            unit: datapoint?.quantity.unit ?? null,
            cells: reference === null ? [] : (known?.cells.get(reference) ?? []),
          };
        }),
      ),
    );
}

const notYet = ['DRAFT', 'AWAITING_VERIFICATION', 'FAILED_VERIFICATION', 'VERIFIED'];

function sentence(statement: Statement | null, issued: IssuedCredits | null, batches: number): string {
  if (statement === null) return 'The entry is a draft: it is in no statement, and no credits are issued.';
  if (issued !== null && batches > 0) return `Credits are issued: ${issued.issuance_id}.`;
  if (issued !== null) return `The issuance ${issued.issuance_id} holds no credits of this entry.`;
  const status = statement.status.toLowerCase().replaceAll('_', ' ');
  return notYet.includes(statement.status)
    ? `No credits are issued yet: the statement ${statement.id} is ${status}.`
    : `The statement ${statement.id} is ${status}, and no issuance with credits of this entry was found: name it with --issuance.`;
}

async function closeOut(send: Send, request: CloseOutRequest): Promise<CloseOut> {
  const entry = await findEntry(send, request.entry);
  const statement = await readStatement(send, entry);
  const looked = statement !== null && (request.issuance !== null || !notYet.includes(statement.status));
  const issued = looked ? await findIssued(send, entry, statement, request.issuance) : null;
  const ofEntry = (batches: IssuedCredits['supplier_credit_batches']) =>
    batches.filter((batch) => isOfEntry(batch, entry.id));
  const own = {
    supplier: ofEntry(issued?.supplier_credit_batches ?? []),
    bufferPool: ofEntry(issued?.buffer_pool_credit_batches ?? []),
  };
  const count = own.supplier.length + own.bufferPool.length;
  const known = await knownCells(request.runsDir, entry.id);
  const expected = {
    net_kg: entry.co2e_net_removed_kg,
    supplier_kg: entry.credit_allocation?.supplier_allocation_kg ?? null,
    buffer_pool_kg: entry.credit_allocation?.buffer_pool_contribution_kg ?? null,
    net_when_sent_kg: known?.netKg ?? null,
  };
  return {
    entry: {
      reference: entry.supplier_reference_id ?? null,
      id: entry.id,
      started_on: entry.started_on,
      completed_on: entry.completed_on,
    },
    said: sentence(statement, issued, count),
    statement: statement === null ? null : { id: statement.id, status: statement.status },
    issuance_id: issued !== null && count > 0 ? issued.issuance_id : null,
    variances: variances(expected, issued === null || count === 0 ? null : own),
    supplier_credit_batches: own.supplier,
    buffer_pool_credit_batches: own.bufferPool,
    inputs: await readInputs(send, entry, known),
    run: known === null ? null : { run_id: known.runId, workbooks: known.workbooks },
  };
}

/**
 * Joins the credits that were issued for an entry back to what the entry stands on, down to the workbook's cells.
 * @throws a usage error where there is no such entry; SnapshotError; CredentialsError
 */
export async function readCloseOut(target: Target, request: CloseOutRequest, world: World): Promise<Found> {
  try {
    const closed = await closeOut(openGate(target, world).send, request);
    return { tables: closeOutTables(closed), json: closed, count: closed.said };
  } catch (error) {
    throw refusedRead(error);
  }
}
