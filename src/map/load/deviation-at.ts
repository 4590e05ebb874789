import { compileDeviation, type Deviation } from '../deviation.js';
import { ExpressionError } from '../expressions/expression-error.js';
import { didYouMean } from '../expressions/nearest.js';
import type { Variable } from '../expressions/scope.js';
import { describeType, typeWords } from '../expressions/static-type.js';
import type { DeviationDefinition } from '../schema/columns.js';
import type { Path } from './positions.js';
import type { Problems } from './problems.js';

/** The standard deviation that a value states; null where it states none, or one that was reported. */
export function deviationAt(
  definition: { readonly sd?: DeviationDefinition | undefined; readonly relative_sd?: number | undefined },
  path: Path,
  problems: Problems,
): Deviation | null {
  const deviation = compileDeviation(definition.sd, definition.relative_sd);
  if (typeof deviation !== 'string') return deviation;
  problems.at([...path, 'sd'], deviation);
  return null;
}

/**
 * Says that a deviation asks for a column of the row. Throws ExpressionError where there is no such column, or none
 * that holds numbers: else the value would be sent without its deviation.
 */
export function askDeviation(
  deviation: Deviation | null,
  variables: ReadonlyMap<string, Variable> | undefined,
): void {
  if (deviation?.form !== 'column') return;
  if (variables === undefined)
    throw new ExpressionError('the deviation of a column belongs to a record for each row: use each');
  const columns = new Map([...variables].filter(([, { local }]) => local));
  const column = columns.get(deviation.key);
  if (column === undefined)
    throw new ExpressionError(
      `the table has no column "${deviation.key}" for the deviation${didYouMean(deviation.key, columns.keys())}`,
    );
  if (column.type.type !== 'quantity')
    throw new ExpressionError(
      `the deviation is taken from ${deviation.key}, which is ${describeType(column.type)}: it must be ${typeWords.quantity}`,
    );
  column.ask?.();
}
