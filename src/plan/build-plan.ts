import type { Issue } from '../model/issue.js';
import type { Mapped } from '../model/mapped.js';
import type { Plan } from '../model/plan.js';
import { checkRecords } from './check.js';
import { orderRecords } from './order.js';

/** Puts the wanted records in order and says, offline, everything that is wrong with them. */
export function buildPlan(mapped: Mapped): Plan {
  const ordered = orderRecords(mapped.records);
  const circle: readonly Issue[] =
    ordered.circle.length === 0
      ? []
      : [
          {
            code: 'reference-circle',
            severity: 'error',
            message: `these records point to each other in a circle: ${ordered.circle.map((record) => record.reference).join(' → ')}. Change the mapping so that none needs itself`,
            origins: ordered.circle.flatMap((record) => (record.origins[''] ?? []).slice(0, 1)),
          },
        ];
  return {
    stage: 'planned',
    mapped,
    records: ordered.records,
    issues: [...mapped.issues, ...circle, ...checkRecords(mapped.records)],
  };
}
