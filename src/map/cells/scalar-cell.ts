import type { Cell } from '../../model/workbook.js';
import { tidy } from '../normal-text.js';
import type { CompiledColumn } from '../tables/compiled-table.js';
import type { LayoutColumn } from '../tables/layout.js';
import type { ReadingRow } from '../tables/column-store.js';
import { cellText } from './cell-text.js';
import { readMonthText, readTimeText } from './date-text.js';

const longestText = 4000;
const yes = new Set(['yes', 'y', 'true', '1', 'x', '✓', '✔']);
const no = new Set(['no', 'n', 'false', '0']);

/** A raw value, null for none, undefined where the cell was reported as faulty. */
type Raw<Type> = Type | null | undefined;
type Convert<Type> = (cell: Cell | undefined, row: ReadingRow, column: LayoutColumn) => Raw<Type>;

/** What all types have in common: blank, missing by declaration, error cells, formulas without result. */
function guarded<Type>(
  column: CompiledColumn,
  convert: (cell: Cell, report: ReadingRow['report'], at: number, row: ReadingRow) => Raw<Type>,
): Convert<Type> {
  return (cell, row, layoutColumn) => {
    const at = layoutColumn.positions[0] ?? 1;
    const verdict = verdictOf(cell, column, row, at);
    if (verdict === 'fault') return undefined;
    if (verdict === 'value' && cell !== undefined) return convert(cell, row.report, at, row);
    if (column.definition.required !== true) return null;
    row.report('value-missing', `${column.headerText} is blank, and it is required`, at);
    return undefined;
  };
}

/** Whether a cell holds a value to convert, nothing, or a fault that is reported here. */
export function verdictOf(
  cell: Cell | undefined,
  column: CompiledColumn,
  row: ReadingRow,
  at: number,
): 'value' | 'missing' | 'fault' {
  if (cell === undefined) return 'missing';
  switch (cell.type) {
    case 'empty-formula':
      row.report(
        'formula-not-calculated',
        'the formula has no saved result: open the workbook in Excel, let it calculate, and save it',
        at,
      );
      return 'missing';
    case 'error':
      row.report('cell-error', `the cell shows ${String(cell.value)}: correct its formula`, at);
      return 'fault';
    case 'text':
      return typeof cell.value !== 'string' || column.isMissing(cell.value) ? 'missing' : 'value';
    case 'number':
    case 'boolean':
    case 'date':
      return 'value';
  }
}

/** Text, with what `values` and `pattern` demand. */
export function textConverter(column: CompiledColumn): Convert<string> {
  const { values } = column.definition;
  const readings =
    values === undefined
      ? null
      : new Map(
          Array.isArray(values)
            ? values.map((value) => [tidy(value), tidy(value)] as const)
            : Object.entries(values).map(([from, to]) => [tidy(from), to] as const),
        );
  return guarded(column, (cell, report, at) => {
    const text = cellText(cell);
    if (text.length > longestText) {
      report('value-too-long', `the text has ${text.length} characters; at most ${longestText} are read`, at);
      return undefined;
    }
    if (cell.type !== 'text' && column.isMissing(text)) return null;
    if (readings?.has(text) === false) {
      const known = [...readings.keys()].slice(0, 12).join(', ');
      report('value-not-allowed', `"${text}" is not one of ${known}`, at);
      return undefined;
    }
    if (column.pattern !== null && !column.pattern.test(text.slice(0, 1000))) {
      report('value-not-allowed', `"${text}" does not fit the pattern ${column.pattern.source}`, at);
      return undefined;
    }
    return readings?.get(text) ?? text;
  });
}

export function flagConverter(column: CompiledColumn): Convert<boolean> {
  return guarded(column, (cell, report, at) => {
    if (typeof cell.value === 'boolean') return cell.value;
    const text = cellText(cell).toLowerCase();
    if (yes.has(text)) return true;
    if (no.has(text)) return false;
    report('value-unreadable', `"${text}" is neither yes nor no`, at);
    return undefined;
  });
}

/** ISO local date and time of a cell; undefined where it was reported. */
function readDateTime(
  cell: Cell,
  column: CompiledColumn,
  report: ReadingRow['report'],
  at: number,
): string | undefined {
  if (cell.type === 'date' && typeof cell.value === 'string') {
    if (cell.value.length > 10) return cell.value.slice(0, 19);
    report('date-unreadable', `${cell.value} is a time of day without a date`, at);
    return undefined;
  }
  if (cell.type === 'text' && typeof cell.value === 'string') {
    const reading = column.readDate(cell.value);
    if (reading.ok) return reading.iso;
    report(reading.code, reading.message, at);
    return undefined;
  }
  report('date-unreadable', `${cellText(cell)} is a ${cell.type}, not a date: format the cell as a date`, at);
  return undefined;
}

/** A day (`2026-10-04`) or, with time, `2026-10-04T08:15:00`. */
export function dateConverter(column: CompiledColumn, withTime: boolean): Convert<string> {
  // A month has few days and many rows: each day is one text in memory.
  const days = new Map<string, string>();
  return guarded(column, (cell, report, at) => {
    const iso = readDateTime(cell, column, report, at);
    if (iso === undefined || withTime) return iso;
    const day = iso.slice(0, 10);
    const known = days.get(day);
    if (known === undefined) days.set(day, day);
    return known ?? day;
  });
}

export function timeConverter(column: CompiledColumn): Convert<string> {
  return guarded(column, (cell, report, at) => {
    if (cell.type === 'date' && typeof cell.value === 'string')
      return cell.value.length > 8 ? cell.value.slice(11, 19) : cell.value;
    const time = cell.type === 'text' && typeof cell.value === 'string' ? readTimeText(cell.value) : null;
    if (time !== null) return time;
    report('date-unreadable', `"${cellText(cell)}" is not a time of day, as 08:15`, at);
    return undefined;
  });
}

export function monthConverter(column: CompiledColumn): Convert<string> {
  return guarded(column, (cell, report, at) => {
    if (cell.type === 'date' && typeof cell.value === 'string' && cell.value.length > 10)
      return cell.value.slice(0, 7);
    const month =
      cell.type === 'text' && typeof cell.value === 'string'
        ? readMonthText(cell.value, column.readDate)
        : null;
    if (month !== null) return month;
    report('date-unreadable', `"${cellText(cell)}" is not a month, as 2026-10 or October 2026`, at);
    return undefined;
  });
}

/** File names, joined by line breaks; a name cannot hold one. */
export function filesConverter(column: CompiledColumn): Convert<string> {
  const separator = column.definition.separator ?? ';';
  return guarded(column, (cell) => {
    const raw = typeof cell.value === 'string' ? cell.value : cellText(cell);
    const names = raw
      .split(/[\r\n]+/)
      .flatMap((line) => line.split(separator))
      .map(tidy)
      .filter((name) => name !== '' && !column.isMissing(name));
    return names.length === 0 ? null : names.join('\n');
  });
}
