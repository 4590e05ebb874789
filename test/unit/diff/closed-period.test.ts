import { describe, expect, it } from 'vitest';
import { makesEntries, refuseClosedPeriods } from '../../../src/diff/closed-period.js';
import type { ClosedPeriod } from '../../../src/model/closed-period.js';
import { desiredDatapoint, remoteDatapoint } from '../../support/builders.js';
import { decided, desiredEntry, reasonsOf, remoteEntry } from '../../support/decided.js';

function period(start: string | null, end: string | null, statement = 'ghs_1'): ClosedPeriod {
  return { statement, status: 'AWAITING_VERIFICATION', start, end };
}

/** An entry of October 2026 beside a record that has no days. */
const plan = decided([desiredDatapoint('R'), desiredEntry('E')]);
const created = ['create R: not in the registry yet', 'create E: not in the registry yet'];

const blocked = (covers: string, statement = 'ghs_1') => [
  'create R: not in the registry yet',
  `blocked E: its days 2026-10-01 to 2026-10-31 lie in the period of the statement ${statement}, which is awaiting verification and covers ${covers}: correct the period in the workbook, or ask the registry to open the statement again`,
];

describe('a new entry of October', () => {
  it.each<[string, string | null, string | null, readonly string[]]>([
    ['the same days', '2026-10-01', '2026-10-31', blocked('2026-10-01 to 2026-10-31')],
    ['its first day', '2026-09-01', '2026-10-01', blocked('2026-09-01 to 2026-10-01')],
    ['its last day', '2026-10-31', '2026-11-30', blocked('2026-10-31 to 2026-11-30')],
    ['one day within', '2026-10-15', '2026-10-15', blocked('2026-10-15 to 2026-10-15')],
    ['all days up to its first', null, '2026-10-01', blocked('up to 2026-10-01')],
    ['days up to the one before', '2026-09-01', '2026-09-30', created],
    ['days from the one after', '2026-11-01', '2026-11-30', created],
    ['all days up to the one before', null, '2026-09-30', created],
    ['days without an end', '2026-10-01', null, created],
    ['no days', null, null, created],
  ])('where a submitted statement covers %s', (_what, start, end, expected) => {
    expect(reasonsOf(refuseClosedPeriods(plan, [period(start, end)]))).toEqual(expected);
  });

  it('is refused with an error at the cells of its days, and is not sent', () => {
    const refused = refuseClosedPeriods(plan, [period('2026-10-01', '2026-10-31')]);
    const [, operation] = refused.operations;
    expect(operation).toMatchObject({ action: 'blocked', remote: null, changes: [], reference: 'E' });
    expect(refused.issues).toMatchObject([
      {
        code: 'period-submitted',
        severity: 'error',
        message: operation?.reason,
        origins: [{ cell: 'B2' }, { cell: 'B3' }],
        reference: 'E',
      },
    ]);
  });

  it('is refused by the first of several statements that cover it', () => {
    const closed = [
      period('2026-09-01', '2026-09-30', 'ghs_1'),
      period('2026-10-31', '2026-11-30', 'ghs_2'),
      period('2026-10-01', '2026-10-31', 'ghs_3'),
    ];
    expect(reasonsOf(refuseClosedPeriods(plan, closed))).toEqual(
      blocked('2026-10-31 to 2026-11-30', 'ghs_2'),
    );
  });

  it('is refused besides what else was found', () => {
    const issue = { code: 'drift', severity: 'warning', message: 'earlier', origins: [] } as const;
    const refused = refuseClosedPeriods({ ...plan, issues: [issue] }, [period(null, '2026-10-31')]);
    expect(refused.issues.map(({ code }) => code)).toEqual(['drift', 'period-submitted']);
  });

  it('leaves the plan as it is where nothing is covered', () => {
    expect(refuseClosedPeriods(plan, [])).toEqual(plan);
  });

  it('tells no cell where its days have none', () => {
    const nowhere = decided([{ ...desiredEntry('E'), origins: {} }]);
    const { issues } = refuseClosedPeriods(nowhere, [period(null, '2026-10-31')]);
    expect(issues).toMatchObject([{ code: 'period-submitted', origins: [] }]);
  });
});

describe('a plan', () => {
  it('makes entries where one is new', () => {
    expect(makesEntries(plan)).toBe(true);
  });

  it('makes none where the entry is there, or where there is none', () => {
    const there = decided([desiredEntry('E')], [remoteEntry('E')]);
    expect(makesEntries(there)).toBe(false);
    expect(makesEntries(decided([desiredDatapoint('R')]))).toBe(false);
    expect(refuseClosedPeriods(there, [period('2026-10-01', '2026-10-31')])).toEqual(there);
    expect(makesEntries(decided([desiredDatapoint('R')], [remoteDatapoint('R')]))).toBe(false);
  });
});
