import path from 'node:path';
import {
  AmbiguousError,
  CredentialsError,
  MalformedError,
  RejectedError,
  UnreachableError,
} from '../api/api-error.js';
import type { ApiAnswer } from '../api/request.js';
import { UploadRefusedError, type putDocument } from '../api/upload.js';
import type { RequestContext, Step, WritableKindRules } from '../kinds/kind.js';
import type { Change, WriteOperation } from '../model/operation.js';
import type { DesiredRecord, RemoteRecord, WritableKind } from '../model/record.js';
import type { Clock } from '../model/clock.js';
import { z } from 'zod';
import { messageOf } from '../model/errors.js';
import type { Gate } from './gate.js';
import type { Identities } from './identities.js';
import type { Journal } from './journal.js';
import { isRefusal } from './retry-rules.js';

/** What the writing of one record needs of the world. */
export interface WriteTools {
  readonly rules: (kind: WritableKind) => WritableKindRules;
  readonly gate: Gate;
  /** Reads one record by its exact reference, as it is now; null where there is none. */
  readonly find: (kind: WritableKind, reference: string) => Promise<RemoteRecord | null>;
  /** The fields in which a remote record is not what is wanted. */
  readonly compare: (
    record: DesiredRecord,
    remote: RemoteRecord,
    context: RequestContext,
  ) => readonly Change[];
  readonly putDocument: typeof putDocument;
  readonly evidenceFolder: string;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How a record came to be there. */
type Made =
  | { readonly type: 'made'; readonly id: string; readonly uploadUrl: string | null }
  | { readonly type: 'found'; readonly remote: RemoteRecord };

/** Nobody can say whether the record was made. */
export class InDoubtError extends Error {
  override readonly name = 'InDoubtError';
}

/**
 * Looks for a record whose create failed, while lists lag behind writes: waits in ms before each. Whether it was done
 * is unknown; or the service says that the reference is taken, so that it will be found; or it was refused for
 * something else.
 */
const looksMs = { unknown: [250, 1_000, 3_000], taken: [0, 1_000, 3_000, 8_000], refused: [0] } as const;
const mostCreates = 3;
/** Waits in ms before an upload is tried again: the document store has no rate, and is given time to come back. */
const uploadWaitsMs = [500, 2_000, 8_000];

const signedUrlSchema = z.url();

/** Writes one record: the whole life of an operation, but for its place in the order. */
export class RecordWriter {
  readonly #operation: WriteOperation;
  readonly #record: DesiredRecord;
  readonly #rules: WritableKindRules;
  readonly #context: RequestContext;
  readonly #tools: WriteTools;
  readonly #priority: number;
  readonly #unbegun = new AbortController();
  attempts = 0;

  constructor(
    operation: WriteOperation,
    projectId: string,
    identities: Identities,
    tools: WriteTools,
    priority: number,
  ) {
    this.#operation = operation;
    this.#record = { ...operation.desired, reference: operation.reference };
    this.#rules = tools.rules(operation.kind);
    this.#context = { projectId, id: identities.idOf };
    this.#tools = tools;
    this.#priority = priority;
  }

  /** Nothing is to be begun any more: where no request has left yet, none will. */
  giveUp(): void {
    if (this.attempts === 0) this.#unbegun.abort(new Error('nothing new is begun'));
  }

  /** The registry's id of the record, once everything is done. */
  async write(): Promise<{ readonly id: string; readonly message: string | null }> {
    const operation = this.#operation;
    if (operation.action === 'update') {
      await this.#steps(this.#rules.update(operation.remote, this.#record, operation.changes, this.#context));
      return { id: operation.remote.id, message: null };
    }
    return this.#create();
  }

  async #send(
    request: { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body: unknown },
    repeatable: boolean,
  ): Promise<ApiAnswer> {
    const { method, path: to, body } = request;
    const { kind, reference } = this.#operation;
    // The gate counts attempts from 1 for each request; what it sends again is covered by the first intent.
    await this.#tools.journal.write({
      line: 'intent',
      kind,
      reference,
      method,
      path: to,
      attempt: this.attempts + 1,
    });
    return this.#tools.gate.send(
      { method, path: to, body: z.json().parse(body), repeatable },
      {
        priority: this.#priority,
        // An interruption stops what has not begun; a record that was begun is finished.
        ...(this.attempts === 0
          ? { signal: AbortSignal.any([this.#tools.signal, this.#unbegun.signal]) }
          : {}),
        onAttempt: () => {
          this.attempts += 1;
        },
      },
    );
  }

  async #create(): Promise<{ readonly id: string; readonly message: string | null }> {
    const made = await this.#make();
    if (made.type === 'found') return this.#adopt(made.remote);
    // The record is there: whatever befalls its steps, it is not made or looked for again.
    await this.#steps(this.#rules.afterCreate(this.#record, made, this.#context));
    return { id: made.id, message: null };
  }

  /** Sends the create until it is answered, or found to be done. */
  async #make(): Promise<Made> {
    const request = this.#rules.create(this.#record, this.#context);
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await this.#send(request, false);
        return { type: 'made', ...this.#created(answer, request) };
      } catch (error) {
        const remote = await this.#afterFailedCreate(error);
        if (remote !== null) return { type: 'found', remote };
        if (isRefusal(error) || tries >= mostCreates) throw error;
      }
    }
  }

  /** A success that cannot be read is a create that may have been done. */
  #created(
    answer: ApiAnswer,
    request: { method: string; path: string },
  ): { readonly id: string; readonly uploadUrl: string | null } {
    try {
      return this.#rules.created(answer.body);
    } catch (error) {
      throw new MalformedError(request, 'it lacks what a new record has', error);
    }
  }

  /** The record, if the create that failed was done all the same; null where it was not. Else the failure itself. */
  async #afterFailedCreate(error: unknown): Promise<RemoteRecord | null> {
    if (error instanceof CredentialsError) throw error;
    const unknown = error instanceof AmbiguousError || error instanceof MalformedError;
    if (!unknown && !isRefusal(error)) throw error;
    const { kind, reference } = this.#operation;
    try {
      const taken = isRefusal(error) && error.detail.includes(reference);
      for (const wait of looksMs[unknown ? 'unknown' : taken ? 'taken' : 'refused']) {
        if (wait > 0) await this.#tools.clock.sleep(wait);
        const found = await this.#tools.find(kind, reference);
        if (found !== null) return found;
      }
      return null;
    } catch (lookUp) {
      if (!unknown) throw error;
      const why = messageOf(lookUp);
      const sent = messageOf(error);
      throw new InDoubtError(
        `${sent}; and it could not be looked up (${why}). Look for the reference ${reference}, or run again: it will be found`,
      );
    }
  }

  /** The record is there: what it lacks is changed, and nothing is made twice. */
  async #adopt(remote: RemoteRecord): Promise<{ readonly id: string; readonly message: string }> {
    const changes = this.#tools.compare(this.#record, remote, this.#context);
    const stuck = changes.filter(
      (change) => remote.lock !== null || this.#rules.fields[change.field]?.change === 'fixed',
    );
    if (stuck.length > 0) {
      const names = stuck.map((change) => change.field.replaceAll('_', ' ')).join(', ');
      throw new RejectedError(
        { method: 'POST', path: this.#rules.all(this.#context.projectId).path },
        409,
        `the reference ${this.#operation.reference} exists already and differs in ${names}, which cannot be changed: run again, and a replacement is planned`,
      );
    }
    if (changes.length > 0)
      await this.#steps(this.#rules.update(remote, this.#record, changes, this.#context));
    return {
      id: remote.id,
      message: 'its answer was lost or refused; it was found by its reference, compared and kept',
    };
  }

  async #steps(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      switch (step.type) {
        case 'request':
          await this.#send(step.request, true);
          break;
        case 'upload':
          await this.#upload(step);
          break;
      }
    }
  }

  /** Puts the document; an address that is too old, or an upload that broke off, is tried again with a fresh one. */
  async #upload(step: Extract<Step, { type: 'upload' }>): Promise<void> {
    const { document } = step;
    const file = path.join(this.#tools.evidenceFolder, document.path ?? document.file_name);
    let url = step.url;
    for (let tries = 1; ; tries += 1) {
      url ??= await this.#freshUrl(step);
      if (url === null) return;
      const address = url;
      try {
        this.attempts += 1;
        await this.#tools.gate.upload(() => this.#tools.putDocument({ url: address, file, document }));
        return;
      } catch (error) {
        const again =
          error instanceof UploadRefusedError ||
          error instanceof AmbiguousError ||
          error instanceof UnreachableError;
        const wait = uploadWaitsMs[tries - 1];
        if (!again || wait === undefined || this.#tools.signal.aborted) throw error;
        await this.#tools.clock.sleep(wait);
        url = null;
      }
    }
  }

  /** A fresh signed address; null where the service says that the document is there already (409). */
  async #freshUrl(step: Extract<Step, { type: 'upload' }>): Promise<string | null> {
    try {
      const answer = await this.#send(step.fresh, true);
      const address = signedUrlSchema.safeParse(answer.body);
      if (address.success) return address.data;
      throw new MalformedError(step.fresh, 'it is no address for the document');
    } catch (error) {
      if (error instanceof RejectedError && error.status === 409) return null;
      throw error;
    }
  }
}
