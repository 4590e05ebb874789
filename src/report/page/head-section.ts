import type { Summary } from '../../model/summary.js';
import type { ReportInput } from '../report-data.js';
import { sentence } from '../sheets/summary.js';
import { fixed, plural, signedTonnes, tonnes } from './figures.js';
import { html, nothing, type Html } from './html.js';

interface Need {
  readonly count: number;
  /** For one, and for any other count. */
  readonly what: readonly [one: string, many: string];
  readonly where: Html;
}

function shown(field: string, value: string, words: string): Html {
  return html`<a href="#operations" data-filter="${field}" data-value="${value}">${words}</a>`;
}

/** What no program can settle, each with the way to its rows. */
function needs(input: ReportInput): readonly Need[] {
  const { summary } = input;
  const { outcomes, verdicts } = summary;
  const list: readonly Need[] = [
    {
      count: summary.issues.errors,
      what: ['error in the workbook', 'errors in the workbook'],
      where: html`<a href="#issues">correct the cells and run again</a>`,
    },
    {
      count: summary.operations.blocked,
      what: ['blocked record', 'blocked records'],
      where: shown('action', 'blocked', 'see what stays wrong'),
    },
    {
      count: outcomes.failed,
      what: ['failed operation', 'failed operations'],
      where: shown('outcome', 'failed', 'see what the service said'),
    },
    {
      count: outcomes.in_doubt,
      what: ['operation in doubt', 'operations in doubt'],
      where: shown('outcome', 'in-doubt', 'see what was sent and how to look for it'),
    },
    {
      count: outcomes.skipped,
      what: ['skipped operation', 'skipped operations'],
      where: shown('outcome', 'skipped', 'see what it waited for'),
    },
    {
      count: verdicts.diverged,
      what: ['record that differs from the workbook', 'records that differ from the workbook'],
      where: shown('verdict', 'diverged', 'see what differs'),
    },
    {
      count: verdicts.missing,
      what: ['record missing from the registry', 'records missing from the registry'],
      where: shown('verdict', 'missing', 'see which'),
    },
  ];
  return list.filter(({ count }) => count > 0);
}

function person(input: ReportInput): Html {
  const open = needs(input);
  // A run that was refused or interrupted says in its first sentence what is to be done.
  if (open.length === 0 && input.summary.exit_code !== 0 && input.summary.exit_code !== 4) return nothing;
  if (open.length === 0) return html`<p class="note good"><strong>Nothing needs a person.</strong></p>`;
  return html`<div class="note bad">
    <h2>What needs a person</h2>
    <ul>
      ${open.map(
        ({ count, what: [one, many], where }) =>
          html`<li><strong>${fixed(count, 0)}</strong> ${count === 1 ? one : many}: ${where}</li>`,
      )}
    </ul>
  </div>`;
}

interface KeyFigure {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
}

/** What was sent, or what is still to be. */
function work({ operations, outcomes }: Summary): KeyFigure {
  const records = Object.values(operations).reduce((sum, count) => sum + count, 0);
  const sent = outcomes.applied + outcomes.failed + outcomes.in_doubt + outcomes.skipped;
  const pending = operations.create + operations.update + operations.replace;
  const note = `${fixed(operations.unchanged, 0)} of ${plural(records, 'record')} unchanged`;
  return sent === 0
    ? {
        label: 'Planned, not sent',
        value: fixed(pending, 0),
        unit: pending === 1 ? 'change' : 'changes',
        note,
      }
    : { label: 'Applied', value: fixed(outcomes.applied, 0), unit: `of ${plural(sent, 'operation')}`, note };
}

function keyFigures({ summary }: ReportInput): readonly KeyFigure[] {
  const { verdicts, rows } = summary;
  const compared = verdicts.verified + verdicts.diverged + verdicts.missing;
  const entries = summary.entries.map((entry): KeyFigure => {
    const [before, now] = [entry.co2e_net_removed_kg_before, entry.co2e_net_removed_kg];
    const was = before === null ? 'new' : `before ${tonnes(before)} t`;
    return {
      label: `Net removal ${entry.reference}`,
      value: now === null ? (before === null ? '–' : tonnes(before)) : tonnes(now),
      unit: 't CO2e',
      note:
        now === null
          ? 'before this plan; not read back'
          : before === null
            ? was
            : `${was}, ${signedTonnes(now - before)} t`,
    };
  });
  return [
    ...entries,
    {
      label: 'Read back and equal',
      value: compared === 0 ? '–' : fixed(verdicts.verified, 0),
      unit: compared === 0 ? '' : `of ${plural(compared, 'record')}`,
      note: compared === 0 ? 'nothing was read back' : `${fixed(compared - verdicts.verified, 0)} differ`,
    },
    work(summary),
    {
      label: 'Rows read',
      value: fixed(rows.read, 0),
      unit: rows.read === 1 ? 'row' : 'rows',
      note: `${fixed(rows.mapped, 0)} mapped, ${fixed(rows.skipped, 0)} skipped, ${fixed(rows.with_errors, 0)} with errors`,
    },
  ];
}

/** The run's end in one sentence, its figures, and what needs a person. */
export function headSection(input: ReportInput): Html {
  const { lead, tone } = sentence(input);
  const { summary } = input;
  const figure = ({ label, value, unit, note }: KeyFigure) =>
    html`<div>
      <dt><bdi>${label}</bdi></dt>
      <dd>
        <span class="value">${value}</span> <span class="unit">${unit}</span><br /><small>${note}</small>
      </dd>
    </div>`;
  const where = `${summary.environment.name}, project ${summary.environment.project_id ?? 'none'}`;
  return html`<header>
    <p class="over"><bdi>${where}</bdi></p>
    <h1>Reconciliation report</h1>
    <p class="lead ${tone}">${lead}</p>
    <dl class="key">${keyFigures(input).map(figure)}</dl>
    ${person(input)}
  </header>`;
}
