import { describeOrigin } from '../../model/origin.js';
import { kindLabel } from '../labels.js';
import { endedOf, type ReportInput, type ReportRow, type TableSheet } from '../report-data.js';
import { namesOf, plain, valueWord } from '../words.js';

/** From every cell to the field that it became, members of sums included; sorted by cell it answers the other way. */
export function lineageSheet(input: ReportInput): TableSheet {
  const { verdict } = endedOf(input);
  const nameOf = namesOf(input.plan);
  const rows = (input.plan?.operations ?? []).flatMap((operation) => {
    const { desired, reference, kind } = operation;
    const now = verdict(reference);
    const id = now !== undefined && now.state !== 'missing' ? now.id : null;
    return Object.entries(desired.origins).flatMap(([field, origins]) =>
      field === ''
        ? []
        : origins.flatMap((origin): ReportRow[] =>
            origin.at === 'cell'
              ? [
                  {
                    cells: [
                      origin.sheet,
                      {
                        text: origin.cell,
                        link: `${input.addressOf(origin.file)}#${describeOrigin(origin)}`,
                      },
                      kindLabel(kind).one,
                      reference,
                      plain(field),
                      valueWord(desired.fields[field], nameOf),
                      id,
                    ],
                  },
                ]
              : [],
          ),
    );
  });
  return {
    shape: 'table',
    name: 'Lineage',
    title: 'Lineage',
    lead: 'Which cell became which field of which record. Filter by cell to see what it made; filter by reference to see what made it.',
    columns: [
      { title: 'Sheet', width: 24 },
      { title: 'Cell', width: 12 },
      { title: 'Kind', width: 12 },
      { title: 'Reference', width: 32 },
      { title: 'Field', width: 18 },
      { title: 'Value', width: 44 },
      { title: 'Id', width: 24 },
    ],
    rows,
  };
}
