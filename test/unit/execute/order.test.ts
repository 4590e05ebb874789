import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decide } from '../../../src/diff/decide.js';
import { execute } from '../../../src/execute/execute.js';
import { createGate } from '../../../src/execute/gate.js';
import { writableRules } from '../../../src/kinds/registry.js';
import { isWrite } from '../../../src/model/operation.js';
import { RemoteState } from '../../../src/model/remote-state.js';
import { buildPlan } from '../../../src/plan/build-plan.js';
import {
  desiredComponent,
  desiredDatapoint,
  localBinding,
  mapped,
  massBlueprint,
} from '../../support/builders.js';
import { simulatedClock } from '../../support/simulated-clock.js';

const createSchema = z.looseObject({ supplier_reference_id: z.string() });

/** What leaves first: the references of creates, in their order, where `last` needs everything of its chain. */
async function order(leaves: number): Promise<readonly string[]> {
  const loose = Array.from({ length: leaves }, (_, leaf) => desiredDatapoint(`LEAF-${leaf}`));
  const records = [
    ...loose,
    desiredDatapoint('MASS'),
    desiredComponent('COMPONENT', 'MASS'),
    desiredComponent('LAST', 'MASS'),
  ];
  const decided = decide(buildPlan(mapped(records)), new RemoteState([massBlueprint]), localBinding);
  const operations = decided.operations.map((operation) =>
    operation.reference === 'LAST' ? { ...operation, dependsOn: ['MASS', 'COMPONENT'] } : operation,
  );
  const sent: string[] = [];
  const clock = simulatedClock();
  const gate = createGate({
    transport: async ({ body }) => {
      sent.push(createSchema.parse(body).supplier_reference_id);
      await clock.sleep(100);
      return { status: 200, headers: new Headers(), body: { id: `made_${sent.length}` } };
    },
    concurrency: 4,
    rate: 10,
    clock,
    random: () => 0.5,
    observe: () => undefined,
  });
  const outcomes = await execute(
    { ...decided, operations },
    {
      rules: writableRules,
      gate,
      find: () => Promise.resolve(null),
      compare: () => [],
      putDocument: () => Promise.resolve(),
      evidenceFolder: '.',
      journal: { write: () => Promise.resolve(), close: () => Promise.resolve() },
      clock,
      signal: new AbortController().signal,
      refused: new Map(),
      observe: () => undefined,
    },
  );
  expect(outcomes.map(({ state }) => state)).toEqual(operations.filter(isWrite).map(() => 'applied'));
  return sent;
}

describe('the order of work', () => {
  it('begins with what the longest chain waits for, however late it stands in the plan', async () => {
    expect((await order(40)).indexOf('MASS')).toBeLessThanOrEqual(1);
  });

  it('never lets what waited for all the others wait for a leaf that nothing waits for', async () => {
    const sent = await order(40);
    expect(sent).toHaveLength(43);
    expect(sent.indexOf('LAST')).toBeLessThan(12);
  });
});
