import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A signed address that is waiting for its bytes. */
export interface Ticket {
  /** Whose bytes they are. */
  readonly owner: { readonly kind: 'source' | 'file_upload'; readonly id: string };
  readonly contentType: string;
  readonly contentLength: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The document store behind the signed addresses: bytes by their owner's id, in memory or in a folder. */
export class Documents {
  readonly #folder: string | null;
  readonly #bytes = new Map<string, Buffer>();
  readonly #uploads = new Map<string, Ticket>();
  readonly #downloads = new Map<string, { readonly ownerId: string; readonly expiresAt: number }>();
  origin = '';

  readonly #seed: number;
  #tokens = 0;

  constructor(folder: string | null, seed: number) {
    this.#folder = folder;
    this.#seed = seed;
    if (folder !== null) mkdirSync(folder, { recursive: true });
  }

  /** A signed address for one upload of exactly that size and type. */
  uploadUrl(ticket: Ticket): string {
    const token = this.#token();
    this.#uploads.set(token, ticket);
    return `${this.origin}/upload/${token}?X-Signature=${token.slice(0, 16)}`;
  }

  downloadUrl(ownerId: string, expiresAt: number): string {
    const token = this.#token();
    this.#downloads.set(token, { ownerId, expiresAt });
    return `${this.origin}/download/${token}?X-Signature=${token.slice(0, 16)}`;
  }

  /** The address of a public document: the same every time, and for ever. */
  publicUrl(ownerId: string): string {
    const token = createHash('sha256').update(`${this.#seed} public ${ownerId}`).digest('hex').slice(0, 48);
    this.#downloads.set(token, { ownerId, expiresAt: Number.POSITIVE_INFINITY });
    return `${this.origin}/download/${token}`;
  }

  #token(): string {
    this.#tokens += 1;
    return createHash('sha256').update(`${this.#seed} ${this.#tokens}`).digest('hex').slice(0, 48);
  }

  upload(token: string): Ticket | null {
    return this.#uploads.get(token) ?? null;
  }

  /** Keeps the bytes, closes the address, and gives their hash. */
  keep(token: string, ownerId: string, bytes: Buffer): string {
    this.#uploads.delete(token);
    this.put(ownerId, bytes);
    return createHash('sha256').update(bytes).digest('hex');
  }

  put(ownerId: string, bytes: Buffer): void {
    if (this.#folder === null) this.#bytes.set(ownerId, bytes);
    else writeFileSync(path.join(this.#folder, ownerId), bytes);
  }

  download(token: string, now: number): Buffer | null {
    const ticket = this.#downloads.get(token);
    return ticket === undefined || ticket.expiresAt < now ? null : this.read(ticket.ownerId);
  }

  read(ownerId: string): Buffer | null {
    if (this.#folder === null) return this.#bytes.get(ownerId) ?? null;
    try {
      return readFileSync(path.join(this.#folder, ownerId));
    } catch {
      return null;
    }
  }
}
