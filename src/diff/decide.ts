import type { Finding, WritableKindRules } from '../kinds/kind.js';
import { writableRules } from '../kinds/registry.js';
import type { Issue } from '../model/issue.js';
import { isWrite, linkKey, type Change, type Operation } from '../model/operation.js';
import type { Mapped } from '../model/mapped.js';
import type { DecidedPlan, EntryBridge, EnvironmentBinding, Plan, Reading } from '../model/plan.js';
import { chainReference, readReference } from '../model/reference.js';
import type { DesiredRecord, Link, ReferencedRecord } from '../model/record.js';
import type { RemoteState } from '../model/remote-state.js';
import { compareRecord } from './compare.js';
import { DiffState, type Lock } from './state.js';

/** What is to be done with a record, and what there is to be told of it. */
export interface Decision {
  readonly operation: Operation;
  readonly issues: readonly Issue[];
}

function origins(record: DesiredRecord, field: string) {
  return record.origins[field] ?? record.origins[''] ?? [];
}

function toIssue(record: DesiredRecord, finding: Finding): Issue {
  const { code, severity, message } = finding;
  return { code, severity, message, origins: origins(record, finding.field), reference: record.reference };
}

/** The operations that make what a record points to: without them it has no ids to send. */
function dependencies(rules: WritableKindRules, record: DesiredRecord, state: DiffState): readonly string[] {
  const references = rules.links(record.fields).flatMap((link) => {
    const resolved = state.resolve(link);
    return resolved.state === 'to-be-made' ? [resolved.operation.reference] : [];
  });
  return [...new Set(references)];
}

function names(changes: readonly Change[]): string {
  return changes.map((change) => change.field.replaceAll('_', ' ')).join(', ');
}

/** That the registry's values are left: `quantity, type stay as in the registry`. */
function staying(changes: readonly Change[]): string {
  return `${names(changes)} stay${changes.length === 1 ? 's' : ''} as in the registry`;
}

/** Links that lead nowhere: not in the workbook, not in the registry. */
function dangling(links: readonly Link[]): readonly Finding[] {
  return links.map((link) => {
    const what = link.kind.replaceAll('_', ' ');
    const message = `it points to the ${what} "${link.value}", which is neither in the workbook nor in the project: correct the mapping, or make the ${what} first`;
    return { code: 'dangling-reference', severity: 'error', field: '', message };
  });
}

/** Wanted records that it points to, that are blocked themselves and that the registry does not hold either. */
function blockers(links: readonly Link[], state: DiffState): readonly Operation[] {
  return links.map((link) => state.decided(link)).filter((operation) => operation !== null);
}

/** A record whose operation is to be decided. */
export interface Base {
  readonly kind: Operation['kind'];
  readonly desired: DesiredRecord;
  readonly dependsOn: readonly string[];
}

function supersede(
  base: Base,
  rules: WritableKindRules,
  remote: ReferencedRecord,
  changes: readonly Change[],
  why: string,
  may: WritableKindRules['supersede'] = rules.supersede,
): Operation {
  const { reference } = base.desired;
  if (may === 'block') {
    const reason = `${why}, and a ${rules.label.one} is never made a second time: it would count twice. ${staying(changes)}`;
    return { ...base, action: 'blocked', reference: remote.reference, remote, changes, reason };
  }
  const { step } = readReference(remote.reference);
  return {
    ...base,
    action: 'replace',
    reference: chainReference(reference, step + 1),
    remote,
    changes,
    reason: `${why}, and differs in ${names(changes)}`,
  };
}

function decideLocked(
  base: Base,
  rules: WritableKindRules,
  remote: ReferencedRecord,
  changes: readonly Change[],
  { why: lock, held }: Lock,
): Decision {
  const record = base.desired;
  const { reference } = remote;
  const may = held ? 'block' : rules.supersede;
  const counted = changes.filter((change) => rules.fields[change.field]?.counts === true);
  if (counted.length === 0) {
    const reason = `equal in what counts; it is ${lock}, so its ${staying(changes)}`;
    return {
      operation: { ...base, action: 'unchanged', reference, remote, ignored: changes, reason },
      issues: [],
    };
  }
  const message = `the registry's record is ${lock} and differs in ${names(counted)}`;
  if (may === 'block' && record.onLocked !== 'keep') {
    return { operation: supersede(base, rules, remote, changes, `it is ${lock}`, may), issues: [] };
  }
  switch (record.onLocked) {
    case 'replace':
      return { operation: supersede(base, rules, remote, changes, `it is ${lock}`), issues: [] };
    case 'keep': {
      const issue: Issue = {
        code: 'locked-kept',
        severity: 'warning',
        message: `${message}; the mapping keeps it (on_locked: keep), so the registry's value stays`,
        origins: counted.flatMap((change) => change.origins),
        reference: record.reference,
      };
      const reason = `it is ${lock} and the mapping keeps it`;
      return {
        operation: { ...base, action: 'unchanged', reference, remote, ignored: changes, reason },
        issues: [issue],
      };
    }
    case 'fail': {
      const reason = `${message}; the mapping does not allow a replacement (on_locked: fail)`;
      const issue: Issue = {
        code: 'locked-fails',
        severity: 'error',
        message: `${reason}: correct the cell, or allow the replacement`,
        origins: counted.flatMap((change) => change.origins),
        reference: record.reference,
      };
      return {
        operation: { ...base, action: 'blocked', reference, remote, changes, reason },
        issues: [issue],
      };
    }
  }
}

/** Decides a record that the registry holds by the fields in which it differs. */
export function decideExisting(
  base: Base,
  rules: WritableKindRules,
  remote: ReferencedRecord,
  changes: readonly Change[],
  lock: Lock | null,
): Decision {
  const { reference } = remote;
  if (changes.length === 0) {
    const reason = 'equal to the workbook';
    return {
      operation: { ...base, action: 'unchanged', reference, remote, ignored: [], reason },
      issues: [],
    };
  }
  if (lock !== null) return decideLocked(base, rules, remote, changes, lock);
  const fixed = changes.filter((change) => rules.fields[change.field]?.change === 'fixed');
  if (fixed.length > 0) {
    const why = `its ${names(fixed)} cannot be changed in place`;
    return { operation: supersede(base, rules, remote, changes, why), issues: [] };
  }
  const reason = `differs in ${names(changes)}`;
  return { operation: { ...base, action: 'update', reference, remote, changes, reason }, issues: [] };
}

/** A record that was found unfit offline is not looked at any further. */
function decideUnfit(record: DesiredRecord, reason: string, state: DiffState): Decision {
  const remote = state.remote.chain(record.kind, record.reference).at(-1) ?? null;
  const reference = remote?.reference ?? record.reference;
  const base: Base = { kind: record.kind, desired: record, dependsOn: [] };
  return { operation: { ...base, action: 'blocked', reference, remote, changes: [], reason }, issues: [] };
}

/** Decides one record, after all that it points to. */
function decideRecord(wanted: DesiredRecord, state: DiffState): Decision {
  const rules = writableRules(wanted.kind);
  const prepared = rules.prepare(wanted, state.lookup);
  const record: DesiredRecord =
    prepared.fields === wanted.fields ? wanted : { ...wanted, fields: prepared.fields };
  const remote = state.remote.chain(record.kind, record.reference).at(-1) ?? null;
  const missing = rules.links(record.fields).filter((link) => state.resolve(link).state === 'missing');
  const blocked = blockers(missing, state);
  const unknown = missing.filter((link) => state.decided(link) === null);
  const findings = [...prepared.findings, ...dangling(unknown)];
  const issues = findings.map((finding) => toIssue(record, finding));
  const reasons = [
    ...findings.filter((finding) => finding.severity === 'error').map((finding) => finding.message),
    ...blocked.map((operation) => `it needs ${operation.reference}, which is blocked`),
  ];
  const base: Base = { kind: record.kind, desired: record, dependsOn: dependencies(rules, record, state) };
  if (reasons.length > 0) {
    const reference = remote?.reference ?? record.reference;
    return {
      operation: { ...base, action: 'blocked', reference, remote, changes: [], reason: reasons.join('; ') },
      issues,
    };
  }
  if (remote === null) {
    const reason = 'not in the registry yet';
    return { operation: { ...base, action: 'create', reference: record.reference, reason }, issues };
  }
  const changes = compareRecord(rules, record, record.fields, remote, state.target, state.managed);
  const decision = decideExisting(base, rules, remote, changes, state.lockOf(remote));
  return { operation: decision.operation, issues: [...issues, ...decision.issues] };
}

/** The ids of everything that the writes point to, as far as they are known before the run. */
function knownIds(operations: readonly Operation[], state: DiffState): Readonly<Record<string, string>> {
  const known: Record<string, string> = {};
  const add = (link: Link) => {
    const resolved = state.resolve(link);
    if (resolved.state === 'known') known[linkKey(link)] = resolved.id;
  };
  for (const operation of operations) {
    if (isWrite(operation)) writableRules(operation.kind).links(operation.desired.fields).forEach(add);
  }
  return known;
}

function bridges(operations: readonly Operation[]): readonly EntryBridge[] {
  return operations
    .filter((operation) => writableRules(operation.kind).computesCo2e)
    .map((operation) => ({
      reference: operation.reference,
      before: operation.action === 'create' ? null : (operation.remote?.co2e ?? null),
      predicted: null,
      steps: [],
    }));
}

function readingOf(mapped: Mapped): Reading {
  const { rows, mappedRows, rowsWithErrors, places, skipped, referencePatterns } = mapped;
  return { rows, mappedRows, rowsWithErrors, places, skipped, referencePatterns };
}

/**
 * Compares what is wanted with what is there, and decides every record's action. Knows no kind: the kinds say what
 * can be patched, what counts and what may be superseded.
 */
export function decide(plan: Plan, remote: RemoteState, environment: EnvironmentBinding): DecidedPlan {
  const state = new DiffState(plan.records, remote);
  const operations: Operation[] = [];
  const issues: Issue[] = [...plan.issues];
  for (const record of plan.records) {
    const unfit = plan.unfit.get(record.reference);
    const decision = unfit === undefined ? decideRecord(record, state) : decideUnfit(record, unfit, state);
    state.decide(decision.operation);
    operations.push(decision.operation);
    issues.push(...decision.issues);
  }
  return {
    stage: 'decided',
    format: 'mrv-ingest/plan@1',
    environment,
    workbooks: plan.mapped.workbooks,
    mapping: plan.mapped.mapping,
    operations,
    known: knownIds(operations, state),
    bridges: bridges(operations),
    controlTotals: plan.mapped.controlTotals,
    limits: plan.mapped.limits,
    overrides: {},
    kept: {},
    reading: readingOf(plan.mapped),
    issues,
  };
}
