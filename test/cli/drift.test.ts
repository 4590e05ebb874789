import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { commandLine, variablesOf } from '../support/command-line.js';
import { givenInputs, startGiven } from '../support/given-month.js';
import { temporaryFolder } from '../support/line.js';

const summarySchema = z.looseObject({
  exit_code: z.number(),
  operations: z.record(z.string(), z.number()),
  requests: z.record(z.string(), z.number()),
  verdicts: z.record(z.string(), z.number()),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
});

const listSchema = z.looseObject({
  nodes: z.array(z.looseObject({ id: z.string(), quantity: z.looseObject({ magnitude: z.number() }) })),
});

/** A month that was sent, of which somebody then changed one value by hand. */
async function changedByHand() {
  const service = await startGiven({ stateFile: null, seed: 1 });
  const folder = await temporaryFolder();
  const variables = variablesOf(service);
  const run = async (...flags: readonly string[]) => {
    const argv = ['run', ...givenInputs, '--json', '--runs-dir', path.join(folder, 'runs'), ...flags];
    return summarySchema.parse(JSON.parse((await commandLine(argv, { variables })).out));
  };
  const headers = {
    'x-client-secret': service.clientSecret,
    authorization: `Bearer ${service.accessToken}`,
    'content-type': 'application/json',
  };
  const root = `${service.baseUrl}/mrv/v0/datapoints`;
  const read = async () => {
    const answer = await fetch(`${root}?supplier_reference_id=NRM-1-mass`, { headers });
    return listSchema.parse(await answer.json()).nodes[0];
  };
  expect(await run()).toMatchObject({ exit_code: 0 });
  const there = await read();
  const quantity = { magnitude: 99, unit: 't', standard_deviation: 0.1 };
  await fetch(`${root}/${there?.id ?? ''}`, { method: 'PATCH', headers, body: JSON.stringify({ quantity }) });
  const magnitude = async () => (await read())?.quantity.magnitude;
  return { run, magnitude, close: () => service.close() };
}

describe('what somebody changed by hand since our last run', () => {
  it('is refused until it is decided, and is told with its cell in a dry run', async () => {
    const { run, magnitude, close } = await changedByHand();
    const dry = await run('--dry-run');
    expect(dry).toMatchObject({ exit_code: 0, operations: { update: 1 } });
    const refused = await run();
    expect(refused).toMatchObject({ exit_code: 5, requests: { writes: 0 }, error: { code: 'drift' } });
    expect(refused.error?.message).toMatch(/quantity of NRM-1-mass .* by hand/);
    expect(await magnitude()).not.toBe(10);
    await close();
  });

  it('stays with --on-drift keep, run after run', async () => {
    const { run, magnitude, close } = await changedByHand();
    const before = await magnitude();
    expect(await run('--on-drift', 'keep')).toMatchObject({
      exit_code: 0,
      operations: { update: 0 },
      requests: { writes: 0 },
      verdicts: { diverged: 0 },
    });
    expect(await magnitude()).toBe(before);
    await close();
  });

  it('gives way to the workbook with --on-drift overwrite, and then there is nothing to do', async () => {
    const { run, close } = await changedByHand();
    expect(await run('--on-drift', 'overwrite')).toMatchObject({ exit_code: 0, operations: { update: 1 } });
    expect(await run()).toMatchObject({ exit_code: 0, requests: { writes: 0 } });
    await close();
  });
});
