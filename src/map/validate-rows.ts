import type { Origin } from '../model/origin.js';
import { CellSink } from './cell-sink.js';
import type { Frame, World } from './expressions/scope.js';
import type { Findings } from './findings.js';
import { rowFrame } from './records/instances.js';
import { rowOrigins } from './records/row-origins.js';
import type { CompiledTable } from './tables/compiled-table.js';
import type { TableData } from './tables/table-data.js';
import { FaultyValue, isDataFault, LocalDate, LocalDateTime, MissingValue, Month, toText } from './values.js';

function cellsOf(addOrigins: (cells: CellSink) => void, otherwise: readonly Origin[]): readonly Origin[] {
  const cells = new CellSink();
  try {
    addOrigins(cells);
  } catch (error) {
    if (!isDataFault(error)) throw error;
  }
  return cells.isEmpty ? otherwise : cells.origins();
}

/** Keys that are blank or repeat. Both rows of a pair are named, and neither is used. */
function checkKeys(table: CompiledTable, data: TableData, world: World, findings: Findings): void {
  if (table.keys.length === 0) return;
  const firsts = new Map<string, number>();
  const originsOf = (index: number): readonly Origin[] => {
    const frame = rowFrame(world, data, index);
    return cellsOf(
      (cells) => {
        for (const key of table.keys) data.addOrigins(key, frame, cells);
      },
      rowOrigins(data, [index]),
    );
  };
  const what = table.keys.map((key) => table.columns.get(key)?.headerText ?? key).join(' and ');
  for (let index = 0; index < data.size; index += 1) {
    const key = data.keyOf(table.keys, index, world);
    if (key === null) {
      if (!data.faultyRows.has(index))
        findings.add(
          'key-missing',
          `${what} is blank, and it is the key of ${table.name}: fill it in, or name such rows under skip`,
          originsOf(index),
        );
      data.faultyRows.add(index);
      continue;
    }
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, index);
      continue;
    }
    const frame = rowFrame(world, data, index);
    const shown = table.keys.map((name) => toText(data.readAnyway(name, frame))).join(', ');
    findings.add(
      'key-repeated',
      `${what} "${shown}" is in row ${data.rowNumber(first)} and in row ${data.rowNumber(index)}: one of them is wrong or counted twice`,
      [...originsOf(index), ...originsOf(first)],
    );
    data.faultyRows.add(index);
    data.faultyRows.add(first);
  }
}

/** Dates outside the period that `within` names. */
function checkWithin(table: CompiledTable, data: TableData, world: World, findings: Findings): void {
  for (const column of table.columns.values()) {
    if (column.within === null) continue;
    const period = quietly(() => column.within?.evaluate(rowFrame(world, data, 0)));
    if (!(period instanceof Month)) continue;
    for (let index = 0; index < data.size; index += 1) {
      const value = quietly(() => data.readAnyway(column.key, rowFrame(world, data, index)));
      const iso =
        value instanceof LocalDate || value instanceof LocalDateTime || value instanceof Month
          ? value.iso
          : null;
      if (iso === null || iso.startsWith(period.iso)) continue;
      findings.add(
        'date-outside',
        `${iso.slice(0, 10)} lies outside ${period.iso}`,
        cellsOf((cells) => {
          data.addOrigins(column.key, rowFrame(world, data, index), cells);
        }, []),
      );
      data.faultyRows.add(index);
    }
  }
}

function quietly<Result>(compute: () => Result): Result | null {
  try {
    return compute();
  } catch (error) {
    if (isDataFault(error)) return null;
    throw error;
  }
}

/** The checks of derived columns, row by row. A blank leaves a check open: what needs the value says so. */
function checkDerived(table: CompiledTable, data: TableData, world: World, findings: Findings): void {
  for (const derived of table.derived) {
    const { check } = derived;
    if (check === null) continue;
    for (let index = 0; index < data.size; index += 1) {
      if (data.faultyRows.has(index)) continue;
      const frame = rowFrame(world, data, index);
      const problem = failure(() => check.evaluate(frame));
      if (problem === null) continue;
      const said = derived.message === null ? null : quietly(() => derived.message?.evaluate(frame) ?? null);
      const message =
        said ??
        (problem === ''
          ? `${derived.key}: ${derived.checkText} does not hold (${valuesOf(check.names, data, frame)})`
          : `${derived.key}: ${problem}`);
      findings.add(
        'check-failed',
        message,
        cellsOf(
          (cells) => {
            check.addOrigins(frame, cells);
          },
          rowOrigins(data, [index]),
        ),
      );
      data.faultyRows.add(index);
    }
  }
}

/** null: it holds, or nothing can be said. '': it does not hold. */
function failure(evaluate: () => unknown): string | null {
  try {
    return evaluate() === false ? '' : null;
  } catch (error) {
    if (error instanceof MissingValue || error instanceof FaultyValue) return null;
    if (isDataFault(error)) return error.message;
    throw error;
  }
}

/** `gross = 73350 kilogram, tare = 25100 kilogram`. */
export function valuesOf(names: ReadonlySet<string>, data: TableData, frame: Frame): string {
  const parts: string[] = [];
  for (const name of names) {
    if (name.startsWith('_') || name.includes('.')) continue;
    const value = quietly(() => data.readAnyway(name, frame));
    if (value !== null && !Array.isArray(value)) parts.push(`${name} = ${toText(value)}`);
  }
  return parts.slice(0, 6).join(', ');
}

/** Everything that can be said of rows once all tables are read. Marks the rows that have an error. */
export function validateRows(table: CompiledTable, data: TableData, world: World, findings: Findings): void {
  checkWithin(table, data, world, findings);
  checkKeys(table, data, world, findings);
  checkDerived(table, data, world, findings);
}
