import { describe, expect, it } from 'vitest';
import { InternalError, unreachable } from '../../../src/model/errors.js';
import { chainReference, readReference } from '../../../src/model/reference.js';
import type { Link, RemoteRecord } from '../../../src/model/record.js';
import { RemoteState } from '../../../src/model/remote-state.js';
import { byId, byReference, remoteDatapoint } from '../../support/builders.js';
import { monthTemplate } from '../../support/decided.js';

const template = (id: string, displayName: string | null): RemoteRecord => ({
  ...monthTemplate,
  id,
  displayName,
});
const part = (id: string, displayName: string, parent: string): RemoteRecord => ({
  ...monthTemplate,
  kind: 'template_component',
  id,
  displayName,
  parent,
});
const named = (value: string, within?: Link): Link =>
  within === undefined
    ? { kind: 'ghg_entry_template', by: 'display_name', value }
    : { kind: 'template_component', by: 'display_name', value, within };

const state = new RemoteState([
  remoteDatapoint('R~10', { id: 'ten' }),
  remoteDatapoint('R', { id: 'one' }),
  remoteDatapoint('R~2', { id: 'two' }),
  remoteDatapoint('x', { id: 'none', reference: null }),
  template('t1', 'Month'),
  template('t2', 'Twice'),
  template('t3', 'Twice'),
  template('t4', null),
  part('p1', 'Made', 't1'),
  part('p2', 'Made', 't2'),
]);

describe('what the registry holds', () => {
  it.each<[string, Link, string | null]>([
    ['by its id', byId('datapoint', 'none'), 'none'],
    ['by no id', byId('datapoint', 'nowhere'), null],
    ['by an id of another kind', byId('component', 'none'), null],
    ['by its own reference', byReference('datapoint', 'R'), 'one'],
    ['by the reference of a replacement', byReference('datapoint', 'R~2'), 'two'],
    ['by a reference that nothing has', byReference('datapoint', 'R~3'), null],
    ['by a reference of another kind', byReference('component', 'R'), null],
    ['by its name', named('Month'), 't1'],
    ['by a name that nothing has', named('Year'), null],
    ['by its name within another', named('Made', named('Month')), 'p1'],
    [
      'by its name within another that is told by its id',
      named('Made', byId('ghg_entry_template', 't2')),
      'p2',
    ],
    ['by its name within what is not there', named('Made', named('Year')), null],
  ])('is found %s', (_what, link, expected) => {
    expect(state.find(link)?.id ?? null).toBe(expected);
  });

  it('is a chain in the order of its steps, and no chain else', () => {
    expect(state.chain('datapoint', 'R').map(({ id }) => id)).toEqual(['one', 'two', 'ten']);
    expect(state.chain('component', 'R')).toEqual([]);
  });

  it('is told whole, and by kind', () => {
    expect(state.records()).toHaveLength(10);
    expect(state.all('datapoint').map(({ id }) => id)).toEqual(['ten', 'one', 'two', 'none']);
    expect(state.all('source')).toEqual([]);
  });

  it('that two answer to is refused by what they are called', () => {
    expect(() => state.find(named('Twice'))).toThrow(
      '2 remote records are the ghg entry template with display name "Twice": t2, t3. Rename or remove all but one in the web interface, then run again',
    );
    const twice = new RemoteState(['a', 'b'].map((id) => remoteDatapoint('R~2', { id })));
    const message =
      '2 remote records are the datapoint with reference "R~2": a, b. Rename or remove all but one in the web interface, then run again';
    expect(() => twice.chain('datapoint', 'R')).toThrow(message);
    expect(() => twice.find(byReference('datapoint', 'R~2'))).toThrow(message);
  });
});

describe('a reference', () => {
  it.each([
    ['R', 'R', 1],
    ['R~2', 'R', 2],
    ['R~999999', 'R', 999_999],
    ['R~1', 'R~1', 1],
    ['R~0', 'R~0', 1],
    ['R~02', 'R~02', 1],
    ['R~1000000', 'R~1000000', 1],
    ['R~2~3', 'R~2', 3],
    ['~2', '~2', 1],
    ['', '', 1],
  ])('%j is of %j, step %i', (reference, base, step) => {
    expect(readReference(reference)).toEqual({ base, step });
    if (step > 1) expect(chainReference(base, step)).toBe(reference);
  });

  it('of the first step is the base', () => {
    expect(chainReference('R', 1)).toBe('R');
  });
});

describe('what cannot be', () => {
  it('is told as our fault', () => {
    // @ts-expect-error: a union closed by it admits no such value.
    expect(() => unreachable({ odd: true })).toThrow(new InternalError('unexpected value {"odd":true}'));
  });
});
