import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Box } from '../support/box.js';
import { commandLine, keptIn, variablesOf } from '../support/command-line.js';
import { givenMonth } from '../support/given-month.js';
import { temporaryFolder } from '../support/line.js';

const reportSchema = z.object({
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'warning', 'failure']),
      said: z.string(),
      mend: z.string().nullable(),
    }),
  ),
  failures: z.number(),
  warnings: z.number(),
});

let box: Box;
let variables: Record<string, string>;
beforeAll(async () => {
  box = await Box.open({ settings: {} });
  variables = variablesOf(box.service);
});
afterAll(() => box.close());

/** What the doctor says of each thing, by its name. */
async function doctor(
  given: { readonly variables?: Record<string, string>; readonly folder?: string } = {},
  argv: readonly string[] = [],
) {
  const folder = given.folder ?? (await temporaryFolder());
  const used = given.variables ?? variables;
  const kept = argv.includes('--runs-dir') ? [] : keptIn(folder);
  const { code, out, err } = await commandLine(['doctor', ...kept, ...argv, '--json'], {
    variables: used,
    folder,
  });
  expect(err).toBe('');
  for (const name of ['MRV_CLIENT_SECRET', 'MRV_ACCESS_TOKEN']) {
    const secret = used[name];
    if (secret !== undefined && secret !== '') expect(out).not.toContain(secret);
  }
  const report = reportSchema.parse(JSON.parse(out));
  expect(report.failures).toBe(report.checks.filter(({ state }) => state === 'failure').length);
  expect(code).toBe(report.failures === 0 ? 0 : 2);
  return { code, check: (name: string) => report.checks.find((check) => check.name === name), report };
}

/** What the doctor says of a server that gives every request one status, an hour ago. */
async function answered(status: number, own: Record<string, string> = {}) {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    headers.push(request.headers);
    response.writeHead(status, { date: new Date(Date.now() - 3_600_000).toUTCString() }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.number() }).parse(server.address());
  try {
    const given = { ...variables, MRV_BASE_URL: `http://127.0.0.1:${port}`, ...own };
    return { ...(await doctor({ variables: given })), headers };
  } finally {
    server.close();
  }
}

function token(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * 86_400;

describe('doctor', () => {
  it('finds nothing wrong where nothing is, and exits 0', async () => {
    const { report, check } = await doctor({}, [
      path.join(givenMonth, 'month.csv'),
      '--mapping',
      path.join(givenMonth, 'mapping.yaml'),
    ]);
    expect(report.checks.filter(({ state }) => state !== 'ok')).toEqual([]);
    for (const name of [
      'Node.js',
      '.env',
      'MRV_CLIENT_SECRET',
      'MRV_ACCESS_TOKEN',
      'Access token',
      'Service',
      'Reachable',
      'Clock',
      'Credentials',
      'Project',
      'Ids',
      'Runs folder',
      'Free disk',
      'Mapping',
      'Workbook',
    ])
      expect(check(name), name).toMatchObject({ state: 'ok' });
    expect(check('Project')?.said).toContain('Example');
  });

  it('needs nothing for the embedded service', async () => {
    const { report } = await doctor({ variables: {} }, ['--mapping', path.join(givenMonth, 'mapping.yaml')]);
    expect(report).toMatchObject({ failures: 0 });
    expect(report.checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['State folder', 'Project']),
    );
  });

  it('says a line each, and how to mend it', async () => {
    const { MRV_ACCESS_TOKEN: _token, ...rest } = variables;
    const folder = await temporaryFolder();
    const { code, out } = await commandLine(['doctor', ...keptIn(folder)], { variables: rest, folder });
    expect(code).toBe(2);
    expect(out).toMatch(/^ok +Node\.js/m);
    expect(out).toMatch(/^failure +MRV_ACCESS_TOKEN +it is not set\n +→ /m);
    expect(out).toMatch(/^1 failure, 0 warnings$/m);
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('names what the .env file sets, never a value, and names that nobody knows', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, '.env'), 'MRV_TOKEN=canary-value\nMRV_CLIENT_SECRET=canary-value\n');
    const { MRV_CLIENT_SECRET: _secret, ...rest } = variables;
    const { check, report } = await doctor({ variables: rest, folder });
    expect(check('MRV_CLIENT_SECRET')?.said).toMatch(/in \.env/);
    expect(check('Variables')).toMatchObject({ state: 'warning' });
    expect(check('Variables')?.said).toMatch(/MRV_TOKEN/);
    expect(JSON.stringify(report)).not.toContain('canary-value');
  });

  it.each([
    ['expired', token({ org: 'org_7', exp: inDays(-1) }), 'failure'],
    ['soon over', token({ org: 'org_7', exp: inDays(20) }), 'warning'],
    ['no JWT', 'just-some-text', 'warning'],
  ])('a token that is %s', async (_what, accessToken, state) => {
    const { check } = await doctor({ variables: { ...variables, MRV_ACCESS_TOKEN: accessToken } });
    expect(check('Access token')).toMatchObject({ state });
    // The service refuses these tokens; an expired one is never shown to it.
    expect(check('Credentials')?.state).toBe(state === 'failure' ? undefined : 'failure');
    expect(check('Reachable')).toMatchObject({ state: 'ok' });
  });

  it('an expired token sends no credential, and a clock that is wrong is said', async () => {
    const accessToken = token({ exp: inDays(-1) });
    const { check, headers } = await answered(401, { MRV_ACCESS_TOKEN: accessToken });
    expect(headers.length).toBeGreaterThan(0);
    for (const name of ['authorization', 'x-client-secret'])
      expect(headers.filter((own) => name in own)).toEqual([]);
    expect(check('Clock')).toMatchObject({ state: 'warning' });
    expect(check('Clock')?.said).toMatch(/(?:3599|36\d\d) s ahead/);
  });

  it.each([
    [302, 'failure', /redirect/],
    [404, 'failure', /no \/mrv\/v0/],
    [500, 'warning', /500/],
  ])('a service that answers with %i: %s', async (status, state, said) => {
    const { check } = await answered(status);
    expect(check('Reachable')).toMatchObject({ state });
    expect(check('Reachable')?.said).toMatch(said);
  });

  it('a service that does not answer, and an address that is refused', async () => {
    const dead = await doctor({ variables: { ...variables, MRV_BASE_URL: 'http://127.0.0.1:9' } });
    expect(dead.check('Reachable')).toMatchObject({ state: 'failure' });
    expect(dead.check('Credentials')).toBeUndefined();
    const base = await doctor({ variables: { ...variables, MRV_BASE_URL: 'http://example.org' } });
    expect(base.check('Service')).toMatchObject({ state: 'failure' });
    expect(base.check('Reachable')).toBeUndefined();
  });

  it('credentials that are refused, and a project that is not seen', async () => {
    const refused = await doctor({ variables: { ...variables, MRV_CLIENT_SECRET: 'wrong-secret' } });
    expect(refused.check('Credentials')).toMatchObject({ state: 'failure' });
    const other = await doctor({ variables: { ...variables, MRV_PROJECT_ID: 'prj_1CTWZQGKE1S0VAXA' } });
    expect(other.check('Project')).toMatchObject({ state: 'failure' });
    expect(other.check('Project')?.said).toContain(box.service.projectId);
    const { MRV_PROJECT_ID: _project, ...rest } = variables;
    const none = await doctor({ variables: rest });
    expect(none.check('Project')).toMatchObject({ state: 'warning' });
    expect(none.code).toBe(0);
  });

  it('ids that look like the other environment’s', async () => {
    const { check } = await doctor({ variables: { ...variables, MRV_PROJECT_ID: 'prj_1CTWZQGKE1S0VAXA' } }, [
      '--environment',
      'sandbox',
    ]);
    expect(check('Ids')).toMatchObject({ state: 'warning' });
    expect(check('Ids')?.said).toContain('prj_1CTWZQGKE1S0VAXA');
  });

  it('folders that cannot be written', async () => {
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'runs'), 'a file where the folder should be');
    const { check } = await doctor({ folder });
    expect(check('Runs folder')).toMatchObject({ state: 'failure' });
    await mkdir(path.join(folder, 'elsewhere'));
    const mended = await doctor({ folder }, ['--runs-dir', path.join(folder, 'elsewhere', 'runs')]);
    expect(mended.check('Runs folder')).toMatchObject({ state: 'ok' });
  });

  it('files that cannot be read', async () => {
    const { check } = await doctor({}, ['nowhere.xlsx', '--mapping', path.join(givenMonth, 'month.csv')]);
    expect(check('Workbook')).toMatchObject({ state: 'failure' });
    expect(check('Mapping')).toMatchObject({ state: 'failure' });
  });
});
