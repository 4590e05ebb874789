import type { Operation } from '../model/operation.js';
import type { DecidedPlan, Plan } from '../model/plan.js';
import { unfitRecords } from './check.js';
import type { Mapped } from '../model/mapped.js';

/** Whether an operation's record can be asked for by its reference: one outside the workbook may have none. */
export function isWanted(operation: Operation): boolean {
  return operation.action === 'create' || operation.remote === null || operation.remote.reference !== null;
}

/** What a decided plan was mapped from, as far as the plan keeps it. */
export function mappedOf(plan: DecidedPlan): Mapped {
  return {
    workbooks: plan.workbooks,
    mapping: plan.mapping,
    projectId: plan.environment.project_id,
    records: plan.operations.filter(isWanted).map((operation) => operation.desired),
    ...plan.reading,
    controlTotals: plan.controlTotals,
    limits: plan.limits,
    issues: plan.issues,
  };
}

/** A decided plan as what is wanted, to be compared once more. */
export function plannedOf(plan: DecidedPlan): Plan {
  const mapped = mappedOf(plan);
  return {
    stage: 'planned',
    mapped,
    records: mapped.records,
    unfit: unfitRecords(plan.issues),
    issues: plan.issues,
  };
}
