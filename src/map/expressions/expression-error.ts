/** An expression that cannot be: told with its place in the mapping. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}
