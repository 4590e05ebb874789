import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { serving } from '../support/command-line.js';
import { temporaryFolder } from '../support/line.js';

const saidSchema = z.object({
  base_url: z.url(),
  client_secret: z.string(),
  access_token: z.string(),
  project_id: z.string(),
});

/** A service that the command line runs, until it is told to end. */
async function served(argv: readonly string[]) {
  const service = await serving(['serve', '--json', ...argv]);
  const said = saidSchema.parse(JSON.parse(service.out()));
  return {
    said,
    logged: service.err,
    call: (method: string, below: string, body?: unknown) =>
      fetch(`${said.base_url}/mrv/v0${below}`, {
        method,
        headers: {
          'x-client-secret': said.client_secret,
          authorization: `Bearer ${said.access_token}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    end: service.end,
  };
}

type Served = Awaited<ReturnType<typeof served>>;

const make = ({ call, said }: Served, reference: string) =>
  call('POST', '/measurement_locations', {
    latitude: 1,
    longitude: 2,
    project_id: said.project_id,
    supplier_reference_id: reference,
  });
const listed = z.looseObject({ nodes: z.array(z.looseObject({ supplier_reference_id: z.string() })) });
const references = async ({ call }: Served) =>
  listed
    .parse(await (await call('GET', '/measurement_locations')).json())
    .nodes.map(({ supplier_reference_id }) => supplier_reference_id);

it('says a line a request, writes a snapshot at the end, and begins with one', async () => {
  const snapshot = path.join(await temporaryFolder(), 'snapshot.json');
  const first = await served(['--snapshot', snapshot]);
  expect((await make(first, 'L')).status).toBe(200);
  expect(await first.end()).toBe(0);
  expect(first.logged()).toBe('POST /measurement_locations 200\n');
  expect(JSON.parse(await readFile(snapshot, 'utf8'))).toMatchObject({ format: 'mrv-ingest/service@1' });

  const second = await served(['--restore', snapshot]);
  expect(await references(second)).toEqual(['L']);
  expect((await make(second, 'M')).status).toBe(200);
  expect(await second.end()).toBe(0);
});

it('keeps its state from one start to the next, and begins anew with --reset', async () => {
  const state = path.join(await temporaryFolder(), 'service.state');
  const first = await served(['--state', state]);
  await make(first, 'L');
  await first.end();
  const second = await served(['--state', state]);
  expect(await references(second)).toEqual(['L']);
  await second.end();
  const third = await served(['--state', state, '--reset']);
  expect(await references(third)).toEqual([]);
  await third.end();
});
