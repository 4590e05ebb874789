import type { Issue } from '../../model/issue.js';
import type { ReportInput, TableSheet, Tone } from '../report-data.js';
import { originCell } from '../words.js';

const tones: Readonly<Record<Issue['severity'], Tone>> = { error: 'bad', warning: 'warning', note: 'quiet' };
const order: Readonly<Record<Issue['severity'], number>> = { error: 0, warning: 1, note: 2 };

/** All findings about the data, errors first. */
export function issuesSheet(input: ReportInput): TableSheet {
  const issues = input.issues.toSorted((a, b) => order[a.severity] - order[b.severity]);
  return {
    shape: 'table',
    name: 'Issues',
    title: 'Issues',
    lead: 'Findings about the workbook and the mapping. An error keeps its record from being sent; a warning does not; a note says what was done with a cell.',
    columns: [
      { title: 'Severity', width: 10 },
      { title: 'Cell', width: 30 },
      { title: 'Finding, and what to do', width: 90 },
      { title: 'Reference', width: 30 },
      { title: 'Code', width: 26 },
    ],
    rows: issues.map((issue) => ({
      tone: tones[issue.severity],
      cells: [
        issue.severity,
        originCell(issue.origins, input.addressOf),
        issue.message,
        issue.reference ?? null,
        issue.code,
      ],
    })),
  };
}
