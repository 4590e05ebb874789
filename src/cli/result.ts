import path from 'node:path';
import type { Issue } from '../model/issue.js';
import { actions, type Operation } from '../model/operation.js';
import { describeOrigin, type Origin } from '../model/origin.js';
import type { EntryResult, Summary } from '../model/summary.js';
import { group, plural, seconds, tonnes, wrap } from './text.js';
import { say, style, type Style, type Terminal } from './terminal.js';

/** What a command tells a person at its end. */
export interface Told {
  readonly summary: Summary;
  readonly issues: readonly Issue[];
  readonly operations: readonly Operation[];
}

const labelWidth = 12;

function line(terminal: Terminal, label: string, text: string): void {
  const indent = ' '.repeat(labelWidth);
  say(terminal, style(terminal, 'bold', label.padEnd(labelWidth)) + wrap(text, terminal.width, indent));
}

function listed(parts: readonly (readonly [number, string])[], none: string): string {
  const said = parts.filter(([count]) => count > 0).map(([count, word]) => `${group(count)} ${word}`);
  return said.length === 0 ? none : said.join(', ');
}

function sayRows(terminal: Terminal, { rows, issues }: Summary): void {
  const detail = listed(
    [
      [rows.mapped, 'mapped'],
      [rows.skipped, 'skipped'],
      [rows.with_errors, 'with errors'],
    ],
    'none',
  );
  const found = listed(
    [
      [issues.errors, 'errors'],
      [issues.warnings, 'warnings'],
    ],
    'no issues',
  );
  line(terminal, 'Read', `${plural(rows.read, 'row')}: ${detail}; ${found}`);
}

function sayPlan(terminal: Terminal, { operations }: Summary): void {
  const total = actions.reduce((sum, action) => sum + operations[action], 0);
  const detail = listed(
    actions.map((action) => [operations[action], action]),
    'nothing',
  );
  line(terminal, 'Planned', `${plural(total, 'record')}: ${detail}`);
}

function saySent(terminal: Terminal, { outcomes, requests, duration_ms }: Summary): void {
  const { applied, failed, in_doubt, skipped } = outcomes;
  if (applied + failed + in_doubt + skipped === 0) {
    line(
      terminal,
      'Sent',
      `nothing: there was nothing to do (${plural(requests.reads, 'read')}, ${seconds(duration_ms)})`,
    );
    return;
  }
  const detail = listed(
    [
      [applied, 'applied'],
      [failed, 'failed'],
      [in_doubt, 'in doubt'],
      [skipped, 'skipped'],
    ],
    '',
  );
  const cost = listed(
    [
      [requests.reads, 'reads'],
      [requests.writes, 'writes'],
      [requests.uploads, 'uploads'],
      [requests.throttled, 'times asked to wait'],
    ],
    '',
  );
  line(terminal, 'Sent', `${detail}; ${cost}; ${seconds(duration_ms)}`);
}

function sayVerdicts(terminal: Terminal, { verdicts }: Summary): void {
  const total = verdicts.verified + verdicts.diverged + verdicts.missing;
  if (total === 0) return;
  const rest = listed(
    [
      [verdicts.diverged, 'differ'],
      [verdicts.missing, 'missing'],
    ],
    '',
  );
  const text =
    rest === ''
      ? `all ${plural(total, 'record')} read back and equal to the workbook`
      : `${group(verdicts.verified)} of ${plural(total, 'record')} equal to the workbook, ${rest}`;
  line(terminal, 'Verified', text);
}

function sayDocuments(terminal: Terminal, { documents }: Summary): void {
  if (documents === undefined) return;
  const { verified, diverged, not_read } = documents;
  const total = verified + diverged + not_read;
  const rest = listed(
    [
      [diverged, 'differ'],
      [not_read, 'could not be read'],
    ],
    '',
  );
  const text =
    rest === ''
      ? `all ${plural(total, 'document')} read back, and the same byte for byte`
      : `${group(verified)} of ${plural(total, 'document')} the same byte for byte, ${rest}`;
  line(terminal, 'Documents', text);
}

/** `+12.282 t changed, +22.222 t new`. */
function stepsOf(entry: EntryResult): string {
  const signed = (kg: number) => `${kg < 0 ? '−' : '+'}${tonnes(Math.abs(kg))}`;
  const steps = entry.steps.filter(({ net_kg }) => net_kg !== 0);
  return steps.map(({ cause, net_kg }) => `${signed(net_kg)} ${cause}`).join(', ');
}

function sayEntry(terminal: Terminal, entry: EntryResult): void {
  const now = entry.co2e_net_removed_kg;
  const before = entry.co2e_net_removed_kg_before;
  const was = before === null ? 'new' : `before: ${tonnes(before)}`;
  if (now === null) {
    const after = entry.co2e_net_removed_kg_predicted;
    const predicted =
      after === null
        ? '; what it will be cannot be worked out'
        : `; after this plan ${tonnes(after)}${stepsOf(entry) === '' ? '' : ` (${stepsOf(entry)})`}`;
    line(terminal, 'CO2e', `${entry.reference}: ${was}${predicted}`);
    return;
  }
  const sd = entry.co2e_net_removed_standard_deviation_kg;
  const discount = sd === null ? '' : ` after a discount of ${tonnes(sd)} for uncertainty`;
  line(terminal, 'CO2e', `${entry.reference} removes ${tonnes(now)} net${discount} (${was})`);
}

const severityStyle: Readonly<Record<Issue['severity'], Style>> = {
  error: 'red',
  warning: 'yellow',
  note: 'grey',
};

/** Findings that say the same of several places, as one: its places in the order in which they were found. */
function together(issues: readonly Issue[]): readonly Issue[] {
  const groups = new Map<string, { readonly first: Issue; readonly origins: Map<string, Origin> }>();
  for (const issue of issues) {
    const key = `${issue.severity} ${issue.code} ${issue.message}`;
    const group = groups.get(key) ?? { first: issue, origins: new Map<string, Origin>() };
    for (const origin of issue.origins) group.origins.set(describeOrigin(origin), origin);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ first, origins }) => ({ ...first, origins: [...origins.values()] }));
}

/** At most a page of issues, errors first, like ones together; all of them are in the report. */
export function sayIssues(terminal: Terminal, issues: readonly Issue[], most: number): void {
  const order = { error: 0, warning: 1, note: 2 };
  const shown = together(issues.filter((issue) => issue.severity !== 'note')).toSorted(
    (a, b) => order[a.severity] - order[b.severity],
  );
  for (const issue of shown.slice(0, most)) {
    const [first, ...others] = issue.origins;
    const where = first === undefined ? '' : `${describeOrigin(first)}: `;
    const more = others.length === 0 ? '' : ` (and ${plural(others.length, 'more place')})`;
    const text = `${issue.severity}  ${where}${issue.message}${more}`;
    say(terminal, style(terminal, severityStyle[issue.severity], wrap(text, terminal.width, '  ')));
  }
  if (shown.length > most)
    say(terminal, `… and ${plural(shown.length - most, 'more issue')}, all in the report`);
  if (shown.length > 0) say(terminal);
}

function sayChanges(terminal: Terminal, operations: readonly Operation[], most: number): void {
  const shown = operations.filter(
    (operation) =>
      operation.action === 'replace' || operation.action === 'blocked' || operation.action === 'update',
  );
  const word: Readonly<Record<string, string>> = { replace: '±', blocked: '!', update: '~' };
  for (const operation of shown.slice(0, most)) {
    const text = `${word[operation.action] ?? ' '} ${operation.action} ${operation.kind.replaceAll('_', ' ')} ${operation.reference}: ${operation.reason}`;
    say(terminal, wrap(text, terminal.width, '    '));
  }
  if (shown.length > most)
    say(terminal, `  … and ${plural(shown.length - most, 'more change')}, all in the report`);
  if (shown.length > 0) say(terminal);
}

function sayWhere(terminal: Terminal, { environment, dry_run }: Summary): void {
  if (environment.base_url === null) return;
  const dry = dry_run ? ', dry run' : '';
  line(
    terminal,
    'Service',
    `${environment.name} ${environment.base_url}, project ${environment.project_id ?? 'none'}${dry}`,
  );
}

/** The workbook and the page: one line where they lie together. */
function sayReport(terminal: Terminal, { files: { report, page } }: Summary): void {
  if (report === null) return;
  const beside = page !== null && path.dirname(page) === path.dirname(report);
  line(terminal, 'Report', beside ? `${report} and ${path.basename(page)}` : report);
  if (page !== null && !beside) line(terminal, 'Page', page);
}

/** Whether something was to be sent: what was is said of a run that ended early too. */
function tellsSent({ command, dry_run, error, outcomes }: Summary): boolean {
  if (dry_run || (command !== 'run' && command !== 'apply')) return false;
  return error === null || Object.values(outcomes).some((count) => count > 0);
}

/** The dozen lines at the end of a command. */
export function sayResult(terminal: Terminal, told: Told): void {
  const { summary } = told;
  sayIssues(terminal, told.issues, 20);
  if (summary.dry_run || summary.exit_code !== 0) sayChanges(terminal, told.operations, 15);
  sayWhere(terminal, summary);
  if (summary.workbooks.length > 0 && summary.command !== 'undo') sayRows(terminal, summary);
  if (actions.some((action) => summary.operations[action] > 0)) {
    sayPlan(terminal, summary);
    if (tellsSent(summary)) saySent(terminal, summary);
    if (summary.dry_run) line(terminal, 'Sent', 'nothing: this was a dry run');
    sayVerdicts(terminal, summary);
    sayDocuments(terminal, summary);
  }
  if (summary.not_in_workbook > 0) {
    const { deleted, left } = summary.removals;
    const fate = deleted + left === 0 ? '; --prune deletes them' : `: ${deleted} deleted, ${left} left`;
    line(
      terminal,
      'Left over',
      `${plural(summary.not_in_workbook, 'record')} of this mapping that the workbook no longer wants${fate}`,
    );
  }
  for (const entry of summary.entries) sayEntry(terminal, entry);
  if (summary.error !== null) line(terminal, 'Stopped', style(terminal, 'red', summary.error.message));
  if (summary.files.plan !== null && summary.dry_run) line(terminal, 'Plan', summary.files.plan);
  sayReport(terminal, summary);
  for (const file of summary.files.workbooks) line(terminal, 'Workbook', file);
  for (const note of summary.files.workbook_notes ?? []) line(terminal, 'Note', note);
}
