import type { DecidedPlan } from '../model/plan.js';
import { exitCodes, MrvError } from '../model/errors.js';

/** Below so many records that exist already, a share says nothing. */
const fewRecords = 10;

export type LimitName = 'update' | 'replace' | 'co2e_change';

/** A limit of the mapping that a plan passes. */
export interface Breach {
  readonly limit: LimitName;
  /** What the plan would do, and what the mapping allows. */
  readonly message: string;
}

/** A plan that goes past the mapping's `limits` without an override by name. */
export class SafetyError extends MrvError {
  override readonly name = 'SafetyError';

  constructor(breaches: readonly Breach[]) {
    const [first] = breaches;
    super(
      'limit-passed',
      `${breaches.map((breach) => breach.message).join('; ')}. Nothing was sent. Look at the plan; if it is right, run again with --override ${first?.limit ?? 'update'}="why"`,
      exitCodes.refused,
    );
  }
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

function share(plan: DecidedPlan, action: 'update' | 'replace'): readonly Breach[] {
  const allowed = plan.limits[action];
  const existing = plan.operations.filter((operation) => operation.action !== 'create').length;
  const count = plan.operations.filter((operation) => operation.action === action).length;
  if (allowed === null || existing < fewRecords || count / existing <= allowed) return [];
  const message = `the plan would ${action} ${count} of ${existing} existing records (${percent(count / existing)}), and the mapping's limit is ${percent(allowed)}`;
  return [{ limit: action, message }];
}

function co2eChange(plan: DecidedPlan): readonly Breach[] {
  const allowed = plan.limits.co2e_change;
  if (allowed === null) return [];
  return plan.bridges.flatMap((bridge): Breach[] => {
    if (bridge.before === null || bridge.predicted === null || bridge.before.net_kg === 0) return [];
    const change = Math.abs(bridge.predicted.net_kg / bridge.before.net_kg - 1);
    if (change <= allowed) return [];
    const message = `the net removal of ${bridge.reference} would change by ${percent(change)}, and the mapping's limit is ${percent(allowed)}`;
    return [{ limit: 'co2e_change', message }];
  });
}

/** Every limit of the mapping that the plan passes. */
export function breaches(plan: DecidedPlan): readonly Breach[] {
  return [...share(plan, 'update'), ...share(plan, 'replace'), ...co2eChange(plan)];
}
