import type { CellSink } from '../cell-sink.js';
import type { TableData } from '../tables/table-data.js';
import { MissingValue, type Value } from '../values.js';
import type { StaticType } from './static-type.js';

/** Everything of one run that expressions can reach. */
export interface World {
  readonly tables: ReadonlyMap<string, TableData>;
  readonly parameters: ReadonlyMap<string, ParameterValue>;
}

/** A parameter's value and where it was found. */
export interface ParameterValue {
  readonly read: () => Value;
  readonly addOrigins: (cells: CellSink) => void;
}

/** Some rows of one table, by index, in the order of the sheet. */
export interface RowSet {
  readonly table: TableData;
  readonly indices: readonly number[];
}

/** Where an expression is evaluated: a row, or the rows of a group, or neither. `index` moves on for speed. */
export interface Frame {
  readonly world: World;
  readonly table: TableData | null;
  index: number;
  readonly members: RowSet | null;
  readonly extras: ReadonlyMap<string, Value> | null;
  readonly outer: Frame | null;
}

/** A name that an expression may use. */
export interface Variable {
  readonly name: string;
  readonly type: StaticType;
  /** Whether it depends on the row or group at hand. */
  readonly local: boolean;
  /** Throws MissingValue or FaultyValue. */
  readonly read: (frame: Frame) => Value;
  readonly addOrigins: (frame: Frame, cells: CellSink) => void;
  /** For a column's name: says that its values will be asked for. Without that they are checked and not kept. */
  readonly ask?: () => void;
}

/** The names known at one place of the mapping. */
export interface Scope {
  readonly variables: ReadonlyMap<string, Variable>;
  /** The scopes of a row of each table. */
  readonly tables: ReadonlyMap<string, Scope>;
  /** The key columns of each table that has one. */
  readonly keys: ReadonlyMap<string, readonly string[]>;
  /** The table of `rows`, inside a definition that says `over`. */
  readonly rows: string | null;
  /** Filled while expressions are compiled: the tables that some expression reaches by name. */
  readonly reached: Set<string>;
}

/** A variable that holds one value of the frame itself: a group's key, a replicate's number. */
export function extraVariable(name: string, type: StaticType, addOrigins: Variable['addOrigins']): Variable {
  return {
    name,
    type,
    local: true,
    read: (frame) => {
      const value = frame.extras?.get(name);
      if (value === undefined) throw new MissingValue(name);
      return value;
    },
    addOrigins,
  };
}

function around(frame: Frame): Frame {
  return frame.outer ?? frame;
}

/** A variable of the enclosing row, as seen from the rows of a function such as `sum`. */
export function outerVariable(variable: Variable): Variable {
  return {
    name: variable.name,
    type: variable.type,
    local: variable.local,
    read: (frame) => variable.read(around(frame)),
    addOrigins: (frame, cells) => {
      variable.addOrigins(around(frame), cells);
    },
    ...(variable.ask === undefined ? {} : { ask: variable.ask }),
  };
}
