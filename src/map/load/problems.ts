import type { Issue } from '../../model/issue.js';
import { ExpressionError } from '../expressions/expression-error.js';
import type { Path, Positions } from './positions.js';

/** Collects everything that is wrong with a mapping, each with its line and column. */
export class Problems {
  readonly issues: Issue[] = [];
  readonly positions: Positions;

  constructor(positions: Positions) {
    this.positions = positions;
  }

  at(path: Path, message: string): void {
    this.issues.push({
      code: 'mapping-invalid',
      severity: 'error',
      message: `${path.join('.')}: ${message}`,
      origins: [this.positions.at(path)],
    });
  }

  key(path: Path, key: string, message: string): void {
    this.issues.push({
      code: 'mapping-invalid',
      severity: 'error',
      message,
      origins: [this.positions.key(path, key)],
    });
  }

  /** Runs a compilation; a fault of the mapping is collected, and null stands for the result. */
  try<Result>(path: Path, compile: () => Result): Result | null {
    try {
      return compile();
    } catch (error) {
      if (error instanceof ExpressionError || error instanceof SyntaxError) {
        this.at(path, error.message);
        return null;
      }
      throw error;
    }
  }
}
