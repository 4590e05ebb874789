import { readReference } from '../../model/reference.js';
import { kindLabel } from '../labels.js';
import { endedOf, type ReportInput, type ReportRow, type TableSheet } from '../report-data.js';

/** Records that took the place of locked ones: which is current, and which it superseded. */
export function referencesSheet(input: ReportInput): TableSheet {
  const { verdict } = endedOf(input);
  const rows = (input.plan?.operations ?? []).flatMap((operation): ReportRow[] => {
    const { step } = readReference(operation.reference);
    if (step === 1) return [];
    const now = verdict(operation.reference);
    const before = operation.action === 'replace' ? operation.remote : null;
    return [
      {
        tone: operation.action === 'replace' ? 'changed' : 'quiet',
        cells: [
          operation.desired.reference,
          kindLabel(operation.kind).one,
          step,
          operation.reference,
          now !== undefined && now.state !== 'missing' ? now.id : null,
          before?.reference ?? null,
          before?.id ?? null,
          operation.reason,
        ],
      },
    ];
  });
  return {
    shape: 'table',
    name: 'References',
    title: 'References',
    lead: 'A locked record is never changed: a new one takes its place under the next reference of its chain.',
    columns: [
      { title: 'Wanted', width: 30 },
      { title: 'Kind', width: 12 },
      { title: 'Place', width: 8, format: '0' },
      { title: 'Current reference', width: 32 },
      { title: 'Id', width: 24 },
      { title: 'Supersedes', width: 30 },
      { title: 'Its id', width: 24 },
      { title: 'Why', width: 70 },
    ],
    rows,
  };
}
