import type { Issue, Severity } from '../../model/issue.js';
import type { MappedRow } from '../../model/mapped.js';
import { isWrite, knownId, type Operation, type WriteOperation } from '../../model/operation.js';
import type { Outcome } from '../../model/outcome.js';
import { endedOf, type Ended, type ReportInput, type Tone } from '../report-data.js';
import type { RowResult } from './sheet-results.js';

/** Of a report's input, what the rows of a workbook are told by. */
export type CopyData = Pick<ReportInput, 'mapped' | 'plan' | 'issues' | 'outcomes' | 'reconciliation'>;

/** What became of one record, as its rows tell it. */
interface RecordResult {
  readonly status: string;
  readonly reference: string;
  readonly id: string;
  readonly message: string;
  readonly tone: Tone;
  readonly failed: boolean;
}

/** The worst first. */
const tones: readonly Tone[] = ['bad', 'warning', 'changed', 'good', 'quiet'];
export const severityTones: Readonly<Record<Severity, Tone>> = {
  error: 'bad',
  warning: 'warning',
  note: 'quiet',
};

export function worseTone(a: Tone, b: Tone): Tone {
  return tones.indexOf(a) <= tones.indexOf(b) ? a : b;
}

const done: Readonly<Record<WriteOperation['action'], string>> = {
  create: 'created',
  update: 'updated',
  replace: 'replaced',
};

const reasons: Readonly<Record<string, string>> = {
  blank: 'the row is blank',
  total: 'the row is a total',
  example: 'the row is an example',
  filtered: 'the mapping leaves such rows out',
  hidden: 'the row is hidden, and the mapping leaves hidden rows out',
  'repeated-header': 'the row repeats the header',
  section: 'the row is the heading of a section',
  note: 'the row holds no data of the table',
};

/** Rows that are left out of the rows to correct; headings and notes stay, since the tables are found by them. */
const needless: ReadonlySet<string> = new Set(['blank', 'total', 'example', 'filtered', 'hidden']);

export function skippedResult(row: number, reason: string): RowResult {
  return {
    row,
    status: 'skipped',
    reference: '',
    id: '',
    message: `left out: ${reasons[reason] ?? reason}`,
    tone: 'quiet',
    inCorrections: needless.has(reason) ? 'leave-out' : 'stay',
  };
}

/** Tells what became of rows. */
export class RowTeller {
  readonly #data: CopyData;
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #ended: Ended;
  readonly #errors = new Map<string, Issue[]>();

  constructor(data: CopyData) {
    this.#data = data;
    this.#ended = endedOf(data);
    this.#operations = new Map(
      (data.plan?.operations ?? []).map((operation) => [operation.desired.reference, operation]),
    );
    for (const issue of data.issues) {
      if (issue.reference === undefined || issue.severity !== 'error') continue;
      const known = this.#errors.get(issue.reference);
      if (known === undefined) this.#errors.set(issue.reference, [issue]);
      else known.push(issue);
    }
  }

  /** A row that has errors: what they are, and which records it has a part in all the same. */
  faulty(row: MappedRow, issues: readonly Issue[]): RowResult {
    const records = row.references.map((reference) => this.#record(reference));
    const messages = issues.filter((issue) => issue.severity !== 'note').map((issue) => issue.message);
    return {
      row: row.row,
      status: 'error',
      reference: joined(records.map((record) => record.reference)),
      id: joined(records.map((record) => record.id)),
      message:
        messages.length > 0
          ? joined(messages, '\n')
          : 'a record that is made of this row and others could not be made: see the errors of those rows, and the report',
      tone: 'bad',
      inCorrections: 'correct',
    };
  }

  /** A row that was mapped: the worst that became of its records. */
  mapped(row: MappedRow, issues: readonly Issue[]): RowResult {
    const records = row.references.map((reference) => this.#record(reference));
    const told = issues.filter((issue) => issue.severity !== 'note');
    const tone = [
      ...records.map((record) => record.tone),
      ...told.map((issue) => severityTones[issue.severity]),
    ].reduce(worseTone, 'quiet');
    const byRank = records.toSorted((a, b) => tones.indexOf(a.tone) - tones.indexOf(b.tone));
    const said = byRank
      .filter((record) => record.message !== '')
      .map((record) => (records.length === 1 ? record.message : `${record.reference}: ${record.message}`));
    return {
      row: row.row,
      status:
        records.length === 0
          ? 'read'
          : joined(
              byRank.map((record) => record.status),
              ', ',
            ),
      reference: joined(records.map((record) => record.reference)),
      id: joined(records.map((record) => record.id)),
      message: joined([...told.map((issue) => issue.message), ...said], '\n'),
      tone,
      inCorrections: records.some((record) => record.failed) ? 'correct' : 'leave-out',
    };
  }

  #record(reference: string): RecordResult {
    const operation = this.#operations.get(reference);
    const errors = this.#errors.get(reference) ?? [];
    if (operation === undefined) {
      const message = joined(
        errors.map((issue) => issue.message),
        '\n',
      );
      return errors.length === 0 && this.#data.plan === null
        ? { status: 'valid', reference, id: '', message, tone: 'good', failed: false }
        : { status: 'left out', reference, id: '', message, tone: 'bad', failed: true };
    }
    const base = { reference: operation.reference, id: this.#idOf(operation) };
    const verdict = this.#ended.verdict(operation.reference);
    if (operation.action === 'blocked')
      return { ...base, status: 'blocked', message: operation.reason, tone: 'bad', failed: true };
    const outcome = this.#ended.outcome(operation.reference);
    if (isWrite(operation) && outcome !== undefined && outcome.state !== 'applied')
      return { ...base, ...unsent(outcome) };
    if (verdict !== undefined && verdict.state !== 'verified')
      return {
        ...base,
        status: verdict.state === 'missing' ? 'missing' : 'differs',
        message: verdict.message,
        tone: 'bad',
        failed: false,
      };
    if (!isWrite(operation))
      return { ...base, status: 'unchanged', message: '', tone: 'good', failed: false };
    return outcome === undefined
      ? {
          ...base,
          status: `to ${operation.action}`,
          message: operation.reason,
          tone: 'changed',
          failed: false,
        }
      : {
          ...base,
          status: done[operation.action],
          message: outcome.message ?? '',
          tone: 'good',
          failed: false,
        };
  }

  #idOf(operation: Operation): string {
    const outcome = this.#ended.outcome(operation.reference);
    if (outcome?.state === 'applied') return outcome.id;
    const verdict = this.#ended.verdict(operation.reference);
    if (verdict !== undefined && verdict.state !== 'missing') return verdict.id;
    return knownId(operation) ?? '';
  }
}

function unsent(
  outcome: Exclude<Outcome, { readonly state: 'applied' }>,
): Pick<RecordResult, 'status' | 'message' | 'tone' | 'failed'> {
  const { message } = outcome;
  switch (outcome.state) {
    case 'failed':
      return { status: 'failed', message, tone: 'bad', failed: true };
    case 'in-doubt':
      return { status: 'in doubt', message, tone: 'bad', failed: true };
    case 'skipped':
      return { status: 'not sent', message, tone: 'warning', failed: false };
  }
}

/** Each text once, blank ones left out. */
function joined(texts: readonly string[], between = '; '): string {
  return [...new Set(texts)].filter((text) => text !== '').join(between);
}
