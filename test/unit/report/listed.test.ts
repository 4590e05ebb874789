import { describe, expect, it } from 'vitest';
import { decide } from '../../../src/diff/decide.js';
import { RemoteState } from '../../../src/model/remote-state.js';
import type { DecidedPlan } from '../../../src/model/plan.js';
import { buildPlan } from '../../../src/plan/build-plan.js';
import { listedOperations, mostListed } from '../../../src/report/page/listed.js';
import { operationsSection } from '../../../src/report/page/operations-section.js';
import type { ReportInput } from '../../../src/report/index.js';
import { nothingYet } from '../../../src/run/gathered.js';
import { summarise } from '../../../src/run/summary.js';
import {
  desiredDatapoint,
  localBinding,
  mapped,
  quantity,
  remoteDatapoint,
  runFacts,
} from '../../support/builders.js';

function input(plan: DecidedPlan): ReportInput {
  return {
    summary: summarise({ ...nothingYet(), decided: plan }, { ...runFacts, dryRun: true }),
    ...{
      plan,
      mapped: null,
      issues: [],
      reconciliation: null,
      breakdowns: [],
      notInWorkbook: [],
      removals: [],
    },
    outcomes: [{ kind: 'datapoint', reference: 'failed', attempts: 1, state: 'failed', message: 'refused' }],
    generatedAt: '2026-11-21T10:00:00.000Z',
    addressOf: (file) => file,
  };
}

function made(): DecidedPlan {
  const wanted = ['same-1', 'changed', 'same-2', 'failed'].map((name) => desiredDatapoint(name));
  const remote = [
    ...['same-1', 'same-2'].map((name) => remoteDatapoint(name)),
    ...['changed', 'failed'].map((name) => remoteDatapoint(name, { fields: quantity(1, 't') })),
  ];
  return decide(buildPlan(mapped(wanted)), new RemoteState(remote), localBinding);
}

describe('a page with more operations than a browser bears', () => {
  it('lists what needs a person, then what changed, then the others, in the order of the plan', () => {
    const names = (most: number) => listedOperations(input(made()), most).map(({ reference }) => reference);
    expect(names(4)).toEqual(['same-1', 'changed', 'same-2', 'failed']);
    expect(names(3)).toEqual(['same-1', 'changed', 'failed']);
    expect(names(2)).toEqual(['changed', 'failed']);
    expect(names(1)).toEqual(['failed']);
  });

  it('says that it is not whole, and where all of it is', () => {
    const plan = made();
    const [one] = plan.operations;
    if (one === undefined) throw new RangeError('nothing was planned');
    const of = (count: number) =>
      operationsSection(input({ ...plan, operations: Array.from({ length: count }, () => one) })).markup;
    expect(of(mostListed)).not.toContain('are listed here');
    expect(of(mostListed + 1)).toContain('Of 20,001 records, 20,000 are listed here');
  });
});
