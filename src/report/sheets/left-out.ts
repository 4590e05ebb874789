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

/** Records that the registry holds under references of this mapping and that the workbook no longer wants. */
export function notInWorkbookSheet(input: ReportInput): TableSheet {
  return {
    shape: 'table',
    name: 'Not in the workbook',
    title: 'Not in the workbook',
    lead: 'Records that the registry holds and that the workbook no longer wants. Nothing is deleted.',
    columns: [
      { title: 'Reference', width: 34 },
      { title: 'Id', width: 24 },
      { title: 'Name', width: 44 },
      { title: 'Locked', width: 30 },
    ],
    rows: input.notInWorkbook.map((record) => ({
      cells: [record.reference, record.id, record.displayName, record.lock],
    })),
  };
}
