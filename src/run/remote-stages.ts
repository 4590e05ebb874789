import { readClosedPeriods, readFrozen } from '../api/frozen.js';
import { makesEntries, refuseClosedPeriods } from '../diff/closed-period.js';
import { readByIds, readConsumers, readSnapshot } from '../api/snapshot.js';
import { DriftError, findDrift, withDrift, type LeftBefore, type OnDrift } from '../diff/drift.js';
import { breaches, SafetyError } from '../diff/safety.js';
import { notInWorkbook } from '../diff/not-in-workbook.js';
import { outsideConsumers, repointOutside, supersededRecords } from '../diff/superseded.js';
import { fixedDatapoints, predictEntries } from '../kinds/predict-entries.js';
import { entryBreakdown, unreadDatapoints } from '../kinds/entry-breakdown.js';
import { writableRules } from '../kinds/registry.js';
import type { EntryBreakdown } from '../model/breakdown.js';
import { exitCodes, messageOf, MrvError } from '../model/errors.js';
import { limitNames } from '../model/mapped.js';
import type { DecidedPlan, Plan } from '../model/plan.js';
import type { RemoteState } from '../model/remote-state.js';
import { reconcile, settle } from '../reconcile/reconcile.js';
import type { Connection, World } from './connect.js';
import { decideWhole } from './decide-whole.js';
import type { Gathered } from './gathered.js';
import { readWritten } from './read-written.js';

/** Finds who uses superseded records outside the workbook, and points them to the new ones where that is allowed. */
async function withConsumers(
  decided: DecidedPlan,
  remote: RemoteState,
  { send, binding }: Connection,
): Promise<DecidedPlan> {
  const users = await Promise.all(
    supersededRecords(decided, remote).map(async (superseded) =>
      (await readConsumers(send, binding.project_id, superseded.remote)).map((consumer) => ({
        superseded,
        consumer,
      })),
    ),
  );
  const groups = outsideConsumers(decided, users.flat());
  if (groups.length === 0) return decided;
  const { operations, issues } = repointOutside(groups, await readFrozen(send));
  return {
    ...decided,
    operations: [...decided.operations, ...operations],
    issues: [...decided.issues, ...issues],
  };
}

/** A new entry must not lie in a period that was submitted already. The statements are read where there is one. */
async function withPeriods(decided: DecidedPlan, { send, binding }: Connection): Promise<DecidedPlan> {
  if (!makesEntries(decided)) return decided;
  return refuseClosedPeriods(decided, await readClosedPeriods(send, binding.project_id));
}

/** snapshot → diff: reads the remote side and decides every operation. */
export async function compareWithRemote(
  gathered: Gathered,
  connection: Connection,
  world: World,
  drifting: { readonly left: LeftBefore; readonly policy: OnDrift },
): Promise<void> {
  if (gathered.plan === null) return;
  world.observe({ type: 'stage', stage: 'snapshot' });
  const query = { projectId: connection.binding.project_id, records: gathered.plan.records };
  const read = await readSnapshot(connection.send, query, world.observe);
  world.observe({ type: 'stage', stage: 'diff' });
  const { decided: alone, remote } = await decideWhole(gathered.plan, read, connection);
  const decided = await withConsumers(await withPeriods(alone, connection), remote, connection);
  // What is re-pointed outside the workbook is read back with the rest.
  const outside = decided.operations
    .slice(gathered.plan.records.length)
    .flatMap((operation) =>
      'remote' in operation && operation.remote?.reference != null ? [operation.desired] : [],
    );
  gathered.plan = { ...gathered.plan, records: [...gathered.plan.records, ...outside] };
  const fixed = fixedDatapoints(decided.operations, remote);
  const inputs = await readByIds(connection.send, connection.binding.project_id, 'datapoint', fixed);
  gathered.remote = remote;
  const drifts = findDrift(decided, drifting.left, remote);
  gathered.drifts = drifts;
  gathered.notInWorkbook = notInWorkbook(decided, remote);
  const settled = withDrift(decided, drifts, drifting.policy);
  gathered.decided = { ...settled, bridges: predictEntries(settled.operations, remote, inputs) };
}

/** Refuses to send over what somebody changed by hand, until it is decided what to do about that. */
export function refuseDrift(gathered: Gathered, policy: OnDrift): void {
  if (policy === 'fail' && gathered.drifts.length > 0) throw new DriftError(gathered.drifts);
}

/**
 * Keeps the overrides with the plan: who looks at it later sees what was passed, and why.
 * @throws a usage error for a name that is no limit, or one without a reason.
 */
export function override(gathered: Gathered, overrides: Readonly<Record<string, string>>): void {
  for (const [name, reason] of Object.entries(overrides)) {
    if (!limitNames.some((known) => known === name) || reason.trim() === '') {
      throw new MrvError(
        'override-unknown',
        `--override ${name}=${reason}: name a limit (${limitNames.join(', ')}) and say why it may be passed`,
        exitCodes.usage,
      );
    }
  }
  if (gathered.decided === null) return;
  gathered.decided = { ...gathered.decided, overrides: { ...gathered.decided.overrides, ...overrides } };
}

/** Refuses a plan that passes a limit of the mapping which is not overridden by name. */
export function refuseUnsafe(gathered: Gathered): void {
  if (gathered.decided === null) return;
  const [first, ...more] = breaches(gathered.decided);
  if (first !== undefined) throw new SafetyError([first, ...more]);
}

/** What a plan would be refused for is a warning where nothing is sent: the reviewer sees it before anybody is stopped. */
export function warnOfLimits(gathered: Gathered): void {
  if (gathered.decided === null) return;
  const warnings = breaches(gathered.decided).map(({ limit, message }) => ({
    code: 'limit-passed' as const,
    severity: 'warning' as const,
    message: `${message}: a run would be refused without --override ${limit}="why"`,
    origins: [],
  }));
  gathered.decided = { ...gathered.decided, issues: [...gathered.decided.issues, ...warnings] };
}

/** Reads back what was sent. Where that fails the outcomes stand, and what is not proven is said. */
export async function readBack(gathered: Gathered, connection: Connection, world: World): Promise<void> {
  try {
    await reconcileWithRemote(gathered, connection, world);
    gathered.outcomes = settle(gathered.outcomes, gathered.reconciliation?.verdicts ?? []);
  } catch (error) {
    if (gathered.outcomes.length === 0) throw error;
    const reason = messageOf(error);
    throw new MrvError(
      'not-read-back',
      `what was sent could not be read back (${reason}). The outcomes stand as listed; run \`verify\` when the service answers again`,
      gathered.outcomes.some((outcome) => outcome.state === 'in-doubt')
        ? exitCodes.inDoubt
        : exitCodes.failures,
      { cause: error },
    );
  }
}

/** Reads everything back and compares it again. */
export async function reconcileWithRemote(
  gathered: Gathered,
  connection: Connection,
  world: World,
): Promise<void> {
  const { plan, decided } = gathered;
  if (plan === null || decided === null) return;
  world.observe({ type: 'stage', stage: 'reconcile' });
  const query = { projectId: connection.binding.project_id, records: plan.records };
  // Where nothing was sent, what was read to decide is what there is.
  const untouched = gathered.outcomes.length === 0 && gathered.removals.length === 0;
  const decidedOn = untouched ? gathered.remote : null;
  const snapshot = async (): Promise<RemoteState> =>
    decidedOn ??
    (await decideWhole(plan, await readSnapshot(connection.send, query, world.observe), connection)).remote;
  const prove = (state: RemoteState) => reconcile(plan, decided, state);
  const { remote, reconciliation } = await readWritten(snapshot, gathered.outcomes, prove, connection, world);
  gathered.reconciliation = reconciliation;
  gathered.breakdowns = await readBreakdowns(plan, remote, connection);
}

/**
 * How the entries' totals come about. Only the report shows it, so that a datapoint of the template that cannot be
 * read leaves its component unknown and never ends a run.
 */
async function readBreakdowns(
  plan: Plan,
  remote: RemoteState,
  { send, binding }: Connection,
): Promise<readonly EntryBreakdown[]> {
  const entries = plan.records
    .filter((record) => writableRules(record.kind).computesCo2e)
    .map((record) => remote.chain(record.kind, record.reference).at(-1))
    .filter((entry) => entry !== undefined);
  return Promise.all(
    entries.map(async (entry) => {
      const ids = unreadDatapoints(entry, remote);
      const read = await readByIds(send, binding.project_id, 'datapoint', ids).catch((error: unknown) => {
        if (error instanceof MrvError) return [];
        throw error;
      });
      return entryBreakdown(entry, remote, read);
    }),
  );
}
