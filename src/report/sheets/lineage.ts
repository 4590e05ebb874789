import { describeOrigin } from '../../model/origin.js';
import type { Operation } from '../../model/operation.js';
import { kindLabel } from '../labels.js';
import {
  endedOf,
  madeRows,
  type Ended,
  type ReportInput,
  type ReportRow,
  type TableSheet,
} from '../report-data.js';
import { namesOf, plain, valueWord, type NameOf } from '../words.js';

/** From every cell to the field that it became, members of sums included; sorted by cell it answers the other way. */
export function lineageSheet(input: ReportInput): TableSheet {
  function* rowsOf(
    { desired, reference, kind }: Operation,
    verdict: Ended['verdict'],
    nameOf: NameOf,
  ): Generator<ReportRow, void, undefined> {
    const now = verdict(reference);
    const id = now !== undefined && now.state !== 'missing' ? now.id : null;
    for (const [field, origins] of Object.entries(desired.origins)) {
      if (field === '') continue;
      const value = valueWord(desired.fields[field], nameOf);
      for (const origin of origins) {
        if (origin.at !== 'cell') continue;
        const link = `${input.addressOf(origin.file)}#${describeOrigin(origin)}`;
        const cell = { text: origin.cell, link };
        yield { cells: [origin.sheet, cell, kindLabel(kind).one, reference, plain(field), value, id] };
      }
    }
  }
  return {
    shape: 'table',
    name: 'Lineage',
    title: 'Lineage',
    lead: 'Which cell became which field of which record. Filter by cell to see what it made; filter by reference to see what made it.',
    columns: [
      { title: 'Sheet', width: 24 },
      { title: 'Cell', width: 12 },
      { title: 'Kind', width: 12 },
      { title: 'Reference', width: 44 },
      { title: 'Field', width: 18 },
      { title: 'Value', width: 44 },
      { title: 'Id', width: 24 },
    ],
    rows: madeRows(function* () {
      const { verdict } = endedOf(input);
      const nameOf = namesOf(input.plan);
      for (const operation of input.plan?.operations ?? []) yield* rowsOf(operation, verdict, nameOf);
    }),
  };
}
