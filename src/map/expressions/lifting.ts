import type { ASTNode } from '@marcbachmann/cel-js';
import type { TableData } from '../tables/table-data.js';
import { ExpressionFault } from '../values.js';
import type { Compiled } from './compile.js';
import { ExpressionError } from './expression-error.js';
import type { Lifted } from './lift.js';
import { didYouMean } from './nearest.js';
import { type Frame, outerVariable, type Scope, type Variable, type World } from './scope.js';

/** A part that was lifted out of an expression, and what it takes to make the name that stands for it. */
export interface Lifting<Part extends Lifted = Lifted> {
  readonly name: string;
  readonly part: Part;
  /** The expression as its author wrote it. */
  readonly source: string;
  readonly scope: Scope;
  /** Handed in, since what compiles an expression lifts its parts first. */
  readonly compileText: (text: string, source: string, scope: Scope) => Compiled;
}

/** The name that stands for a lifted part, and the names that the part uses. */
export interface LiftResult {
  readonly variable: Variable;
  readonly names: ReadonlySet<string>;
}

/** A part of an expression as it is written. */
export function textOf(node: ASTNode): string {
  return node.input.slice(node.start, node.end);
}

/** A part whose arguments are written as they are. */
export type LiftedCall = Extract<Lifted, { readonly form: 'lookup' | 'given' | 'either' }>;

/** The names of a table's own columns. */
export function tableScope(table: string, scope: Scope): Scope {
  const own = scope.tables.get(table);
  if (own !== undefined) return own;
  throw new ExpressionError(`there is no table "${table}"${didYouMean(table, scope.tables.keys())}`);
}

/** The names inside the rows of a table: its own, and those around unless they are hidden by one of its own. */
export function rowScope(inner: Scope, scope: Scope): Scope {
  const variables = new Map(inner.variables);
  for (const [name, variable] of scope.variables) {
    if (!variables.has(name)) variables.set(name, outerVariable(variable));
    variables.set(`this.${name}`, outerVariable(variable));
  }
  return { variables, tables: scope.tables, keys: scope.keys, rows: null, reached: scope.reached };
}

/** The frame in which the rows of a table are gone through, from the first; the row around stays in reach. */
export function innerFrame(frame: Frame, table: TableData): Frame {
  return { world: frame.world, table, index: 0, members: null, extras: null, outer: frame };
}

/** A table that was read. Throws ExpressionFault for another. */
export function tableOf(world: World, name: string): TableData {
  const table = world.tables.get(name);
  if (table === undefined) throw new ExpressionFault(`the table ${name} was not read`);
  return table;
}
