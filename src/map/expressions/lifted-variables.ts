import type { ASTNode } from '@marcbachmann/cel-js';
import { type AggregateDefinition, aggregates } from '../functions/index.js';
import { interchangeable } from '../functions/aggregates.js';
import type { CellSink } from '../cell-sink.js';
import type { TableData } from '../tables/table-data.js';
import { ExpressionFault, MissingValue, toKey, type Value } from '../values.js';
import type { Compiled } from './compile.js';
import { ExpressionError } from './expression-error.js';
import type { Lifted } from './lift.js';
import { didYouMean } from './nearest.js';
import { type Frame, outerVariable, type RowSet, type Scope, type Variable, type World } from './scope.js';
import { describeType } from './static-type.js';

type CompileText = (text: string, source: string, scope: Scope) => Compiled;

interface LiftResult {
  readonly variable: Variable;
  readonly names: ReadonlySet<string>;
}

function textOf(node: ASTNode): string {
  return node.input.slice(node.start, node.end);
}

/** The names inside the rows of a table: its own, and those around unless they are hidden by one of its own. */
function rowScope(table: string, scope: Scope): Scope {
  const inner = scope.tables.get(table);
  if (inner === undefined)
    throw new ExpressionError(`there is no table "${table}"${didYouMean(table, scope.tables.keys())}`);
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
      return lookup(name, part, source, scope, compileText);
    case 'given':
      return given(name, part, source, scope, compileText);
    case 'either':
      return either(name, part, source, scope, compileText);
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
  if (name === 'rows') return frame.members ?? { table: tableOf(frame.world, name), indices: [] };
  const table = tableOf(frame.world, name);
  return { table, indices: table.allIndices() };
}

interface AggregateParts {
  readonly definition: AggregateDefinition;
  readonly values: readonly Compiled[];
  readonly condition: Compiled | null;
}

function aggregateParts(
  part: Lifted,
  source: string,
  inner: Scope,
  compileText: CompileText,
): AggregateParts {
  const definition = aggregates.get(part.name);
  if (definition === undefined) throw new ExpressionError(`there is no function ${part.name}`);
  const [, ...rest] = part.args;
  const wanted = definition.perRow.length;
  if (rest.length < wanted || rest.length > wanted + 1) {
    throw new ExpressionError(`${part.name} is written as in ${definition.example}`);
  }
  const values = rest.slice(0, wanted).map((node) => compileText(textOf(node), source, inner));
  const conditionNode = rest[wanted];
  const condition = conditionNode === undefined ? null : compileText(textOf(conditionNode), source, inner);
  if (condition !== null && condition.type.type !== 'flag') {
    throw new ExpressionError(`the condition of ${part.name} is ${describeType(condition.type)}`);
  }
  return { definition, values, condition };
}

function aggregate(
  name: string,
  part: Lifted,
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  const [rowsNode] = part.args;
  const rowsName = rowsNode === undefined ? '' : textOf(rowsNode);
  const table = rowsName === 'rows' ? (scope.rows ?? '') : rowsName;
  const inner = rowScope(table, scope);
  if (rowsName !== 'rows') scope.reached.add(table);
  const { definition, values, condition } = aggregateParts(part, source, inner, compileText);
  const types = values.map((value) => value.type);
  const type = definition.result(types);
  if (typeof type === 'string') throw new ExpressionError(type);
  const all = condition === null ? values : [...values, condition];
  const names = new Set(all.flatMap((each) => [...each.names]).map((each) => `${table}.${each}`));
  names.add(table);
  const outerNames = [...new Set(all.flatMap((each) => [...each.names]))];
  const own = scope.tables.get(table)?.variables;
  const local =
    rowsName === 'rows' ||
    outerNames.some(
      (each) =>
        own?.has(each) !== true &&
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
  const compute = (frame: Frame): Value => definition.evaluate(valuesOfRows(frame), types);
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
  part: Lifted,
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  const [tableNode, ...rest] = part.args;
  const table = tableNode === undefined ? '' : textOf(tableNode);
  const inner = rowScope(table, scope);
  scope.reached.add(table);
  const named = rest.length === 3 ? rest[0] : undefined;
  const column = named === undefined ? scope.keys.get(table) : [textOf(named)];
  const [sought, wanted] = rest.length === 3 ? [rest[1], rest[2]] : [rest[0], rest[1]];
  if (sought === undefined || wanted === undefined || rest.length > 3) {
    throw new ExpressionError(
      'lookup is written as in lookup(batches, batch, dry_mass), or lookup(batches, code, batch, dry_mass)',
    );
  }
  const by = column?.length === 1 ? column[0] : undefined;
  if (by === undefined)
    throw new ExpressionError(
      `the table ${table} has no key of one column: name it, as in lookup(${table}, column, value, result)`,
    );
  const byVariable = scope.tables.get(table)?.variables.get(by);
  if (byVariable === undefined) throw new ExpressionError(`the table ${table} has no column "${by}"`);
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
    if (index === undefined) throw new ExpressionFault(`${table} has no row with ${by} "${toKey(key)}"`);
    if (matches.length > 1)
      throw new ExpressionFault(`${table} has ${matches.length} rows with ${by} "${toKey(key)}"`);
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
  part: Lifted,
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  const [node] = part.args;
  if (node === undefined || part.args.length !== 1)
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
  part: Lifted,
  source: string,
  scope: Scope,
  compileText: CompileText,
): LiftResult {
  const [firstNode, secondNode] = part.args;
  if (firstNode === undefined || secondNode === undefined || part.args.length !== 2) {
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
    type: first.type,
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
