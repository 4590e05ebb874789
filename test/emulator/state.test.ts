import { appendFile, mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  startEmulator,
  type Emulator,
  type EmulatorOptions,
  type SeedDataInput,
} from '../../src/emulator/index.js';
import { clientOf, type Answer } from '../support/service-client.js';

const seedData: SeedDataInput = {
  organisation: { name: 'Example' },
  projects: [{ name: 'Example', country_code: 'KEN' }],
};

let service: Emulator;
let call: ReturnType<typeof clientOf>;

async function open(given: EmulatorOptions = {}): Promise<void> {
  service = await startEmulator({ seedData, settings: { rateLimit: null }, ...given });
  call = clientOf(service);
}

beforeEach(() => open());
afterEach(() => service.close());

const idOf = ({ body }: Answer) => z.looseObject({ id: z.string() }).parse(body).id;

function datapoint(given: Record<string, unknown> = {}) {
  return {
    display_name: 'A',
    description: '',
    project_id: service.projectId,
    quantity: { magnitude: 1, unit: 'kg' },
    source_ids: [],
    supplier_reference_id: 'R',
    type: 'REPORTED',
    ...given,
  };
}

describe('the state', () => {
  it('has every write that was answered, after a start that followed no stop; a line that was cut was never answered', async () => {
    const stateFile = path.join(await mkdtemp(path.join(os.tmpdir(), 'mrv-ingest-')), 'state');
    await service.close();
    await open({ stateFile });
    const id = idOf(await call('POST', '/datapoints', datapoint()));
    await appendFile(stateFile, '{"put":[{"name":"datapoint","val');
    const second = await startEmulator({ stateFile, seedData });
    try {
      expect((await clientOf(second)('GET', `/datapoints/${id}`)).status).toBe(200);
      expect(
        (await clientOf(second)('POST', '/datapoints', datapoint({ supplier_reference_id: 'again' }))).status,
      ).toBe(200);
      expect(second.accessToken).toBe(service.accessToken);
      for (const line of (await readFile(stateFile, 'utf8')).trim().split('\n'))
        expect(() => JSON.parse(line) as unknown).not.toThrow();
    } finally {
      await second.close();
    }
  });

  it('gives the same ids for the same seed and calls', async () => {
    const first = idOf(await call('POST', '/datapoints', datapoint()));
    await service.close();
    await open();
    expect(idOf(await call('POST', '/datapoints', datapoint()))).toBe(first);
  });
});

describe('limits on requests', () => {
  it.each(['fixed-window', 'sliding-window', 'token-bucket'] as const)(
    '%s lets so many through and says when there are more',
    async (shape) => {
      let now = 1_800_000_000_000;
      await service.close();
      await open({
        now: () => now,
        settings: {
          rateLimit: { shape, requests: 3, windowSeconds: 60, headers: true, retryAfter: 'seconds' },
        },
      });
      const statuses = [];
      for (let calls = 0; calls < 5; calls += 1) statuses.push((await call('GET', '/projects')).status);
      expect(statuses).toEqual([200, 200, 200, 429, 429]);
      now += 61_000;
      expect((await call('GET', '/projects')).status).toBe(200);
    },
  );
});
