import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { commit, type Context } from './context.js';
import type { Ticket } from './documents.js';
import type { Fault, Faults } from './faults.js';

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

/** What is wrong with an upload before its bytes are looked at; null: nothing. */
function refusal(
  context: Context,
  request: IncomingMessage,
  ticket: Ticket | null,
): { readonly status: number; readonly text: string } | null {
  if (ticket === null || ticket.expiresAt < context.now())
    return { status: 403, text: 'the signed address is not valid, or has expired' };
  if (request.headers.authorization !== undefined || request.headers['x-client-secret'] !== undefined)
    return { status: 400, text: 'credentials do not belong here' };
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared !== ticket.contentLength || request.headers['content-type'] !== ticket.contentType)
    return { status: 400, text: 'the size or the type is not the declared one' };
  return null;
}

/** Notes whose bytes came; a source that was deleted meanwhile has none. */
function keep(context: Context, token: string, ticket: Ticket, bytes: Buffer): void {
  const { owner } = ticket;
  const sha256 = context.documents.keep(token, owner.id, bytes);
  const { source, file_upload } = context.store.records;
  commit(context, (changes) => {
    switch (owner.kind) {
      case 'source': {
        const found = source.get(owner.id);
        if (found !== null) changes.set('source', { ...found, sha256 });
        return;
      }
      case 'file_upload': {
        const found = file_upload.get(owner.id);
        if (found !== null) changes.set('file_upload', { ...found, sha256 });
      }
    }
  });
}

/** Whether a fault ends an upload before it is looked at. */
function failsAtOnce(fault: Fault | null, request: IncomingMessage, response: ServerResponse): boolean {
  if (fault === null) return false;
  if (fault.type === 'expired-upload') answer(response, 403, 'the signed address has expired');
  else if (fault.type === 'status') answer(response, fault.status, 'a fault was asked for');
  else if (fault.type === 'broken-upload' || (fault.type === 'cut' && fault.when === 'before-work'))
    request.once('data', () => request.destroy());
  else return false;
  return true;
}

/** Takes a document of exactly the declared size and type, once, while its address is valid. */
async function receive(
  context: Context,
  faults: Faults | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fault = faults?.next('PUT', '/upload') ?? null;
  if (failsAtOnce(fault, request, response)) return;
  const token = tokenOf(request, 'upload') ?? '';
  const ticket = context.documents.upload(token);
  const wrong = refusal(context, request, ticket);
  if (wrong !== null || ticket === null) {
    answer(response, wrong?.status ?? 403, wrong?.text ?? '');
    return;
  }
  const bytes = await readExactly(request, ticket.contentLength);
  if (bytes === null) {
    answer(response, 400, 'the size is not the declared one');
    return;
  }
  keep(context, token, ticket, bytes);
  if (fault?.type === 'cut') request.socket.destroy();
  else answer(response, 200, '');
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
export function storageServer(context: Context, faults: Faults | null): Server {
  return createServer((request, response) => {
    if (request.method === 'GET') {
      give(context, request, response);
      return;
    }
    if (request.method !== 'PUT') {
      answer(response, 405, 'PUT or GET');
      return;
    }
    receive(context, faults, request, response).catch(() => {
      request.destroy();
    });
  });
}
