import { describe, expect, it } from 'vitest';
import { csvCopy, type CsvShape } from '../../../../src/report/workbook-copy/csv-copy.js';
import type { RowResult, SheetResults } from '../../../../src/report/workbook-copy/sheet-results.js';

const shape: CsvShape = { encoding: 'utf-8', delimiter: ';', quote: '"', hasSeparatorLine: false };

function row(number: number, given: Partial<RowResult> = {}): RowResult {
  return {
    row: number,
    status: 'created',
    reference: `R-${number}`,
    id: 'dpt_1',
    message: '',
    tone: 'good',
    inCorrections: 'leave-out',
    ...given,
  };
}

function results(
  rows: readonly RowResult[],
  header: number,
  filledDown: readonly number[] = [],
): SheetResults {
  return {
    rows: new Map(rows.map((each) => [each.row, each])),
    headerRows: new Set([header]),
    notes: [],
    filledDown,
    notAlone: null,
  };
}

const failed: Partial<RowResult> = { status: 'error', inCorrections: 'correct' };

describe('the copy of a CSV file', () => {
  it('has four more fields in each record, below one another, and everything else as it was', () => {
    const text = '\ufeffMonth;\r\n\r\nticket;note;kg\r\n1;"a;\r\nb ""c""";2\r\n2;x\r\n';
    const copy = csvCopy(
      Buffer.from(text),
      shape,
      results([row(4, { message: '=1+1; so' }), row(5, { reference: '-7' })], 3),
      'results',
    ).toString();
    expect(copy).toBe(
      '\ufeffMonth;;;;;;\r\n\r\nticket;note;kg;Result: status;Result: reference;Result: id;Result: message\r\n1;"a;\r\nb ""c""";2;created;R-4;dpt_1;"\'=1+1; so"\r\n2;x;;created;\'-7;dpt_1;\r\n',
    );
  });

  it.each([
    ['utf-16le', (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    [
      'utf-16be',
      (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]),
    ],
    ['windows-1252', (text: string) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1')],
  ] as const)('is in the encoding of the file: %s', (encoding, write) => {
    const copy = csvCopy(
      write('a;b\nü;€\n'),
      { ...shape, encoding },
      results([row(2, { message: 'größer €' })], 1),
      'results',
    );
    expect(
      copy.equals(
        write(
          'a;b;Result: status;Result: reference;Result: id;Result: message\nü;€;created;R-2;dpt_1;größer €\n',
        ),
      ),
    ).toBe(true);
  });

  it('encloses its fields where all fields are enclosed, leaves the line sep= alone and a last record without a line end so', () => {
    const copy = csvCopy(
      Buffer.from('sep=;\n"a"\n"1"'),
      { ...shape, hasSeparatorLine: true },
      results([row(3)], 2),
      'results',
    ).toString();
    expect(copy.startsWith('sep=;\n"a";"Result: status"')).toBe(true);
    expect(copy.endsWith('\n"1";"created";"R-3";"dpt_1";""')).toBe(true);
  });

  it('of the rows to correct has header and failed rows alone, with what they took from above', () => {
    const copy = csvCopy(
      Buffer.from('t\nbatch,kg\nA,1\n,2\n,x\nTotal,3\nnote\n'),
      { ...shape, delimiter: ',' },
      results([row(3), row(4), row(5, failed), row(6, { status: 'skipped' })], 2, [1]),
      'corrections',
    ).toString();
    expect(copy).toBe(
      't,,,,,\nbatch,kg,Result: status,Result: reference,Result: id,Result: message\nA,x,error,R-5,dpt_1,\nnote,,,,,\n',
    );
  });
});
