import { createServer, type Server } from 'node:http';
import { inspect } from 'node:util';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  AmbiguousError,
  CredentialsError,
  MalformedError,
  RejectedError,
  ThrottledError,
  UnreachableError,
} from '../../src/api/api-error.js';
import { readToken } from '../../src/api/token.js';
import { retryAfterMs } from '../../src/api/retry-after.js';
import { Secret } from '../../src/api/secret.js';
import { createTransport } from '../../src/api/transport.js';
import { simulatedClock } from '../support/simulated-clock.js';

const origin = 'https://api.example.org';
const credentials = { clientSecret: new Secret('canary-secret'), accessToken: new Secret('canary-token') };
const get = { method: 'GET', path: '/datapoints', repeatable: true } as const;
const post = { method: 'POST', path: '/datapoints', body: { magnitude: 1 }, repeatable: false } as const;

function transport(baseUrl = origin, timeoutMs = 2_000) {
  return createTransport({
    baseUrl,
    credentials,
    clock: simulatedClock(),
    observe: () => undefined,
    timeoutMs,
  });
}

describe('what is sent', () => {
  beforeEach(() => {
    nock.disableNetConnect();
  });
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });

  it('carries both credentials, below /mrv/v0, with its query and body', async () => {
    const scope = nock(origin, {
      reqheaders: { 'x-client-secret': 'canary-secret', authorization: 'Bearer canary-token' },
    })
      .get('/mrv/v0/datapoints')
      .query({ first: '50', supplier_reference_id: 'a b&c' })
      .reply(200, { nodes: [] })
      .post('/mrv/v0/datapoints', { magnitude: 1 })
      .reply(200, { id: 'dtp_1' });
    const send = transport();
    expect((await send({ ...get, query: { first: '50', supplier_reference_id: 'a b&c' } })).body).toEqual({
      nodes: [],
    });
    expect((await send(post)).body).toEqual({ id: 'dtp_1' });
    scope.done();
  });

  it('goes below /registry/v0 for the reads of the registry, with the same credentials', async () => {
    const scope = nock(origin, {
      reqheaders: { 'x-client-secret': 'canary-secret', authorization: 'Bearer canary-token' },
    })
      .get('/registry/v0/supplier')
      .reply(200, { id: 'spl_1' });
    const answer = await transport()({
      method: 'GET',
      root: 'registry',
      path: '/supplier',
      repeatable: true,
    });
    expect(answer.body).toEqual({ id: 'spl_1' });
    scope.done();
  });

  it('follows no redirect, and so shows nobody else the credentials', async () => {
    nock(origin).get('/mrv/v0/datapoints').reply(302, '', { location: 'https://elsewhere.example.org/' });
    await expect(transport()(get)).rejects.toThrow(/redirect/);
  });

  it('goes nowhere in the clear', () => {
    expect(() => transport('http://api.example.org')).toThrow(/https/);
  });

  const answers: readonly [
    string,
    number,
    string,
    Record<string, string>,
    new (...given: never[]) => Error,
    RegExp,
  ][] = [
    [
      'a list of faults',
      422,
      '{"detail":[{"loc":["body","quantity","unit"],"msg":"unknown unit","type":"x","input":"foo"}]}',
      {},
      RejectedError,
      /body\.quantity\.unit: unknown unit/,
    ],
    [
      'a business refusal',
      400,
      '{"detail":"measured_at lies in the future"}',
      {},
      RejectedError,
      /refused with 400: measured_at lies in the future/,
    ],
    ['refused credentials', 401, '{"detail":"no"}', {}, CredentialsError, /MRV_CLIENT_SECRET/],
    ['a quota', 429, '', { 'retry-after': '7' }, ThrottledError, /asked to wait 7 s/],
    ['a pause', 503, '', { 'retry-after': '2' }, ThrottledError, /wait 2 s/],
    ['a failure', 503, 'upstream', {}, AmbiguousError, /may have been done/],
    ['a gateway', 502, '<html>', {}, AmbiguousError, /502/],
    ['no JSON', 200, '<html>gateway</html>', {}, MalformedError, /not JSON/],
  ];

  it.each(answers)('tells %s for what it is', async (_what, status, body, headers, type, message) => {
    nock(origin).post('/mrv/v0/datapoints').reply(status, body, headers);
    const failure = await transport()(post).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(type);
    expect(String(failure)).toMatch(message);
    expect(inspect(failure, { depth: 9 })).not.toMatch(/canary/);
  });
});

describe('a network that fails', () => {
  let server: Server;
  let base = '';
  let behave: 'cut' | 'hang' | 'half' = 'cut';
  beforeEach(async () => {
    server = createServer((request, response) => {
      if (behave === 'cut') request.socket.destroy();
      if (behave === 'half') {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
        response.write('{"nodes":');
        setImmediate(() => request.socket.destroy());
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(['cut', 'half'] as const)('%s: it may have been done', async (how) => {
    behave = how;
    await expect(transport(base)(post)).rejects.toThrow(AmbiguousError);
  });

  it('no answer in time: it may have been done', async () => {
    behave = 'hang';
    await expect(transport(base, 50)(post)).rejects.toThrow(AmbiguousError);
  });

  it('nobody there: nothing was sent', async () => {
    server.close();
    await new Promise((resolve) => server.once('close', resolve));
    await expect(transport(base)(post)).rejects.toThrow(UnreachableError);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['tomorrow', null],
    ['2026-11-21', null],
    [null, null],
  ])('%s', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});

describe('a secret', () => {
  const secret = new Secret('canary');
  it('cannot be shown by any usual way', () => {
    const ways = [
      String(secret),
      ['', secret].join(''),
      JSON.stringify({ secret }),
      inspect(secret),
      inspect({ a: { b: { secret } } }, { depth: 9, showHidden: true }),
      Object.entries(secret).join(),
    ];
    expect(ways.join(' ')).not.toContain('canary');
  });
});

describe('an access token', () => {
  const token = (claims: unknown) =>
    new Secret(`x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`);
  const now = Date.parse('2026-11-21T00:00:00Z');
  it('says its organisation and when it ends', () => {
    expect(readToken(token({ org: 'org_1', exp: now / 1000 + 86_400 * 100 }), now)).toMatchObject({
      state: 'valid',
      organisation: 'org_1',
      expiresSoon: false,
    });
    expect(readToken(token({ exp: now / 1000 + 86_400 }), now)).toMatchObject({
      state: 'valid',
      expiresSoon: true,
    });
    expect(readToken(token({ exp: now / 1000 - 1 }), now)).toMatchObject({
      state: 'expired',
      expiredAt: new Date(now - 1000),
    });
    expect(readToken(new Secret('no token'), now)).toEqual({ state: 'unreadable' });
  });
});
