import type { DecidedPlan, Plan } from '../model/plan.js';
import { unfitRecords } from './check.js';
import type { Mapped } from '../model/mapped.js';

/** What a decided plan was mapped from, as far as the plan keeps it. */
export function mappedOf(plan: DecidedPlan): Mapped {
  return {
    workbooks: plan.workbooks,
    mapping: plan.mapping,
    projectId: plan.environment.project_id,
    records: plan.operations.map((operation) => operation.desired),
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
