import { describe, expect, it } from 'vitest';
import { staleOperations } from '../../../src/diff/stale.js';
import { outsideConsumers, repointOutside, supersededRecords } from '../../../src/diff/superseded.js';
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

/** Why a plan for `wanted`, made over `then`, cannot be carried out over `now`, by reference. */
function stale(
  wanted: readonly DesiredRecord[],
  then: readonly RemoteRecord[],
  now: readonly RemoteRecord[],
): Readonly<Record<string, string>> {
  return why(decided(wanted, then), now);
}

function why(plan: DecidedPlan, now: readonly RemoteRecord[]): Readonly<Record<string, string>> {
  return Object.fromEntries(staleOperations(plan, registry(now)));
}

const changed = (given: Partial<RemoteRecord> & { fields?: Fields } = {}) =>
  remoteDatapoint('R', { ...given, fields: { ...quantity(1, 't'), ...given.fields } });
const then = changed();

describe('a record that was to be made', () => {
  it('still can be where it is not there', () => {
    expect(stale([desiredDatapoint('R')], [], [])).toEqual({});
  });

  it('cannot be where somebody made it meanwhile', () => {
    expect(stale([desiredDatapoint('R'), desiredDatapoint('S')], [], [then])).toEqual({
      R: `it was not there when the plan was made, and is there now (${then.id}): make a new plan`,
    });
  });
});

describe('a record that was to be changed', () => {
  it.each<[string, RemoteRecord, string | null]>([
    ['as it was', then, null],
    ['by another name of its unit', changed({ fields: quantity(1000, 'kg', 100) }), null],
    [
      'with another quantity',
      changed({ fields: quantity(2, 't') }),
      'its quantity changed since the plan was made',
    ],
    [
      'with two other fields',
      changed({
        fields: {
          type: { type: 'text', value: 'ASSUMPTION' },
          measured_at: { type: 'instant', value: null },
        },
      }),
      'its type, measured at changed since the plan was made',
    ],
    [
      'with a field more',
      changed({ fields: { uncertainty_justification: { type: 'text', value: 'weighed' } } }),
      'its uncertainty justification changed since the plan was made',
    ],
    [
      'with a field of another type',
      changed({ fields: { quantity: { type: 'text', value: '1 t' } } }),
      'its quantity changed since the plan was made',
    ],
    [
      'locked',
      changed({ lock: 'locked_used_in_verified_removal' }),
      'it became locked used in verified removal since the plan was made',
    ],
    [
      'made anew under its reference',
      changed({ id: 'dtp_anew' }),
      'another record has its reference since the plan was made (dtp_anew)',
    ],
  ])('and is there %s', (_what, now, expected) => {
    expect(stale([desiredDatapoint('R')], [then], [now])).toEqual(
      expected === null ? {} : { R: `${expected}: make a new plan` },
    );
  });

  it('and that lost a field', () => {
    const { type: _type, ...fields } = then.fields;
    expect(stale([desiredDatapoint('R')], [then], [{ ...then, fields }])).toEqual({
      R: 'its type changed since the plan was made: make a new plan',
    });
  });

  it('and is gone', () => {
    expect(stale([desiredDatapoint('R')], [then], [])).toEqual({
      R: `${then.id}, which it is based on, is gone: make a new plan`,
    });
  });

  it('and was superseded', () => {
    expect(stale([desiredDatapoint('R')], [then], [then, remoteDatapoint('R~2')])).toEqual({
      R: 'R was superseded by R~2 since the plan was made: make a new plan',
    });
  });
});

describe('a record that was to be replaced', () => {
  const locked = changed({ lock: 'locked' });

  it('still can be, under the next reference', () => {
    expect(stale([desiredDatapoint('R')], [locked], [locked])).toEqual({});
  });

  it('need not be where its lock was lifted', () => {
    expect(stale([desiredDatapoint('R')], [locked], [then])).toEqual({
      'R~2': 'its lock was lifted since the plan was made: make a new plan',
    });
  });
});

describe('a record that points to another', () => {
  const far = remoteDatapoint('far');

  it('cannot be made where that is gone, by reference or by id', () => {
    expect(stale([desiredComponent('C', 'far')], [far], [far])).toEqual({});
    expect(stale([desiredComponent('C', 'far')], [far], [])).toEqual({
      C: 'the datapoint "far" that it points to is gone: make a new plan',
    });
    const entry = desiredEntry('E', [share(byId('component', 'cmp_theirs'))]);
    const theirs = remoteComponent('T', 'dtp_x', { id: 'cmp_theirs' });
    expect(stale([entry], [theirs], [theirs])).toEqual({});
    expect(stale([entry], [theirs], [])).toEqual({
      E: 'the component "cmp_theirs" that it points to is gone: make a new plan',
    });
  });

  it('waits for what the plan itself makes', () => {
    expect(stale([desiredDatapoint('R'), desiredComponent('C', 'R')], [], [])).toEqual({});
  });
});

describe('a record outside the workbook that has no reference', () => {
  const locked = changed({ lock: 'locked' });
  const byHand = remoteComponent(null, locked.id);
  const plan = decided([desiredDatapoint('R')], [locked]);
  const [superseded] = supersededRecords(plan, registry([locked]));
  if (superseded === undefined) throw new Error('nothing is superseded');
  const nobody = { verified: new Set<string>(), submitted: new Set<string>() };
  const outside = outsideConsumers(plan, [{ superseded, consumer: byHand }]);
  const whole = { ...plan, operations: [...plan.operations, ...repointOutside(outside, nobody).operations] };

  it.each<[string, readonly RemoteRecord[], string | null]>([
    ['is there as it was', [byHand], null],
    ['is gone', [], `${byHand.id}, which it is based on, is gone: make a new plan`],
    [
      'was changed',
      [remoteComponent(null, 'dtp_other')],
      'its inputs changed since the plan was made: make a new plan',
    ],
  ])('and that %s', (_what, now, expected) => {
    expect(why(whole, [locked, ...now])).toEqual(expected === null ? {} : { [byHand.id]: expected });
  });
});

describe('what is not to be written', () => {
  it('is never stale', () => {
    const equal = remoteDatapoint('R');
    expect(stale([desiredDatapoint('R')], [equal], [])).toEqual({});
    expect(stale([desiredComponent('C', 'nowhere')], [], [remoteComponent('C', 'dtp_x')])).toEqual({});
  });
});

describe('other kinds of field', () => {
  it('a document that was uploaded meanwhile is no reason to stop, one that is lost is', () => {
    const source = {
      ...desiredSource('D'),
      fields: { ...desiredSource('D').fields, is_public: { type: 'flag' as const, value: true } },
    };
    const [with_, without] = [remoteSource('D', true), remoteSource('D', false)];
    expect(stale([source], [without], [with_])).toEqual({});
    expect(stale([source], [with_], [without])).toEqual({
      D: 'its document changed since the plan was made: make a new plan',
    });
  });

  it('shares of an entry', () => {
    const c = remoteComponent('C', 'dtp_x');
    const entry = desiredEntry('E', [share(byReference('component', 'C'), 0.5)]);
    const [full, half] = [1, 0.25].map((factor) =>
      remoteEntry('E', [share(byId('component', c.id), factor)]),
    );
    if (full === undefined || half === undefined) throw new Error('no entry');
    expect(stale([entry], [c, full], [c, full])).toEqual({});
    expect(stale([entry], [c, full], [c, half])).toEqual({
      E: 'its attributions changed since the plan was made: make a new plan',
    });
  });
});
