import { describe, expect, it } from 'vitest';
import { outsideConsumers, repointOutside, supersededRecords } from '../../../src/diff/superseded.js';
import type { DecidedPlan } from '../../../src/model/plan.js';
import type { DesiredRecord, RemoteRecord } from '../../../src/model/record.js';
import {
  byId,
  byReference,
  cell,
  desiredComponent,
  desiredDatapoint,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import { decided, registry, remoteComponent, remoteEntry } from '../../support/decided.js';

const lockedR = remoteDatapoint('R', { lock: 'locked', fields: quantity(1, 't') });
const lockedS = remoteDatapoint('S', { lock: 'locked', fields: quantity(1, 't') });
const nobody = { verified: new Set<string>(), submitted: new Set<string>() };

/** What becomes of those who use what `wanted` supersedes in the registry of `remote`. */
function told(
  wanted: readonly DesiredRecord[],
  remote: readonly RemoteRecord[],
  uses: readonly (readonly [consumer: RemoteRecord, used: RemoteRecord])[],
  standing: Parameters<typeof repointOutside>[1] = nobody,
) {
  const plan: DecidedPlan = decided(wanted, remote);
  const superseded = supersededRecords(plan, registry(remote));
  const users = uses.flatMap(([consumer, used]) =>
    superseded.filter((one) => one.remote.id === used.id).map((one) => ({ superseded: one, consumer })),
  );
  return repointOutside(outsideConsumers(plan, users), standing);
}

const byHand = remoteComponent('hand', lockedR.id, { displayName: 'By hand' });

describe('what is superseded', () => {
  const namesOf = (wanted: DesiredRecord, remote: readonly RemoteRecord[]) =>
    supersededRecords(decided([wanted], remote), registry(remote)).map(
      ({ remote: old, by }) => `${old.reference} by ${by.reference}`,
    );

  it.each<[string, readonly RemoteRecord[], readonly string[]]>([
    ['nothing of a new record', [], []],
    ['nothing of one that stays', [remoteDatapoint('R')], []],
    ['nothing of one that is changed in place', [remoteDatapoint('R', { fields: quantity(1, 't') })], []],
    ['the locked one that is replaced', [lockedR], ['R by R~2']],
    ['the one that an earlier run replaced', [lockedR, remoteDatapoint('R~2')], ['R by R~2']],
    [
      'all of a chain that goes on',
      [lockedR, { ...lockedR, id: 'dtp_second', reference: 'R~2' }],
      ['R by R~3', 'R~2 by R~3'],
    ],
  ])('is %s', (_what, remote, expected) => {
    expect(namesOf(desiredDatapoint('R'), remote)).toEqual(expected);
  });
});

describe('a component that is not of the workbook', () => {
  it('is pointed to the record that is to be made, and waits for it', () => {
    const { operations, issues } = told([desiredDatapoint('R')], [lockedR], [[byHand, lockedR]]);
    expect(operations).toMatchObject([
      {
        kind: 'component',
        action: 'update',
        reference: 'hand',
        dependsOn: ['R~2'],
        reason: 'is not of this workbook and uses R, which is superseded',
        remote: byHand,
        desired: { reference: 'hand', onLocked: 'keep', definition: 'outside the workbook' },
        changes: [
          {
            field: 'inputs',
            before: { value: [{ datapoints: [byId('datapoint', lockedR.id)] }] },
            after: { value: [{ datapoints: [byReference('datapoint', 'R')] }] },
            origins: [cell('A7')],
          },
        ],
      },
    ]);
    expect(issues).toEqual([
      {
        code: 'consumer-outside',
        severity: 'note',
        message:
          '"By hand" (hand) is not of this workbook and uses R, superseded by R~2: it is pointed to the new one',
        origins: [cell('A7')],
        reference: 'R~2',
      },
    ]);
  });

  it('is pointed to the record that an earlier run made, by its id', () => {
    const second = remoteDatapoint('R~2');
    const { operations } = told([desiredDatapoint('R')], [lockedR, second], [[byHand, lockedR]]);
    expect(operations).toMatchObject([
      {
        dependsOn: ['R~2'],
        changes: [{ after: { value: [{ datapoints: [byId('datapoint', second.id)] }] } }],
      },
    ]);
  });

  it('keeps what it uses besides', () => {
    const both = remoteComponent('hand', lockedR.id, {
      fields: {
        inputs: {
          type: 'inputs',
          value: [
            {
              input_key: 'mass',
              shape: 'list',
              datapoints: [byId('datapoint', 'dtp_other'), byId('datapoint', lockedR.id)],
            },
          ],
        },
      },
    });
    const { operations } = told([desiredDatapoint('R')], [lockedR], [[both, lockedR]]);
    expect(operations).toMatchObject([
      {
        changes: [
          {
            after: {
              value: [{ datapoints: [byId('datapoint', 'dtp_other'), byReference('datapoint', 'R')] }],
            },
          },
        ],
      },
    ]);
  });

  it('that uses several is pointed to all of their successors at once, with the cells of each', () => {
    const both = remoteComponent('hand', lockedR.id, {
      displayName: null,
      fields: {
        inputs: {
          type: 'inputs',
          value: [
            {
              input_key: 'mass',
              shape: 'list',
              datapoints: [byId('datapoint', lockedR.id), byId('datapoint', lockedS.id)],
            },
          ],
        },
      },
    });
    const s = desiredDatapoint('S', { origins: { '': [cell('A8')] } });
    const { operations, issues } = told(
      [desiredDatapoint('R'), s],
      [lockedR, lockedS],
      [
        [both, lockedR],
        [both, lockedS],
      ],
    );
    expect(operations).toMatchObject([
      {
        dependsOn: ['R~2', 'S~2'],
        reason: 'is not of this workbook and uses R, S, which are superseded',
        changes: [
          {
            after: {
              value: [{ datapoints: [byReference('datapoint', 'R'), byReference('datapoint', 'S')] }],
            },
          },
        ],
      },
    ]);
    expect(issues).toMatchObject([
      {
        message: `"${both.id}" (hand) is not of this workbook and uses R, S, superseded by R~2, S~2: it is pointed to the new one`,
        origins: [cell('A7'), cell('A8')],
      },
    ]);
  });

  it('is told with its id where it has no reference, and two of them apart', () => {
    const one = remoteComponent(null, lockedR.id, { id: 'cmp_one' });
    const two = remoteComponent(null, lockedR.id, { id: 'cmp_two' });
    const { operations, issues } = told(
      [desiredDatapoint('R', { origins: {} })],
      [lockedR],
      [
        [one, lockedR],
        [two, lockedR],
      ],
    );
    expect(operations.map(({ reference }) => reference)).toEqual(['cmp_one', 'cmp_two']);
    expect(issues.map(({ message, origins }) => [message, origins])).toEqual([
      [
        '"Transport" (cmp_one) is not of this workbook and uses R, superseded by R~2: it is pointed to the new one',
        [],
      ],
      [
        '"Transport" (cmp_two) is not of this workbook and uses R, superseded by R~2: it is pointed to the new one',
        [],
      ],
    ]);
  });

  it('of a verified statement keeps the old value, and that is a warning', () => {
    const standing = { ...nobody, verified: new Set([byHand.id]) };
    const { operations, issues } = told([desiredDatapoint('R')], [lockedR], [[byHand, lockedR]], standing);
    expect(operations).toEqual([]);
    expect(issues).toMatchObject([
      {
        severity: 'warning',
        message:
          '"By hand" (hand) is not of this workbook and uses R, superseded by R~2: it is of a verified statement, so it keeps the old value, which was verified',
      },
    ]);
  });

  it('of a submitted statement is pointed to the new one, with a warning that it must be submitted again', () => {
    const standing = { ...nobody, submitted: new Set([byHand.id]) };
    const { operations, issues } = told([desiredDatapoint('R')], [lockedR], [[byHand, lockedR]], standing);
    expect(operations).toMatchObject([{ action: 'update', reference: 'hand' }]);
    expect(issues).toMatchObject([
      {
        severity: 'warning',
        message:
          '"By hand" (hand) is not of this workbook and uses R, superseded by R~2: it is pointed to the new one, and its statement must be submitted again to reach the verifier',
      },
    ]);
  });
});

describe('what the workbook takes care of itself is not outside', () => {
  const wanted = [desiredDatapoint('R'), desiredComponent('C', 'R')];

  it('its own component', () => {
    const own = remoteComponent('C', lockedR.id);
    expect(told(wanted, [lockedR, own], [[own, lockedR]])).toEqual({ operations: [], issues: [] });
  });

  it('a component that its own one took the place of', () => {
    const old = remoteComponent('C', lockedR.id);
    const own = remoteComponent('C~2', lockedR.id);
    expect(told(wanted, [lockedR, old, own], [[old, lockedR]])).toEqual({ operations: [], issues: [] });
    // Of another kind, that reference is somebody else's.
    const other = { ...old, reference: 'R' };
    expect(told(wanted, [lockedR, own], [[other, lockedR]]).operations).toHaveLength(1);
  });

  it('a component that its template made with its entry', () => {
    const part = remoteComponent(null, lockedR.id);
    const entry = remoteEntry('E', [], { parts: [part.id] });
    const plan = decided([desiredDatapoint('R')], [lockedR]);
    const [superseded] = supersededRecords(plan, registry([lockedR]));
    if (superseded === undefined) throw new Error('nothing is superseded');
    const withEntry: DecidedPlan = {
      ...plan,
      operations: [
        ...plan.operations,
        {
          ...superseded.by,
          kind: 'ghg_entry',
          action: 'unchanged',
          reference: 'E',
          remote: entry,
          ignored: [],
        },
      ],
    };
    expect(outsideConsumers(withEntry, [{ superseded, consumer: part }])).toEqual([]);
    expect(outsideConsumers(plan, [{ superseded, consumer: part }])).toHaveLength(1);
  });
});
