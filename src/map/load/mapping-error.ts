import { exitCodes, MrvError } from '../../model/errors.js';
import type { Issue } from '../../model/issue.js';
import { describeOrigin } from '../../model/origin.js';

const shown = 20;

/** The mapping itself is wrong: every problem with its line and column. Nothing was read. */
export class MappingError extends MrvError {
  override readonly name = 'MappingError';
  readonly issues: readonly Issue[];

  constructor(path: string, issues: readonly Issue[]) {
    const lines = issues.slice(0, shown).map((issue) => {
      const origin = issue.origins[0];
      return `  ${origin === undefined ? path : describeOrigin(origin)}: ${issue.message}`;
    });
    const rest = issues.length > shown ? [`  … and ${issues.length - shown} more`] : [];
    const count = issues.length === 1 ? 'a problem' : `${issues.length} problems`;
    super(
      'mapping-invalid',
      [`the mapping ${path} has ${count}:`, ...lines, ...rest].join('\n'),
      exitCodes.usage,
    );
    this.issues = issues;
  }
}
