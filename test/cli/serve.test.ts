import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { program } from '../../src/cli/program.js';
import { temporaryFolder } from '../support/line.js';

const saidSchema = z.object({
  base_url: z.url(),
  client_secret: z.string(),
  access_token: z.string(),
  project_id: z.string(),
});

/** A service that the command line runs, until it is told to end. */
async function serving(argv: readonly string[]) {
  const folder = await temporaryFolder();
  const [out, err] = [new PassThrough(), new PassThrough()];
  const logged: string[] = [];
  err.on('data', (chunk: Buffer) => logged.push(chunk.toString('utf8')));
  const ended = program(['serve', '--json', ...argv], {
    out,
    err,
    in: new PassThrough(),
    interactive: false,
    width: 80,
    colour: false,
    variables: {},
    folder,
  });
  const [line] = z.tuple([z.instanceof(Buffer)]).parse(await once(out, 'data'));
  const said = saidSchema.parse(JSON.parse(line.toString('utf8')));
  return {
    said,
    logged: () => logged.join(''),
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
    end: () => {
      process.emit('SIGTERM', 'SIGTERM');
      return ended;
    },
  };
}

type Serving = Awaited<ReturnType<typeof serving>>;

const make = ({ call, said }: Serving, reference: string) =>
  call('POST', '/measurement_locations', {
    latitude: 1,
    longitude: 2,
    project_id: said.project_id,
    supplier_reference_id: reference,
  });
const listed = z.looseObject({ nodes: z.array(z.looseObject({ supplier_reference_id: z.string() })) });
const references = async ({ call }: Serving) =>
  listed
    .parse(await (await call('GET', '/measurement_locations')).json())
    .nodes.map(({ supplier_reference_id }) => supplier_reference_id);

it('says a line a request, writes a snapshot at the end, and begins with one', async () => {
  const snapshot = path.join(await temporaryFolder(), 'snapshot.json');
  const first = await serving(['--snapshot', snapshot]);
  expect((await make(first, 'L')).status).toBe(200);
  expect(await first.end()).toBe(0);
  expect(first.logged()).toBe('POST /measurement_locations 200\n');
  expect(JSON.parse(await readFile(snapshot, 'utf8'))).toMatchObject({ format: 'mrv-ingest/service@1' });

  const second = await serving(['--restore', snapshot]);
  expect(await references(second)).toEqual(['L']);
  expect((await make(second, 'M')).status).toBe(200);
  expect(await second.end()).toBe(0);
});

it('keeps its state from one start to the next, and begins anew with --reset', async () => {
  const state = path.join(await temporaryFolder(), 'service.state');
  const first = await serving(['--state', state]);
  await make(first, 'L');
  await first.end();
  const second = await serving(['--state', state]);
  expect(await references(second)).toEqual(['L']);
  await second.end();
  const third = await serving(['--state', state, '--reset']);
  expect(await references(third)).toEqual([]);
  await third.end();
});
