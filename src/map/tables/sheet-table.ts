import { InternalError } from '../../model/errors.js';
import type { IssueCode } from '../../model/issue-codes.js';
import { type Cell, cellAddress, type Row } from '../../model/workbook.js';
import type { SheetPlace } from '../cell-sink.js';
import { cellText } from '../cells/cell-text.js';
import type { Findings } from '../findings.js';
import type { Frame, World } from '../expressions/scope.js';
import type { ColumnStore, Picked, ReadingRow } from './column-store.js';
import type { CompiledTable } from './compiled-table.js';
import { type HeaderMatch, isHeaderRow, labelText, matchHeader } from './header.js';
import type { Layout, LayoutColumn } from './layout.js';
import { makeLayout } from './layout-units.js';
import type { MergedCells } from './merges.js';
import { RowPicker } from './row-picker.js';
import { firstFilled, isFilled, looksLikeTotal, ruleFits } from './row-rules.js';
import type { TableData } from './table-data.js';

/** What a row is to one table. */
export type RowFate =
  | { readonly fate: 'before' | 'layout' | 'data' | 'after' }
  | { readonly fate: 'skipped'; readonly reason: string };

const before: RowFate = { fate: 'before' };
const layoutRow: RowFate = { fate: 'layout' };
const dataRow: RowFate = { fate: 'data' };
const after: RowFate = { fate: 'after' };

function skipped(reason: string): RowFate {
  return { fate: 'skipped', reason };
}

/** A column's store with what is appended to it. */
interface OpenColumn {
  readonly store: ColumnStore;
  readonly cells: readonly Picked[];
  readonly column: LayoutColumn | undefined;
}

/** Reads one table on one sheet, row by row. */
export class SheetTable {
  readonly #table: CompiledTable;
  readonly #data: TableData;
  readonly #place: SheetPlace;
  readonly #merged: MergedCells;
  readonly #findings: Findings;
  readonly #world: World;
  #state: 'seeking' | 'below-header' | 'data' | 'ended' = 'seeking';
  #match: HeaderMatch | null = null;
  #labels: ReadonlyMap<number, string> = new Map();
  #layout: Layout | null = null;
  #picker: RowPicker | null = null;
  #columns: { readonly layout: Layout; readonly open: readonly OpenColumn[] } | null = null;
  #previous: Row | null = null;
  #nearest: HeaderMatch | null = null;
  #unitsAt = 0;
  #dataFrom = 0;
  #lastRow = 0;
  #hasData = false;
  hiddenRows = 0;
  found = false;

  constructor(
    table: CompiledTable,
    data: TableData,
    place: SheetPlace,
    merged: MergedCells,
    findings: Findings,
    world: World,
  ) {
    this.#table = table;
    this.#data = data;
    this.#place = place;
    this.#merged = merged;
    this.#findings = findings;
    this.#world = world;
    const { header } = table.definition;
    if (header?.none === true)
      this.#begin({ row: header.row ?? 0, labels: [], found: this.#byLetter(), missing: [], ambiguous: [] });
  }

  /** The row that came nearest to being the header, for the message where there was none. */
  get nearest(): HeaderMatch | null {
    return this.#nearest;
  }

  feed(row: Row): RowFate {
    const fate = this.#feed(row);
    this.#previous = row;
    return fate;
  }

  #feed(row: Row): RowFate {
    switch (this.#state) {
      case 'seeking':
        return this.#seek(row);
      case 'below-header':
        return this.#belowHeader(row);
      case 'data':
        return this.#readRow(row);
      case 'ended':
        return this.#table.definition.header?.repeats === true &&
          isHeaderRow(this.#table, row, this.#previous, this.#merged)
          ? this.#seek(row)
          : after;
    }
  }

  #byLetter(): HeaderMatch['found'] {
    const found = new Map<string, HeaderMatch['labels']>();
    for (const column of this.#table.columns.values()) {
      if (column.position !== null)
        found.set(column.key, [{ position: column.position, upper: '', lower: '' }]);
    }
    return found;
  }

  #seek(row: Row): RowFate {
    if (!isHeaderRow(this.#table, row, this.#previous, this.#merged)) {
      if (this.#table.find === null && row.number < 200)
        this.#remember(matchHeader(this.#table, row, this.#previous, this.#merged));
      return before;
    }
    this.#begin(matchHeader(this.#table, row, this.#previous, this.#merged));
    return layoutRow;
  }

  #remember(match: HeaderMatch): void {
    if (match.found.size > 0 && match.found.size > (this.#nearest?.found.size ?? 0)) this.#nearest = match;
  }

  #begin(match: HeaderMatch): void {
    const { header } = this.#table.definition;
    this.found = true;
    this.#match = match;
    this.#labels = new Map(match.labels.map((label) => [label.position, label.lower]));
    this.#hasData = false;
    const below = header?.units_below;
    this.#unitsAt = below === undefined || below === false ? 0 : match.row + (below === true ? 1 : below);
    this.#dataFrom = Math.max(match.row, this.#unitsAt) + 1 + (header?.skip_below ?? 0);
    this.#lastRow = match.row;
    this.#state = 'below-header';
    for (const column of match.missing) {
      const cell = cellAddress(Math.max(1, match.row), match.labels[0]?.position ?? 1);
      this.#findings.add(
        'column-missing',
        `the table ${this.#table.name} has no column ${column.headerText}; its header has ${match.labels
          .map((label) => `"${labelText(label)}"`)
          .slice(0, 15)
          .join(', ')}`,
        [{ at: 'cell', ...this.#place, cell }],
      );
    }
    if (this.#unitsAt === 0) this.#lay(null);
  }

  #lay(unitsRow: Row | null): void {
    const match = this.#match;
    if (match === null) return;
    const layout = makeLayout(this.#table, match, unitsRow, this.#place, (code, message, row, column) => {
      this.#findings.add(code, message, [{ at: 'cell', ...this.#place, cell: cellAddress(row, column) }]);
    });
    this.#layout = layout;
    this.#data.layouts.push(layout);
    this.#picker = new RowPicker(layout, this.#table, this.#merged);
    this.#state = 'data';
  }

  #belowHeader(row: Row): RowFate {
    if (row.number < this.#unitsAt) return skipped('note');
    this.#lay(row.number === this.#unitsAt ? row : null);
    return row.number === this.#unitsAt ? layoutRow : this.#readRow(row);
  }

  #readRow(row: Row): RowFate {
    const layout = this.#layout;
    const { until } = this.#table;
    if (layout === null || row.number < this.#dataFrom) return skipped('note');
    if (this.#hasData && until?.blankRows != null && row.number - this.#lastRow > until.blankRows)
      return this.#end(after);
    if (until?.row != null && row.number > until.row) return this.#end(after);
    const first = firstFilled(row);
    if (first === undefined && !row.cells.some((cell) => cell.type === 'empty-formula'))
      return skipped('blank');
    if (until !== null && ruleFits(until, row, layout, this.#merged))
      return this.#end(skipped(looksLikeTotal(first) ? 'total' : 'note'));
    if (this.#isHeaderAgain(row)) {
      if (this.#table.definition.header?.repeats === true)
        this.#begin(matchHeader(this.#table, row, this.#previous, this.#merged));
      return this.#skip(row, 'repeated-header');
    }
    const rule = this.#table.skip.find(
      (candidate) => candidate.when === null && ruleFits(candidate, row, layout, this.#merged),
    );
    if (rule !== undefined) return this.#skip(row, rule.reason);
    if (row.hidden && this.#table.definition.hidden === 'skip') return this.#skip(row, 'hidden');
    if (first !== undefined && looksLikeTotal(first)) return this.#total(row, first);
    return this.#take(row, layout);
  }

  #end(fate: RowFate): RowFate {
    this.#state = 'ended';
    return fate;
  }

  #skip(row: Row, reason: string): RowFate {
    this.#lastRow = row.number;
    return skipped(reason);
  }

  #total(row: Row, first: Cell): RowFate {
    this.#findings.add(
      'looks-like-total',
      `the row begins with "${cellText(first)}" and was left out as a total: name it under until or skip of ${this.#table.name}`,
      [{ at: 'cell', ...this.#place, cell: cellAddress(row.number, first.column) }],
    );
    return this.#skip(row, 'total');
  }

  /** A row that says what the header says, in at least two columns and nothing else in the others. */
  #isHeaderAgain(row: Row): boolean {
    const labels = this.#labels;
    let same = 0;
    for (const cell of row.cells) {
      const text = cellText(cell);
      if (text === '') continue;
      if (labels.get(cell.column) !== text) {
        return (
          this.#table.definition.header?.repeats === true &&
          this.#table.find !== null &&
          isHeaderRow(this.#table, row, this.#previous, this.#merged)
        );
      }
      same += 1;
    }
    return same >= Math.min(2, labels.size) && same > 0;
  }

  #take(row: Row, layout: Layout): RowFate {
    const picked = this.#picker?.pick(row) ?? new Map<string, readonly Picked[]>();
    if (!holdsOwn(picked)) return skipped(row.cells.some(isFilled) ? 'note' : 'blank');
    this.#lastRow = row.number;
    const index = this.#data.size;
    const issuesBefore = this.#findings.issues.length;
    this.#data.beginRow(row.number, this.#data.layouts.length - 1);
    const reading = this.#reading(row, layout, picked);
    for (const { store, cells, column } of this.#columnsOf(layout, picked))
      store.append(cells, column, reading);
    const rule = this.#table.skip.find(
      (candidate) => candidate.when !== null && this.#holds(candidate.when, index),
    );
    if (rule !== undefined) {
      this.#findings.issues.length = issuesBefore;
      this.#data.dropRow();
      return skipped(rule.reason);
    }
    for (let nth = issuesBefore; nth < this.#findings.issues.length; nth += 1) {
      if (this.#findings.issues[nth]?.severity === 'error') this.#data.faultyRows.add(index);
    }
    this.#hasData = true;
    if (row.hidden) this.hiddenRows += 1;
    return dataRow;
  }

  /** The stores with the places that are filled for each row; the same while the layout is. */
  #columnsOf(layout: Layout, picked: ReadonlyMap<string, readonly Picked[]>): readonly OpenColumn[] {
    if (this.#columns?.layout !== layout)
      this.#columns = {
        layout,
        open: [...this.#data.columns].map(([key, store]) => ({
          store,
          cells: picked.get(key) ?? [],
          column: layout.columns.get(key),
        })),
      };
    return this.#columns.open;
  }

  #holds(when: NonNullable<CompiledTable['skip'][number]['when']>, index: number): boolean {
    const frame: Frame = {
      world: this.#world,
      table: this.#data,
      index,
      members: null,
      extras: null,
      outer: null,
    };
    try {
      return when.evaluate(frame) === true;
    } catch (error) {
      if (error instanceof InternalError) throw error;
      return false;
    }
  }

  #reading(row: Row, layout: Layout, picked: ReadonlyMap<string, readonly Picked[]>): ReadingRow {
    return {
      layout,
      number: row.number,
      report: (code: IssueCode, message: string, column: number) => {
        this.#findings.add(code, message, [
          { at: 'cell', ...this.#place, cell: cellAddress(row.number, column) },
        ]);
      },
      textOf: (key) => cellText(picked.get(key)?.[0]?.cell),
    };
  }
}

/** Whether a declared column has a cell of this very row, be it a formula without a result. */
function holdsOwn(picked: ReadonlyMap<string, readonly Picked[]>): boolean {
  for (const cells of picked.values()) {
    for (const { cell, masterRow } of cells) {
      if (masterRow === null && (isFilled(cell) || cell?.type === 'empty-formula')) return true;
    }
  }
  return false;
}
