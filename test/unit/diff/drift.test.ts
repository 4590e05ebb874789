import { describe, expect, it } from 'vitest';
import { DriftError, findDrift, leftKey, withDrift, type OnDrift } from '../../../src/diff/drift.js';
import type { DesiredRecord, Fields, RemoteRecord } from '../../../src/model/record.js';
import {
  byId,
  byReference,
  cell,
  datapointFields,
  desiredComponent,
  desiredDatapoint,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import {
  decided,
  desiredEntry,
  reasonsOf,
  registry,
  remoteComponent,
  remoteEntry,
  share,
} from '../../support/decided.js';

const keyOf = (desired: DesiredRecord) => leftKey({ kind: desired.kind, desired });

/** What becomes of wanted records of which an earlier run left `left` and the registry now holds `remote`. */
function drifting(
  wanted: readonly DesiredRecord[],
  left: Readonly<Record<string, Fields>>,
  remote: readonly RemoteRecord[],
) {
  const plan = decided(wanted, remote);
  const drifts = findDrift(plan, new Map(Object.entries(left)), registry(remote));
  return { drifts, settled: (policy: OnDrift) => withDrift(plan, drifts, policy) };
}

const mass = (magnitude: number): Fields => ({ ...datapointFields, ...quantity(magnitude, 't') });
const wantedR = desiredDatapoint('R');

describe('what is drift', () => {
  const driftOf = (left: Fields | null, remote: readonly RemoteRecord[], wanted = wantedR) =>
    drifting([wanted], left === null ? {} : { [keyOf(wanted)]: left }, remote).drifts.map(({ changes }) =>
      changes.map(({ field }) => field),
    );

  it.each<[string, Fields | null, readonly RemoteRecord[], readonly (readonly string[])[]]>([
    ['none where no run left anything', null, [remoteDatapoint('R', { fields: quantity(1, 't') })], []],
    [
      'none where it is as it was left, and the workbook changed',
      mass(1),
      [remoteDatapoint('R', { fields: quantity(1000, 'kg', 100) })],
      [],
    ],
    ['none where it is as the workbook wants it', mass(1), [remoteDatapoint('R')], []],
    [
      'a field that is neither',
      mass(1),
      [remoteDatapoint('R', { fields: quantity(2, 't') })],
      [['quantity']],
    ],
    [
      'also where the workbook never changed',
      mass(24.7),
      [remoteDatapoint('R', { fields: quantity(2, 't') })],
      [['quantity']],
    ],
    [
      'none of a field that the run did not leave',
      { display_name: { type: 'text', value: 'x' } },
      [remoteDatapoint('R', { fields: quantity(2, 't') })],
      [],
    ],
    [
      'a field that has another type since',
      { ...mass(1), quantity: { type: 'text', value: '2 t' } },
      [remoteDatapoint('R', { fields: quantity(2, 't') })],
      [['quantity']],
    ],
    ['a record that is gone', mass(24.7), [], [[]]],
    [
      'a locked record that was changed before it was locked',
      mass(1),
      [remoteDatapoint('R', { lock: 'locked', fields: quantity(2, 't') })],
      [['quantity']],
    ],
  ])('%s', (_what, left, remote, expected) => {
    expect(driftOf(left, remote)).toEqual(expected);
  });

  it('a field that is not there any more', () => {
    const why: Fields = { uncertainty_justification: { type: 'text', value: 'weighed' } };
    const wanted = desiredDatapoint('R', { fields: why });
    expect(driftOf({ ...datapointFields, ...why }, [remoteDatapoint('R')], wanted)).toEqual([
      ['uncertainty_justification'],
    ]);
  });

  it('no field of a record that cannot be sent', () => {
    const bad = desiredDatapoint('R', { fields: quantity(1, 't', -1) });
    expect(driftOf(mass(24.7), [remoteDatapoint('R', { fields: quantity(2, 't') })], bad)).toEqual([]);
  });

  it('no link to a record that was superseded since, and one to another record', () => {
    const component = desiredComponent('C', 'S');
    const left = { 'component C': desiredComponent('C', 'R').fields };
    const [r, second, s] = [
      remoteDatapoint('R', { lock: 'locked' }),
      remoteDatapoint('R~2'),
      remoteDatapoint('S'),
    ];
    const of = (datapoint: string) =>
      drifting([component], left, [r, second, s, remoteComponent('C', datapoint)]).drifts.map(({ changes }) =>
        changes.map(({ field }) => field),
      );
    expect(of(second.id)).toEqual([]);
    expect(of(r.id)).toEqual([['inputs']]);
    expect(drifting([component], left, [s, remoteComponent('C', 'dtp_x')]).drifts).toHaveLength(1);
  });
});

describe('what is said of drift', () => {
  const gone = { [keyOf(wantedR)]: mass(24.7) };
  const edited = remoteDatapoint('R', {
    fields: { ...quantity(2, 't'), type: { type: 'text', value: 'ASSUMPTION' } },
  });

  it('is an error with its way out', () => {
    const { drifts } = drifting([wantedR], gone, [remoteDatapoint('R', { fields: quantity(2, 't') })]);
    expect(new DriftError(drifts)).toMatchObject({
      name: 'DriftError',
      code: 'drift',
      exitCode: 5,
      message:
        'quantity of R is not as an earlier run left it: somebody changed it by hand. Nothing was sent. Look at it, then run again with --on-drift overwrite (the workbook wins) or --on-drift keep (what is there stays)',
    });
  });

  it('is of several fields in the plural', () => {
    const { drifts } = drifting([wantedR], gone, [edited]);
    expect(new DriftError(drifts).message).toMatch(
      /^quantity, type of R are not as an earlier run left them: somebody changed them by hand\. Nothing/,
    );
  });

  it.each([
    [
      3,
      'A was made by an earlier run and is gone: somebody removed it; B was made by an earlier run and is gone: somebody removed it; C was made by an earlier run and is gone: somebody removed it. Nothing was sent',
    ],
    [
      5,
      'A was made by an earlier run and is gone: somebody removed it; B was made by an earlier run and is gone: somebody removed it; C was made by an earlier run and is gone: somebody removed it; and 2 more, all in the report. Nothing was sent',
    ],
  ])('is of three records by name, out of %i', (count, expected) => {
    const wanted = ['A', 'B', 'C', 'D', 'E'].slice(0, count).map((name) => desiredDatapoint(name));
    const left = Object.fromEntries(wanted.map((record) => [keyOf(record), mass(24.7)]));
    expect(new DriftError(drifting(wanted, left, []).drifts).message.startsWith(expected)).toBe(true);
  });

  it.each<[OnDrift, string]>([
    ['fail', 'decide with --on-drift keep or --on-drift overwrite'],
    ['keep', 'it stays as it is there'],
    ['overwrite', "the workbook's value is sent over it"],
  ])('is a warning at its cells in any case: %s', (policy, ending) => {
    const { settled } = drifting([wantedR], gone, [remoteDatapoint('R', { fields: quantity(2, 't') })]);
    expect(settled(policy).issues).toEqual([
      {
        code: 'drift',
        severity: 'warning',
        message: `quantity of R is not as an earlier run left it: somebody changed it by hand; ${ending}`,
        origins: [cell('F7')],
        reference: 'R',
      },
    ]);
  });
});

describe('what is kept', () => {
  const left = { [keyOf(wantedR)]: datapointFields };
  const text = (value: string): Fields[string] => ({ type: 'text', value });

  it('is nothing with overwrite', () => {
    const remote = [remoteDatapoint('R', { fields: quantity(2, 't') })];
    const plan = drifting([wantedR], left, remote).settled('overwrite');
    expect(plan.operations).toEqual(decided([wantedR], remote).operations);
    expect(plan.kept).toEqual({});
  });

  it('is a record whose only change was made by hand', () => {
    const plan = drifting([wantedR], left, [remoteDatapoint('R', { fields: quantity(2, 't') })]).settled(
      'keep',
    );
    expect(plan.operations).toMatchObject([
      {
        action: 'unchanged',
        reference: 'R',
        reason: 'quantity changed by hand since our last run, and that is kept (--on-drift keep)',
        ignored: [{ field: 'quantity' }],
      },
    ]);
    expect(plan.operations[0]).not.toHaveProperty('changes');
    expect(plan.kept).toEqual({ R: ['quantity'] });
  });

  it('is the one field that was changed by hand, where the workbook changes another', () => {
    const wanted = desiredDatapoint('R', { fields: { type: text('ASSUMPTION') } });
    const plan = drifting([wanted], left, [remoteDatapoint('R', { fields: quantity(2, 't') })]).settled(
      'keep',
    );
    expect(plan.operations).toMatchObject([
      {
        action: 'update',
        changes: [{ field: 'type' }],
        reason:
          'differs in type; quantity changed by hand since our last run, and that is kept (--on-drift keep)',
      },
    ]);
    expect(plan.kept).toEqual({ R: ['quantity'] });
  });

  it('is the same field of a record that is replaced: the new one has it too', () => {
    const wanted = desiredDatapoint('R', { fields: { type: text('ASSUMPTION') } });
    const remote = remoteDatapoint('R', { lock: 'locked', fields: quantity(2, 't') });
    const plan = drifting([wanted], left, [remote]).settled('keep');
    expect(plan.operations).toMatchObject([
      {
        action: 'replace',
        reference: 'R~2',
        changes: [{ field: 'type' }],
        desired: { fields: { type: text('ASSUMPTION'), quantity: remote.fields['quantity'] } },
        reason:
          'it is locked, and differs in type; quantity changed by hand since our last run, and that is kept (--on-drift keep)',
      },
    ]);
  });

  it('is that a field is empty, in the new record too', () => {
    const why: Fields = { uncertainty_justification: text('weighed') };
    const wanted = desiredDatapoint('R', { fields: { ...why, type: text('ASSUMPTION') } });
    const remote = remoteDatapoint('R', { lock: 'locked' });
    const plan = drifting([wanted], { [keyOf(wanted)]: { ...datapointFields, ...why } }, [remote]).settled(
      'keep',
    );
    expect(plan.operations).toMatchObject([{ action: 'replace', changes: [{ field: 'type' }] }]);
    expect(plan.operations[0]?.desired.fields).not.toHaveProperty('uncertainty_justification');
  });

  it('makes no new record where the rest can be changed in place', () => {
    const at = (value: string): Fields => ({ measured_at: { type: 'instant', value } });
    const wanted = desiredDatapoint('R', { fields: { type: text('ASSUMPTION') } });
    const remote = remoteDatapoint('R', { fields: at('2026-10-09T00:00:00Z') });
    expect(drifting([wanted], left, [remote]).settled('overwrite').operations).toMatchObject([
      { action: 'replace', reference: 'R~2' },
    ]);
    expect(drifting([wanted], left, [remote]).settled('keep').operations).toMatchObject([
      {
        action: 'update',
        reference: 'R',
        changes: [{ field: 'type' }],
        reason:
          'differs in type; measured at changed by hand since our last run, and that is kept (--on-drift keep)',
      },
    ]);
  });

  it('makes no new record where the rest does not count on a locked one', () => {
    const wanted = desiredDatapoint('R', { fields: { display_name: text('Mass') } });
    const remote = remoteDatapoint('R', { lock: 'locked', fields: quantity(2, 't') });
    expect(drifting([wanted], left, [remote]).settled('keep').operations).toMatchObject([
      {
        action: 'unchanged',
        reference: 'R',
        reason:
          'equal in what counts; it is locked, so its display name stays as in the registry; quantity changed by hand since our last run, and that is kept (--on-drift keep)',
      },
    ]);
  });

  it('is that a record is gone, and what needs it is not sent either, all the way', () => {
    const entry = desiredEntry('E', [share(byReference('component', 'C'), 0.5)]);
    const other = remoteEntry('F', [], { id: 'rmv_other' });
    const sharing = desiredEntry('F', [share(byReference('component', 'C'), 0.5)]);
    const wanted = [wantedR, desiredDatapoint('S'), desiredComponent('C', 'R'), entry, sharing];
    const plan = drifting(wanted, left, [other]).settled('keep');
    expect(reasonsOf(plan)).toEqual([
      'blocked R: somebody removed it since our last run, and that is kept (--on-drift keep)',
      'create S: not in the registry yet',
      'blocked C: it needs R, which is blocked',
      'blocked E: it needs C, which is blocked',
      'blocked F: it needs C, which is blocked',
    ]);
    expect(
      plan.operations.map((operation) => 'remote' in operation && (operation.remote?.id ?? null)),
    ).toEqual([null, false, null, null, 'rmv_other']);
  });

  it('is that a record is gone', () => {
    const plan = drifting([wantedR, desiredEntry('E')], left, []).settled('keep');
    expect(plan.operations).toMatchObject([
      {
        action: 'blocked',
        reference: 'R',
        remote: null,
        changes: [],
        reason: 'somebody removed it since our last run, and that is kept (--on-drift keep)',
      },
      { action: 'create', reference: 'E' },
    ]);
    expect(plan.kept).toEqual({ R: [] });
  });

  it('is the value of a replaced record at the end of its chain', () => {
    const chain = [
      remoteDatapoint('R', { lock: 'locked' }),
      remoteDatapoint('R~2', { fields: quantity(2, 't') }),
    ];
    const plan = drifting([wantedR], left, chain).settled('keep');
    expect(plan.operations).toMatchObject([
      { action: 'unchanged', reference: 'R~2', remote: { reference: 'R~2' } },
    ]);
    expect(plan.issues).toMatchObject([{ reference: 'R~2' }]);
  });

  it('says what a kept link leads to', () => {
    const component = desiredComponent('C', 'S');
    const [r, s] = [remoteDatapoint('R'), remoteDatapoint('S')];
    const there = remoteComponent('C', r.id);
    const plan = drifting([component], { 'component C': component.fields }, [r, s, there]).settled('keep');
    expect(plan.operations).toMatchObject([
      {
        action: 'unchanged',
        ignored: [
          {
            field: 'inputs',
            before: { value: [{ datapoints: [byId('datapoint', r.id)] }] },
            after: { value: [{ datapoints: [byReference('datapoint', 'S')] }] },
          },
        ],
      },
    ]);
  });
});
