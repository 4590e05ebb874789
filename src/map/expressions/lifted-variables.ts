import { MissingValue } from '../values.js';
import { ExpressionError } from './expression-error.js';
import { liftAggregate } from './lifted-aggregate.js';
import { liftLookup } from './lifted-lookup.js';
import { type LiftedCall, type Lifting, type LiftResult, textOf } from './lifting.js';
import type { Variable } from './scope.js';
import { describeType, dimensionIn, interchangeable } from './static-type.js';

/** Makes the name that stands for a lifted part. */
export function liftVariable(lifting: Lifting): LiftResult {
  const { name, part, scope } = lifting;
  switch (part.form) {
    case 'aggregate':
      return liftAggregate({ ...lifting, part });
    case 'lookup':
      return liftLookup({ ...lifting, part });
    case 'given':
      return given({ ...lifting, part });
    case 'either':
      return either({ ...lifting, part });
    case 'outer': {
      const variable = scope.variables.get(`this.${part.name}`);
      if (variable === undefined)
        throw new ExpressionError(`this.${part.name}: the row around has no such name`);
      return { variable: { ...variable, name }, names: new Set([part.name]) };
    }
  }
}

function given({ name, part, source, scope, compileText }: Lifting<LiftedCall>): LiftResult {
  const [node, ...more] = part.args;
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

function either({ name, part, source, scope, compileText }: Lifting<LiftedCall>): LiftResult {
  const [firstNode, secondNode, ...more] = part.args;
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
