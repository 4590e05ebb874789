import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { faultProfiles, type EmulatorOptions, type Schedule } from '../../src/emulator/index.js';
import { Box } from '../support/box.js';

let box: Box;
afterEach(() => box.close());

const open = async (given: EmulatorOptions) => {
  box = await Box.open({ settings: { rateLimit: null }, ...given });
};
const headers = () => ({
  'x-client-secret': box.service.clientSecret,
  authorization: `Bearer ${box.service.accessToken}`,
  'content-type': 'application/json',
});
const fetched = (path: string, init: RequestInit = {}) =>
  fetch(`${box.service.baseUrl}/mrv/v0${path}`, { headers: headers(), ...init });
const datapoint = (reference: string) => ({
  display_name: 'A',
  description: '',
  project_id: box.service.projectId,
  quantity: { magnitude: 1, unit: 'kg' },
  source_ids: [],
  supplier_reference_id: reference,
  type: 'REPORTED',
});
const post = (reference: string) =>
  fetched('/datapoints', { method: 'POST', body: JSON.stringify(datapoint(reference)) });
const held = async (reference: string) =>
  (await box.list(`/datapoints?supplier_reference_id=${reference}`)).length;
const pageSchema = z.looseObject({
  nodes: z.array(z.looseObject({ id: z.string() })),
  total_count: z.number(),
  page_info: z.looseObject({ has_next_page: z.boolean(), end_cursor: z.string() }),
});

describe('answers that are failures', () => {
  it.each([429, 500, 502, 503, 504] as const)(
    '%d with Retry-After in seconds, as a date, and without',
    async (status) => {
      const now = Date.parse('2026-11-05T12:00:00Z');
      await open({
        now: () => now,
        faults: [
          { from: 1, fault: { type: 'status', status, retryAfter: '7' } },
          { from: 2, fault: { type: 'status', status, retryAfter: { dateIn: 60 } } },
          { from: 3, fault: { type: 'status', status, retryAfter: null } },
        ],
      });
      const told = [];
      for (let number = 0; number < 4; number += 1) {
        const answer = await fetched('/projects');
        told.push([answer.status, answer.headers.get('retry-after')]);
      }
      expect(told).toEqual([
        [status, '7'],
        [status, 'Thu, 05 Nov 2026 12:01:00 GMT'],
        [status, null],
        [200, null],
      ]);
    },
  );

  it('a refusal has its text', async () => {
    await open({ faults: [{ fault: { type: 'refusal', detail: 'No verifier' } }] });
    expect(await box.call('GET', '/projects')).toEqual({ status: 400, body: { detail: 'No verifier' } });
  });
});

describe('connections that are cut', () => {
  const cuts = { 'before-work': 0, 'after-work': 1, 'mid-answer': 1 } as const;
  it.each(['before-work', 'after-work', 'mid-answer'] as const)('%s', async (when) => {
    await open({ faults: [{ method: 'POST', fault: { type: 'cut', when } }] });
    await expect(post('R').then((answer) => answer.text())).rejects.toThrow();
    expect(await held('R')).toBe(cuts[when]);
  });

  it('in the midst of the answer have sent its beginning', async () => {
    await open({ faults: [{ fault: { type: 'cut', when: 'mid-answer' } }] });
    const { hostname, port } = new URL(box.service.baseUrl);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    const lines = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET /mrv/v0/projects HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join('')}\r\n`);
    await once(socket, 'close');
    const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(head).toMatch(/^HTTP\/1.1 200/);
    expect([body.startsWith('{"nodes":'), body.length]).toEqual([true, Math.floor(length / 2)]);
  });
});

describe('answers that are no answer', () => {
  it('garbled: a success that is no JSON', async () => {
    await open({ faults: [{ method: 'POST', fault: { type: 'garbled' } }] });
    const answer = await post('R');
    expect([answer.status, (await answer.text()).startsWith('<html>'), await held('R')]).toEqual([
      200,
      true,
      1,
    ]);
  });

  it('truncated: half of its JSON, said to be whole', async () => {
    await open({ faults: [{ fault: { type: 'truncated' } }] });
    const answer = await fetched('/projects');
    const text = await answer.text();
    expect([answer.status, text.startsWith('{"nodes":')]).toEqual([200, true]);
    expect(() => z.unknown().parse(JSON.parse(text))).toThrow();
  });

  it('slow: after the time that was asked for', async () => {
    const waits: number[] = [];
    await open({
      faults: [{ fault: { type: 'slow', ms: 30_000 } }],
      sleep: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    });
    expect([(await fetched('/projects')).status, waits]).toEqual([200, [30_000]]);
  });

  it('hanging: none ever comes, and others are answered', async () => {
    await open({ faults: [{ fault: { type: 'hang' } }] });
    const hanging = new AbortController();
    const first = fetched('/projects', { signal: hanging.signal });
    while (box.service.requests().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect((await fetched('/projects')).status).toBe(200);
    hanging.abort();
    await expect(first).rejects.toThrow();
    expect(box.service.requests().map(({ status }) => status)).toEqual([null, 200]);
  });
});

describe('lists that are not faithful', () => {
  it('lag behind the last writes, total and all', async () => {
    await open({
      faults: [{ method: 'GET', path: '/datapoints', fault: { type: 'lagging-list', writes: 2 } }],
    });
    for (const reference of ['R1', 'R2', 'R3']) await post(reference);
    const read = async () => pageSchema.parse((await box.call('GET', '/datapoints?first=50')).body);
    const [lagging, now] = [await read(), await read()];
    // Of the three that were just made the first is seen, and all that was there before.
    expect([lagging.total_count, lagging.nodes.length]).toEqual([now.total_count - 2, now.nodes.length - 2]);
    expect([now.total_count, lagging.nodes]).toEqual([10, now.nodes.slice(0, 8)]);
  });

  it.each([
    [1, 'a record is missed', 6],
    [-1, 'a record comes twice', 8],
  ])('shift by %d between pages: %s', async (by, _what, count) => {
    await open({ faults: [{ from: 2, fault: { type: 'shifted-page', by } }] });
    const first = pageSchema.parse((await box.call('GET', '/datapoints?first=3')).body);
    const second = pageSchema.parse(
      (await box.call('GET', `/datapoints?first=50&after=${first.page_info.end_cursor}`)).body,
    );
    expect([first.total_count, first.nodes.length + second.nodes.length]).toEqual([7, count]);
    const unique = new Set([...first.nodes, ...second.nodes].map(({ id }) => id));
    expect(unique.size).toBe(by === 1 ? 6 : 7);
  });
});

describe('uploads', () => {
  const created = z.object({ signed_upload_url: z.url(), source: z.looseObject({ id: z.string() }) });
  const put = (url: string) =>
    fetch(url, { method: 'PUT', body: 'hello', headers: { 'content-type': 'text/plain' } });
  async function uploads(faults: Schedule) {
    await open({ faults });
    const { body } = await box.call('POST', '/sources', {
      __typename: 'CreateDocumentSourceRequest',
      display_name: 'Doc',
      file_name: 'a.txt',
      content_type: 'text/plain',
      content_length: 5,
      project_id: box.service.projectId,
      published_at: '2026-10-31',
      supplier_reference_id: 'S',
    });
    const { signed_upload_url: url, source } = created.parse(body);
    return { url, arrived: () => box.service.document(source.id)?.toString('utf8') ?? null };
  }

  it('to an address that has expired are refused, and one to a fresh address is taken', async () => {
    const { url, arrived } = await uploads([{ method: 'PUT', fault: { type: 'expired-upload' } }]);
    expect([(await put(url)).status, arrived()]).toEqual([403, null]);
    expect([(await put(url)).status, arrived()]).toEqual([200, 'hello']);
  });

  it('that break off leave nothing behind', async () => {
    const { url, arrived } = await uploads([{ method: 'PUT', fault: { type: 'broken-upload' } }]);
    await expect(put(url)).rejects.toThrow();
    expect(arrived()).toBeNull();
    expect([(await put(url)).status, arrived()]).toEqual([200, 'hello']);
  });

  it('whose answer is lost have arrived', async () => {
    const { url, arrived } = await uploads([{ method: 'PUT', fault: { type: 'cut', when: 'after-work' } }]);
    await expect(put(url)).rejects.toThrow();
    expect(arrived()).toBe('hello');
  });
});

describe('profiles', () => {
  it.each(Object.keys(faultProfiles))('%s: the same chances give the same faults', async (name) => {
    await open({});
    const profile = faultProfiles[name] ?? (() => null);
    const asked = ['GET /datapoints', 'POST /datapoints', 'PUT /upload', 'PATCH /components/x'];
    const walk = (seed: number) => {
      const faults = Array.from({ length: 400 }, (_one, number) => {
        const [method = '', path = ''] = (asked[number % 4] ?? '').split(' ');
        const chance = ((number * 7919 + seed * 104_729) % 1000) / 1000;
        return profile({ number: number + 1, method, path, chance });
      });
      return faults.map((fault) => fault?.type ?? null);
    };
    expect(walk(1)).toEqual(walk(1));
    expect(walk(1).some((type) => type !== null)).toBe(true);
  });

  it('and limits are asked for by name; another name is an error', async () => {
    await expect(Box.open({ faults: 'nobody' })).rejects.toThrow(/lost-answers.*limit-silent/);
    await open({ faults: 'short-pages' });
    expect(await box.list('/datapoints')).toHaveLength(6);
  });

  it('of a service are repeated by its seed', async () => {
    const statuses = async (seed: number) => {
      await open({ faults: 'server-errors', seed });
      const all = [];
      for (let number = 0; number < 60; number += 1) all.push((await fetched('/projects')).status);
      await box.close();
      return all.join(' ');
    };
    const [first, again, other] = [await statuses(7), await statuses(7), await statuses(8)];
    expect([first === again, first === other, /50[0234]/.test(first)]).toEqual([true, false, true]);
    await open({});
  });
});

describe('limits by name', () => {
  /** How many of so many requests at once are let through, and what the refusals say. */
  async function burst(count: number) {
    const answers = [];
    for (let number = 0; number < count; number += 1) answers.push(await fetched('/projects'));
    const refused = answers.find(({ status }) => status === 429);
    return {
      allowed: answers.filter(({ status }) => status === 200).length,
      remaining: answers[0]?.headers.get('ratelimit-remaining') ?? null,
      retryAfter: refused?.headers.get('retry-after') ?? null,
    };
  }

  it.each([
    ['limit-fixed-window', 120, '119', '60'],
    ['limit-sliding-window', 120, '119', 'Thu, 05 Nov 2026 12:01:00 GMT'],
    ['limit-token-bucket', 120, '119', '1'],
    ['limit-without-headers', 120, null, '1'],
    ['limit-silent', 120, null, null],
  ])(
    '%s lets %d through, announces %s left, and says to wait %s',
    async (faults, allowed, remaining, retryAfter) => {
      box = await Box.open({ now: () => Date.parse('2026-11-05T12:00:00Z'), faults });
      expect(await burst(125)).toEqual({ allowed, remaining, retryAfter });
    },
  );

  it('a limit halves, and recovers', async () => {
    let now = Date.parse('2026-11-05T12:00:00Z');
    await open({ now: () => now, faults: 'limit-that-halves', settings: {} });
    const allowed = [];
    for (const seconds of [0, 6, 12, 25]) {
      now = Date.parse('2026-11-05T12:00:00Z') + seconds * 1000;
      allowed.push((await burst(25)).allowed);
    }
    expect(allowed).toEqual([20, 10, 10, 20]);
  });
});
