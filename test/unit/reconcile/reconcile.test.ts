import { describe, expect, it } from 'vitest';
import type { Outcome, Verdict } from '../../../src/model/outcome.js';
import type { DesiredRecord, Fields, RemoteRecord } from '../../../src/model/record.js';
import { buildPlan } from '../../../src/plan/build-plan.js';
import { isOfEntry } from '../../../src/reconcile/close-out.js';
import { reconcile, settle } from '../../../src/reconcile/reconcile.js';
import {
  desiredComponent,
  desiredDatapoint,
  mapped,
  quantity,
  remoteDatapoint,
} from '../../support/builders.js';
import {
  decided,
  desiredEntry,
  desiredSource,
  registry,
  remoteEntry,
  remoteSource,
} from '../../support/decided.js';

/** What is true of wanted records where the registry held `then` and holds `now`. */
function afterwards(
  wanted: readonly DesiredRecord[],
  now: readonly RemoteRecord[],
  given: {
    readonly kept?: Readonly<Record<string, readonly string[]>>;
    readonly then?: readonly RemoteRecord[];
  } & Parameters<typeof mapped>[1] = {},
) {
  const { kept = {}, then = [], ...rest } = given;
  const before = { ...decided(wanted, then, rest), kept };
  return reconcile(buildPlan(mapped(wanted, rest)), before, registry(now));
}

const r = remoteDatapoint('R');
const other = remoteDatapoint('R', { fields: quantity(1, 't') });
const locked = { ...other, lock: 'locked' };
const two: Fields = { ...quantity(1, 't'), measured_at: { type: 'instant', value: null } };

describe('a record that was read back', () => {
  const kind = 'datapoint' as const;
  it.each<[string, readonly RemoteRecord[], readonly string[], unknown]>([
    ['and equals the workbook', [r], [], { state: 'verified', kind, reference: 'R', id: r.id }],
    [
      'and is not there',
      [],
      [],
      { state: 'missing', kind, reference: 'R', message: 'the registry does not hold it' },
    ],
    [
      'and differs',
      [other],
      [],
      {
        state: 'diverged',
        kind,
        reference: 'R',
        id: r.id,
        changes: [{ field: 'quantity' }],
        message: "the registry's record differs in quantity",
      },
    ],
    [
      'and differs where it is locked',
      [{ ...locked, fields: { ...locked.fields, ...two } }],
      [],
      {
        state: 'diverged',
        reference: 'R~2',
        id: r.id,
        message: "the registry's record differs in quantity, measured at",
      },
    ],
    [
      'and differs in what was kept',
      [other],
      ['quantity'],
      { state: 'verified', kind, reference: 'R', id: r.id },
    ],
    [
      'and differs in what was kept, where it is locked',
      [locked],
      ['quantity'],
      { state: 'verified', reference: 'R', id: r.id },
    ],
    [
      'and differs in more than was kept',
      [{ ...other, fields: { ...other.fields, ...two } }],
      ['quantity'],
      { state: 'diverged' },
    ],
    ['and is not there, though it was to be kept', [], ['quantity'], { state: 'missing' }],
  ])('%s', (_what, now, kept, expected) => {
    expect(afterwards([desiredDatapoint('R')], now, { kept: { R: kept } }).verdicts).toMatchObject([
      expected,
    ]);
  });

  it.each<[string, readonly RemoteRecord[], unknown]>([
    [
      'is missing where it is not there',
      [],
      { state: 'missing', message: 'quantity has a negative standard deviation' },
    ],
    [
      'differs where it is',
      [r],
      { state: 'diverged', id: r.id, changes: [], message: 'quantity has a negative standard deviation' },
    ],
  ])('that could not be sent %s', (_what, now, expected) => {
    const bad = desiredDatapoint('R', { fields: quantity(1, 't', -1) });
    expect(afterwards([bad], now).verdicts).toMatchObject([expected]);
  });
});

describe('a control total', () => {
  const total = (definition: string, unit = 't', sum = 30) => ({
    name: 'Mass',
    definition,
    unit,
    count: 2,
    sum,
  });
  const wanted = [
    desiredDatapoint('R'),
    desiredDatapoint('S'),
    desiredDatapoint('T', { definition: 'datapoints.other' }),
    desiredSource('D'),
  ];
  const now = [
    remoteDatapoint('R', { fields: quantity(10, 't') }),
    remoteDatapoint('S', { fields: quantity(5000, 'kg') }),
    remoteDatapoint('T'),
    remoteSource('D', true),
  ];
  const checked = (controlTotal: ReturnType<typeof total>, held = now) =>
    afterwards(wanted, held, { controlTotals: [controlTotal] }).totals.map(({ remote, difference }) => ({
      ...remote,
      difference,
    }));

  it.each([
    [
      'sums what was read back in its own unit',
      total('datapoints.delivered_mass'),
      { count: 2, sum: 15, difference: -15 },
    ],
    [
      'has the unit that it asks for',
      total('datapoints.delivered_mass', 'kg', 15_000),
      { count: 2, sum: 15_000, difference: 0 },
    ],
    ['of nothing is nothing', total('datapoints.none'), { count: 0, sum: 0, difference: -30 }],
    ['leaves out what has no quantity', total('sources.tickets'), { count: 0, sum: 0, difference: -30 }],
    [
      'leaves out what has no such unit',
      total('datapoints.delivered_mass', 'foo'),
      { count: 0, sum: 0, difference: -30 },
    ],
  ])('%s', (_what, controlTotal, expected) => {
    expect(checked(controlTotal)).toEqual([expected]);
  });

  it('leaves out what is not there, and what came back in a unit that nobody knows, or of another thing', () => {
    const [first] = now;
    if (first === undefined) throw new Error('no record');
    expect(checked(total('datapoints.delivered_mass'), [first])).toMatchObject([{ count: 1, sum: 10 }]);
    for (const unit of ['foo', 'km']) {
      const foreign = [first, remoteDatapoint('S', { fields: quantity(1, unit) })];
      expect(checked(total('datapoints.delivered_mass'), foreign)).toMatchObject([{ count: 1, sum: 10 }]);
    }
  });
});

describe('an entry afterwards', () => {
  const co2e = (net_kg: number) => ({
    net_kg,
    without_discount_kg: net_kg,
    standard_deviation_kg: 0,
    supplier_allocation_kg: null,
    buffer_pool_contribution_kg: null,
  });
  const entry = (net: number | null) => remoteEntry('E', [], { co2e: net === null ? null : co2e(net) });

  it.each<[string, readonly RemoteRecord[], readonly RemoteRecord[], unknown]>([
    ['that was made', [], [entry(9)], { id: entry(9).id, before: null, after: co2e(9) }],
    ['that was changed', [entry(5)], [entry(9)], { before: co2e(5), after: co2e(9) }],
    ['that was not made', [], [], { id: null, before: null, after: null }],
    ['without a result', [], [entry(null)], { after: null }],
  ])('%s', (_what, then, now, expected) => {
    expect(afterwards([desiredDatapoint('R'), desiredEntry('E')], now, { then }).entries).toMatchObject([
      { reference: 'E', predicted: null, ...(typeof expected === 'object' ? expected : {}) },
    ]);
  });

  it('is told by the reference that was decided', () => {
    const plan = buildPlan(mapped([desiredEntry('E')]));
    expect(reconcile(plan, { ...decided([]), bridges: [] }, registry([entry(9)])).entries).toMatchObject([
      { reference: 'E', before: null, predicted: null, after: co2e(9) },
    ]);
  });
});

describe('what was in doubt', () => {
  const doubt: Outcome = {
    kind: 'datapoint',
    reference: 'R',
    attempts: 3,
    state: 'in-doubt',
    message: 'no answer',
  };
  const verified: Verdict = { state: 'verified', kind: 'datapoint', reference: 'R', id: r.id };

  it('is settled where it was read back equal, and stays a doubt else', () => {
    expect(settle([doubt], [verified])).toEqual([
      {
        kind: 'datapoint',
        reference: 'R',
        attempts: 3,
        state: 'applied',
        id: r.id,
        message: 'in doubt at first, and found equal when it was read back (no answer)',
      },
    ]);
    const missing: Verdict = { state: 'missing', kind: 'datapoint', reference: 'R', message: '' };
    expect(settle([doubt], [missing])).toEqual([doubt]);
    expect(settle([doubt], [{ ...verified, reference: 'S' }])).toEqual([doubt]);
    expect(settle([doubt], [])).toEqual([doubt]);
  });

  it('is all that changes', () => {
    const failed: Outcome = { ...doubt, state: 'failed', message: 'refused' };
    expect(settle([failed], [verified])).toEqual([failed]);
  });
});

describe('a batch of credits', () => {
  const batch = { id: 'b', parent_id: null, serial_number: 'b', size: { credits: 1, credit_kgs: 1000 } };
  it.each([
    ['of the entry', { ghg_entry_id: 'rmv_1' }, true],
    ['of another entry', { ghg_entry_id: 'rmv_2' }, false],
    ['of the removal, as older answers say', { ghg_entry_id: null, removal_id: 'rmv_1' }, true],
    ['of none', { ghg_entry_id: null }, false],
  ])('is %s', (_what, given, expected) => {
    expect(isOfEntry({ ...batch, ...given }, 'rmv_1')).toBe(expected);
  });
});

describe('a component whose blueprint is gone', () => {
  it('is not proven', () => {
    const unknown = desiredComponent('C', 'R');
    const fields: Fields = { ...unknown.fields, blueprint: { type: 'text', value: 'unheard_of' } };
    expect(afterwards([{ ...unknown, fields }], []).verdicts).toMatchObject([{ state: 'missing' }]);
  });
});
