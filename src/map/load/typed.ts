import type { Compiled } from '../expressions/compile.js';
import { ExpressionError } from '../expressions/expression-error.js';
import { describeType, type TypeName, typeWords } from '../expressions/static-type.js';

/** An expression of one of these types; throws ExpressionError for any other. */
export function typed(compiled: Compiled, allowed: readonly TypeName[]): Compiled {
  if (allowed.includes(compiled.type.type)) return compiled;
  throw new ExpressionError(
    `"${compiled.source}" is ${describeType(compiled.type)}; here belongs ${allowed.map((type) => typeWords[type]).join(' or ')}`,
  );
}
