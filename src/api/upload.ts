import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import https from 'node:https';
import http from 'node:http';
import type { DocumentValue } from '../model/record.js';
import { exitCodes, MrvError } from '../model/errors.js';
import { AmbiguousError, RejectedError, UnreachableError } from './api-error.js';

/** The evidence file is not the one that was planned: nothing is sent of it. */
export class DocumentChangedError extends MrvError {
  override readonly name = 'DocumentChangedError';

  constructor(name: string) {
    super(
      'document-changed',
      `the evidence file ${name} changed or vanished after it was planned: run again, so that the plan fits the file`,
      exitCodes.failures,
    );
  }
}

/** The signed address is too old or was used: a fresh one may do. */
export class UploadRefusedError extends RejectedError {
  override readonly name = 'UploadRefusedError';
}

/** A document with its way to the document store. */
export interface Upload {
  /** The signed address. It is a secret: it never goes into a message, a log or the journal. */
  readonly url: string;
  readonly file: string;
  readonly document: DocumentValue;
  readonly signal?: AbortSignal;
}

/**
 * Passes bytes on one piece late, so that the last piece leaves only when all are known to be the planned ones: a
 * file that changed meanwhile can never arrive whole.
 */
function proof(document: DocumentValue): Transform {
  const hash = createHash('sha256');
  let size = 0;
  let held: Buffer | null = null;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      const ready = held;
      held = chunk;
      hash.update(chunk);
      size += chunk.length;
      if (size > document.content_length) done(new DocumentChangedError(document.file_name));
      else if (ready === null) done();
      else done(null, ready);
    },
    flush(done: TransformCallback) {
      const same =
        size === document.content_length &&
        (document.sha256 === null || hash.digest('hex') === document.sha256);
      if (same) done(null, held);
      else done(new DocumentChangedError(document.file_name));
    },
  });
}

const timeoutMs = 300_000;

/**
 * Puts a document to its signed address: streamed from disk, with its own length and type, without any credential
 * (`api-facts.md` §2, Upload mechanics). @throws DocumentChangedError, UploadRefusedError, or an `ApiError`.
 */
export async function putDocument(upload: Upload): Promise<void> {
  const url = new URL(upload.url);
  const asked = { method: 'PUT', path: `(document ${upload.document.file_name})` };
  const client = url.protocol === 'https:' ? https : http;
  const request = client.request(url, {
    method: 'PUT',
    headers: {
      'content-type': upload.document.content_type,
      'content-length': upload.document.content_length,
    },
    signal: AbortSignal.any([
      AbortSignal.timeout(timeoutMs),
      ...(upload.signal === undefined ? [] : [upload.signal]),
    ]),
  });
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        if (text.length < 2000) text += chunk;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
      response.on('error', reject);
    });
  });
  const sent = pipeline(createReadStream(upload.file), proof(upload.document), request);
  const [stream, answer] = await Promise.allSettled([sent, answered]);
  if (answer.status === 'fulfilled') {
    const { status, text } = answer.value;
    if (status >= 200 && status < 300) return;
    if (status >= 500 || status === 429 || status === 408)
      throw new AmbiguousError(asked, status, `the document store failed with ${status}`);
    throw new UploadRefusedError(
      asked,
      status,
      text.replaceAll(/https?:\/\/\S+/g, '(address)').slice(0, 400) || 'no reason given',
    );
  }
  const reason: unknown = stream.status === 'rejected' ? stream.reason : answer.reason;
  if (reason instanceof MrvError) throw reason;
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : 'unknown';
  if (code === 'ENOENT' || code === 'EACCES') throw new DocumentChangedError(upload.document.file_name);
  if (code === 'ECONNREFUSED') throw new UnreachableError(asked, reason, code);
  throw new AmbiguousError(asked, null, `the upload broke off (${code})`, reason);
}
