import { interchangeable } from '../functions/aggregates.js';
import { ExpressionFault, toKey } from '../values.js';
import { ExpressionError } from './expression-error.js';
import { innerFrame, type Lifting, type LiftResult, rowScope, tableOf, textOf } from './lifting.js';
import type { Frame, Variable } from './scope.js';
import { describeType } from './static-type.js';

/** What stands in the one row of a table that has a value: `lookup(batches, batch, dry_mass)`. */
export function liftLookup({ name, part, source, scope, compileText }: Lifting): LiftResult {
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
