import { describe, expect, it } from 'vitest';
import { breaches, SafetyError } from '../../../src/diff/safety.js';
import type { Limits } from '../../../src/model/mapped.js';
import type { DecidedPlan } from '../../../src/model/plan.js';
import type { Co2eResult, DesiredRecord, Fields, RemoteRecord } from '../../../src/model/record.js';
import { desiredDatapoint, mapped, quantity, remoteDatapoint } from '../../support/builders.js';
import { decided, desiredEntry } from '../../support/decided.js';

const unlimited = mapped([]).limits;

/** How many records of each kind a plan has. `absent` ones are blocked, and the registry does not hold them. */
interface Counts {
  readonly create?: number;
  readonly update?: number;
  readonly replace?: number;
  readonly locked?: number;
  readonly unchanged?: number;
  readonly absent?: number;
}

const places = (count = 0) => Array.from({ length: count }, (_, place) => place);

function planOf(counts: Counts, limits: Partial<Limits>): DecidedPlan {
  const wanted: DesiredRecord[] = [];
  const remote: RemoteRecord[] = [];
  const there = (name: string, given: Partial<RemoteRecord>) => {
    wanted.push(desiredDatapoint(name));
    remote.push(remoteDatapoint(name, given));
  };
  const later: Fields = { measured_at: { type: 'instant', value: '2026-10-04T00:00:00Z' } };
  for (const place of places(counts.create)) wanted.push(desiredDatapoint(`create-${place}`));
  for (const place of places(counts.absent))
    wanted.push(desiredDatapoint(`absent-${place}`, { fields: quantity(1, 't', -1) }));
  for (const place of places(counts.update)) there(`update-${place}`, { fields: quantity(1, 't') });
  for (const place of places(counts.replace)) there(`replace-${place}`, { fields: later });
  for (const place of places(counts.locked))
    there(`locked-${place}`, { fields: quantity(1, 't'), lock: 'locked' });
  for (const place of places(counts.unchanged)) there(`unchanged-${place}`, {});
  return decided(wanted, remote, { limits: { ...unlimited, ...limits } });
}

const said = (plan: DecidedPlan) => breaches(plan).map(({ limit, message }) => `${limit}: ${message}`);

describe('a share of the records that exist', () => {
  it.each<[string, Counts, Partial<Limits>, readonly string[]]>([
    ['at the limit passes', { update: 3, unchanged: 7 }, { update: 0.3 }, []],
    [
      'above it is refused',
      { update: 4, unchanged: 6 },
      { update: 0.3 },
      ["update: the plan would update 4 of 10 existing records (40 %), and the mapping's limit is 30 %"],
    ],
    ['says nothing of fewer than ten records', { update: 9 }, { update: 0 }, []],
    ['is not limited where the mapping says nothing', { update: 10, replace: 10 }, {}, []],
    [
      'of replacements has a limit of its own, and locked ones count',
      { replace: 1, locked: 1, update: 1, unchanged: 8 },
      { update: 0.1, replace: 0.1 },
      ["replace: the plan would replace 2 of 11 existing records (18.2 %), and the mapping's limit is 10 %"],
    ],
    ['is not one of new records', { create: 90, update: 5, unchanged: 5 }, { update: 0.5 }, []],
    [
      'is not one of records either that cannot be made',
      { absent: 90, update: 6, unchanged: 4 },
      { update: 0.5 },
      ["update: the plan would update 6 of 10 existing records (60 %), and the mapping's limit is 50 %"],
    ],
    [
      'says nothing where records that cannot be made make up ten',
      { absent: 9, update: 1 },
      { update: 0 },
      [],
    ],
  ])('%s', (_what, counts, limits, expected) => {
    expect(said(planOf(counts, limits))).toEqual(expected);
  });
});

describe('a number of records', () => {
  it.each<[string, Counts, Partial<Limits>, readonly string[]]>([
    [
      'at each limit passes',
      { update: 2, replace: 1, locked: 1 },
      { update_count: 2, replace_count: 2, locked_count: 1 },
      [],
    ],
    [
      'above a limit is refused, each by its name',
      { update: 2, replace: 2, locked: 1 },
      { update_count: 1, replace_count: 2, locked_count: 0 },
      [
        "update_count: the plan would update 2 records, and the mapping's limit is 1",
        "replace_count: the plan would replace 3 records, and the mapping's limit is 2",
        "locked_count: the plan would supersede 1 locked records, and the mapping's limit is 0",
      ],
    ],
    ['of locked ones leaves out those that are not', { replace: 3 }, { locked_count: 0 }, []],
  ])('%s', (_what, counts, limits, expected) => {
    expect(said(planOf(counts, limits))).toEqual(expected);
  });
});

describe('records dated outside the period of the entries', () => {
  const dated = (reference: string, value: string | null) =>
    desiredDatapoint(reference, { fields: { measured_at: { type: 'instant', value } } });
  const outside = (wanted: readonly DesiredRecord[], remote: readonly RemoteRecord[] = []) =>
    said(decided(wanted, remote, { limits: { ...unlimited, outside_period: 0 } }));
  const one =
    "outside_period: the plan would write 1 records that are dated outside the entries' period, and the mapping's limit is 0";

  it.each<[string, string | null, readonly string[]]>([
    ['of the first moment', '2026-10-01T00:00:00Z', []],
    ['of the last moment', '2026-10-31T23:59:59Z', []],
    ['without a date', null, []],
    ['of the day before', '2026-09-30T23:59:59Z', [one]],
    ['of the day after', '2026-11-01T00:00:00Z', [one]],
  ])('are told: one %s', (_what, instant, expected) => {
    expect(outside([dated('R', instant), desiredEntry('E')])).toEqual(expected);
  });

  it('reach from the first day of any entry to the last', () => {
    const november = desiredEntry('N', [], {
      started_on: { type: 'date', value: '2026-11-01' },
      completed_on: { type: 'date', value: '2026-11-30' },
    });
    const records = [dated('R', '2026-11-30T12:00:00Z'), dated('S', '2026-10-01T12:00:00Z')];
    expect(outside([...records, desiredEntry('E'), november])).toEqual([]);
    expect(outside([...records, november])).toEqual([one]);
  });

  it('are not counted where nothing is written, or where there is no entry', () => {
    const before = '2026-01-01T00:00:00Z';
    const fields: Fields = { measured_at: { type: 'instant', value: before } };
    expect(outside([dated('R', before), desiredEntry('E')], [remoteDatapoint('R', { fields })])).toEqual([]);
    expect(outside([dated('R', before)])).toEqual([]);
  });
});

describe('a first write', () => {
  it.each<[string, Counts, boolean | null, readonly string[]]>([
    [
      'is refused where the mapping says so',
      { create: 2 },
      false,
      [
        'first_write: the project prj_00000000000000000 holds none of these 2 records yet, and the mapping says that it is not written for the first time by accident',
      ],
    ],
    [
      'is one also where a record cannot be made',
      { create: 1, absent: 1 },
      false,
      [
        'first_write: the project prj_00000000000000000 holds none of these 2 records yet, and the mapping says that it is not written for the first time by accident',
      ],
    ],
    ['is allowed where the mapping says so', { create: 2 }, true, []],
    ['is allowed where the mapping says nothing', { create: 2 }, null, []],
    ['is none where one record is there', { create: 2, unchanged: 1 }, false, []],
    ['is none where there is nothing to write', {}, false, []],
    ['is none where nothing can be made', { absent: 1 }, false, []],
  ])('%s', (_what, counts, first_write, expected) => {
    expect(said(planOf(counts, { first_write }))).toEqual(expected);
  });
});

describe("the change of an entry's net removal", () => {
  const result = (net_kg: number): Co2eResult => ({
    net_kg,
    without_discount_kg: net_kg,
    standard_deviation_kg: 0,
    supplier_allocation_kg: null,
    buffer_pool_contribution_kg: null,
  });
  const bridged = (before: number | null, predicted: number | null, limits: Partial<Limits>) =>
    said({
      ...decided([], [], { limits: { ...unlimited, ...limits } }),
      bridges: [
        {
          reference: 'E',
          before: before === null ? null : result(before),
          predicted: predicted === null ? null : result(predicted),
          steps: [],
        },
      ],
    });
  const share = (change: string, limit: string) =>
    `co2e_change: the net removal of E would change by ${change}, and the mapping's limit is ${limit}`;
  const kilograms = (change: string, limit: string) =>
    `co2e_change_kg: the net removal of E would change by ${change} kg CO2e, and the mapping's limit is ${limit} kg`;

  it.each<[string, number | null, number | null, Partial<Limits>, readonly string[]]>([
    ['at the limits passes', 1000, 1050, { co2e_change: 0.05, co2e_change_kg: 50 }, []],
    ['downwards at the limits passes', 1000, 950, { co2e_change: 0.05, co2e_change_kg: 50 }, []],
    [
      'above them is refused by both names',
      1000,
      1060,
      { co2e_change: 0.05, co2e_change_kg: 50 },
      [share('6 %', '5 %'), kilograms('60', '50')],
    ],
    ['downwards above them too', 1000, 940, { co2e_change: 0.05 }, [share('6 %', '5 %')]],
    ['of a negative one is measured by its size', -1000, -1060, { co2e_change: 0.05 }, [share('6 %', '5 %')]],
    [
      'by little more than the limit is told with the digits that show it',
      1000,
      1050.02,
      { co2e_change: 0.05, co2e_change_kg: 50 },
      [share('5.002 %', '5 %'), kilograms('50.02', '50')],
    ],
    [
      'is told in whole kilograms where that shows it',
      1000,
      1060.4,
      { co2e_change_kg: 50 },
      [kilograms('60', '50')],
    ],
    ['from nothing is no share', 0, 60, { co2e_change: 0.05, co2e_change_kg: 50 }, [kilograms('60', '50')]],
    ['of a new entry is none', null, 60, { co2e_change: 0, co2e_change_kg: 0 }, []],
    ['that nobody can predict is none', 60, null, { co2e_change: 0, co2e_change_kg: 0 }, []],
    ['is not limited where the mapping says nothing', 1000, 5, {}, []],
  ])('%s', (_what, before, predicted, limits, expected) => {
    expect(bridged(before, predicted, limits)).toEqual(expected);
  });
});

describe('a plan past its limits', () => {
  const plan = planOf({ update: 2, locked: 1 }, { update_count: 1, locked_count: 0 });

  it('passes each limit that is overridden by its name, and no other', () => {
    expect(said({ ...plan, overrides: { update_count: 'the scale was recalibrated' } })).toEqual([
      "locked_count: the plan would supersede 1 locked records, and the mapping's limit is 0",
    ]);
    expect(said({ ...plan, overrides: { update_count: 'a', locked_count: 'b' } })).toEqual([]);
  });

  it('is refused with all that it passes, and how to go on', () => {
    const [first, ...more] = breaches(plan);
    if (first === undefined) throw new Error('nothing is passed');
    expect(new SafetyError([first, ...more])).toMatchObject({
      name: 'SafetyError',
      code: 'limit-passed',
      exitCode: 5,
      message:
        'the plan would update 2 records, and the mapping\'s limit is 1; the plan would supersede 1 locked records, and the mapping\'s limit is 0. Nothing was sent. Look at the plan; if it is right, run again with --override update_count="why"',
    });
  });
});
