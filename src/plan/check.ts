import type { IssueCode } from '../model/issue-codes.js';
import type { z } from 'zod';
import type { Issue } from '../model/issue.js';
import type { Origin } from '../model/origin.js';
import { linkKey, recordKey } from '../model/operation.js';
import { readReference } from '../model/reference.js';
import type { DesiredRecord } from '../model/record.js';
import { writableRules } from '../kinds/registry.js';

function error(code: IssueCode, message: string, record: DesiredRecord, origins: readonly Origin[]): Issue {
  return { code, severity: 'error', message, origins, reference: record.reference };
}

/** The cells of the first field that the path names, else of the record. */
function originsOf(record: DesiredRecord, field: string): readonly Origin[] {
  const own = record.origins[field];
  return own === undefined || own.length === 0 ? (record.origins[''] ?? []) : own;
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** `interface.md`, Identifiers: 1 to 200 characters; `~2`, `~3` at the end mark the replacements of a record. */
function checkReference(record: DesiredRecord): readonly Issue[] {
  const { reference } = record;
  const problems = [
    reference.length === 0 ? 'is empty' : null,
    reference.length > 200
      ? `is ${reference.length} characters long, and the registry takes at most 200`
      : null,
    hasControlCharacter(reference) ? 'holds a line break or another control character' : null,
    reference.trim() !== reference ? 'begins or ends with a blank' : null,
    readReference(reference).step > 1 ? 'ends like the mark of a replaced record (~2, ~3, …)' : null,
  ].filter((problem) => problem !== null);
  return problems.map((problem) =>
    error(
      'reference-invalid',
      `the reference "${reference.slice(0, 60)}" ${problem}: change the mapping's reference, or the cell it is made from`,
      record,
      record.origins[''] ?? [],
    ),
  );
}

/** A reference must be unique over all kinds, so both places are shown. */
function checkUnique(records: readonly DesiredRecord[]): readonly Issue[] {
  // Nearly every plan is all different, which takes less room to see than to explain.
  if (new Set(records.map((record) => record.reference)).size === records.length) return [];
  const first = new Map<string, DesiredRecord>();
  return records.flatMap((record) => {
    const other = first.get(record.reference);
    if (other === undefined) {
      first.set(record.reference, record);
      return [];
    }
    const what = writableRules(other.kind).label.one;
    const message = `the reference "${record.reference}" is made twice, here and for a ${what} of ${other.definition}: a reference must be unique over all records`;
    return [
      error('reference-repeated', message, record, [
        ...(record.origins[''] ?? []).slice(0, 1),
        ...(other.origins[''] ?? []).slice(0, 1),
      ]),
    ];
  });
}

/** The strict shape of the kind: lengths, enums and bounds of the interface. */
function checkShape(record: DesiredRecord): readonly Issue[] {
  const parsed = writableRules(record.kind).desired.safeParse(record.fields);
  if (parsed.success) return [];
  return parsed.error.issues.map((problem: z.core.$ZodIssue) => {
    const field = String(problem.path[0] ?? '');
    return error(
      'field-invalid',
      `${field.replaceAll('_', ' ')} ${problem.message}`,
      record,
      originsOf(record, field),
    );
  });
}

interface Share {
  readonly record: DesiredRecord;
  readonly factor: number;
}

/** A record is shared out once at most: over all that take a share of it, the factors add up to 1 or less. */
function checkShares(records: readonly DesiredRecord[]): readonly Issue[] {
  const shares = new Map<string, Share[]>();
  for (const record of records) {
    for (const field of Object.values(record.fields)) {
      if (field.type !== 'attributions') continue;
      for (const { component, factor } of field.value) {
        const key = linkKey(component);
        shares.set(key, [...(shares.get(key) ?? []), { record, factor }]);
      }
    }
  }
  if (shares.size === 0) return [];
  const byKey = new Map(records.map((record) => [recordKey(record), record]));
  return [...shares].flatMap(([key, parts]) => {
    const sum = parts.reduce((total, { factor }) => total + factor, 0);
    // Shares as 1/3 add up to 1 but for the last digit.
    if (sum <= 1 + 1e-9) return [];
    const own = byKey.get(key);
    const takers = [...new Set(parts.map(({ record }) => record))];
    const names = parts.map(({ record, factor }) => `${factor} of it to ${record.reference}`).join(', ');
    const origins = [
      ...(own?.origins[''] ?? []),
      ...takers.flatMap((taker) => originsOf(taker, 'attributions').slice(0, 1)),
    ];
    const message = `${own?.reference ?? key} is attributed by ${Number(sum.toPrecision(6))} in all, and at most 1 is there: ${names}. Correct the factors`;
    return takers.map((taker) => error('attribution-exceeded', message, taker, origins));
  });
}

/** What is found here of a record keeps it from being sent, also where the rest is. */
const offlineCodes: ReadonlySet<string> = new Set([
  'reference-invalid',
  'reference-repeated',
  'reference-circle',
  'field-invalid',
  'attribution-exceeded',
]);

/** The references of records that must not be sent as they are, each with why. */
export function unfitRecords(issues: readonly Issue[]): ReadonlyMap<string, string> {
  const unfit = new Map<string, string>();
  for (const { code, severity, reference, message } of issues) {
    if (severity !== 'error' || reference === undefined || !offlineCodes.has(code)) continue;
    const known = unfit.get(reference);
    unfit.set(reference, known === undefined ? message : `${known}; ${message}`);
  }
  return unfit;
}

/** Everything wrong with the wanted records that can be said offline. */
export function checkRecords(records: readonly DesiredRecord[]): readonly Issue[] {
  const issues: Issue[] = [];
  for (const record of records) issues.push(...checkReference(record), ...checkShape(record));
  return [...issues, ...checkUnique(records), ...checkShares(records)];
}
