import { describe, expect, it } from 'vitest';
import { decide } from '../../../../src/diff/decide.js';
import type { Issue } from '../../../../src/model/issue.js';
import type { Mapped, MappedRow } from '../../../../src/model/mapped.js';
import type { Outcome } from '../../../../src/model/outcome.js';
import type { RemoteRecord } from '../../../../src/model/record.js';
import { RemoteState } from '../../../../src/model/remote-state.js';
import { buildPlan } from '../../../../src/plan/build-plan.js';
import { sheetResults } from '../../../../src/report/workbook-copy/results.js';
import type { CopyData } from '../../../../src/report/workbook-copy/row-results.js';
import type { SheetResults } from '../../../../src/report/workbook-copy/sheet-results.js';
import {
  cell,
  desiredDatapoint,
  localBinding,
  mapped,
  quantity,
  remoteDatapoint,
} from '../../../support/builders.js';

const place = { file: 'month.xlsx', sheet: 'Deliveries' } as const;

function row(number: number, ...references: string[]): MappedRow {
  return { table: 'deliveries', ...place, row: number, references };
}

const tablePlace = {
  table: 'deliveries',
  ...place,
  headerRow: 5,
  filledDown: [2],
  endsAfterBlankRows: null,
} as const;

function deliveries(data: Partial<CopyData> & { readonly mapped: Mapped }): SheetResults {
  const given: CopyData = {
    plan: null,
    issues: data.mapped.issues,
    outcomes: [],
    reconciliation: null,
    ...data,
  };
  const sheet = sheetResults(given).get('month.xlsx')?.get('Deliveries');
  if (sheet === undefined) throw new Error('nothing is told on the sheet');
  return sheet;
}

function decided(
  remote: readonly RemoteRecord[],
  given: Partial<Mapped>,
): Pick<CopyData, 'mapped' | 'plan'> & { readonly mapped: Mapped } {
  const wanted = mapped(
    ['new', 'same', 'changed'].map((reference) => desiredDatapoint(reference)),
    given,
  );
  return { mapped: wanted, plan: decide(buildPlan(wanted), new RemoteState(remote), localBinding) };
}

const remote = [remoteDatapoint('same'), remoteDatapoint('changed', { fields: quantity(1, 't') })];
const base = { kind: 'datapoint', attempts: 1 } as const;

describe('what a row is told to have become', () => {
  it('is the worst of its records, with every reference, id and message', () => {
    const outcomes: Outcome[] = [
      { ...base, reference: 'new', state: 'applied', id: 'dtp_new', message: null },
      { ...base, reference: 'changed', state: 'failed', message: 'the unit does not fit' },
    ];
    const rows = deliveries({
      ...decided(remote, { mappedRows: [row(7, 'new'), row(8, 'same'), row(9, 'new', 'changed'), row(10)] }),
      outcomes,
    }).rows;
    expect(rows.get(7)).toMatchObject({
      status: 'created',
      reference: 'new',
      id: 'dtp_new',
      message: '',
      tone: 'good',
      inCorrections: 'leave-out',
    });
    expect(rows.get(8)).toMatchObject({ status: 'unchanged', id: remoteDatapoint('same').id });
    expect(rows.get(9)).toMatchObject({
      status: 'failed, created',
      reference: 'new; changed',
      message: 'changed: the unit does not fit',
      tone: 'bad',
      inCorrections: 'correct',
    });
    expect(rows.get(10)).toMatchObject({ status: 'read', reference: '' });
  });

  it.each([
    ['in-doubt', 'in doubt', 'correct'],
    ['skipped', 'not sent', 'leave-out'],
  ] as const)('says what of an operation is %s', (state, status, inCorrections) => {
    const outcomes: Outcome[] = [{ ...base, reference: 'changed', state, message: 'why' }];
    const rows = deliveries({ ...decided(remote, { mappedRows: [row(9, 'changed')] }), outcomes }).rows;
    expect(rows.get(9)).toMatchObject({ status, message: 'why', inCorrections });
  });

  it('is what is to come where nothing was sent, and valid where nothing was compared', () => {
    const data = decided(remote, { mappedRows: [row(7, 'new'), row(9, 'changed'), row(11, 'gone')] });
    const rows = deliveries(data).rows;
    expect([7, 9, 11].map((number) => rows.get(number)?.status)).toEqual([
      'to create',
      'to update',
      'left out',
    ]);
    expect(deliveries({ mapped: data.mapped }).rows.get(7)?.status).toBe('valid');
  });

  it('says why a row was left out, and what is wrong in a row with errors', () => {
    const issue: Issue = {
      code: 'number-unreadable',
      severity: 'error',
      message: '"abc" is not a number',
      origins: [cell('F8')],
    };
    const sheet = deliveries({
      mapped: mapped([], {
        issues: [issue],
        rowsWithErrors: [row(8)],
        skipped: [
          { origin: cell('A12'), reason: 'total' },
          { origin: cell('A13'), reason: 'section' },
        ],
        places: [tablePlace],
      }),
    });
    expect(sheet.rows.get(8)).toMatchObject({
      status: 'error',
      message: '"abc" is not a number',
      inCorrections: 'correct',
    });
    expect(sheet.rows.get(12)).toMatchObject({
      status: 'skipped',
      message: 'left out: the row is a total',
      inCorrections: 'leave-out',
    });
    expect(sheet.rows.get(13)).toMatchObject({ inCorrections: 'stay' });
    expect(sheet.notes).toEqual([{ row: 8, column: 6, text: 'error: "abc" is not a number', tone: 'bad' }]);
    expect([...sheet.headerRows]).toEqual([5]);
    expect(sheet.filledDown).toEqual([2]);
  });

  it('is noted once a cell, the worst finding giving the colour; a wide range is noted at its first cell', () => {
    const issues: Issue[] = [
      { code: 'number-ambiguous', severity: 'warning', message: 'odd', origins: [cell('F8:F9')] },
      { code: 'number-unreadable', severity: 'error', message: 'wrong', origins: [cell('F9')] },
      { code: 'date-ambiguous', severity: 'note', message: 'seen', origins: [cell('A20:Z90')] },
    ];
    const sheet = deliveries({ mapped: mapped([], { issues, mappedRows: [row(8)] }) });
    expect(sheet.notes).toEqual([
      { row: 8, column: 6, text: 'warning: odd', tone: 'warning' },
      { row: 9, column: 6, text: 'warning: odd\nerror: wrong', tone: 'bad' },
      { row: 20, column: 1, text: 'A20:Z90: note: seen', tone: 'quiet' },
    ]);
    expect([...sheet.headerRows]).toEqual([7]);
  });

  it('cannot be corrected alone where the table ends at blank rows and the rows have gaps', () => {
    const given = { rowsWithErrors: [row(8), row(10)], places: [{ ...tablePlace, endsAfterBlankRows: 1 }] };
    expect(deliveries({ mapped: mapped([], given) }).notAlone).toContain(
      'ends the table deliveries at blank rows',
    );
    expect(
      deliveries({ mapped: mapped([], { ...given, rowsWithErrors: [row(8), row(9)] }) }).notAlone,
    ).toBeNull();
  });
});
