import type { Operation } from '../../model/operation.js';
import { kindLabel } from '../labels.js';
import { madeRows, type ReportInput, type ReportRow, type TableSheet, type Tone } from '../report-data.js';
import { changeWords, namesOf, originCell, plain, type NameOf } from '../words.js';

/** Field by field: what the registry held, what the workbook says. */
export function changesSheet(input: ReportInput): TableSheet {
  const rowsOf = (operation: Operation, nameOf: NameOf): readonly ReportRow[] => {
    if (operation.action === 'create') return [];
    const left = operation.action === 'unchanged';
    const changes = left ? operation.ignored : operation.changes;
    const tone: Tone = left ? 'quiet' : operation.action === 'blocked' ? 'bad' : 'changed';
    return changes.map((change) => ({
      tone,
      cells: [
        originCell(change.origins, input.addressOf),
        kindLabel(operation.kind).one,
        operation.reference,
        left ? 'left alone' : operation.action,
        plain(change.field),
        ...changeWords(change.before, change.after, nameOf),
      ],
    }));
  };
  return {
    shape: 'table',
    name: 'Changes',
    title: 'Changes',
    lead: 'Every field in which the registry and the workbook differed when the plan was made. "Left alone" does not count on a locked record.',
    columns: [
      { title: 'Cell', width: 30 },
      { title: 'Kind', width: 12 },
      { title: 'Reference', width: 44 },
      { title: 'Action', width: 12 },
      { title: 'Field', width: 18 },
      { title: 'Before', width: 48 },
      { title: 'After', width: 48 },
    ],
    rows: madeRows(function* () {
      const nameOf = namesOf(input.plan);
      for (const operation of input.plan?.operations ?? []) yield* rowsOf(operation, nameOf);
    }),
  };
}
