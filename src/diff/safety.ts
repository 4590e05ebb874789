import { writableRules } from '../kinds/registry.js';
import type { LimitName } from '../model/mapped.js';
import { isWrite, type Operation } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import { exitCodes, MrvError } from '../model/errors.js';

/** Below so many records that exist already, a share says nothing. */
const fewRecords = 10;

/** A limit of the mapping that a plan passes. */
export interface Breach {
  readonly limit: LimitName;
  /** What the plan would do, and what the mapping allows. */
  readonly message: string;
}

/** A plan that goes past the mapping's `limits` without an override by name. */
export class SafetyError extends MrvError {
  override readonly name = 'SafetyError';

  constructor(breaches: readonly [Breach, ...Breach[]]) {
    const [first] = breaches;
    super(
      'limit-passed',
      `${breaches.map((breach) => breach.message).join('; ')}. Nothing was sent. Look at the plan; if it is right, run again with --override ${first.limit}="why"`,
      exitCodes.refused,
    );
  }
}

function percent(share: number, more = 0): string {
  return `${Number((share * 100).toPrecision(3 + more))} %`;
}

function kilograms(mass: number, more = 0): string {
  return `${Number(mass.toFixed(more))} kg`;
}

/** A figure above a limit, with so many more digits that it does not read as the limit itself. */
function above(limit: number, figure: number, write: (figure: number, more: number) => string): string {
  let more = 0;
  while (more < 12 && write(figure, more) === write(limit, more)) more += 1;
  return write(figure, more);
}

/** Whether the registry holds the record: one that is blocked may be as absent as a new one. */
function isThere(operation: Operation): boolean {
  return operation.action !== 'create' && operation.remote !== null;
}

function share(plan: DecidedPlan, action: 'update' | 'replace'): readonly Breach[] {
  const allowed = plan.limits[action];
  const existing = plan.operations.filter(isThere).length;
  const count = plan.operations.filter((operation) => operation.action === action).length;
  if (allowed === null || existing < fewRecords || count / existing <= allowed) return [];
  const message = `the plan would ${action} ${count} of ${existing} existing records (${above(allowed, count / existing, percent)}), and the mapping's limit is ${percent(allowed)}`;
  return [{ limit: action, message }];
}

function counted(plan: DecidedPlan, limit: LimitName, count: number, what: string): readonly Breach[] {
  const allowed = plan.limits[limit];
  if (typeof allowed !== 'number' || count <= allowed) return [];
  return [{ limit, message: `${what.replace('#', String(count))}, and the mapping's limit is ${allowed}` }];
}

function counts(plan: DecidedPlan): readonly Breach[] {
  const of = (action: Operation['action']) =>
    plan.operations.filter((operation) => operation.action === action);
  const locked = plan.operations.filter(
    (operation) => operation.action === 'replace' && operation.remote.lock !== null,
  );
  return [
    ...counted(plan, 'update_count', of('update').length, 'the plan would update # records'),
    ...counted(plan, 'replace_count', of('replace').length, 'the plan would replace # records'),
    ...counted(plan, 'locked_count', locked.length, 'the plan would supersede # locked records'),
    ...counted(
      plan,
      'outside_period',
      outsidePeriod(plan),
      "the plan would write # records that are dated outside the entries' period",
    ),
  ];
}

/** How many records that are to be written have an instant outside the days that the entries cover. */
function outsidePeriod(plan: DecidedPlan): number {
  const days = plan.operations
    .filter((operation) => writableRules(operation.kind).computesCo2e)
    .flatMap((operation) => Object.values(operation.desired.fields))
    .flatMap((field) => (field.type === 'date' && field.value !== null ? [field.value] : []))
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return 0;
  return plan.operations.filter(
    (operation) =>
      isWrite(operation) &&
      Object.values(operation.desired.fields).some(
        (field) =>
          field.type === 'instant' &&
          field.value !== null &&
          (field.value.slice(0, 10) < first || field.value.slice(0, 10) > last),
      ),
  ).length;
}

function firstWrite(plan: DecidedPlan): readonly Breach[] {
  const isNew = plan.operations.some(isWrite) && !plan.operations.some(isThere);
  if (plan.limits.first_write !== false || !isNew) return [];
  const message = `the project ${plan.environment.project_id} holds none of these ${plan.operations.length} records yet, and the mapping says that it is not written for the first time by accident`;
  return [{ limit: 'first_write', message }];
}

function co2eChange(plan: DecidedPlan): readonly Breach[] {
  const { co2e_change: share, co2e_change_kg: mass } = plan.limits;
  return plan.bridges.flatMap(({ reference, before, predicted }): readonly Breach[] => {
    if (before === null || predicted === null) return [];
    const by = Math.abs(predicted.net_kg - before.net_kg);
    const change = before.net_kg === 0 ? 0 : by / Math.abs(before.net_kg);
    const found: Breach[] = [];
    if (share !== null && change > share) {
      const message = `the net removal of ${reference} would change by ${above(share, change, percent)}, and the mapping's limit is ${percent(share)}`;
      found.push({ limit: 'co2e_change', message });
    }
    if (mass !== null && by > mass) {
      const message = `the net removal of ${reference} would change by ${above(mass, by, kilograms)} CO2e, and the mapping's limit is ${mass} kg`;
      found.push({ limit: 'co2e_change_kg', message });
    }
    return found;
  });
}

/** Every limit of the mapping that the plan passes and that is not overridden by name. */
export function breaches(plan: DecidedPlan): readonly Breach[] {
  const all = [
    ...share(plan, 'update'),
    ...share(plan, 'replace'),
    ...counts(plan),
    ...co2eChange(plan),
    ...firstWrite(plan),
  ];
  return all.filter(({ limit }) => !(limit in plan.overrides));
}
