import type { Cell, Row } from '../../model/workbook.js';
import { cellText } from '../cells/cell-text.js';
import type { CompiledColumn, CompiledTable } from './compiled-table.js';
import type { MergedCells } from './merges.js';
import { withoutUnit } from './unit-text.js';

/** The texts over one column: of the upper header row, if there is one, and of the lower. */
interface Label {
  readonly position: number;
  readonly upper: string;
  readonly lower: string;
}

/** A row read as a header. */
export interface HeaderMatch {
  readonly row: number;
  readonly labels: readonly Label[];
  readonly found: ReadonlyMap<string, readonly Label[]>;
  readonly missing: readonly CompiledColumn[];
  readonly ambiguous: readonly { readonly column: CompiledColumn; readonly labels: readonly Label[] }[];
}

export function labelText(label: Label): string {
  return label.upper === '' || label.upper === label.lower
    ? label.lower
    : label.lower === ''
      ? label.upper
      : `${label.upper} ${label.lower}`;
}

/** Group titles stand over the first of their columns, merged or not: the blank places to the right take them. */
function upperTexts(row: Row | null): ReadonlyMap<number, string> {
  return new Map((row?.cells ?? []).map((cell) => [cell.column, cellText(cell)]));
}

function labelsOf(row: Row, previous: Row | null, twoRows: boolean, merged: MergedCells): readonly Label[] {
  const above = upperTexts(previous);
  const lower = new Map(row.cells.map((cell: Cell) => [cell.column, cellText(cell)]));
  const last = Math.max(0, ...lower.keys(), ...(twoRows ? above.keys() : []));
  const labels: Label[] = [];
  let group = '';
  for (let position = 1; position <= last; position += 1) {
    const own = above.get(position) ?? '';
    if (own !== '') group = own;
    const spanning = merged.vertical(row.number, position);
    const fromMerge =
      spanning !== undefined && spanning.firstRow < row.number
        ? cellText(merged.pick(row.number, position, undefined).cell)
        : '';
    const text = lower.get(position) ?? '';
    const upper = twoRows ? (fromMerge === '' ? group : '') : '';
    const below = text === '' ? fromMerge : text;
    if (below !== '' || (twoRows && own !== ''))
      labels.push({ position, upper: below === '' ? own : upper, lower: below });
  }
  return labels;
}

function fits(column: CompiledColumn, label: Label): boolean {
  if (column.position !== null) return column.position === label.position;
  const test = column.header;
  if (test === null) return false;
  if (column.group !== null && !column.group(label.upper)) return false;
  const joined = labelText(label);
  return [label.lower, joined, withoutUnit(label.lower), withoutUnit(joined)].some(
    (text) => text !== '' && test(text),
  );
}

/** Finds every column of the table in a row. */
export function matchHeader(
  table: CompiledTable,
  row: Row,
  previous: Row | null,
  merged: MergedCells,
): HeaderMatch {
  const labels = labelsOf(row, previous, table.definition.header?.rows === 2, merged);
  const found = new Map<string, readonly Label[]>();
  const missing: CompiledColumn[] = [];
  const ambiguous: { column: CompiledColumn; labels: readonly Label[] }[] = [];
  for (const column of table.columns.values()) {
    const matches = labels.filter((label) => fits(column, label));
    const { nth, type } = column.definition;
    if (column.position !== null) {
      found.set(
        column.key,
        matches.length > 0 ? matches : [{ position: column.position, upper: '', lower: '' }],
      );
    } else if (matches.length === 0) {
      if (column.definition.optional !== true) missing.push(column);
    } else if (type === 'quantities' || (matches.length === 1 && nth === undefined)) {
      found.set(column.key, matches);
    } else if (nth !== undefined) {
      const chosen = matches[nth - 1];
      if (chosen !== undefined) found.set(column.key, [chosen]);
      else if (column.definition.optional !== true) missing.push(column);
    } else {
      const exact = matches.filter((label) => column.header?.(label.lower) === true);
      if (exact.length === 1) found.set(column.key, exact);
      else ambiguous.push({ column, labels: matches });
    }
  }
  return { row: row.number, labels, found, missing, ambiguous };
}

/** Whether this row is the header that the mapping describes. */
export function isHeaderRow(
  table: CompiledTable,
  row: Row,
  previous: Row | null,
  merged: MergedCells,
): boolean {
  const { header } = table.definition;
  if (header?.row !== undefined) return row.number === header.row;
  const find = table.find;
  if (find !== null) {
    const labels = labelsOf(row, previous, header?.rows === 2, merged);
    return labels.some(
      (label) =>
        (find(label.lower) || find(withoutUnit(label.lower))) &&
        (merged.vertical(row.number, label.position)?.lastRow ?? row.number) === row.number,
    );
  }
  const match = matchHeader(table, row, previous, merged);
  return (
    match.missing.length === 0 &&
    match.found.size > 0 &&
    [...match.found.values()].some((labels) => labels.some((label) => label.lower !== ''))
  );
}
