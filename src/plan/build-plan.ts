import type { Issue } from '../model/issue.js';
import type { Mapped } from '../model/mapped.js';
import type { Plan } from '../model/plan.js';
import type { DesiredRecord } from '../model/record.js';
import { checkRecords, unfitRecords } from './check.js';
import { checkDisclosure } from './disclosure.js';
import { orderRecords } from './order.js';

/** Each record of the circle is told, since none of them can be sent. */
function circleIssues(circle: readonly DesiredRecord[]): readonly Issue[] {
  const names = circle.map((record) => record.reference).join(' → ');
  return circle.map((record) => ({
    code: 'reference-circle',
    severity: 'error',
    message: `these records point to each other in a circle: ${names}. Change the mapping so that none needs itself`,
    origins: record.origins[''] ?? [],
    reference: record.reference,
  }));
}

/** Puts the wanted records in order and says, offline, everything that is wrong with them. */
export function buildPlan(mapped: Mapped): Plan {
  const ordered = orderRecords(mapped.records);
  const issues = [
    ...mapped.issues,
    ...circleIssues(ordered.circle),
    ...checkRecords(mapped.records),
    ...checkDisclosure(mapped.records),
  ];
  return { stage: 'planned', mapped, records: ordered.records, unfit: unfitRecords(issues), issues };
}
