import type { Line, ReportCell, ReportInput, ReportRow, Section, Tone } from '../report-data.js';
import { controlTotalsSheet } from '../sheets/control-totals.js';
import { issuesSheet } from '../sheets/issues.js';
import { counts, ended, sentence, what } from '../sheets/summary.js';
import { daysTable, uncertaintyTable, waterfallTable } from './charts.js';
import { daysChart } from './days.js';
import { fixed, plural, signedTonnes, tonnes } from './figures.js';
import { html, nothing, type Html } from './html.js';
import { pageAddress } from './operations-data.js';
import { contributions } from './uncertainty.js';
import { waterfall } from './waterfall.js';

/** Issues beyond these are in the workbook's sheet; an operation's own are told in its row. */
const mostIssues = 200;

function cellHtml(cell: ReportCell | undefined): Html {
  if (cell === null || cell === undefined) return nothing;
  if (typeof cell === 'number') return html`${fixed(cell, Number.isInteger(cell) ? 0 : 3)}`;
  if (typeof cell === 'string') return html`<bdi>${cell}</bdi>`;
  const [file = '', ...anchor] = cell.link.split('#');
  return html`<a href="${pageAddress(file)}#${anchor.join('#')}"><bdi>${cell.text}</bdi></a>`;
}

function toneClass(tone: Tone | undefined): string {
  return tone ?? 'plain';
}

/** Label and words, one below the other. */
function list(section: Section): Html {
  const line = ({ label, cells, tone }: Line) =>
    html`<div class="${toneClass(tone)}">
      <dt>${label}</dt>
      <dd>${cells.map(cellHtml)}</dd>
    </div>`;
  return html`<h3>${section.heading}</h3>
    <dl class="facts">${section.lines.map(line)}</dl>`;
}

function countsTable(section: Section): Html {
  const head = (title: string) => html`<th scope="col" class="figure">${title}</th>`;
  const row = ({ label, cells }: Line, place: number) =>
    html`<tr class="${place === section.lines.length - 1 ? 'total' : 'part'}">
      <th scope="row">${label}</th>
      ${cells.map((cell) => html`<td class="figure">${cellHtml(cell)}</td>`)}
    </tr>`;
  return html`<h3>${section.heading}</h3>
    <div class="wide" tabindex="0" role="region" aria-label="${section.heading}">
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Records</th>
            ${(section.columns ?? []).map(head)}
          </tr>
        </thead>
        <tbody>
          ${section.lines.map(row)}
        </tbody>
      </table>
    </div>`;
}

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

function keyFigures({ summary }: ReportInput): readonly KeyFigure[] {
  const { operations, verdicts, outcomes, rows } = summary;
  const records = Object.values(operations).reduce((sum, count) => sum + count, 0);
  const compared = verdicts.verified + verdicts.diverged + verdicts.missing;
  const sent = outcomes.applied + outcomes.failed + outcomes.in_doubt + outcomes.skipped;
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
    {
      label: 'Applied',
      value: fixed(outcomes.applied, 0),
      unit: `of ${plural(sent, 'operation')}`,
      note: `${fixed(operations.unchanged, 0)} of ${plural(records, 'record')} unchanged`,
    },
    {
      label: 'Rows read',
      value: fixed(rows.read, 0),
      unit: rows.read === 1 ? 'row' : 'rows',
      note: `${fixed(rows.mapped, 0)} mapped, ${fixed(rows.skipped, 0)} skipped, ${fixed(rows.with_errors, 0)} with errors`,
    },
  ];
}

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

function entryCharts(input: ReportInput): readonly Html[] {
  return (input.reconciliation?.entries ?? []).map(({ reference, after }) => {
    if (after === null) return html`<p>${reference} was not read back.</p>`;
    const breakdown = input.breakdowns.find((own) => own.reference === reference);
    const sd = after.standard_deviation_kg;
    const parts = sd === null ? [] : contributions(sd, breakdown, input.plan);
    const [share, pool] = [after.supplier_allocation_kg, after.buffer_pool_contribution_kg];
    return html`<h3><bdi>${reference}</bdi></h3>
      ${waterfallTable(waterfall(after, breakdown), 'CO2e by component group: from what is stored to the net removal. Totals are the registry’s; groups are worked out from the records read back.')}
      ${
        share === null || pool === null
          ? nothing
          : html`<p class="under">
              Of the net removal ${tonnes(share)} t CO2e are the supplier’s and ${tonnes(pool)} t CO2e go to
              the buffer pool.
            </p>`
      }
      ${parts.length === 0 ? nothing : uncertaintyTable(parts, 'Where the discount comes from: standard deviation and share of the variance, by the datapoints’ definition in the mapping.')}`;
  });
}

function totalsTable(input: ReportInput): Html {
  const sheet = controlTotalsSheet(input);
  if (sheet.rows.length === 0) return nothing;
  const numeric = new Set(
    sheet.columns.flatMap(({ format }, place) => (format === undefined ? [] : [place])),
  );
  const figure = (cell: ReportCell | undefined, place: number) =>
    typeof cell === 'number'
      ? html`${fixed(cell, sheet.columns[place]?.format === '0' ? 0 : 3)}`
      : cellHtml(cell);
  return html`<h3>Control totals</h3>
    <p>${sheet.lead}</p>
    <div class="wide" tabindex="0" role="region" aria-label="Control totals">
      <table class="plain">
        <thead>
          <tr>
            ${sheet.columns.map(({ title }, place) => html`<th scope="col" class="${numeric.has(place) ? 'figure' : 'words'}">${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${sheet.rows.map(
            ({ cells, tone }) =>
              html`<tr>
                ${cells.map((cell, place) =>
                  place === cells.length - 1
                    ? html`<td><span class="tag ${toneClass(tone)}">${cellHtml(cell)}</span></td>`
                    : html`<td class="${numeric.has(place) ? 'figure' : 'words'}">
                        ${figure(cell, place)}
                      </td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

/** The month at a glance: how the removal comes about, what it hangs on, what happened when, and the totals. */
export function monthSection(input: ReportInput): Html {
  const chart = daysChart(input);
  const entries = entryCharts(input);
  return html`<section id="month" aria-labelledby="month-title">
    <h2 id="month-title">The month at a glance</h2>
    ${entries.length === 0 ? html`<p>No entry was read back, so there is no net removal to show.</p>` : entries}
    ${
      chart === null
        ? nothing
        : html`<h3>Over the ${chart.by}s</h3>
            ${daysTable(chart)}`
    }
    ${totalsTable(input)}
  </section>`;
}

/** Who, what and where, and the counts that reconcile. */
export function runSection(input: ReportInput): Html {
  return html`<section id="run" aria-labelledby="run-title">
    <h2 id="run-title">The run</h2>
    ${countsTable(counts(input))} ${list(ended(input))} ${list(what(input))}
  </section>`;
}

function issueItems(rows: readonly ReportRow[]): Html {
  const item = ({ cells: [severity, where, text, reference, code], tone }: ReportRow) =>
    html`<li>
      <span class="tag ${toneClass(tone)}">${cellHtml(severity)}</span> ${cellHtml(where)}
      <p>${cellHtml(text)}</p>
      <small>${cellHtml(code)} ${cellHtml(reference)}</small>
    </li>`;
  const rest = rows.length - mostIssues;
  return html`<ul class="issues">
      ${rows.slice(0, mostIssues).map(item)}
    </ul>
    ${rest <= 0 ? nothing : html`<p>And ${fixed(rest, 0)} more, in the sheet Issues of the report workbook.</p>`}`;
}

/** The findings about the data, errors first; notes ask for nothing and are folded away. */
export function issuesSection(input: ReportInput): Html {
  const { rows, lead } = issuesSheet(input);
  const isNote = ({ cells: [severity] }: ReportRow) => severity === 'note';
  const [open, notes] = [rows.filter((row) => !isNote(row)), rows.filter(isNote)];
  return html`<section id="issues" aria-labelledby="issues-title">
    <h2 id="issues-title">Issues <span class="count-of">${fixed(open.length, 0)}</span></h2>
    <p>
      ${open.length === 0 ? 'No errors and no warnings were found in the workbook or the mapping.' : lead}
    </p>
    ${issueItems(open)}
    ${
      notes.length === 0
        ? nothing
        : html`<details>
            <summary>${plural(notes.length, 'note')} on what was done with a cell</summary>
            ${issueItems(notes)}
          </details>`
    }
  </section>`;
}
