import type { ASTNode } from '@marcbachmann/cel-js';
import type { CellSink } from '../cell-sink.js';
import type { TableData } from '../tables/table-data.js';
import { ExpressionFault, MissingValue, toKey, toText, type Value } from '../values.js';
import type { Compiled } from './compile.js';
import { ExpressionError } from './expression-error.js';
import type { Lifted } from './lift.js';
import { didYouMean } from './nearest.js';
import { type Frame, outerVariable, type RowSet, type Scope, type Variable, type World } from './scope.js';
import { describeType, dimensionIn, dimensionless, interchangeable, type StaticType } from './static-type.js';

type CompileText = (text: string, source: string, scope: Scope) => Compiled;

interface LiftResult {
  readonly variable: Variable;
  readonly names: ReadonlySet<string>;
}

function textOf(node: ASTNode): string {
  return node.input.slice(node.start, node.end);
}

/** The names of a table's own columns. */
function tableScope(table: string, scope: Scope): Scope {
  const own = scope.tables.get(table);
  if (own !== undefined) return own;
  throw new ExpressionError(`there is no table "${table}"${didYouMean(table, scope.tables.keys())}`);
}

/** The names inside the rows of a table: its own, and those around unless they are hidden by one of its own. */
function rowScope(inner: Scope, scope: Scope): Scope {
  const variables = new Map(inner.variables);
  for (const [name, variable] of scope.variables) {
    if (!variables.has(name)) variables.set(name, outerVariable(variable));
    variables.set(`this.${name}`, outerVariable(variable));
  }
  return { variables, tables: scope.tables, keys: scope.keys, rows: null, reached: scope.reached };
}

/** Makes the name that stands for a lifted part. */
export function liftVariable(
  name: string,
  part: Lifted,
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  switch (part.form) {
    case 'aggregate':
      return aggregate(name, part, source, scope, compileText);
    case 'lookup':
      return lookup(name, part.args, source, scope, compileText);
    case 'given':
      return given(name, part.args, source, scope, compileText);
    case 'either':
      return either(name, part.args, source, scope, compileText);
    case 'outer': {
      const variable = scope.variables.get(`this.${part.name}`);
      if (variable === undefined)
        throw new ExpressionError(`this.${part.name}: the row around has no such name`);
      return { variable: { ...variable, name }, names: new Set([part.name]) };
    }
  }
}

function innerFrame(frame: Frame, table: TableData): Frame {
  return { world: frame.world, table, index: 0, members: null, extras: null, outer: frame };
}

function tableOf(world: World, name: string): TableData {
  const table = world.tables.get(name);
  if (table === undefined) throw new ExpressionFault(`the table ${name} was not read`);
  return table;
}

function rowsOf(frame: Frame, name: string): RowSet {
  if (name === 'rows' && frame.members !== null) return frame.members;
  const table = tableOf(frame.world, name);
  return { table, indices: table.allIndices() };
}

type Aggregate = Extract<Lifted, { readonly form: 'aggregate' }>;

interface AggregateParts {
  readonly values: readonly Compiled[];
  readonly condition: Compiled | null;
}

function aggregateParts(
  { definition, args }: Aggregate,
  source: string,
  inner: Scope,
  compileText: CompileText,
): AggregateParts {
  const wanted = definition.perRow.length;
  if (args.length < wanted || args.length > wanted + 1) {
    throw new ExpressionError(`${definition.name} is written as in ${definition.example}`);
  }
  const values = args.slice(0, wanted).map((node) => compileText(textOf(node), source, inner));
  const conditionNode = args[wanted];
  const condition = conditionNode === undefined ? null : compileText(textOf(conditionNode), source, inner);
  if (condition !== null && condition.type.type !== 'flag') {
    throw new ExpressionError(`the condition of ${definition.name} is ${describeType(condition.type)}`);
  }
  return { values, condition };
}

const counted: StaticType = { type: 'quantity', dimension: dimensionless };

function aggregate(
  name: string,
  part: Aggregate,
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  const { definition, rows: rowsName } = part;
  const table = (rowsName === 'rows' ? scope.rows : null) ?? rowsName;
  const own = tableScope(table, scope);
  if (rowsName !== 'rows') scope.reached.add(table);
  const { values, condition } = aggregateParts(part, source, rowScope(own, scope), compileText);
  const [valueType = counted, weightType = counted] = values.map((value) => value.type);
  const type = definition.result(valueType, weightType);
  if (typeof type === 'string') throw new ExpressionError(type);
  const all = condition === null ? values : [...values, condition];
  const names = new Set(all.flatMap((each) => [...each.names]).map((each) => `${table}.${each}`));
  names.add(table);
  const outerNames = [...new Set(all.flatMap((each) => [...each.names]))];
  const local =
    rowsName === 'rows' ||
    outerNames.some(
      (each) =>
        !own.variables.has(each) &&
        (scope.variables.get(each)?.local ?? each.startsWith('_')) &&
        !each.startsWith('_n'),
    );

  // One frame moves on from row to row.
  function* eachRow(frame: Frame): Iterable<Frame> {
    const set = rowsOf(frame, rowsName);
    const rowFrame = innerFrame(frame, set.table);
    for (const index of set.indices) {
      rowFrame.index = index;
      if (condition === null || condition.evaluate(rowFrame) === true) yield rowFrame;
    }
  }
  function* valuesOfRows(frame: Frame): Iterable<readonly Value[]> {
    for (const rowFrame of eachRow(frame)) yield values.map((value) => value.evaluate(rowFrame));
  }
  const compute = (frame: Frame): Value => definition.evaluate(valuesOfRows(frame), valueType);
  const cache = new WeakMap<World, () => Value>();
  const read = local ? compute : (frame: Frame): Value => remembered(cache, frame, compute);
  const addOrigins = (frame: Frame, cells: CellSink): void => {
    for (const rowFrame of eachRow(frame)) {
      for (const each of all) each.addOrigins(rowFrame, cells);
    }
  };
  return { variable: { name, type, local, read, addOrigins }, names };
}

/** What does not depend on the row at hand is computed once in a run. */
function remembered(
  cache: WeakMap<World, () => Value>,
  frame: Frame,
  compute: (frame: Frame) => Value,
): Value {
  let answer = cache.get(frame.world);
  if (answer === undefined) {
    answer = settle(() => compute(frame));
    cache.set(frame.world, answer);
  }
  return answer();
}

function settle(compute: () => Value): () => Value {
  try {
    const value = compute();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function lookup(
  name: string,
  [tableNode, second, third, fourth, ...more]: readonly ASTNode[],
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  if (tableNode === undefined || second === undefined || third === undefined || more.length > 0) {
    throw new ExpressionError(
      'lookup is written as in lookup(batches, batch, dry_mass), or lookup(batches, code, batch, dry_mass)',
    );
  }
  const table = textOf(tableNode);
  const own = tableScope(table, scope);
  const inner = rowScope(own, scope);
  scope.reached.add(table);
  const [named, sought, wanted] = fourth === undefined ? [null, second, third] : [second, third, fourth];
  const [by, another] = named === null ? (scope.keys.get(table) ?? []) : [textOf(named)];
  if (by === undefined || another !== undefined)
    throw new ExpressionError(
      `the table ${table} has no key of one column: name it, as in lookup(${table}, column, value, result)`,
    );
  const byVariable = own.variables.get(by);
  if (byVariable === undefined)
    throw new ExpressionError(
      `the table ${table} has no column "${by}"${didYouMean(by, own.variables.keys())}`,
    );
  byVariable.ask?.();
  const value = compileText(textOf(sought), source, scope);
  const result = compileText(textOf(wanted), source, inner);
  if (!interchangeable(value.type, byVariable.type)) {
    throw new ExpressionError(
      `${by} of ${table} is ${describeType(byVariable.type)} and is looked up with ${describeType(value.type)}`,
    );
  }
  const find = (frame: Frame): Frame => {
    const data = tableOf(frame.world, table);
    const key = value.evaluate(frame);
    const matches = data.indexBy(by, frame.world).get(toKey(key)) ?? [];
    const [index] = matches;
    if (index === undefined) throw new ExpressionFault(`${table} has no row with ${by} "${toText(key)}"`);
    if (matches.length > 1)
      throw new ExpressionFault(`${table} has ${matches.length} rows with ${by} "${toText(key)}"`);
    const rowFrame = innerFrame(frame, data);
    rowFrame.index = index;
    return rowFrame;
  };
  const variable: Variable = {
    name,
    type: result.type,
    local: true,
    read: (frame) => result.evaluate(find(frame)),
    addOrigins: (frame, cells) => {
      value.addOrigins(frame, cells);
      result.addOrigins(find(frame), cells);
    },
  };
  return {
    variable,
    names: new Set([...value.names, ...[...result.names, by].map((each) => `${table}.${each}`), table]),
  };
}

function given(
  name: string,
  [node, ...more]: readonly ASTNode[],
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  if (node === undefined || more.length > 0)
    throw new ExpressionError('given is written as in given(moisture)');
  const inner = compileText(textOf(node), source, scope);
  const variable: Variable = {
    name,
    type: { type: 'flag' },
    local: inner.local,
    read: (frame) => {
      try {
        inner.evaluate(frame);
        return true;
      } catch (error) {
        if (error instanceof MissingValue) return false;
        throw error;
      }
    },
    addOrigins: inner.addOrigins,
  };
  return { variable, names: inner.names };
}

function either(
  name: string,
  [firstNode, secondNode, ...more]: readonly ASTNode[],
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  if (firstNode === undefined || secondNode === undefined || more.length > 0) {
    throw new ExpressionError('either is written as in either(litres, 0 L)');
  }
  const first = compileText(textOf(firstNode), source, scope);
  const second = compileText(textOf(secondNode), source, scope);
  if (!interchangeable(first.type, second.type)) {
    throw new ExpressionError(
      `both sides of either must be of one kind, not ${describeType(first.type)} and ${describeType(second.type)}`,
    );
  }
  const variable: Variable = {
    name,
    type: dimensionIn(first.type) === null ? second.type : first.type,
    local: first.local || second.local,
    read: (frame) => {
      try {
        return first.evaluate(frame);
      } catch (error) {
        if (error instanceof MissingValue) return second.evaluate(frame);
        throw error;
      }
    },
    addOrigins: (frame, cells) => {
      first.addOrigins(frame, cells);
      second.addOrigins(frame, cells);
    },
  };
  return { variable, names: new Set([...first.names, ...second.names]) };
}
