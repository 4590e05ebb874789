import { describe, expect, it } from 'vitest';
import type { DesiredRecord } from '../../../src/model/record.js';
import { checkDisclosure } from '../../../src/plan/disclosure.js';
import { cell, desiredDatapoint } from '../../support/builders.js';

function document(fileName: string, open = false): DesiredRecord {
  return desiredDatapoint('R', {
    origins: { '': [cell('H9')] },
    fields: {
      display_name: { type: 'text', value: `Ticket, ${fileName}` },
      is_public: { type: 'flag', value: open },
      document: {
        type: 'document',
        value: {
          file_name: fileName,
          content_type: 'application/pdf',
          content_length: 1,
          sha256: 'a'.repeat(64),
          path: fileName,
        },
      },
    },
  });
}

const codes = (record: DesiredRecord) => checkDisclosure([record]).map(({ code }) => code);

describe('what would be shown to everybody', () => {
  it('is a public document, told with its cell', () => {
    expect(checkDisclosure([document('ticket.pdf', true)])).toMatchObject([
      { code: 'document-public', severity: 'warning', origins: [{ cell: 'H9' }], reference: 'R' },
    ]);
  });

  it.each([
    'jane.doe@example.org ticket.pdf',
    'CONFIDENTIAL contract.pdf',
    'Lohn_Oktober.pdf',
    'call +49 170 123 45 67.pdf',
    'KE12 3456 7890 1234 5678.pdf',
    'lab-report_do-not-share.pdf',
  ])('is a file name that tells what should stay private: %s', (name) => {
    expect(codes(document(name))).toEqual(['name-telling']);
  });

  it.each([
    'tickets-2026-W40.pdf',
    'S22-05850 lab report.pdf',
    'privateer quarry 4711.pdf',
    'weighbridge 2026-10-03 14.05.11.pdf',
    'delivery 0042 1093 2231.pdf',
    'secretariat invoice.pdf',
  ])('is not an ordinary name: %s', (name) => {
    expect(codes(document(name))).toEqual([]);
  });

  it('is a display name of any record', () => {
    const record = desiredDatapoint('S', {
      fields: { display_name: { type: 'text', value: 'Mass, asked of joe@example.org' } },
    });
    expect(checkDisclosure([record])).toMatchObject([{ code: 'name-telling', reference: 'S' }]);
  });
});
