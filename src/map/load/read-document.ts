import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { messageOf } from '../../model/errors.js';
import type { Issue } from '../../model/issue.js';
import { documentSchema, type MappingDocument } from '../schema/document.js';
import { MappingError } from './mapping-error.js';
import { Positions } from './positions.js';
import { Problems } from './problems.js';

const largest = 1_000_000;

type ZodIssue = z.core.$ZodIssue;

function words(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

/** The types that would fit in place of the whole value; none where something inside of it is wrong. */
function expectedTypes(issue: ZodIssue): readonly string[] {
  if (issue.path.length > 0) return [];
  if (issue.code === 'invalid_type') return [issue.expected];
  if (issue.code !== 'invalid_union') return [];
  const branches = issue.errors.map((branch) => branch.flatMap(expectedTypes));
  return branches.every((types) => types.length > 0) ? branches.flat() : [];
}

/** Of a union's branches, the one that came nearest: the fewest issues, and not of the wrong type at the top. */
function nearestBranch(branches: readonly (readonly ZodIssue[])[]): readonly ZodIssue[] {
  const score = (issues: readonly ZodIssue[]): number =>
    issues.length + (issues.some((issue) => expectedTypes(issue).length > 0) ? 100 : 0);
  return branches.reduce((best, branch) => (score(branch) < score(best) ? branch : best));
}

/** A comma inside `{ … }` splits an unquoted expression: what is behind it then looks like a key. */
function hintFor(key: string): string {
  return /^\w+$/.test(key) ? '' : '; between { and } an expression that holds a comma must be in quotes';
}

function tell(issue: ZodIssue, prefix: readonly PropertyKey[], problems: Problems): void {
  const path = words([...prefix, ...issue.path]);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) {
      problems.key(path, key, `${[...path, key].join('.')}: there is no such key here${hintFor(key)}`);
    }
    return;
  }
  if (issue.code === 'invalid_union') {
    const types = expectedTypes({ ...issue, path: [] });
    if (types.length > 0)
      problems.at(path, `this cannot be so: ${[...new Set(types)].join(' or ')} belongs here`);
    else for (const each of nearestBranch(issue.errors)) tell(each, [...prefix, ...issue.path], problems);
    return;
  }
  if (issue.code === 'invalid_key') {
    problems.at(path, issue.issues[0]?.message ?? issue.message);
    return;
  }
  problems.at(
    path,
    issue.message.endsWith('received undefined') ? 'this key is needed and is missing' : issue.message,
  );
}

/** Reads YAML and checks its shape. Throws MappingError with everything that is wrong with it. */
export function readDocument(
  text: string,
  path: string,
): { readonly document: MappingDocument; readonly problems: Problems } {
  const lines = new LineCounter();
  if (text.length > largest) throw tooLarge(path);
  const parsed = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    strict: true,
  });
  const positions = new Positions(path, parsed, lines);
  const problems = new Problems(positions);
  for (const error of parsed.errors) {
    problems.issues.push({
      code: 'mapping-invalid',
      severity: 'error',
      message: `not valid YAML: ${error.message}`,
      origins: [positions.fromOffset(error.pos[0])],
    });
  }
  if (problems.issues.length > 0) throw new MappingError(path, problems.issues);
  const result = documentSchema.safeParse(plainValue(parsed, path));
  if (result.success) return { document: result.data, problems };
  for (const issue of result.error.issues) tell(issue, [], problems);
  throw new MappingError(path, problems.issues);
}

function plainValue(parsed: ReturnType<typeof parseDocument>, path: string): unknown {
  try {
    return parsed.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new MappingError(path, [issueAtTop(path, messageOf(error))]);
  }
}

function issueAtTop(path: string, message: string): Issue {
  return {
    code: 'mapping-invalid',
    severity: 'error',
    message,
    origins: [{ at: 'mapping', file: path, line: 1, column: 1 }],
  };
}

function tooLarge(path: string): MappingError {
  return new MappingError(path, [
    issueAtTop(path, `the file has more than ${largest} characters; a mapping is some hundred lines`),
  ]);
}
