import { InternalError } from '../../model/errors.js';
import { Quantity, unitOf } from '../../quantity/index.js';
import type { Frame, World } from '../expressions/scope.js';
import type { TableData } from '../tables/table-data.js';
import { MissingValue, type Value } from '../values.js';
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

/** A table of the mapping, with its rows. */
export function tableOf(world: World, name: string): TableData {
  const table = world.tables.get(name);
  if (table === undefined) throw new InternalError(`there is no table ${name}, and the mapping was checked`);
  return table;
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
      const table = tableOf(world, scope.table);
      return {
        places: scope.value === null ? eachRow(world, table) : eachValue(world, table, scope.value),
        ungrouped: [],
      };
    }
    case 'over':
      return groups(world, tableOf(world, scope.table), scope.groupBy);
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
    const labels = table.labelsOf(column, index);
    const quantities = [values].flat().filter((value) => value instanceof Quantity);
    for (const [nth, value] of quantities.entries()) {
      const extras = new Map<string, Value>([
        ['value', value],
        ['position', Quantity.constant(nth + 1, plain)],
      ]);
      const label = labels[nth];
      // What is computed stands in no column of its own.
      if (label !== undefined) extras.set('label', label.label).set('_column', String(label.position));
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
  const byKey = new Map<string, { readonly first: number; readonly rows: number[] }>();
  const ungrouped: number[] = [];
  for (let index = 0; index < table.size; index += 1) {
    const key = groupBy.length === 0 ? '' : table.keyOf(groupBy, index, world);
    if (key === null) ungrouped.push(index);
    else {
      const group = byKey.get(key);
      if (group === undefined) byKey.set(key, { first: index, rows: [index] });
      else group.rows.push(index);
    }
  }
  const places = [...byKey.values()].map(({ first, rows }): Place => {
    // Its key could be read, and so can each part of it.
    const extras = new Map(
      groupBy.map((column) => [column, table.readAnyway(column, rowFrame(world, table, first))]),
    );
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
