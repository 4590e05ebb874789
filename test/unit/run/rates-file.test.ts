import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunEvent } from '../../../src/model/event.js';
import type { EnvironmentBinding } from '../../../src/model/plan.js';
import { keepRate, readRates, recalled } from '../../../src/run/rates-file.js';
import { givenRequest, startGiven } from '../../support/given-month.js';
import { targetOf, temporaryFolder, walkLine } from '../../support/line.js';

const sandbox: EnvironmentBinding = {
  name: 'sandbox',
  base_url: 'https://sandbox.example',
  project_id: 'prj_1',
  organisation_id: 'org_1',
};
const learnt = { per_second: 1.97, refused_at: 2, under_way: 8 };
const rememberedSchema = z.looseObject({ rates: z.array(z.looseObject({ per_second: z.number() })) });
const quiet = () => undefined;

async function kept(...bindings: readonly EnvironmentBinding[]): Promise<string> {
  const file = path.join(await temporaryFolder(), '.mrv-ingest', 'rates.json');
  for (const [place, binding] of bindings.entries())
    await keepRate({ rates: file, runId: `run-${place}` }, binding, learnt, 1_790_000_000_000, quiet);
  return file;
}

describe('the memory of rates', () => {
  it('gives back what a run learnt, and leaves no draft', async () => {
    const file = await kept(sandbox);
    expect(recalled(await readRates(file, quiet), sandbox)).toMatchObject(learnt);
    expect(await readdir(path.dirname(file))).toEqual(['rates.json']);
  });

  it.each([
    ['another environment', { name: 'production' as const }],
    ['another organisation', { organisation_id: 'org_2' }],
    ['no organisation', { organisation_id: null }],
    ['another project', { project_id: 'prj_2' }],
    ['another service', { base_url: 'https://other.example' }],
  ])('is not used for %s', async (_what, other) => {
    const file = await kept(sandbox);
    expect(recalled(await readRates(file, quiet), { ...sandbox, ...other })).toBeNull();
  });

  it('knows the embedded service again at another port', async () => {
    const local = { ...sandbox, name: 'local' as const, base_url: 'http://127.0.0.1:1' };
    const file = await kept(local);
    const rates = await readRates(file, quiet);
    expect(recalled(rates, { ...local, base_url: 'http://127.0.0.1:2' })).toMatchObject(learnt);
  });

  it('keeps one line for each, the latest', async () => {
    const other = { ...sandbox, project_id: 'prj_2' };
    const file = await kept(sandbox, other, sandbox, other);
    const rates = await readRates(file, quiet);
    expect(rates.map(({ project_id }) => project_id)).toEqual(['prj_1', 'prj_2']);
  });

  it.each([
    ['no JSON', '{'],
    ['another format', '{"format":"other","rates":[]}'],
    ['a rate that is none', '{"format":"mrv-ingest/rates@1","rates":[{"per_second":-1}]}'],
  ])('is ignored where it is %s, and it is said', async (_what, text) => {
    const file = await kept();
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    const events: RunEvent[] = [];
    expect(await readRates(file, (event) => events.push(event))).toEqual([]);
    expect(JSON.stringify(events)).toMatch(/"type":"note".*is ignored/);
    expect(events).toHaveLength(1);
    await keepRate({ rates: file, runId: 'run' }, sandbox, learnt, 0, quiet);
    expect(recalled(await readRates(file, quiet), sandbox)).toMatchObject(learnt);
  });

  it('that cannot be kept ends no run', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'file'), '');
    const events: RunEvent[] = [];
    const rates = path.join(folder, 'file', 'rates.json');
    await keepRate({ rates, runId: 'run' }, sandbox, learnt, 0, (event) => events.push(event));
    expect(JSON.stringify(events)).toMatch(/"type":"note".*could not be kept/);
    expect(await readFile(path.join(folder, 'file'), 'utf8')).toBe('');
  });

  it('is left by a run beside its folder, and the next run begins with it', async () => {
    const request = { ...givenRequest, runs: await temporaryFolder() };
    const service = await startGiven({ faults: 'limit-without-headers' });
    try {
      await walkLine(targetOf(service), request);
      const file = path.join(request.runs, 'rates.json');
      const left = rememberedSchema.parse(JSON.parse(await readFile(file, 'utf8')));
      expect(left.rates).toMatchObject([{ environment: 'local', project_id: service.projectId }]);
      const [own] = left.rates;
      await writeFile(
        file,
        JSON.stringify({ ...left, rates: [{ ...own, per_second: 33, refused_at: null }] }),
      );
      const { events } = await walkLine(targetOf(service), { ...request, stop: 'diff' });
      const before = events.slice(
        0,
        events.findIndex(({ type }) => type === 'stage'),
      );
      expect(before).toContainEqual({ type: 'rate', requests_per_second: 33 });
    } finally {
      await service.close();
    }
  });
});
