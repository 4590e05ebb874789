import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { z } from 'zod';
import { AmbiguousError, MalformedError, RejectedError } from './api-error.js';
import type { Send } from './request.js';

/** What the document store gave: its hash in hex, or that more bytes came than were asked for. */
export type ReadBack =
  { readonly type: 'whole'; readonly sha256: string; readonly bytes: number } | { readonly type: 'too-long' };

const timeoutMs = 300_000;
const addressSchema = z.url({ protocol: /^https?$/ });

/**
 * The short-lived address of a document (`api-facts.md` §1.2, GET /sources/{id}/private_url). It is a secret: it never
 * goes into a message, a log or a file.
 * @throws an `ApiError` where the service gives none.
 */
export async function readDocumentAddress(send: Send, path: string): Promise<string> {
  const answer = await send({ method: 'GET', path, repeatable: true });
  const address = addressSchema.safeParse(answer.body);
  if (address.success) return address.data;
  throw new MalformedError({ method: 'GET', path }, 'it is no address of a document');
}

/**
 * Reads a document from its signed address and hashes it as it comes: no more of it is held than one piece, nothing is
 * read beyond `most` bytes, and no credential goes along.
 * @throws RejectedError where the store refuses, AmbiguousError where it breaks off.
 */
export async function hashDocument(
  address: string,
  name: string,
  most: number,
  signal: AbortSignal,
): Promise<ReadBack> {
  const url = new URL(address);
  const asked = { method: 'GET', path: `(document ${name})` };
  const client = url.protocol === 'https:' ? https : http;
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      client
        .get(url, { signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]) }, resolve)
        .on('error', reject);
    });
    const status = response.statusCode ?? 0;
    if (status !== 200) {
      response.destroy();
      throw new RejectedError(asked, status, `the document store answered ${status}`);
    }
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (bytes > most) return { type: 'too-long' };
      hash.update(chunk);
    }
    return { type: 'whole', sha256: hash.digest('hex'), bytes };
  } catch (error) {
    if (error instanceof RejectedError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new AmbiguousError(asked, null, `reading it broke off (${code})`, error);
  }
}
