import type { Fields } from '../../model/record.js';
import { endedOf, type ReportInput, type ReportRow, type TableSheet } from '../report-data.js';

/** The references that a record's fields cite. */
function cited(fields: Fields): readonly string[] {
  return Object.values(fields).flatMap((field) =>
    field.type === 'links' ? field.value.map((link) => link.value) : [],
  );
}

/** What reading its bytes back came to; null where nobody asked for it. */
function readBackOf({ reconciliation }: ReportInput, reference: string): string | null {
  const read = reconciliation?.documents.find((document) => document.reference === reference);
  if (read === undefined) return null;
  switch (read.state) {
    case 'verified':
      return 'verified';
    case 'diverged':
      return `diverged: ${read.message}`;
    case 'not-read':
      return `not read: ${read.message}`;
  }
}

/** Every document with its hash, and the records that stand on it. */
export function documentsSheet(input: ReportInput): TableSheet {
  const { outcome, verdict } = endedOf(input);
  const operations = input.plan?.operations ?? [];
  const users = new Map<string, string[]>();
  for (const { desired } of operations) {
    for (const reference of cited(desired.fields)) {
      const known = users.get(reference);
      if (known === undefined) users.set(reference, [desired.reference]);
      else known.push(desired.reference);
    }
  }
  const rows = operations.flatMap((operation): ReportRow[] => {
    const field = operation.desired.fields['document'];
    if (field?.type !== 'document' || field.value === null) return [];
    const { path, file_name, content_type, content_length, sha256 } = field.value;
    const by = users.get(operation.desired.reference) ?? [];
    const now = verdict(operation.reference);
    return [
      {
        cells: [
          path ?? file_name,
          operation.reference,
          now !== undefined && now.state !== 'missing' ? now.id : null,
          outcome(operation.reference)?.state ?? operation.action,
          now?.state ?? null,
          readBackOf(input, operation.reference),
          content_type,
          content_length,
          by.length,
          by.slice(0, 12).join(', ') + (by.length > 12 ? ', …' : ''),
          sha256,
        ],
      },
    ];
  });
  return {
    shape: 'table',
    name: 'Documents',
    title: 'Documents',
    lead: 'The evidence files, by content: one file is one source, however many numbers stand on it. Check a file with sha256sum.',
    columns: [
      { title: 'File', width: 32 },
      { title: 'Source', width: 43 },
      { title: 'Id', width: 24 },
      { title: 'Outcome', width: 12 },
      { title: 'Verdict', width: 11 },
      { title: 'Read back', width: 30 },
      { title: 'Type', width: 18 },
      { title: 'Bytes', width: 12, format: '#,##0' },
      { title: 'Cited by', width: 10, format: '0' },
      { title: 'Records', width: 48 },
      { title: 'SHA-256', width: 64 },
    ],
    rows,
  };
}
