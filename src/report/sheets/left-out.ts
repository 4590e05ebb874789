import type { ReportInput, TableSheet } from '../report-data.js';
import { originCell } from '../words.js';

/** Rows that were read and left out on purpose, each with its reason. */
export function skippedSheet(input: ReportInput): TableSheet {
  return {
    shape: 'table',
    name: 'Skipped rows',
    title: 'Skipped rows',
    lead: 'Rows that are no data, and why: totals, blanks, rows that the mapping filters out, notes.',
    columns: [
      { title: 'Row', width: 34 },
      { title: 'Reason', width: 24 },
    ],
    rows: (input.mapped?.skipped ?? []).map(({ origin, reason }) => ({
      cells: [originCell([origin], input.addressOf), reason],
    })),
  };
}

function fate(input: ReportInput, id: string): string {
  const removal = input.removals.find((item) => item.id === id);
  if (removal === undefined) return 'left as it is';
  return removal.state === 'done' ? 'deleted' : `${removal.state}: ${removal.message ?? ''}`;
}

/** Records that the registry holds under references of this mapping and that the workbook no longer wants. */
export function notInWorkbookSheet(input: ReportInput): TableSheet {
  return {
    shape: 'table',
    name: 'Not in the workbook',
    title: 'Not in the workbook',
    lead: 'Records under references of this mapping that the registry holds and that the workbook no longer wants. They are deleted only with --prune.',
    columns: [
      { title: 'Reference', width: 34 },
      { title: 'Id', width: 24 },
      { title: 'Name', width: 44 },
      { title: 'Locked', width: 30 },
      { title: 'What became of it', width: 50 },
    ],
    rows: input.notInWorkbook.map((record) => ({
      cells: [record.reference, record.id, record.displayName, record.lock, fate(input, record.id)],
    })),
  };
}
