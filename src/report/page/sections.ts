import type { Line, ReportCell, ReportInput, ReportRow, Section, Tone } from '../report-data.js';
import { controlTotalsSheet } from '../sheets/control-totals.js';
import { issuesSheet } from '../sheets/issues.js';
import { counts, ended, what } from '../sheets/summary.js';
import { daysTable, uncertaintyTable, waterfallTable } from './charts.js';
import { daysChart } from './days.js';
import { fixed, plural, tonnes } from './figures.js';
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
  const rows = [...sheet.rows];
  if (rows.length === 0) return nothing;
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
          ${rows.map(
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
  const { rows: made, lead } = issuesSheet(input);
  const rows = [...made];
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
