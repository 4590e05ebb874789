import { commit, findOne, makeId, mustExist, stamp, supplierId, type Context } from './context.js';
import type { Entity } from './entities.js';
import { refused } from './failure.js';
import { computeEntry } from './resources/entry-accounting.js';
import { datapointIds } from './resources/components.js';
import { membersOf } from './resources/statement-membership.js';
import type { Changes } from './store.js';

/** What happens outside of the interface, in the web interface or in other people's hands: the box's user does it. */
export interface BoxControl {
  /** The verifier accepts a submitted statement: its entries are closed, and its datapoints locked. */
  readonly verify: (statementId: string) => void;
  /** The verifier refuses a submitted statement, which may be submitted again. */
  readonly fail: (statementId: string) => void;
  /** Issues the credits of a verified statement. Gives the issuance's id. */
  readonly issueCredits: (statementId: string) => string;
  /** Pays an issuance's credits back from the buffer pool, in whole kilograms. Gives the refund's id. */
  readonly refund: (issuanceId: string, creditKgs: number, notes?: string) => string;
}

type Statement = Entity<'statement'>;

function statementIn(context: Context, id: string, status: Statement['status']): Statement {
  const statement = findOne(context, context.store.records.statement, id);
  if (statement.status !== status)
    throw refused(`GHG statement ${id} is ${statement.status}, and not ${status}`);
  return statement;
}

/** Locks what the components of a statement's entries are built from. */
function lockDatapoints(context: Context, changes: Changes, statementId: string): void {
  const { attribution, component, datapoint } = context.store.records;
  const entries = new Set(membersOf(context, statementId).map(({ id }) => id));
  const used = new Set(
    attribution
      .all()
      .filter(({ ghg_entry_id }) => entries.has(ghg_entry_id))
      .flatMap(({ component_id }) => datapointIds(component.get(component_id)?.inputs ?? [])),
  );
  for (const id of used) {
    const found = datapoint.get(id);
    if (found?.locked_status === 'not_locked')
      changes.set('datapoint', { ...found, locked_status: 'locked_used_in_verified_removal' });
  }
}

/** What an entry's credits come from, in whole kilograms. */
function removalData(context: Context, entry: Entity<'entry'>) {
  const { parts, net } = computeEntry(context, entry);
  return {
    gross_carbon_removed_kg: Math.round(parts.SEQUESTRATION + parts.ADJUSTMENT),
    emissions_kg: Math.round(parts.ACTIVITY),
    counterfactuals_kg: Math.round(parts.REMOVAL_COUNTERFACTUAL),
    losses_kg: Math.round(parts.LOSS),
    net_carbon_removed_kg: Math.round(net),
  };
}

/** The kilograms of an entry's credits for the supplier and for the buffer pool. */
function creditsOf(
  context: Context,
  entry: Entity<'entry'>,
): Readonly<Record<'supplier' | 'buffer', number>> {
  const { net, allocation } = computeEntry(context, entry);
  const whole = context.settings.creditRounding === 'down' ? Math.floor(net) : Math.round(net);
  const total = Math.max(0, whole);
  const buffer = allocation === null ? 0 : Math.min(total, Math.round(allocation.bufferPool));
  return { supplier: total - buffer, buffer };
}

/** The organisation that holds the buffer pool; made when it is first needed. */
function bufferPool(context: Context, changes: Changes): string {
  const existing = context.store.records.organisation.all().find(({ name }) => name === 'Buffer pool');
  return (
    existing ??
    changes.set('organisation', { id: makeId(context, 'organisation'), name: 'Buffer pool', domain: null })
  ).id;
}

function issue(context: Context, changes: Changes, statement: Statement): string {
  const { records } = context.store;
  const members = membersOf(context, statement.id);
  const started = members.map(({ started_on }) => started_on).toSorted();
  const issued_at = stamp(context);
  const issuance = changes.set('issuance', {
    id: makeId(context, 'issuance'),
    ghg_statement_id: statement.id,
    project_id: statement.project_id,
    supplier_id: supplierId(context),
    issued_at,
    reporting_period_start_at:
      statement.reporting_period_start_at ?? started[0] ?? statement.reporting_period_end_at,
    reporting_period_end_at: statement.reporting_period_end_at,
  });
  const country = records.project.get(statement.project_id)?.country_code ?? '';
  const owners = {
    supplier: records.supplier.get(issuance.supplier_id)?.organisation_id ?? '',
    buffer: bufferPool(context, changes),
  };
  for (const entry of members) {
    const credits = creditsOf(context, entry);
    for (const pool of ['supplier', 'buffer'] as const) {
      if (credits[pool] === 0) continue;
      const id = makeId(context, 'credit_batch');
      changes.set('credit_batch', {
        id,
        issuance_id: issuance.id,
        project_id: entry.project_id,
        supplier_id: issuance.supplier_id,
        ghg_entry_id: entry.id,
        pool,
        owner_id: owners[pool],
        serial_number: `${country}-${entry.completed_on.slice(0, 4)}-${id.slice(4)}`,
        country_of_issue: country,
        sequestered_on: entry.completed_on,
        issued_at,
        credit_kgs: credits[pool],
        parent_id: null,
        left_child_id: null,
        right_child_id: null,
        carbon_removal_data: removalData(context, entry),
      });
    }
  }
  changes.set('statement', { ...statement, status: 'CREDITS_ISSUED', credits_issued_at: issued_at });
  return issuance.id;
}

function refund(context: Context, issuanceId: string, creditKgs: number, notes: string): string {
  const { records } = context.store;
  mustExist(context, 'issuance', [issuanceId]);
  const buffer = records.credit_batch
    .all()
    .filter((one) => one.issuance_id === issuanceId && one.pool === 'buffer');
  const paid = records.refund.all().filter((one) => one.issuance_id === issuanceId);
  const left =
    buffer.reduce((sum, one) => sum + one.credit_kgs, 0) - paid.reduce((sum, one) => sum + one.credit_kgs, 0);
  if (!Number.isInteger(creditKgs) || creditKgs < 1 || creditKgs > left)
    throw refused(`The buffer pool holds ${left} kg of issuance ${issuanceId}, and not ${creditKgs}`);
  return commit(context, (changes) =>
    changes.set('refund', {
      id: makeId(context, 'refund'),
      issuance_id: issuanceId,
      notes,
      refunded_at: stamp(context),
      credit_kgs: creditKgs,
      from_organisation_id: bufferPool(context, changes),
      to_organisation_id: records.supplier.all()[0]?.organisation_id ?? '',
    }),
  ).id;
}

/** The box's own acts on a service's state. Each @throws Failure where the state does not allow it. */
export function boxControl(context: Context): BoxControl {
  return {
    verify: (statementId) => {
      const statement = statementIn(context, statementId, 'AWAITING_VERIFICATION');
      commit(context, (changes) => {
        lockDatapoints(context, changes, statementId);
        changes.set('statement', { ...statement, status: 'VERIFIED' });
      });
    },
    fail: (statementId) => {
      const statement = statementIn(context, statementId, 'AWAITING_VERIFICATION');
      commit(context, (changes) => changes.set('statement', { ...statement, status: 'FAILED_VERIFICATION' }));
    },
    issueCredits: (statementId) => {
      const statement = statementIn(context, statementId, 'VERIFIED');
      return commit(context, (changes) => issue(context, changes, statement));
    },
    refund: (issuanceId, creditKgs, notes = '') => refund(context, issuanceId, creditKgs, notes),
  };
}
