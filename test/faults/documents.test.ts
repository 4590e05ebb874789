import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { hashDocument } from '../../src/api/download.js';
import { plainManner } from '../../src/run/index.js';
import { waysTo } from '../support/killing.js';
import type { Walked } from '../support/line.js';
import { readCells } from '../support/read-cells.js';
import { stage, type Scene } from '../support/scene.js';

const manner = { ...plainManner, verifyDocuments: true };
const text = 'tickets\n';
const sha256 = createHash('sha256').update(text).digest('hex');

const kept = z.object({
  reconciliation: z.object({
    documents: z.array(
      z.object({ state: z.string(), sha256: z.string().optional(), message: z.string().optional() }),
    ),
  }),
});

async function documentsOf({ folder }: Walked) {
  return kept.parse(JSON.parse(await readFile(path.join(folder, 'reconciliation.json'), 'utf8')))
    .reconciliation.documents;
}

/** What the report's sheet says of each document: its file, and what reading it back came to. */
async function told({ summary }: Walked): Promise<readonly string[]> {
  const cells = await readCells(summary.files.report ?? '', 'Documents');
  return Object.values(cells).map(({ value }) => JSON.stringify(value));
}

/** Changes what the document store holds, behind everybody's back. */
function tamper(scene: Scene, bytes: string): void {
  const saved = scene.service.save();
  const documents = Object.fromEntries(
    Object.keys(saved.documents).map((id) => [id, Buffer.from(bytes).toString('base64')]),
  );
  scene.service.load({ ...saved, documents });
}

describe('with --verify-documents', () => {
  it('every document is read back and is what was uploaded', async () => {
    const scene = await stage();
    const run = await scene.walk({ manner });
    expect(run.summary).toMatchObject({ exit_code: 0, documents: { verified: 1, diverged: 0, not_read: 0 } });
    expect(await documentsOf(run)).toEqual([expect.objectContaining({ state: 'verified', sha256 })]);
    expect((await told(run)).filter((cell) => cell.includes('verified'))).toHaveLength(2);
  });

  it.each([
    ['of the same length', 'tickats\n', /another one: its SHA-256 is [0-9a-f]{64}/],
    ['that is longer', `${text}more`, /longer than the file, which has 8 bytes/],
    ['that is shorter', 'tick', /has 4 bytes, and the file 8/],
  ])(
    'a document %s is found, though its source is equal in all that the interface shows',
    async (_, other, words) => {
      const scene = await stage();
      await scene.walk();
      tamper(scene, other);
      const writes = scene.writes();
      expect((await scene.walk({ command: 'verify', stop: 'verify' })).summary.exit_code).toBe(0);
      const run = await scene.walk({ command: 'verify', stop: 'verify', manner });
      expect(run.summary).toMatchObject({
        exit_code: 6,
        documents: { verified: 0, diverged: 1, not_read: 0 },
      });
      const [document] = await documentsOf(run);
      expect(document?.state).toBe('diverged');
      expect(document?.message).toMatch(words);
      expect((await told(run)).some((cell) => words.test(cell))).toBe(true);
      expect(scene.writes()).toBe(writes);
    },
  );

  it('one that cannot be read is told with the words of the service, and no run ends by it', async () => {
    const scene = await stage();
    const run = await scene.walk(
      { manner },
      {
        fetch: (input, init) => {
          const request = new Request(input, init);
          return request.url.includes('/private_url')
            ? Promise.resolve(Response.json({ detail: 'not for you' }, { status: 403 }))
            : waysTo(scene.service).fetch(request);
        },
      },
    );
    expect(run.summary).toMatchObject({ exit_code: 6, error: null, documents: { verified: 0, not_read: 1 } });
    const [document] = await documentsOf(run);
    expect(document?.state).toBe('not-read');
    expect(document?.message).toContain('not for you');
  });

  it('one whose source was never made is told as not read', async () => {
    const scene = await stage();
    const run = await scene.walk(
      { manner },
      {
        fetch: (input, init) => {
          const request = new Request(input, init);
          return request.method === 'POST' && request.url.endsWith('/sources')
            ? Promise.resolve(Response.json({ detail: 'no' }, { status: 400 }))
            : waysTo(scene.service).fetch(request);
        },
      },
    );
    expect(await documentsOf(run)).toEqual([
      expect.objectContaining({ state: 'not-read', message: 'the registry does not hold the source' }),
    ]);
  });

  it('nothing that is written or logged holds the signed address', async () => {
    const scene = await stage();
    const run = await scene.walk({ manner });
    const written = await Promise.all(
      ['reconciliation.json', 'summary.json', 'journal.jsonl'].map((name) =>
        readFile(path.join(run.folder, name), 'utf8'),
      ),
    );
    expect([...written, JSON.stringify(run.events)].join('\n')).not.toMatch(/X-Signature|\/download\//);
  });
});

/** A document store of the test's own; gives its address. */
async function store(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return `http://127.0.0.1:${address.port}/document?X-Signature=secret`;
}

describe('reading a document back', () => {
  const never = new AbortController().signal;

  it('sends no credential along', async () => {
    let sent: IncomingHttpHeaders = {};
    const address = await store((request, response) => {
      sent = request.headers;
      response.end(text);
    });
    expect(await hashDocument(address, 'a.txt', 8, never)).toEqual({ type: 'whole', sha256, bytes: 8 });
    expect(Object.keys(sent).toSorted()).toEqual(['connection', 'host']);
  });

  it('ends at the first byte too many, however many the store would give', async () => {
    let closed = false;
    const address = await store((request, response) => {
      const piece = Buffer.alloc(64 * 1024);
      const give = () => {
        while (!closed && response.write(piece));
      };
      request.on('close', () => (closed = true));
      response.on('close', () => (closed = true));
      response.on('drain', give);
      give();
    });
    expect(await hashDocument(address, 'a.txt', 1_000_000, never)).toEqual({ type: 'too-long' });
  });

  it.each([
    ['refuses', (_request, response) => response.writeHead(403).end('no'), /answered 403/],
    [
      'leads elsewhere',
      (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /answered 302/,
    ],
    [
      'breaks off',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 8 });
        response.write('tick', () => response.destroy());
      },
      /broke off/,
    ],
  ] satisfies readonly (readonly [string, RequestListener, RegExp])[])(
    'fails without its address where the store %s',
    async (_, answer, words) => {
      const failed = hashDocument(await store(answer), 'a.txt', 8, never).then(
        () => 'read',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
      expect(await failed).toMatch(words);
      expect(await failed).not.toMatch(/secret|127\.0\.0\.1/);
    },
  );
});
