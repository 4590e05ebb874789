import { createHash } from 'node:crypto';
import type { ReportInput } from '../report-data.js';
import { headSection } from './head-section.js';
import { html, raw, scriptJson, type Html } from './html.js';
import { operationsData } from './operations-data.js';
import { operationsSection } from './operations-section.js';
import { script } from './script.js';
import { issuesSection, monthSection, runSection } from './sections.js';
import { style } from './style.js';

function hashed(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/** Nothing from elsewhere, no script and no style but ours, and no form that leads away. */
function policy(): string {
  return [
    "default-src 'none'",
    `script-src ${hashed(script)}`,
    `style-src ${hashed(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function contents(): Html {
  const parts = [
    ['month', 'The month'],
    ['operations', 'Operations'],
    ['issues', 'Issues'],
    ['run', 'The run'],
  ] as const;
  return html`<nav aria-label="Contents">
    <ul class="contents">
      ${parts.map(([id, words]) => html`<li><a href="#${id}">${words}</a></li>`)}
    </ul>
  </nav>`;
}

function head(runId: string): Html {
  return html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy()}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="referrer" content="no-referrer" />
    <title>Reconciliation report ${runId}</title>
    ${raw(`<style>${style}</style>`)}`;
}

function body(input: ReportInput): Html {
  return html`<a class="skip" href="#operations">Skip to the operations</a>
    ${headSection(input)} ${contents()}
    <main>
      ${monthSection(input)} ${operationsSection(input)} ${issuesSection(input)} ${runSection(input)}
    </main>
    <footer>
      Run <bdi>${input.summary.run_id}</bdi>, made at <bdi>${input.generatedAt}</bdi>. The report workbook
      beside this page holds the same, sheet by sheet.
    </footer>`;
}

/** The page in pieces, to be written one after the other: no more than one operation is held as text at a time. */
export function* reportPage(input: ReportInput): Generator<string, void, undefined> {
  yield '<!doctype html>\n<html lang="en">\n<head>\n';
  yield head(input.summary.run_id).markup;
  yield '\n</head>\n<body>\n';
  yield body(input).markup;
  yield '\n<script type="application/json" id="data">{"operations":[';
  const { operations, shared } = operationsData(input);
  let between = '';
  for (const operation of operations) {
    yield `${between}${scriptJson(operation)}`;
    between = ',\n';
  }
  yield `],"shared":${scriptJson(shared())}}</script>\n<script>`;
  yield script;
  yield '</script>\n</body>\n</html>\n';
}
