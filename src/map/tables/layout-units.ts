import { fitsKind, sameDimension, type Unit } from '../../quantity/index.js';
import type { IssueCode } from '../../model/issue-codes.js';
import type { Cell, Row } from '../../model/workbook.js';
import type { SheetPlace } from '../cell-sink.js';
import { cellText } from '../cells/cell-text.js';
import { type HeaderMatch, labelText } from './header.js';
import type { CompiledColumn, CompiledTable } from './compiled-table.js';
import type { Layout, LayoutColumn } from './layout.js';
import { sameUnit, unitBegun, unitInHeader } from './unit-text.js';

type Report = (code: IssueCode, message: string, row: number, column: number) => void;

interface Said {
  readonly unit: Unit;
  readonly where: string;
  /** What helps beside agreeing. */
  readonly remedy?: string;
}

/** A units row's cell that is no unit. */
interface Unread {
  readonly cell: Cell;
  readonly message: string;
}

function unitsSaid(
  column: CompiledColumn,
  table: CompiledTable,
  label: string,
  below: Cell | undefined,
): { said: readonly Said[]; unread: Unread | null } {
  const said: Said[] = [];
  if (column.unit !== null) said.push({ unit: column.unit, where: 'the mapping' });
  const inHeader = unitInHeader(label, table.units, table.spellings);
  if (inHeader !== null) said.push({ unit: inHeader, where: 'the header' });
  const text = cellText(below);
  if (below === undefined || text === '') return { said, unread: null };
  const parsed = table.units(text);
  if (!parsed.ok) return { said, unread: { cell: below, message: `"${text}": ${parsed.message}` } };
  said.push({ unit: parsed.unit, where: 'the units row' });
  return { said, unread: null };
}

/** With what a header that names no unit begins with, where that speaks of the same: `(kgCO2)` are no tonnes. */
function withBeginning(said: readonly Said[], label: string, table: CompiledTable): readonly Said[] {
  const [first] = said;
  if (first === undefined || said.some(({ where }) => where === 'the header')) return said;
  const begun = unitBegun(label, table.units);
  if (begun === null || !sameDimension(begun.unit, first.unit)) return said;
  return [
    ...said,
    {
      unit: begun.unit,
      where: `"${begun.text}" in the header`,
      remedy: ', or say under units what it means',
    },
  ];
}

/** Brings header, units row and mapping to one unit; where two of them differ, the column cannot be used. */
function settleUnit(
  column: CompiledColumn,
  table: CompiledTable,
  match: HeaderMatch,
  position: number,
  label: string,
  below: Cell | undefined,
  report: Report,
): { unit: Unit | null; faulty: boolean } {
  const { said, unread } = unitsSaid(column, table, label, below);
  if (unread !== null) {
    report(
      'unit-unknown',
      `the units row says ${unread.message}; if it is this workbook's spelling of a unit, add it under units`,
      unread.cell.row,
      position,
    );
    return { unit: null, faulty: true };
  }
  const [first] = said;
  if (first === undefined) return { unit: null, faulty: false };
  const other = withBeginning(said, label, table).find((candidate) => !sameUnit(candidate.unit, first.unit));
  if (other !== undefined) {
    report(
      'unit-disagreement',
      `${first.where} says ${first.unit.canonical}, ${other.where} says ${other.unit.canonical}: make them agree${other.remedy ?? ''}`,
      match.row,
      position,
    );
    return { unit: null, faulty: true };
  }
  const kind = column.definition.kind;
  if (kind !== undefined && !fitsKind(first.unit, kind)) {
    report(
      'unit-kind',
      `${first.unit.canonical} (from ${first.where}) is not a unit of ${kind}`,
      match.row,
      position,
    );
    return { unit: null, faulty: true };
  }
  return { unit: first.unit, faulty: false };
}

/** Makes a layout of a header that was found and of its units row. Reports what does not fit. */
export function makeLayout(
  table: CompiledTable,
  match: HeaderMatch,
  unitsRow: Row | null,
  place: SheetPlace,
  report: Report,
): Layout {
  const units = new Map((unitsRow?.cells ?? []).map((cell) => [cell.column, cell]));
  const columns = new Map<string, LayoutColumn>();
  for (const [key, labels] of match.found) {
    const column = table.columns.get(key);
    if (column === undefined) continue;
    const isQuantity = column.definition.type === 'quantity' || column.definition.type === 'quantities';
    const settled = isQuantity
      ? labels.map((label) =>
          settleUnit(
            column,
            table,
            match,
            label.position,
            labelText(label),
            units.get(label.position),
            report,
          ),
        )
      : [];
    const isPlain = column.definition.type === 'number' || column.definition.type === 'integer';
    const [first] = settled;
    const differ = settled.some(
      (each) =>
        (each.unit === null) !== (first?.unit === null) ||
        (each.unit !== null && first?.unit != null && !sameUnit(each.unit, first.unit)),
    );
    if (differ && !settled.some((each) => each.faulty)) {
      report(
        'unit-disagreement',
        `the columns of ${column.headerText} state different units`,
        match.row,
        labels[0]?.position ?? 1,
      );
    }
    columns.set(key, {
      key,
      positions: labels.map((label) => label.position),
      labels: labels.map(labelText),
      unit: isPlain ? column.unit : (first?.unit ?? null),
      faulty: differ || settled.some((each) => each.faulty),
    });
  }
  for (const { column, labels } of match.ambiguous) {
    report(
      'column-ambiguous',
      `${column.headerText} fits ${labels.map((label) => `"${labelText(label)}"`).join(' and ')}: say which with nth or group`,
      match.row,
      labels[0]?.position ?? 1,
    );
    columns.set(column.key, {
      key: column.key,
      positions: [labels[0]?.position ?? 1],
      labels: [],
      unit: null,
      faulty: true,
    });
  }
  for (const column of match.missing) {
    columns.set(column.key, { key: column.key, positions: [], labels: [], unit: null, faulty: true });
  }
  return { place, headerRow: match.row, columns };
}
