import { totalAgrees } from './control-totals.js';
import { kindLabel } from '../labels.js';
import type { CoverSheet, Line, ReportInput, Section, Tone } from '../report-data.js';
import { actions } from '../../model/operation.js';
import type { InputFile } from '../../model/mapped.js';
import { writableKinds } from '../../model/record.js';

/** The run's end in one sentence, by its exit code. */
export function sentence({ summary, reconciliation }: Pick<ReportInput, 'summary' | 'reconciliation'>): {
  readonly lead: string;
  readonly tone: Tone;
} {
  if (summary.error !== null) return { lead: summary.error.message, tone: 'bad' };
  switch (summary.exit_code) {
    case 0:
      if (summary.dry_run)
        return { lead: 'Dry run: everything was decided, nothing was sent.', tone: 'changed' };
      return reconciliation === null
        ? {
            lead: 'Checked: the workbook has no errors. Nothing was sent, and nothing was read back.',
            tone: 'changed',
          }
        : { lead: 'Done: what the registry holds was read back and equals the workbook.', tone: 'good' };
    case 6:
      return {
        lead: 'Finished with failures: not everything that the workbook says is in the registry. See "What needs a person".',
        tone: 'bad',
      };
    case 7:
      return {
        lead: 'In doubt: the effect of at least one operation could not be established. See "What needs a person".',
        tone: 'bad',
      };
    case 130:
      return {
        lead: 'Interrupted: what was under way was finished or recorded. Run again to complete it.',
        tone: 'warning',
      };
    case 2:
    case 3:
    case 4:
    case 5:
    case 70:
      return { lead: 'Nothing was sent.', tone: 'warning' };
  }
}

function fileLines(label: string, file: InputFile): readonly Line[] {
  return [
    { label, cells: [file.path] },
    { label: `${label}, SHA-256`, cells: [file.sha256], tone: 'quiet' },
  ];
}

/** Who, what and where: the run, the environment, and the files with their hashes. */
export function what({ summary, plan, generatedAt }: ReportInput): Section {
  const { environment } = summary;
  const lines: Line[] = [
    { label: 'Run', cells: [summary.run_id] },
    { label: 'Made at', cells: [generatedAt] },
    ...(summary.program === null ? [] : [{ label: 'Program', cells: [summary.program] }]),
    { label: 'Command', cells: [summary.dry_run ? `${summary.command}, dry run` : summary.command] },
    { label: 'Environment', cells: [`${environment.name} ${environment.base_url ?? ''}`.trim()] },
    { label: 'Project', cells: [environment.project_id ?? 'none'] },
    ...Object.entries(plan?.overrides ?? {}).map(([limit, reason]): Line => ({
      label: `Limit ${limit} passed`,
      cells: [reason],
      tone: 'warning',
    })),
    ...summary.workbooks.flatMap((file) => fileLines('Workbook', file)),
    ...(summary.mapping === null ? [] : fileLines('Mapping', summary.mapping)),
  ];
  return { heading: 'What ran', lines };
}

/** Records by kind and action. */
export function counts({ summary }: ReportInput): Section {
  const kinds = writableKinds.filter((kind) => summary.by_kind[kind] !== undefined);
  const lines = kinds.map((kind): Line => {
    const own = summary.by_kind[kind];
    return { label: kindLabel(kind).many, cells: actions.map((action) => own?.[action] ?? 0) };
  });
  const all: Line = { label: 'All records', cells: actions.map((action) => summary.operations[action]) };
  return { heading: 'What was planned', columns: actions, lines: [...lines, all] };
}

/** How many control totals agree, where any were read back. */
function totals({ reconciliation }: ReportInput): readonly Line[] {
  const checked = reconciliation?.totals ?? [];
  if (checked.length === 0) return [];
  const agree = checked.filter(totalAgrees).length;
  const all = agree === checked.length;
  return [
    {
      label: 'Control totals',
      cells: [`${agree} of ${checked.length} agree`],
      ...(all ? {} : { tone: 'bad' as const }),
    },
  ];
}

/** The counts of the run, which reconcile. */
export function ended(input: ReportInput): Section {
  const { summary } = input;
  const { outcomes, verdicts, requests, rows, issues } = summary;
  return {
    heading: 'What happened',
    lines: [
      {
        label: 'Rows',
        cells: [
          `${rows.read} read = ${rows.mapped} mapped + ${rows.skipped} skipped + ${rows.with_errors} with errors`,
        ],
      },
      {
        label: 'Issues',
        cells: [`${issues.errors} errors, ${issues.warnings} warnings`],
        ...(issues.errors > 0 ? { tone: 'bad' as const } : {}),
      },
      {
        label: 'Outcomes',
        cells: [
          `${outcomes.applied} applied, ${outcomes.failed} failed, ${outcomes.in_doubt} in doubt, ${outcomes.skipped} skipped`,
        ],
        ...(outcomes.failed + outcomes.in_doubt + outcomes.skipped > 0 ? { tone: 'bad' as const } : {}),
      },
      {
        label: 'Verdicts',
        cells: [`${verdicts.verified} verified, ${verdicts.diverged} diverged, ${verdicts.missing} missing`],
        ...(verdicts.diverged + verdicts.missing > 0 ? { tone: 'bad' as const } : {}),
      },
      ...totals(input),
      {
        label: 'Requests',
        cells: [
          `${requests.reads} reads, ${requests.writes} writes, ${requests.uploads} uploads; ${requests.retries} sent again, ${requests.throttled} times asked to wait`,
        ],
      },
    ],
  };
}

const bar = (share: number) => '▆'.repeat(Math.max(0, Math.min(24, Math.round(share * 24))));

/** Net removal before and after, in tonnes, each with a bar against the greatest. */
function co2e({ summary }: ReportInput): Section {
  const values = summary.entries.flatMap((entry) => [
    entry.co2e_net_removed_kg_before ?? 0,
    entry.co2e_net_removed_kg ?? 0,
  ]);
  const greatest = Math.max(1, ...values.map(Math.abs));
  const line = (label: string, kilograms: number | null, tone: Tone | null): Line[] =>
    kilograms === null
      ? []
      : [{ label, cells: [kilograms / 1000, bar(kilograms / greatest)], ...(tone === null ? {} : { tone }) }];
  const lines = summary.entries.flatMap((entry) => [
    ...line(`${entry.reference}, before`, entry.co2e_net_removed_kg_before, 'quiet'),
    ...line(`${entry.reference}, predicted`, entry.co2e_net_removed_kg_predicted, 'quiet'),
    ...line(`${entry.reference}, as read back`, entry.co2e_net_removed_kg, 'good'),
    ...line(
      `${entry.reference}, standard deviation (the discount)`,
      entry.co2e_net_removed_standard_deviation_kg,
      null,
    ),
  ]);
  return { heading: 'Net removal', columns: ['t CO2e', ''], lines };
}

/** What no program can settle: errors, what failed, what differs, what was only doubted. */
function needs(input: ReportInput): Section {
  const errors = input.issues.filter((issue) => issue.severity === 'error').length;
  const blocked = input.summary.operations.blocked;
  const failed = input.outcomes.filter((outcome) => outcome.state !== 'applied').length;
  const differing = (input.reconciliation?.verdicts ?? []).filter(
    (verdict) => verdict.state !== 'verified',
  ).length;
  const lines: Line[] = [
    ...(errors === 0
      ? []
      : [
          {
            label: 'Errors in the workbook',
            cells: [errors, 'sheet Issues: correct the cells and run again'],
            tone: 'bad' as const,
          },
        ]),
    ...(blocked === 0
      ? []
      : [
          {
            label: 'Blocked records',
            cells: [blocked, 'sheet Operations, action blocked: each with what stays wrong'],
            tone: 'bad' as const,
          },
        ]),
    ...(failed === 0
      ? []
      : [
          {
            label: 'Not applied',
            cells: [failed, "sheet Operations: each with the service's own words"],
            tone: 'bad' as const,
          },
        ]),
    ...(differing === 0
      ? []
      : [
          {
            label: 'Not equal to the workbook',
            cells: [differing, 'sheet Operations, verdict diverged or missing'],
            tone: 'warning' as const,
          },
        ]),
  ];
  return {
    heading: 'What needs a person',
    lines: lines.length === 0 ? [{ label: 'Nothing', cells: [], tone: 'good' }] : lines,
  };
}

/** The supplier's own workbooks with their results, and why one is not there. */
function copies({ summary }: ReportInput): Section {
  return {
    heading: 'Workbooks with results',
    lines: [
      ...summary.files.workbooks.map((file) => ({ label: baseName(file), cells: ["in the run's folder"] })),
      ...(summary.files.workbook_notes ?? []).map((note) => ({
        label: 'To know',
        cells: [note],
        tone: 'warning' as const,
      })),
    ],
  };
}

function baseName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}

/** The page that a manager signs. */
export function summarySheet(input: ReportInput): CoverSheet {
  const { lead, tone } = sentence(input);
  const sections = [needs(input), co2e(input), counts(input), ended(input), copies(input), what(input)];
  return {
    shape: 'cover',
    name: 'Summary',
    title: 'Reconciliation report',
    lead,
    tone,
    sections: sections.filter((section) => section.lines.length > 0),
  };
}
