import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { commit, type Context } from './context.js';

function tokenOf(request: IncomingMessage, act: string): string | null {
  const match = new RegExp(`^/${act}/(?<token>[0-9a-f]{48})(?:\\?|$)`).exec(request.url ?? '');
  return match?.groups?.['token'] ?? null;
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(text);
}

async function readExactly(request: IncomingMessage, length: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > length) return null;
    chunks.push(chunk);
  }
  return size === length ? Buffer.concat(chunks) : null;
}

/** Takes a document of exactly the declared size and type, once, while its address is valid. */
async function receive(context: Context, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = tokenOf(request, 'upload');
  const ticket = token === null ? null : context.documents.upload(token);
  if (token === null || ticket === null || ticket.expiresAt < context.now()) {
    answer(response, 403, 'the signed address is not valid, or has expired');
    return;
  }
  if (request.headers.authorization !== undefined || request.headers['x-client-secret'] !== undefined) {
    answer(response, 400, 'credentials do not belong here');
    return;
  }
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared !== ticket.contentLength || request.headers['content-type'] !== ticket.contentType) {
    answer(response, 400, 'the size or the type is not the declared one');
    return;
  }
  const bytes = await readExactly(request, ticket.contentLength);
  if (bytes === null) {
    answer(response, 400, 'the size is not the declared one');
    return;
  }
  const sha256 = context.documents.keep(token, ticket.sourceId, bytes);
  const source = context.store.records.source.get(ticket.sourceId);
  if (source !== null) commit(context, (changes) => changes.set('source', { ...source, sha256 }));
  answer(response, 200, '');
}

function give(context: Context, request: IncomingMessage, response: ServerResponse): void {
  const token = tokenOf(request, 'download');
  const bytes = token === null ? null : context.documents.download(token, context.now());
  if (bytes === null) {
    answer(response, 403, 'the signed address is not valid, or has expired');
    return;
  }
  const hash = createHash('sha256').update(bytes).digest('base64');
  response.writeHead(200, { 'content-length': bytes.length, 'x-goog-hash': `sha256=${hash}` });
  response.end(bytes);
}

/** The document store: another origin than the service's, with signed addresses and without credentials. */
export function storageServer(context: Context): Server {
  return createServer((request, response) => {
    if (request.method === 'GET') {
      give(context, request, response);
      return;
    }
    if (request.method !== 'PUT') {
      answer(response, 405, 'PUT or GET');
      return;
    }
    receive(context, request, response).catch(() => {
      request.destroy();
    });
  });
}
