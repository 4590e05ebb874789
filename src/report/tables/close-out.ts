import type { ClosedInput, CloseOut, Variance } from '../../model/close-out.js';
import type { Table } from '../../model/table.js';
import { batchesTable } from './registry.js';

const kilograms = '#,##0.000';
const mostCells = 6;

function agreement({ agrees }: Variance): string {
  if (agrees === null) return 'not known';
  return agrees ? 'yes' : 'no';
}

function cellsOf({ cells }: ClosedInput): string | null {
  if (cells.length === 0) return null;
  const shown = cells.slice(0, mostCells).join(', ');
  return cells.length > mostCells ? `${shown} and ${cells.length - mostCells} more` : shown;
}

function varianceTable(closed: CloseOut): Table {
  const { entry } = closed;
  return {
    name: 'Close-out',
    title: `${entry.reference ?? entry.id}, ${entry.started_on} to ${entry.completed_on}`,
    lead: closed.said,
    columns: [
      { title: 'Figure', width: 30 },
      { title: 'Expected kg', width: 16, format: kilograms, whole: true },
      { title: 'Issued kg', width: 16, format: kilograms, whole: true },
      { title: 'Difference kg', width: 16, format: kilograms, whole: true },
      { title: '%', width: 12, format: '0.000', whole: true },
      { title: 'Agrees', width: 12, whole: true },
    ],
    rows: closed.variances.map((one) => [
      one.figure,
      one.expected_kg,
      one.issued_kg,
      one.difference_kg,
      one.difference_percent,
      agreement(one),
    ]),
  };
}

function inputsTable(closed: CloseOut): Table {
  return {
    name: 'Components',
    title: 'Components',
    lead:
      closed.run === null
        ? 'No run folder here knows this entry, so no cells are known.'
        : `Cells of ${closed.run.workbooks.join(', ')}, by the run ${closed.run.run_id}.`,
    columns: [
      { title: 'Component', width: 36 },
      { title: 'Input', width: 26 },
      { title: 'Cells', width: 44 },
      { title: 'Value', width: 16, format: 'General', whole: true },
      { title: 'Unit', width: 18 },
      { title: 'Datapoint', width: 30 },
      { title: 'Group', width: 24 },
      { title: 'Share', width: 8, format: 'General', whole: true },
      { title: 'Blueprint', width: 36 },
      { title: 'Component id', width: 24, whole: true },
      { title: 'Datapoint id', width: 24, whole: true },
    ],
    rows: closed.inputs.map((one) => [
      one.component,
      one.input_key,
      cellsOf(one),
      one.magnitude,
      one.unit,
      one.datapoint,
      one.group,
      one.share,
      one.blueprint,
      one.component_id,
      one.datapoint_id,
    ]),
  };
}

/** An entry's close-out: what was expected and issued, the batches, and what the entry stands on. */
export function closeOutTables(closed: CloseOut): readonly Table[] {
  return [varianceTable(closed), batchesTable(closed), inputsTable(closed)];
}
