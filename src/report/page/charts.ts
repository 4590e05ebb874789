import type { DaysChart, TableDays } from './days.js';
import { asWords, fixed, plural, tonnes } from './figures.js';
import { html, nothing, type Html } from './html.js';
import type { Contribution } from './uncertainty.js';
import type { Step } from './waterfall.js';

/** Bars are drawn in a row of this width and stretched to the column. */
const width = 1000;
const height = 24;
/** What is there is seen, however small it is beside the rest. */
const leastBar = 3;

/** A bar that lies on an axis of its own row, with the axis's zero; decoration, since the row holds the figure. */
function bar(from: number, to: number, zero: number, kind: string, guide: number | null): Html {
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  const wide = Math.max(leastBar, right - left);
  const x = Math.max(0, Math.min(width - wide, to < from ? right - wide : left));
  const line = (at: number, name: string) =>
    html`<line class="${name}" x1="${at.toFixed(2)}" x2="${at.toFixed(2)}" y1="0" y2="${height}" />`;
  return html`<svg
    class="bar"
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
    aria-hidden="true"
    focusable="false"
  >
    ${line(zero, 'axis')}${guide === null ? nothing : line(guide, 'guide')}
    <rect class="${kind}" x="${x.toFixed(2)}" y="4" width="${wide.toFixed(2)}" height="16" />
  </svg>`;
}

function stepKind(step: Step): string {
  if (step.shape === 'total') return 'total';
  return step.to >= step.from ? 'gain' : 'cost';
}

function named(label: string, note: string): Html {
  return html`<th scope="row">${label}${note === '' ? nothing : html` <small>${note}</small>`}</th>`;
}

/** The waterfall as a table: each row a step with its bar and its figure in t CO2e. */
export function waterfallTable(steps: readonly Step[], caption: string): Html {
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const place = (value: number) => ((value - low) / (high - low || 1)) * width;
  const rows = steps.map((step) => {
    const value = step.shape === 'total' ? step.to : step.to - step.from;
    const sign = step.shape === 'part' && value > 0 && /[1-9]/.test(tonnes(value)) ? '+' : '';
    return html`<tr class="${step.shape}">
      ${named(step.label, step.note)}
      <td class="chart">
        ${bar(place(step.from), place(step.to), place(0), stepKind(step), place(step.to))}
      </td>
      <td class="figure tonnes">${sign}${tonnes(value)}</td>
    </tr>`;
  });
  return html`<table class="bars">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Part</th>
        <th scope="col" class="chart"><span class="unseen">Bar</span></th>
        <th scope="col" class="figure">t CO2e</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** A share in percent; what is there is not called nothing. */
function percent(share: number): string {
  return share > 0 && share < 0.0005 ? '< 0.1' : fixed(share * 100, 1);
}

/** The discount by what it comes from: bars are shares of the variance. */
export function uncertaintyTable(parts: readonly Contribution[], caption: string): Html {
  const greatest = Math.max(...parts.map(({ share }) => share), 0);
  const rows = parts.map(
    ({ label, note, standardDeviation, share }) =>
      html`<tr>
        ${named(label, note)}
        <td class="chart">${bar(0, (share / (greatest || 1)) * width, 0, 'spread', null)}</td>
        <td class="figure tonnes">${tonnes(standardDeviation)}</td>
        <td class="figure percent">${percent(share)}</td>
      </tr>`,
  );
  return html`<table class="bars">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Datapoints</th>
        <th scope="col" class="chart"><span class="unseen">Bar</span></th>
        <th scope="col" class="figure">t CO2e</th>
        <th scope="col" class="figure">% of variance</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function strip({ counts }: TableDays, chart: DaysChart): Html {
  const greatest = Math.max(...counts);
  const step = width / counts.length;
  const bars = counts.map((count, index) => {
    const tall = (count / (greatest || 1)) * (height * 2 - 2);
    const said = `${chart.bins[index] ?? ''}: ${plural(count, 'record')}`;
    return count === 0
      ? nothing
      : html`<rect
          class="count"
          x="${(index * step + step * 0.1).toFixed(2)}"
          y="${(height * 2 - tall).toFixed(2)}"
          width="${(step * 0.8).toFixed(2)}"
          height="${tall.toFixed(2)}"
        >
          <title>${said}</title>
        </rect>`;
  });
  return html`<svg
    class="strip"
    viewBox="0 0 ${width} ${height * 2}"
    preserveAspectRatio="none"
    aria-hidden="true"
    focusable="false"
  >
    ${bars}
    <line class="axis" x1="0" x2="${width}" y1="${height * 2}" y2="${height * 2}" />
  </svg>`;
}

/** Records over the days, a strip for each table, each on a scale of its own that its row states. */
export function daysTable(chart: DaysChart): Html {
  const rows = chart.tables.map((table) => {
    const active = table.counts.filter((count) => count > 0).length;
    return html`<tr>
      ${named(asWords(table.table), `${plural(table.total, 'record')} on ${plural(active, chart.by)}`)}
      <td class="chart">${strip(table, chart)}</td>
      <td class="figure most">${fixed(Math.max(...table.counts), 0)}</td>
    </tr>`;
  });
  return html`<table class="bars days">
    <caption>
      Records by ${chart.by} from ${chart.bins[0] ?? ''} to ${chart.bins.at(-1) ?? ''}, for each table of the
      workbook. Only records of a single row that tell their moment are counted; each strip has a scale of its
      own.
    </caption>
    <thead>
      <tr>
        <th scope="col">Table</th>
        <th scope="col" class="chart">
          <span class="ends"><span>${chart.bins[0] ?? ''}</span><span>${chart.bins.at(-1) ?? ''}</span></span>
        </th>
        <th scope="col" class="figure">Most in a ${chart.by}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
