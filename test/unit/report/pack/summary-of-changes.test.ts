import { describe, expect, it } from 'vitest';
import { decide } from '../../../../src/diff/decide.js';
import { RemoteState } from '../../../../src/model/remote-state.js';
import { isWrite } from '../../../../src/model/operation.js';
import type { Outcome } from '../../../../src/model/outcome.js';
import { buildPlan } from '../../../../src/plan/build-plan.js';
import {
  mostCharacters,
  summaryOfChanges,
  type ChangesInput,
} from '../../../../src/report/pack/summary-of-changes.js';
import { nothingYet } from '../../../../src/run/gathered.js';
import { summarise } from '../../../../src/run/summary.js';
import {
  desiredDatapoint,
  localBinding,
  mapped,
  quantity,
  remoteDatapoint,
  runFacts,
} from '../../../support/builders.js';

/** What is applied of a month in which `changed` datapoints have another quantity, and some else happens. */
function changes(changed: number, stateOf: (reference: string) => 'applied' | 'failed'): ChangesInput {
  const names = Array.from({ length: changed }, (_, place) => `changed-${place}`);
  const wanted = ['new', 'renamed', 'locked', ...names].map((name) => desiredDatapoint(name));
  const renamed = { display_name: { type: 'text', value: 'Another name' } } as const;
  const remote = [
    remoteDatapoint('renamed', { fields: renamed }),
    remoteDatapoint('locked', { lock: 'locked', fields: quantity(2, 't') }),
    ...names.map((name) => remoteDatapoint(name, { fields: quantity(1, 't') })),
  ];
  const plan = buildPlan(mapped(wanted));
  const decided = decide(plan, new RemoteState(remote), localBinding);
  const outcomes = decided.operations.filter(isWrite).map(({ kind, reference }): Outcome => {
    const base = { kind, reference, attempts: 1 };
    return stateOf(reference) === 'applied'
      ? { ...base, state: 'applied', id: 'dtp_1', message: null }
      : { ...base, state: 'failed', message: 'refused' };
  });
  const summary = summarise({ ...nothingYet(), mapped: plan.mapped, plan, decided, outcomes }, runFacts);
  return { summary, plan: decided, outcomes, removals: [] };
}

describe("the text for a statement's summary of changes", () => {
  it('tells what was corrected, superseded, made and renamed, with both sides', () => {
    expect(summaryOfChanges(changes(1, () => 'applied')).split('\n')).toEqual([
      'New: 1 datapoint.',
      'Corrected in their figures, inputs or dates: 1 record.',
      '- datapoint changed-0: quantity 24.7 t ± 0.1, before 1 t ± 0.1',
      'Superseded by new records, since the old ones are locked: 1 record.',
      '- datapoint locked~2: quantity 24.7 t ± 0.1, before 2 t ± 0.1',
      'Changed in names, descriptions or documents only: 1 record.',
      expect.stringMatching(/^- datapoint renamed: display name .+, before Another name$/),
      '',
    ]);
  });

  it('claims nothing that was not applied', () => {
    const text = summaryOfChanges(changes(3, (reference) => (reference === 'new' ? 'applied' : 'failed')));
    expect(text).toBe('New: 1 datapoint.\n');
    const nothing = summaryOfChanges(changes(3, () => 'failed'));
    expect(nothing).toBe('No change: nothing was written to the registry.\n');
  });

  it('tells the new net removal beside the old one, and what was taken away', () => {
    const input = changes(0, () => 'applied');
    const entry = {
      reference: 'E',
      co2e_net_removed_kg_before: 111_916,
      co2e_net_removed_kg_predicted: null,
      co2e_net_removed_kg: 249_545,
      co2e_net_removed_standard_deviation_kg: null,
      steps: [],
    };
    const text = summaryOfChanges({
      ...input,
      summary: { ...input.summary, entries: [entry] },
      removals: [
        { kind: 'datapoint', reference: 'gone', id: 'dtp_9', act: 'delete', state: 'done', message: null },
        { kind: 'datapoint', reference: 'stays', id: 'dtp_8', act: 'delete', state: 'left', message: 'x' },
      ],
    });
    expect(text).toContain('Net removal of E: 249.545 t CO2e (+137.629 t, before 111.916 t).');
    expect(text).toContain('Taken away: 1 record.\n- datapoint gone\n');
    expect(text).not.toContain('stays');
  });

  it.each([0, 1, 5, 20, 200, 5000])(
    'is never too long, and counts what it leaves out: %i changes',
    (count) => {
      const text = summaryOfChanges(changes(count, () => 'applied'));
      expect(text.length).toBeLessThanOrEqual(mostCharacters);
      const told = text.match(/^- datapoint changed-/gm)?.length ?? 0;
      const left = Number(/and ([\d,]+) more/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
      if (count > 0) expect(told + left).toBe(count);
      expect(left > 0).toBe(count >= 200);
    },
  );
});
