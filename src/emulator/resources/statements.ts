import { z } from 'zod';
import { commit, findOne, makeId, mustExist, stamp, type Context } from '../context.js';
import type { Entity } from '../entities.js';
import { invalid, refused } from '../failure.js';
import * as fields from '../fields.js';
import type { Routes } from '../routes.js';
import * as shapes from '../shapes.js';
import { componentBody, newComponent, presentComponent } from './components.js';
import { computeEntry, presentAllocation, riskOf } from './entry-accounting.js';
import { dayAfter, membersOf, spreadShared, takeEntries } from './statement-membership.js';

type Statement = Entity<'statement'>;

const createBody = z.strictObject({ project_id: fields.id('prj'), end_on: fields.date });

const submitBody = z.strictObject({
  ghg_statement_report_url: z.string().min(1).max(2048),
  summary_of_changes: z.string().min(1).optional(),
});

const componentOfStatementBody = z.strictObject({
  ghg_statement_id: fields.id('ggs'),
  component_data: componentBody,
});

/** What the entries of a statement come to, kg CO2e. */
function totalOf(context: Context, statementId: string): number {
  return membersOf(context, statementId).reduce((sum, entry) => sum + computeEntry(context, entry).net, 0);
}

/** What the total will be once it is submitted again; null where nothing waits for that. */
function pendingOf(context: Context, statement: Statement): number | null {
  switch (statement.status) {
    case 'DRAFT':
    case 'VERIFIED':
    case 'CREDITS_ISSUED':
      return null;
    case 'AWAITING_VERIFICATION':
    case 'FAILED_VERIFICATION': {
      const total = totalOf(context, statement.id);
      const submitted = statement.submitted_total_kg ?? 0;
      // A thousandth of a kilogram: less is how doubles add up, not a change.
      return Math.abs(total - submitted) < 1e-3 ? null : total;
    }
  }
}

function allocationOf(context: Context, statement: Statement) {
  if (riskOf(context, statement.project_id) === null) return null;
  const parts = membersOf(context, statement.id).map((entry) => computeEntry(context, entry).allocation);
  const sum = (part: 'supplier' | 'bufferPool') =>
    parts.reduce((total, allocation) => total + (allocation?.[part] ?? 0), 0);
  return presentAllocation({ supplier: sum('supplier'), bufferPool: sum('bufferPool') });
}

function presentStatement(context: Context, statement: Statement) {
  const { summary_of_changes: _summary, submitted_total_kg: _total, ...shown } = statement;
  return {
    ...shown,
    ghg_entry_ids: membersOf(context, statement.id).map(({ id }) => id),
    verifier: context.store.records.project.get(statement.project_id)?.verifier ?? null,
    pending_total_co2e_removed_kg: pendingOf(context, statement),
    credit_allocation: allocationOf(context, statement),
  };
}

/** The first day of a period that ends on a day: the one after the last period that ended before. */
function startOf(context: Context, projectId: string, end: string): string | null {
  const { statement, entry } = context.store.records;
  const earlier = statement
    .all()
    .filter((one) => one.project_id === projectId && one.reporting_period_end_at < end)
    .map((one) => one.reporting_period_end_at)
    .toSorted();
  const last = earlier.at(-1);
  if (last !== undefined) return dayAfter(last);
  if (context.settings.firstPeriodStart === 'null') return null;
  const [first] = entry
    .all()
    .filter((one) => one.project_id === projectId && one.completed_on <= end)
    .map(({ started_on }) => started_on)
    .toSorted();
  return first ?? end;
}

function checkPeriod(context: Context, projectId: string, end: string): void {
  const { settings, store } = context;
  const others = store.records.statement.all().filter(({ project_id }) => project_id === projectId);
  const verified = others.filter(({ status }) => status === 'VERIFIED' || status === 'CREDITS_ISSUED');
  const blocking = verified.find(({ reporting_period_end_at }) => end <= reporting_period_end_at);
  if (settings.endBeforeVerified === 'refused' && blocking !== undefined)
    throw refused(`end_on ${end} lies within the period of the verified GHG statement ${blocking.id}`);
  const draft = others.find(({ status }) => status === 'DRAFT');
  if (settings.overlappingDrafts === 'refused' && draft !== undefined)
    throw refused(`GHG statement ${draft.id} is still a draft`);
}

/** @throws Failure where the statement is in no state to be submitted */
function checkSubmission(context: Context, statement: Statement, body: z.infer<typeof submitBody>): void {
  const { settings } = context;
  if (statement.status === 'VERIFIED' || statement.status === 'CREDITS_ISSUED')
    throw refused(`GHG statement ${statement.id} is ${statement.status} and cannot be submitted`);
  if (statement.status === 'AWAITING_VERIFICATION' && !settings.resubmittedWhileAwaiting)
    throw refused(`GHG statement ${statement.id} waits for its verifier`);
  const verifier = context.store.records.project.get(statement.project_id)?.verifier ?? null;
  if (settings.verifierRequired && verifier === null)
    throw refused('No verifier is assigned to this project');
  if (statement.submitted_at !== null && body.summary_of_changes === undefined) {
    const msg = 'summary_of_changes is wanted when a statement is submitted again';
    if (settings.missingSummaryStatus === 400) throw refused(msg);
    throw invalid([{ loc: ['body', 'summary_of_changes'], msg, type: 'missing', input: null }]);
  }
}

/** Submits for the first time or again, with the entries of its period as they are now. */
function submit(context: Context, statement: Statement, body: z.infer<typeof submitBody>): Statement {
  checkSubmission(context, statement, body);
  // The total is worked out from what is written, so the entries join first, in a write of their own.
  commit(context, (changes) => {
    const taken = takeEntries(context, changes, statement);
    if (!context.settings.emptyStatementSubmitted && membersOf(context, statement.id, taken).length === 0)
      throw refused(`GHG statement ${statement.id} has no GHG entries`);
  });
  const next: Statement = {
    ...statement,
    status: 'AWAITING_VERIFICATION',
    submitted_at: stamp(context),
    ghg_statement_report_url: body.ghg_statement_report_url,
    summary_of_changes: body.summary_of_changes ?? null,
    submitted_total_kg: totalOf(context, statement.id),
  };
  return commit(context, (changes) => changes.set('statement', next));
}

/** Statements: what entries are verified in. */
export function statementRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  const present = (statement: Statement) => presentStatement(context, statement);

  routes.list('/ghg_statements', {
    node: shapes.statement,
    filters: {},
    select: () => records.statement.all(),
    present,
  });

  routes.get('/ghg_statements/:id', shapes.statement, (call) =>
    present(findOne(context, records.statement, call.id())),
  );

  routes.post('/ghg_statements', { request: createBody, answer: shapes.statement }, (body) => {
    mustExist(context, 'project', [body.project_id]);
    checkPeriod(context, body.project_id, body.end_on);
    const made = commit(context, (changes) => {
      const statement = changes.set('statement', {
        id: makeId(context, 'statement'),
        project_id: body.project_id,
        status: 'DRAFT',
        reporting_period_start_at: startOf(context, body.project_id, body.end_on),
        reporting_period_end_at: body.end_on,
        submitted_at: null,
        credits_issued_at: null,
        ghg_statement_report_url: null,
        summary_of_changes: null,
        submitted_total_kg: null,
      });
      if (context.settings.entriesJoin === 'when-drafted') takeEntries(context, changes, statement);
      return statement;
    });
    return present(made);
  });

  routes.post('/ghg_statements/:id/submit', { request: submitBody, answer: shapes.statement }, (body, call) =>
    present(submit(context, findOne(context, records.statement, call.id()), body)),
  );
}

/** Components that are spread evenly over all entries of a statement. */
export function statementComponentRoutes(routes: Routes, context: Context): void {
  const { records } = context.store;
  routes.post(
    '/ghg_statement_components',
    { request: componentOfStatementBody, answer: shapes.component },
    (body) => {
      mustExist(context, 'statement', [body.ghg_statement_id]);
      const statement = findOne(context, records.statement, body.ghg_statement_id);
      if (statement.status === 'VERIFIED' || statement.status === 'CREDITS_ISSUED')
        throw refused(`GHG statement ${statement.id} is ${statement.status} and cannot be changed`);
      if (statement.project_id !== body.component_data.project_id)
        throw refused(`GHG statement ${statement.id} belongs to another project`);
      const made = newComponent(context, body.component_data, {
        scope: 'GHG_STATEMENT',
        allocation_strategy: null,
        ghg_statement_id: statement.id,
      });
      commit(context, (changes) => {
        changes.set('component', made);
        spreadShared(context, changes, statement.id, [], [made]);
      });
      return presentComponent(made);
    },
  );
}
