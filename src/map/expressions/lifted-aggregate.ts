import type { CellSink } from '../cell-sink.js';
import { settle } from '../settle.js';
import type { Value } from '../values.js';
import type { Compiled } from './compile.js';
import { ExpressionError } from './expression-error.js';
import type { Lifted } from './lift.js';
import {
  innerFrame,
  type Lifting,
  type LiftResult,
  rowScope,
  tableOf,
  tableScope,
  textOf,
} from './lifting.js';
import type { Frame, RowSet, Scope, World } from './scope.js';
import { describeType, dimensionless, type StaticType } from './static-type.js';

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
  { part: { definition, args }, source, compileText }: Lifting<Aggregate>,
  inner: Scope,
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

/** What is made of the rows of a table, or of a group: `sum(deliveries, mass)`. */
export function liftAggregate(lifting: Lifting<Aggregate>): LiftResult {
  const { name, part, scope } = lifting;
  const { definition, rows: rowsName } = part;
  const table = (rowsName === 'rows' ? scope.rows : null) ?? rowsName;
  const own = tableScope(table, scope);
  if (rowsName !== 'rows') scope.reached.add(table);
  const { values, condition } = aggregateParts(lifting, rowScope(own, scope));
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
