import { Quantity, unitOf } from '../../quantity/index.js';
import type { Frame, World } from '../expressions/scope.js';
import type { TableData } from '../tables/table-data.js';
import { FaultyValue, MissingValue, type Value } from '../values.js';
import type { RecordScope } from './definition.js';

const plain = unitOf('dimensionless');

/** One place for which a definition makes a record: a row, a value in a row, a group of rows, or the whole. */
export interface Place {
  readonly table: TableData | null;
  readonly rows: readonly number[];
  /** The replicate's number, from 1. */
  readonly position: number | null;
  readonly frame: Frame;
  /** A row of it has an error of its own. */
  readonly faulty: boolean;
}

/** A place and what came of it, as far as other records choose by it. */
export interface Instance extends Pick<Place, 'table' | 'rows' | 'position'> {
  /** null: it was not made, since something in it has an error. */
  readonly reference: string | null;
}

/** What came of a place. The frame in which it was made is not kept. */
export function instance({ table, rows, position }: Place, reference: string | null): Instance {
  return { table, rows, position, reference };
}

const none = new Map<string, Value>();

/** A frame for one row. */
export function rowFrame(world: World, table: TableData, index: number): Frame {
  return { world, table, index, members: null, extras: null, outer: null };
}

/** Every place of a scope, in the order of the sheet. Rows whose group is blank are returned apart. */
export function placesOf(
  scope: RecordScope,
  world: World,
): { readonly places: Iterable<Place>; readonly ungrouped: readonly number[] } {
  switch (scope.form) {
    case 'once':
      return {
        places: [
          {
            table: null,
            rows: [],
            position: null,
            faulty: false,
            frame: { world, table: null, index: 0, members: null, extras: none, outer: null },
          },
        ],
        ungrouped: [],
      };
    case 'each': {
      const table = world.tables.get(scope.table);
      if (table === undefined) return { places: [], ungrouped: [] };
      return {
        places: scope.value === null ? eachRow(world, table) : eachValue(world, table, scope.value),
        ungrouped: [],
      };
    }
    case 'over': {
      const table = world.tables.get(scope.table);
      return table === undefined ? { places: [], ungrouped: [] } : groups(world, table, scope.groupBy);
    }
  }
}

function* eachRow(world: World, table: TableData): Iterable<Place> {
  for (let index = 0; index < table.size; index += 1) {
    yield {
      table,
      rows: [index],
      position: null,
      faulty: table.faultyRows.has(index),
      frame: rowFrame(world, table, index),
    };
  }
}

function* eachValue(world: World, table: TableData, column: string): Iterable<Place> {
  for (let index = 0; index < table.size; index += 1) {
    const base = { table, rows: [index] };
    let values: Value;
    try {
      values = table.read(column, rowFrame(world, table, index));
    } catch (error) {
      if (error instanceof MissingValue) continue;
      yield { ...base, position: 1, faulty: true, frame: rowFrame(world, table, index) };
      continue;
    }
    if (!Array.isArray(values)) continue;
    const labels = table.labelsOf(column, index);
    for (const [nth, value] of values.entries()) {
      if (!(value instanceof Quantity)) continue;
      const extras = new Map<string, Value>([
        ['value', value],
        ['position', Quantity.constant(nth + 1, plain)],
        ['label', labels[nth]?.label ?? ''],
        ['_column', String(labels[nth]?.position ?? 1)],
      ]);
      yield {
        ...base,
        position: nth + 1,
        faulty: false,
        frame: { ...rowFrame(world, table, index), extras },
      };
    }
  }
}

function groups(
  world: World,
  table: TableData,
  groupBy: readonly string[],
): { places: readonly Place[]; ungrouped: readonly number[] } {
  const byKey = new Map<string, number[]>();
  const ungrouped: number[] = [];
  for (let index = 0; index < table.size; index += 1) {
    const key = groupBy.length === 0 ? '' : table.keyOf(groupBy, index, world);
    if (key === null) ungrouped.push(index);
    else {
      const rows = byKey.get(key);
      if (rows === undefined) byKey.set(key, [index]);
      else rows.push(index);
    }
  }
  const places = [...byKey.values()].map((rows): Place => {
    const extras = new Map<string, Value>();
    for (const column of groupBy) {
      const value = groupValue(world, table, column, rows);
      if (value !== null) extras.set(column, value);
    }
    const frame: Frame = {
      world,
      table: null,
      index: 0,
      members: { table, indices: rows },
      extras,
      outer: null,
    };
    return { table, rows, position: null, faulty: rows.some((row) => table.faultyRows.has(row)), frame };
  });
  return { places, ungrouped };
}

function groupValue(world: World, table: TableData, column: string, rows: readonly number[]): Value | null {
  const [first] = rows;
  if (first === undefined) return null;
  try {
    return table.readAnyway(column, rowFrame(world, table, first));
  } catch (error) {
    if (error instanceof MissingValue || error instanceof FaultyValue) return null;
    throw error;
  }
}
