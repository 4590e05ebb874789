import { ExpressionFault, toKey, toText } from '../values.js';
import { ExpressionError } from './expression-error.js';
import {
  innerFrame,
  type LiftedCall,
  type Lifting,
  type LiftResult,
  rowScope,
  tableOf,
  tableScope,
  textOf,
} from './lifting.js';
import { didYouMean } from './nearest.js';
import type { Frame, Variable } from './scope.js';
import { describeType, interchangeable } from './static-type.js';

/** What stands in the one row of a table that has a value: `lookup(batches, batch, dry_mass)`. */
export function liftLookup({ name, part, source, scope, compileText }: Lifting<LiftedCall>): LiftResult {
  const [tableNode, second, third, fourth, ...more] = part.args;
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
