import { writableRules } from '../kinds/registry.js';
import type { ClosedPeriod } from '../model/closed-period.js';
import type { Issue } from '../model/issue.js';
import type { Operation } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';

/** The first and last day of a new entry; null for any other operation. */
function daysOf(operation: Operation): readonly [string, string] | null {
  if (operation.action !== 'create' || !writableRules(operation.kind).computesCo2e) return null;
  const days = Object.values(operation.desired.fields)
    .flatMap((field) => (field.type === 'date' && field.value !== null ? [field.value] : []))
    .toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return first === undefined || last === undefined ? null : [first, last];
}

interface EndedPeriod extends ClosedPeriod {
  readonly end: string;
}

function overlaps(period: ClosedPeriod, [first, last]: readonly [string, string]): period is EndedPeriod {
  const { start, end } = period;
  return end !== null && first <= end && (start === null || last >= start);
}

/**
 * Blocks a new entry whose days a submitted statement covers: it would be a removal that the verifier never saw, or
 * counted twice. An entry that is there already is judged by its own statement. (`api-facts.md` §5 calls the service's
 * own rules on overlap unknown, so that nothing is tried.)
 */
export function refuseClosedPeriods(plan: DecidedPlan, closed: readonly ClosedPeriod[]): DecidedPlan {
  const issues: Issue[] = [];
  const operations = plan.operations.map((operation): Operation => {
    const days = daysOf(operation);
    const taken =
      days === null ? undefined : closed.find((period): period is EndedPeriod => overlaps(period, days));
    if (days === null || taken === undefined) return operation;
    const { desired, reference } = operation;
    const covered = taken.start === null ? `up to ${taken.end}` : `${taken.start} to ${taken.end}`;
    const reason = `its days ${days[0]} to ${days[1]} lie in the period of the statement ${taken.statement}, which is ${taken.status.toLowerCase().replaceAll('_', ' ')} and covers ${covered}: correct the period in the workbook, or ask the registry to open the statement again`;
    const origins = Object.entries(desired.fields).flatMap(([field, value]) =>
      value.type === 'date' ? (desired.origins[field] ?? []) : [],
    );
    issues.push({ code: 'period-submitted', severity: 'error', message: reason, origins, reference });
    return { ...operation, action: 'blocked', remote: null, changes: [], reason };
  });
  return issues.length === 0 ? plan : { ...plan, operations, issues: [...plan.issues, ...issues] };
}

/** Whether the plan makes an entry, so that the statements must be known. */
export function makesEntries(plan: DecidedPlan): boolean {
  return plan.operations.some((operation) => daysOf(operation) !== null);
}
