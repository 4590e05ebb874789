import { actions } from '../../model/operation.js';
import { writableKinds } from '../../model/record.js';
import { kindLabel } from '../labels.js';
import type { ReportInput } from '../report-data.js';
import { fixed } from './figures.js';
import { html, nothing, type Html } from './html.js';
import { mostListed } from './listed.js';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

function choose(field: string, label: string, choices: readonly Choice[]): Html {
  const there = choices.filter(({ count }) => count > 0);
  const option = ({ value, label: words, count }: Choice) =>
    html`<option value="${value}">${words} (${fixed(count, 0)})</option>`;
  return html`<p>
    <label for="filter-${field}">${label}</label>
    <select id="filter-${field}" data-field="${field}">
      <option value="">all</option>
      ${there.map(option)}
    </select>
  </p>`;
}

function filters({ summary }: ReportInput): readonly Html[] {
  const { operations, outcomes, verdicts, by_kind } = summary;
  const sent = outcomes.applied + outcomes.failed + outcomes.in_doubt + outcomes.skipped;
  const records = Object.values(operations).reduce((sum, count) => sum + count, 0);
  const kinds = writableKinds.map((kind): Choice => {
    const counts = Object.values(by_kind[kind] ?? {});
    const label = kindLabel(kind).one;
    return { value: label, label, count: counts.reduce((sum, count) => sum + count, 0) };
  });
  return [
    choose(
      'action',
      'Action',
      actions.map((action) => ({ value: action, label: action, count: operations[action] })),
    ),
    choose('outcome', 'Outcome', [
      { value: 'applied', label: 'applied', count: outcomes.applied },
      { value: 'failed', label: 'failed', count: outcomes.failed },
      { value: 'in-doubt', label: 'in doubt', count: outcomes.in_doubt },
      { value: 'skipped', label: 'skipped', count: outcomes.skipped },
      { value: 'none', label: 'nothing sent', count: records - sent },
    ]),
    choose('verdict', 'Verdict', [
      { value: 'verified', label: 'verified', count: verdicts.verified },
      { value: 'diverged', label: 'diverged', count: verdicts.diverged },
      { value: 'missing', label: 'missing', count: verdicts.missing },
    ]),
    choose('kind', 'Kind', kinds),
  ];
}

/** Said where the list is not whole: what is missing, and where it is. */
function shortened(records: number): Html {
  return records <= mostListed
    ? nothing
    : html`<p class="note warning">
        Of ${fixed(records, 0)} records, ${fixed(mostListed, 0)} are listed here: first those that need a
        person, then those that changed, then the others. The sheet Operations of the report workbook holds
        all. The counts beside the filters are of all records.
      </p>`;
}

const columns = ['Cell', 'Reference', 'Kind', 'Action', 'Outcome', 'Verdict', 'What differs'];

/** The frame of the list; its rows are made by the script, from the data at the page's end. */
export function operationsSection(input: ReportInput): Html {
  const records = Object.values(input.summary.operations).reduce((sum, count) => sum + count, 0);
  const pager = (place: string) =>
    html`<nav class="pager" aria-label="Pages of operations, ${place}">
      <button type="button" data-turn="-1">Previous</button>
      <span data-page></span>
      <button type="button" data-turn="1">Next</button>
    </nav>`;
  return html`<section id="operations" aria-labelledby="operations-title">
    <h2 id="operations-title">Operations <span class="count-of">${fixed(records, 0)}</span></h2>
    ${
      records === 0
        ? html`<p>Nothing was planned, so there are no operations.</p>`
        : html`<p>
              Every record that the workbook wants: its cell, what was decided, what happened, and what is
              true after reading it back. Open a row for its fields and documents.
            </p>
            ${shortened(records)}
            <noscript
              ><p class="note warning">
                The list needs scripts. The sheet Operations of the report workbook holds the same rows.
              </p></noscript
            >
            <form class="filters" role="search" aria-label="Operations">
              <p class="search">
                <label for="search">Search</label>
                <input
                  id="search"
                  type="search"
                  autocomplete="off"
                  spellcheck="false"
                  aria-describedby="found"
                  placeholder="reference, id, cell, name, value, file"
                />
              </p>
              ${filters(input)}
              <p><button type="reset">Clear</button></p>
            </form>
            <p id="found" role="status"></p>
            ${pager('above')}
            <table class="list" id="list" aria-labelledby="operations-title">
              <thead>
                <tr>
                  ${columns.map((column) => html`<th scope="col">${column}</th>`)}
                </tr>
              </thead>
              <tbody></tbody>
            </table>
            ${pager('below')}`
    }
  </section>`;
}
