import { describe, expect, it } from 'vitest';
import { undoSteps, type UndoStep } from '../../../src/diff/undo.js';
import type { DecidedPlan } from '../../../src/model/plan.js';
import type { DesiredRecord, Fields, RemoteRecord } from '../../../src/model/record.js';
import {
  byId,
  byReference,
  desiredComponent,
  desiredDatapoint,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import {
  decided,
  desiredEntry,
  desiredSource,
  registry,
  remoteComponent,
  remoteEntry,
  remoteSource,
  share,
} from '../../support/decided.js';

/** The steps back of a run that did all of the plan, over what the registry holds now. */
function steps(plan: DecidedPlan, now: readonly RemoteRecord[]): readonly UndoStep[] {
  return undoSteps(plan, new Set(plan.operations.map(({ reference }) => reference)), registry(now));
}

function only(wanted: DesiredRecord, then: readonly RemoteRecord[], now: readonly RemoteRecord[]): UndoStep {
  const [step, ...more] = steps(decided([wanted], then), now);
  if (step === undefined || more.length > 0) throw new Error('not one step');
  return step;
}

const reasonOf = (step: UndoStep) => (step.act === 'none' ? step.reason : step.act);
const made = remoteDatapoint('R');
const before = remoteDatapoint('R', { fields: quantity(1, 't') });

describe('a record that the run made', () => {
  it('is deleted', () => {
    expect(only(desiredDatapoint('R'), [], [made])).toEqual({
      kind: 'datapoint',
      reference: 'R',
      id: made.id,
      act: 'delete',
      requests: [{ method: 'DELETE', path: `/datapoints/${made.id}`, body: null }],
    });
  });

  it.each<[string, RemoteRecord | null, string]>([
    ['is gone already', null, 'it is gone already'],
    [
      'is locked now',
      { ...made, lock: 'locked_used_in_verified_removal' },
      'it is locked used in verified removal now, and can no longer be changed',
    ],
    ['was changed since', before, 'its quantity changed since the run, so it is left as it is'],
    [
      'was changed in several fields',
      remoteDatapoint('R', {
        fields: { ...quantity(1, 't'), measured_at: { type: 'instant', value: null } },
      }),
      'its quantity, measured at changed since the run, so it is left as it is',
    ],
    [
      'has a field of another type',
      remoteDatapoint('R', { fields: { quantity: { type: 'text', value: '' } } }),
      'its quantity changed since the run, so it is left as it is',
    ],
    [
      'is the same under another unit',
      remoteDatapoint('R', { fields: quantity(24_700, 'kg', 100) }),
      'delete',
    ],
    [
      'has a field more',
      remoteDatapoint('R', { fields: { uncertainty_justification: { type: 'text', value: 'x' } } }),
      'delete',
    ],
  ])('and that %s', (_what, now, expected) => {
    expect(reasonOf(only(desiredDatapoint('R'), [], now === null ? [] : [now]))).toBe(expected);
  });

  it('has no id where it is gone', () => {
    expect(only(desiredDatapoint('R'), [], [])).toEqual({
      kind: 'datapoint',
      reference: 'R',
      id: '',
      act: 'none',
      reason: 'it is gone already',
    });
  });

  it('is told by its reference where its document is not the same', () => {
    expect(reasonOf(only(desiredSource('D'), [], [remoteSource('D', false)]))).toBe('delete');
  });

  it('stands on others by reference, of whatever chain they are now', () => {
    const wanted = [desiredDatapoint('R'), desiredComponent('C', 'R')];
    const plan = decided(wanted, []);
    const of = (now: readonly RemoteRecord[]) =>
      steps(plan, now).map(
        ({ kind, reference, ...step }) => `${kind} ${reference} ${'reason' in step ? step.reason : step.act}`,
      );
    expect(of([made, remoteComponent('C', made.id)])).toEqual(['component C delete', 'datapoint R delete']);
    expect(of([made, remoteComponent('C', 'dtp_other')])).toEqual([
      'component C its inputs changed since the run, so it is left as it is',
      'datapoint R delete',
    ]);
    expect(of([remoteComponent('C', 'dtp_other')])).toEqual([
      'component C its inputs changed since the run, so it is left as it is',
      'datapoint R it is gone already',
    ]);
    const second = remoteDatapoint('R~2');
    expect(of([{ ...made, lock: 'locked' }, second, remoteComponent('C', second.id)])).toEqual([
      'component C delete',
      'datapoint R it is locked now, and can no longer be changed',
    ]);
  });

  it('is an entry, whatever its shares show besides', () => {
    const entry = desiredEntry('E');
    const shown = remoteEntry('E', [share(byId('component', 'cmp_made'))]);
    expect(only(entry, [], [shown])).toMatchObject({
      act: 'delete',
      requests: [{ method: 'DELETE', path: `/ghg_entries/${shown.id}` }],
    });
  });
});

describe('a record that the run replaced', () => {
  const locked = { ...before, lock: 'locked' };
  const second = remoteDatapoint('R~2');

  it('stays, and the new one is deleted', () => {
    expect(only(desiredDatapoint('R'), [locked], [locked, second])).toMatchObject({
      act: 'delete',
      reference: 'R~2',
      id: second.id,
    });
  });

  it('is told by its id where the new one is gone', () => {
    expect(only(desiredDatapoint('R'), [locked], [locked])).toMatchObject({
      act: 'none',
      reference: 'R~2',
      id: locked.id,
      reason: 'it is gone already',
    });
  });
});

describe('a record that the run changed', () => {
  it('has its values put back', () => {
    expect(only(desiredDatapoint('R'), [before], [made])).toEqual({
      kind: 'datapoint',
      reference: 'R',
      id: made.id,
      act: 'restore',
      requests: [
        {
          method: 'PATCH',
          path: `/datapoints/${made.id}`,
          body: { quantity: { magnitude: 1, unit: 't', standard_deviation: 0.1 } },
        },
      ],
    });
  });

  it('has its links put back, to records that are there and to those that are not', () => {
    const wanted = [desiredDatapoint('R'), desiredDatapoint('S'), desiredComponent('C', 'R')];
    const [r, s] = [made, remoteDatapoint('S')];
    const plan = decided(wanted, [r, s, remoteComponent('C', s.id)]);
    const back = (now: readonly RemoteRecord[]) =>
      steps(plan, now).flatMap((step) => (step.act === 'none' ? [] : step.requests.map(({ body }) => body)));
    const bound = {
      inputs: [{ __typename: 'CreateComponentScalarInput', input_key: 'mass', datapoint_id: s.id }],
    };
    expect(back([r, s, remoteComponent('C', r.id)])).toEqual([bound]);
    expect(back([r, remoteComponent('C', r.id)])).toEqual([bound]);
  });

  it('is not looked at in the fields that the run left alone', () => {
    const renamed = remoteDatapoint('R', { fields: { display_name: { type: 'text', value: 'By hand' } } });
    expect(only(desiredDatapoint('R'), [before], [renamed])).toMatchObject({ act: 'restore' });
  });

  it.each<[string, RemoteRecord | null, string]>([
    ['and that is gone', null, 'it is gone already'],
    ['and that another took the place of', { ...made, id: 'dtp_anew' }, 'it is gone already'],
    ['and that is locked now', { ...made, lock: 'locked' }, 'it is locked now, and can no longer be changed'],
    [
      'and that was changed since',
      remoteDatapoint('R', { fields: quantity(2, 't') }),
      'its quantity changed since the run, so it is left as it is',
    ],
  ])('%s is left', (_what, now, expected) => {
    const step = only(desiredDatapoint('R'), [before], now === null ? [] : [now]);
    expect(step).toMatchObject({ act: 'none', id: before.id, reason: expected });
  });

  it('and that had no value before cannot be emptied', () => {
    const why: Fields = { uncertainty_justification: { type: 'text', value: 'weighed' } };
    const step = only(
      desiredDatapoint('R', { fields: why }),
      [made],
      [remoteDatapoint('R', { fields: why })],
    );
    expect(reasonOf(step)).toBe('a field that had no value before cannot be emptied again');
  });

  it('and whose document was sent anew is left with it', () => {
    const [missing, there] = [remoteSource('D', false), remoteSource('D', true)];
    const step = only(desiredSource('D'), [missing], [there]);
    expect(reasonOf(step)).toBe('a document that was sent cannot be taken back');
  });

  it('and whose document was sent anew has the rest put back', () => {
    const named = {
      ...desiredSource('D'),
      fields: { ...desiredSource('D').fields, display_name: { type: 'text' as const, value: 'Ticket 1' } },
    };
    const there = remoteSource('D', true);
    const now = {
      ...there,
      fields: { ...there.fields, display_name: { type: 'text' as const, value: 'Ticket 1' } },
    };
    expect(only(named, [remoteSource('D', false)], [now])).toMatchObject({
      act: 'restore',
      requests: [{ method: 'PATCH', path: `/sources/${there.id}`, body: { display_name: 'Ticket' } }],
    });
  });

  it('is an entry, whose shares are put back', () => {
    const c = remoteComponent('C', made.id);
    const entry = desiredEntry('E', [share(byReference('component', 'C'), 0.5)]);
    const then = remoteEntry('E', [share(byId('component', c.id), 1)]);
    const now = remoteEntry('E', [share(byId('component', c.id), 0.5)]);
    const wanted = [desiredDatapoint('R'), desiredComponent('C', 'R'), entry];
    const [step] = steps(decided(wanted, [made, c, then]), [made, c, now]);
    expect(step).toMatchObject({
      act: 'restore',
      requests: [
        {
          method: 'PATCH',
          path: `/ghg_entries/${then.id}/component_attributions`,
          body: {
            components_to_add: [
              { component_id: c.id, component_group_key: 'transport', attribution_factor: 1 },
            ],
          },
        },
      ],
    });
  });
});

describe('a run', () => {
  it('is undone from its end, and only what was done and sent', () => {
    const plan = decided(
      [
        desiredDatapoint('R'),
        desiredDatapoint('S'),
        desiredDatapoint('T'),
        desiredComponent('C', 'R'),
        desiredComponent('D', 'nowhere'),
      ],
      [remoteDatapoint('T')],
    );
    const now = [made, remoteDatapoint('S'), remoteDatapoint('T'), remoteComponent('C', made.id)];
    const undone = undoSteps(plan, new Set(['R', 'C', 'T', 'D']), registry(now));
    expect(undone.map(({ reference }) => reference)).toEqual(['C', 'R']);
  });
});
