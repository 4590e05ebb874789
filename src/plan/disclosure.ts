import type { IssueCode } from '../model/issue-codes.js';
import type { Issue } from '../model/issue.js';
import type { DesiredRecord, DocumentValue } from '../model/record.js';

/** What a name gives away, by what it looks like. Words are looked for as words, in the languages of the mappings. */
const telling: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'an e-mail address', pattern: /[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/u },
  {
    what: 'an account number (IBAN)',
    pattern: /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){3,7}(?![\p{L}\d])/u,
  },
  { what: 'a telephone number', pattern: /(?<!\d)\+\d{1,3}[ -]?\d(?:[ -]?\d){6,11}(?!\d)/u },
  {
    what: 'a word for what stays private',
    pattern:
      /(?<!\p{L})(?:confidential|private|privileged|internal[ _-]only|do[ _-]not[ _-]share|secret|nda|passport|payroll|payslip|salary|salaries|vertraulich|geheim|gehalt|lohn|confidentiel(?:le)?|confidencial|riservato|reservado|password)(?!\p{L})/iu,
  },
];

function told(text: string): string | null {
  return telling.find(({ pattern }) => pattern.test(text))?.what ?? null;
}

function warning(code: IssueCode, message: string, record: DesiredRecord): Issue {
  return {
    code,
    severity: 'warning',
    message,
    origins: record.origins[''] ?? [],
    reference: record.reference,
  };
}

function documentOf(record: DesiredRecord): DocumentValue | null {
  for (const field of Object.values(record.fields)) {
    if (field.type === 'document' && field.value !== null) return field.value;
  }
  return null;
}

/**
 * What sending the records would show to everybody. A document is private unless `is_public`; names of documents and
 * records become public with the record once credits are issued (`api-facts.md` §5, Visibility).
 */
export function checkDisclosure(records: readonly DesiredRecord[]): readonly Issue[] {
  return records.flatMap((record) => {
    const issues: Issue[] = [];
    const document = documentOf(record);
    const open = record.fields['is_public'];
    if (document !== null && open?.type === 'flag' && open.value) {
      issues.push(
        warning(
          'document-public',
          `the document ${document.file_name} becomes public with its record: set is_public to false in the mapping where it should not`,
          record,
        ),
      );
    }
    const given = document === null ? null : told(document.file_name);
    if (document !== null && given !== null) {
      issues.push(
        warning(
          'name-telling',
          `the file name ${document.file_name} holds ${given}, and names become public with the record: rename the file, and its cell`,
          record,
        ),
      );
    }
    const name = record.fields['display_name'];
    const text = name?.type === 'text' ? (name.value ?? '') : '';
    const shown = told(text);
    if (shown !== null && given === null) {
      issues.push(
        warning(
          'name-telling',
          `the display name "${text}" holds ${shown}, and names become public with the record: change what the mapping makes it from`,
          record,
        ),
      );
    }
    return issues;
  });
}
