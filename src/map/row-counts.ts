import type { MappedRow, RowCounts, SkippedRow } from '../model/mapped.js';
import { cellAddress } from '../model/workbook.js';
import type { SheetPlace } from './cell-sink.js';
import type { World } from './expressions/scope.js';
import type { Mapping } from './mapping.js';
import type { RecordBuilder } from './records/builder.js';
import type { RecordScope } from './records/definition.js';
import type { TableData } from './tables/table-data.js';

/** The tables that records are made for, and those that expressions reach by name. */
function tableUses(mapping: Mapping): {
  readonly iterated: ReadonlySet<string>;
  readonly reached: ReadonlySet<string>;
} {
  const { sources, datapoints, components, entries } = mapping.records;
  const iterated = new Set<string>();
  const note = (scope: RecordScope): void => {
    if (scope.form !== 'once') iterated.add(scope.table);
  };
  for (const definition of [...sources, ...datapoints, ...components, ...entries]) note(definition.scope);
  return { iterated, reached: mapping.reachedTables };
}

type RowState = 'mapped' | 'error' | 'filtered';

function stateOf(
  data: TableData,
  index: number,
  builder: RecordBuilder,
  uses: ReturnType<typeof tableUses>,
): RowState {
  if (data.faultyRows.has(index) || builder.failedRows.get(data)?.has(index) === true) return 'error';
  if ((builder.rowReferences.get(data)?.[index]?.length ?? 0) > 0) return 'mapped';
  if (builder.failedMembers.get(data)?.has(index) === true) return 'error';
  return uses.iterated.has(data.name) && !uses.reached.has(data.name) ? 'filtered' : 'mapped';
}

const rank = { filtered: 0, mapped: 1, error: 2 } as const;

/** What became of each row of a sheet, by its number; sparse. */
type RowStates = (RowState | undefined)[];

function statesOf(states: Map<string, RowStates>, { file, sheet }: SheetPlace): RowStates {
  const key = `${file}\u001f${sheet}`;
  const known = states.get(key) ?? [];
  states.set(key, known);
  return known;
}

/** Counts every row read once, whatever number of tables lie on it: mapped, skipped, or with errors. */
export function countRows(
  mapping: Mapping,
  world: World,
  builder: RecordBuilder,
  skippedWhileReading: readonly SkippedRow[],
): {
  readonly rows: RowCounts;
  readonly mappedRows: readonly MappedRow[];
  readonly rowsWithErrors: readonly MappedRow[];
  readonly skipped: readonly SkippedRow[];
} {
  const uses = tableUses(mapping);
  const states = new Map<string, RowStates>();
  const mappedRows: MappedRow[] = [];
  const rowsWithErrors: MappedRow[] = [];
  const skipped = [...skippedWhileReading];
  for (const data of world.tables.values()) {
    let lastPlace: SheetPlace | null = null;
    let ofSheet: RowStates = [];
    for (let index = 0; index < data.size; index += 1) {
      const place = data.place(index);
      if (place !== lastPlace) ofSheet = statesOf(states, place);
      lastPlace = place;
      const { file, sheet } = place;
      const row = data.rowNumber(index);
      const state = stateOf(data, index, builder, uses);
      const before = ofSheet[row];
      if (before === undefined || rank[state] > rank[before]) ofSheet[row] = state;
      const references = builder.rowReferences.get(data)?.[index] ?? [];
      const told: MappedRow = { table: data.name, file, sheet, row, references };
      if (state === 'mapped') mappedRows.push(told);
      else if (state === 'error') rowsWithErrors.push(told);
      else
        skipped.push({ origin: { at: 'cell', file, sheet, cell: cellAddress(row, 1) }, reason: 'filtered' });
    }
  }
  let mapped = 0;
  let withErrors = 0;
  let filtered = 0;
  for (const ofSheet of states.values()) {
    for (const state of ofSheet) {
      if (state === undefined) continue;
      if (state === 'mapped') mapped += 1;
      else if (state === 'error') withErrors += 1;
      else filtered += 1;
    }
  }
  const left = skippedWhileReading.length + filtered;
  return {
    rows: { read: mapped + withErrors + left, mapped, skipped: left, withErrors },
    mappedRows,
    rowsWithErrors,
    skipped,
  };
}
