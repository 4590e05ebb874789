import { issueCodes, type IssueCode } from '../model/issue-codes.js';
import type { Issue, Severity } from '../model/issue.js';
import type { Origin } from '../model/origin.js';

/** Collects what was found, in the order in which it was found. */
export class Findings {
  readonly issues: Issue[] = [];

  add(
    code: IssueCode,
    message: string,
    origins: readonly Origin[],
    options: { severity?: Severity; reference?: string } = {},
  ): void {
    const severity = options.severity ?? issueCodes[code].severity;
    const base = { code, severity, message, origins };
    this.issues.push(options.reference === undefined ? base : { ...base, reference: options.reference });
  }
}
