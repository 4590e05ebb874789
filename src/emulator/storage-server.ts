import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { commit, type Context } from './context.js';
import type { Ticket } from './documents.js';
import type { Fault, Faults } from './faults.js';

function tokenOf(address: string, act: string): string | null {
  const match = new RegExp(`^/${act}/(?<token>[0-9a-f]{48})(?:\\?|$)`).exec(address);
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

/** A document on its way in, whether it came through a socket or not. */
interface Incoming {
  readonly token: string;
  readonly credentials: boolean;
  readonly length: number;
  readonly type: string | undefined;
  /** null where more or fewer bytes came than that. */
  readonly read: (length: number) => Promise<Buffer | null>;
}

/** What is wrong with an upload before its bytes are looked at; null: nothing. */
function refusal(incoming: Incoming, ticket: Ticket): string | null {
  if (incoming.credentials) return 'credentials do not belong here';
  if (incoming.length !== ticket.contentLength || incoming.type !== ticket.contentType)
    return 'the size or the type is not the declared one';
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

/** Takes a document of exactly the declared size and type, once, while its address is valid. */
async function take(
  context: Context,
  incoming: Incoming,
): Promise<{ readonly status: number; readonly text: string }> {
  const ticket = context.documents.upload(incoming.token);
  if (ticket === null || ticket.expiresAt < context.now())
    return { status: 403, text: 'the signed address is not valid, or has expired' };
  const wrong = refusal(incoming, ticket);
  if (wrong !== null) return { status: 400, text: wrong };
  const bytes = await incoming.read(ticket.contentLength);
  if (bytes === null) return { status: 400, text: 'the size is not the declared one' };
  keep(context, incoming.token, ticket, bytes);
  return { status: 200, text: '' };
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

/** Takes a document that comes through a socket, which a fault may break. */
async function receive(
  context: Context,
  faults: Faults | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fault = faults?.next('PUT', '/upload') ?? null;
  if (failsAtOnce(fault, request, response)) return;
  const { headers } = request;
  const { status, text } = await take(context, {
    token: tokenOf(request.url ?? '', 'upload') ?? '',
    credentials: headers.authorization !== undefined || headers['x-client-secret'] !== undefined,
    length: Number(headers['content-length'] ?? Number.NaN),
    type: headers['content-type'],
    read: (length) => readExactly(request, length),
  });
  if (status === 200 && fault?.type === 'cut') request.socket.destroy();
  else answer(response, status, text);
}

/** Takes a document without a socket. */
export async function takeDocument(context: Context, request: Request): Promise<Response> {
  const { headers } = request;
  const { status, text } = await take(context, {
    token: tokenOf(new URL(request.url).pathname, 'upload') ?? '',
    credentials: headers.has('authorization') || headers.has('x-client-secret'),
    length: Number(headers.get('content-length') ?? Number.NaN),
    type: headers.get('content-type') ?? undefined,
    read: async (length) => {
      const bytes = Buffer.from(await request.arrayBuffer());
      return bytes.length === length ? bytes : null;
    },
  });
  return new Response(text, { status });
}

function give(context: Context, request: IncomingMessage, response: ServerResponse): void {
  const token = tokenOf(request.url ?? '', 'download');
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
