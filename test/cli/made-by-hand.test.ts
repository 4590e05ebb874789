import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { seedDataSchema, startEmulator } from '../../src/emulator/index.js';
import { commandLine } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';
import { listAll } from '../support/planned.js';
import { snapshotSchema } from '../support/scene.js';

const month = path.join(import.meta.dirname, '..', 'corpus', 'replace--a-consumer-outside-the-workbook');
const inputs = [
  path.join(month, 'month.csv'),
  '--mapping',
  path.join(month, 'mapping.yaml'),
  '--evidence',
  path.join(month, 'evidence'),
];

const summarySchema = z.looseObject({
  exit_code: z.number(),
  operations: z.record(z.string(), z.number()),
  outcomes: z.record(z.string(), z.number()),
  verdicts: z.record(z.string(), z.number()),
  requests: z.record(z.string(), z.number()),
  removals: z.record(z.string(), z.number()),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
});

const componentsSchema = z.array(
  z.looseObject({
    display_name: z.string(),
    inputs: z.array(z.looseObject({ datapoint_id: z.string().optional() })),
  }),
);

/** A service on which somebody made a component by hand, without a reference, that uses a locked datapoint. */
async function withHandmade() {
  const seedData = seedDataSchema.parse(JSON.parse(await readFile(path.join(month, 'service.json'), 'utf8')));
  const service = await startEmulator({ stateFile: null, seed: 1, seedData });
  onTestFinished(() => service.close());
  service.restore(
    snapshotSchema.parse(service.snapshot()).map((line) => ({
      ...line,
      put: line.put.map(({ name, value }) =>
        value['supplier_reference_id'] === 'by-hand'
          ? { name, value: { ...value, supplier_reference_id: null } }
          : { name, value },
      ),
    })),
  );
  const folder = await temporaryFolder();
  const variables = {
    MRV_BASE_URL: service.baseUrl,
    MRV_CLIENT_SECRET: service.clientSecret,
    MRV_ACCESS_TOKEN: service.accessToken,
    MRV_PROJECT_ID: service.projectId,
  };
  const call = async (...argv: readonly string[]) => {
    const ended = await commandLine([...argv, '--json', '--runs-dir', path.join(folder, 'runs')], {
      variables,
    });
    return summarySchema.parse(JSON.parse(ended.out));
  };
  /** The datapoints that the component made by hand uses. */
  const uses = async () => {
    const components = componentsSchema.parse(await listAll(service, '/components'));
    const handmade = components.find((component) => component.display_name === 'Made by hand');
    return handmade?.inputs.map((input) => input.datapoint_id);
  };
  return { call, uses, plan: path.join(folder, 'plan.json') };
}

describe('a component without a reference, made by hand, of which a datapoint is replaced', () => {
  it('is pointed to the new one by a run, and back by its undoing', async () => {
    const { call, uses } = await withHandmade();
    const before = await uses();
    expect(await call('run', ...inputs)).toMatchObject({
      exit_code: 0,
      operations: { update: 2, replace: 1 },
    });
    expect(await uses()).not.toEqual(before);
    expect(await call('undo', 'latest')).toMatchObject({
      exit_code: 0,
      removals: { restored: 2, deleted: 1, left: 0 },
    });
    expect(await uses()).toEqual(before);
  });

  it('is pointed to the new one by a saved plan too', async () => {
    const { call, uses, plan } = await withHandmade();
    const before = await uses();
    expect(await call('plan', ...inputs, '--out', plan)).toMatchObject({
      operations: { update: 2, replace: 1 },
    });
    expect(await call('apply', plan, '--evidence', path.join(month, 'evidence'))).toMatchObject({
      exit_code: 0,
      error: null,
      outcomes: { applied: 3, failed: 0, skipped: 0 },
      verdicts: { diverged: 0, missing: 0 },
    });
    expect(await uses()).not.toEqual(before);
    expect(await call('run', ...inputs)).toMatchObject({ exit_code: 0, requests: { writes: 0 } });
  });
});
