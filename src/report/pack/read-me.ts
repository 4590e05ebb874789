import { fixed, plural, tonnes } from '../page/figures.js';
import type { ReportInput } from '../report-data.js';
import { sentence } from '../sheets/summary.js';

/** A file that the run stands on and that is not in the pack. */
export interface LeftOut {
  /** As the run named it. */
  readonly path: string;
  /** What it was when the run read it; null where that is not known. */
  readonly sha256: string | null;
  readonly bytes: number | null;
  readonly why: string;
}

/** What the pack's first page tells. */
export interface ReadMeFacts {
  readonly report: Pick<ReportInput, 'summary' | 'reconciliation'>;
  /** When the run ended, ISO 8601; null where it was cut. */
  readonly endedAt: string | null;
  /** Name in the pack, and what it is, in the order of the pack. */
  readonly contents: readonly (readonly [name: string, what: string])[];
  readonly leftOut: readonly LeftOut[];
  /** What is not known of the run, in words. */
  readonly unknown: readonly string[];
}

const mostLeftOut = 200;
const width = 92;

/** Breaks a text between words; a word that is too long stays whole, since it is a name or a hash. */
function wrapped(text: string, first: string, indent: string): string {
  const lines: string[] = [];
  let line = first;
  let isFresh = true;
  for (const word of text.split(/\s+/)) {
    if (!isFresh && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else line += `${isFresh ? '' : ' '}${word}`;
    isFresh = false;
  }
  return [...lines, line].join('\n');
}

function heading(text: string): string {
  return `\n${text}\n${'-'.repeat(text.length)}\n`;
}

function runLines({ report, endedAt }: ReadMeFacts): readonly string[] {
  const { summary } = report;
  const { name, base_url, project_id } = summary.environment;
  const entries = summary.entries.map((entry) => {
    const now = entry.co2e_net_removed_kg;
    return `${entry.reference}: ${now === null ? 'not read back' : `${tonnes(now)} t CO2e`}`;
  });
  const facts = [
    ['Run', summary.run_id],
    ['Ended', endedAt ?? 'it was cut; see below'],
    ['Command', summary.dry_run ? `${summary.command}, dry run: nothing was sent` : summary.command],
    ['Registry', `${name} ${base_url ?? ''}`.trim()],
    ['Project', project_id ?? 'not known'],
    ['Result', sentence(report).lead],
    ...entries.map((entry) => ['Net removal', entry] as const),
  ] as const;
  return facts.map(([label, text]) => wrapped(text, label.padEnd(13), ' '.repeat(13)));
}

function leftOutLines(leftOut: readonly LeftOut[]): readonly string[] {
  const lines = leftOut.slice(0, mostLeftOut).map(({ path, sha256, bytes, why }) => {
    const size = bytes === null ? '' : `, ${plural(bytes, 'byte')}`;
    const hash = sha256 === null ? '' : `\n    SHA-256 ${sha256}${size}`;
    return `${wrapped(`${path}: ${why}`, '  - ', '    ')}${hash}`;
  });
  const more = leftOut.length - lines.length;
  return more === 0 ? lines : [...lines, `  - and ${fixed(more, 0)} more; all stand in run/plan.json`];
}

const toCheck = [
  'That no file was changed since the pack was made: unpack all of it, and in the folder that holds this',
  'text:',
  '',
  '    sha256sum -c SHA256SUMS            (Linux)',
  '    shasum -a 256 -c SHA256SUMS        (macOS)',
  '    Get-FileHash -Algorithm SHA256 *   (Windows PowerShell, to compare with SHA256SUMS)',
  '',
  'The workbooks and documents are those of the run: their SHA-256 stands in run/plan.json, and in the',
  'sheets Summary and Documents of report.xlsx. What the run uploaded are these very bytes.',
  '',
  'A number: open report.xlsx, sheet Lineage. Each line leads from a cell of the workbook to the field',
  'of the record that it became, with the id that the registry gave. The sheet GHG entries shows how the',
  'net removal comes about, the sheet Control totals that sums of the workbook were found in the registry.',
];

/** The pack's first page: what it is of, what is in it, what is not, and how to check it. Plain text, no markup. */
export function readMe(facts: ReadMeFacts): string {
  const { contents, leftOut, unknown } = facts;
  const longest = Math.max(...contents.map(([name]) => name.length), 0) + 2;
  const parts = [
    'For the verifier: how the figures of one month came from the workbook into the registry.\n',
    ...runLines(facts),
    heading('What is here'),
    ...contents.map(([name, what]) => wrapped(what, `  ${name.padEnd(longest)}`, ' '.repeat(longest + 2))),
    heading('What is not here'),
    ...(leftOut.length === 0 && unknown.length === 0
      ? ['Nothing is missing: every workbook and document of the run is here, unchanged.']
      : []),
    ...unknown.map((text) => wrapped(`Not known: ${text}.`, '  - ', '    ')),
    ...leftOutLines(leftOut),
    heading('How to check'),
    ...toCheck,
    heading('What the statement may say'),
    'summary-of-changes.txt tells what this run changed in the registry. If earlier runs changed something',
    'since the statement was last submitted, their packs hold what belongs before it.',
  ];
  return `${parts.join('\n')}\n`;
}
