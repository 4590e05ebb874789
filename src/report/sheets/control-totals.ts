import type { CheckedTotal } from '../../model/reconciliation.js';
import type { ReportInput, TableSheet, Tone } from '../report-data.js';

/** Sums agree where they differ by less than the last digits of doubles that were added up. */
const tolerance = 1e-9;

/** Whether what was read back is what the workbook says. */
export function totalAgrees({ wanted, remote, difference }: CheckedTotal): boolean {
  if (remote === null || difference === null || remote.count !== wanted.count) return false;
  return Math.abs(difference) <= tolerance * Math.max(1, Math.abs(wanted.sum));
}

/** What was counted and summed in the workbook, and as read back. */
export function controlTotalsSheet(input: ReportInput): TableSheet {
  const totals =
    input.reconciliation?.totals ??
    (input.plan?.controlTotals ?? []).map((wanted) => ({ wanted, remote: null, difference: null }));
  return {
    shape: 'table',
    name: 'Control totals',
    title: 'Control totals',
    lead: 'Count and sum of what the workbook says beside what the registry holds after the run.',
    columns: [
      { title: 'Total', width: 28 },
      { title: 'Records', width: 30 },
      { title: 'Unit', width: 16 },
      { title: 'Count in workbook', width: 18, format: '0' },
      { title: 'Sum in workbook', width: 20, format: '#,##0.######' },
      { title: 'Count read back', width: 18, format: '0' },
      { title: 'Sum read back', width: 20, format: '#,##0.######' },
      { title: 'Difference', width: 16, format: '#,##0.######' },
      { title: 'Agrees', width: 10 },
    ],
    rows: totals.map(({ wanted, remote, difference }) => {
      const agrees = totalAgrees({ wanted, remote, difference });
      const word = remote === null ? 'not read' : agrees ? 'yes' : 'no';
      const tone: Tone = remote === null ? 'quiet' : agrees ? 'good' : 'bad';
      const shown = agrees ? 0 : difference;
      return {
        tone,
        cells: [
          wanted.name,
          wanted.definition,
          wanted.unit,
          wanted.count,
          wanted.sum,
          remote?.count ?? null,
          remote?.sum ?? null,
          shown,
          word,
        ],
      };
    }),
  };
}
