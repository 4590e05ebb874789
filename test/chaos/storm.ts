import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AmbiguousError, UnreachableError } from '../../src/api/api-error.js';
import { UploadRefusedError, type Upload } from '../../src/api/upload.js';
import type { Emulator } from '../../src/emulator/index.js';
import type { Journal } from '../../src/execute/journal.js';
import type { Clock } from '../../src/model/clock.js';
import { exitCodes, MrvError } from '../../src/model/errors.js';
import type { Ways } from '../../src/run/index.js';
import { nameOf } from '../support/killing.js';
import { Chance, chanceOf } from './chance.js';
import { nextTrouble, type Trouble, type Weather } from './faults.js';

/** What left a process, as a service's operator would count it. */
export interface Left {
  reads: number;
  writes: number;
  uploads: number;
}

/** As long as the transport waits for an answer. */
const patienceMs = 60_000;

const pageSchema = z.looseObject({
  nodes: z.array(z.looseObject({ id: z.string().optional() })),
  total_count: z.number(),
});
const madeSchema = z.union([
  z.looseObject({ source: z.looseObject({ id: z.string() }) }).transform(({ source }) => source.id),
  z.looseObject({ id: z.string() }).transform(({ id }) => id),
]);

const kinds = '(?:sources|datapoints|components|ghg_entries)';
const listPath = new RegExp(`/mrv/v0/${kinds}$`);
const recordPath = new RegExp(`/mrv/v0/${kinds}/(?<id>[^/]+)$`);

function broken(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

/** One service's past, for lists that lag behind it, and what it is still to work on. */
export class Past {
  readonly #versions = new Map<string, { readonly at: number; readonly before: unknown }[]>();
  readonly #late = new Set<Promise<unknown>>();

  /** Before that moment the record was this; null: it was not there. */
  changed(id: string, at: number, before: unknown): void {
    this.#versions.set(id, [...(this.#versions.get(id) ?? []), { at, before }]);
  }

  /** A record as it was at a moment. */
  asOf(id: string, at: number, now: unknown): unknown {
    const next = this.#versions.get(id)?.find((version) => version.at > at);
    return next === undefined ? now : next.before;
  }

  later(work: Promise<unknown>): void {
    this.#late.add(work);
    void work.finally(() => this.#late.delete(work));
  }

  /** Resolves when nothing is under way at the service any more. */
  async quiet(): Promise<void> {
    await Promise.allSettled(this.#late);
  }
}

/** The ways out of one run, with everything that may go wrong on them. All of it follows from the seed. */
export class Storm {
  readonly left: Left = { reads: 0, writes: 0, uploads: 0 };
  readonly ways: Ways;
  readonly #service: Emulator;
  readonly #clock: Clock;
  readonly #weather: Weather;
  readonly #subject: readonly (string | number)[];
  readonly #past: Past;
  readonly #interrupt: () => void;
  readonly #seen = new Map<string, number>();
  #diskFull = false;

  constructor(
    given: {
      readonly service: Emulator;
      readonly clock: Clock;
      readonly past: Past;
      readonly interrupt: () => void;
    },
    weather: Weather,
    ...subject: readonly (string | number)[]
  ) {
    this.#service = given.service;
    this.#clock = given.clock;
    this.#past = given.past;
    this.#interrupt = given.interrupt;
    this.#weather = weather;
    this.#subject = subject;
    this.ways = {
      fetch: (input, init) => this.#exchange(new Request(input, init)),
      putDocument: (upload) => this.#put(upload),
      openJournal: () => this.#journal(),
    };
  }

  #chance(what: string): Chance {
    const number = (this.#seen.get(what) ?? 0) + 1;
    this.#seen.set(what, number);
    return new Chance(...this.#subject, what, number);
  }

  async #exchange(request: Request): Promise<Response> {
    this.left[request.method === 'GET' ? 'reads' : 'writes'] += 1;
    const chance = this.#chance(nameOf(request, await request.clone().text()));
    if (chance.happens(this.#weather.interruptions)) this.#interrupt();
    const trouble = nextTrouble(this.#weather, chance);
    switch (trouble.type) {
      case 'none':
        return this.#shown(request, await this.#work(request));
      case 'slow':
        await this.#clock.sleep(trouble.ms);
        return this.#shown(request, await this.#work(request));
      case 'throttled':
        return this.#throttled(trouble, chance);
      case 'failing':
        if (trouble.worked) await this.#work(request);
        return Response.json({ detail: 'a fault was asked for' }, { status: trouble.status });
      case 'cut':
        if (trouble.worked) await this.#work(request);
        throw broken('ECONNRESET');
      case 'cut-answer':
        return cutInTwo(await this.#work(request));
      case 'late':
        this.#past.later(this.#clock.sleep(trouble.ms).then(() => this.#work(request)));
        if (!trouble.patient) throw broken('ECONNRESET');
        await this.#clock.sleep(patienceMs);
        throw new DOMException('no answer', 'TimeoutError');
      case 'unreachable':
        throw broken('ECONNREFUSED');
      case 'malformed':
        await this.#work(request);
        return new Response(trouble.body, { status: 200 });
      case 'credentials':
        return Response.json({ detail: 'the token is not accepted' }, { status: 401 });
    }
  }

  #throttled(trouble: Extract<Trouble, { type: 'throttled' }>, chance: Chance): Response {
    const seconds = chance.integer(0, 90);
    const wait = {
      seconds: String(seconds),
      date: new Date(this.#clock.now() + seconds * 1000).toUTCString(),
      none: null,
    }[trouble.retryAfter];
    return Response.json(
      { detail: 'too many requests' },
      { status: trouble.status, headers: wait === null ? {} : { 'Retry-After': wait } },
    );
  }

  /** The service does what it was asked for, and its past is remembered. */
  async #work(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const id = recordPath.exec(pathname)?.groups?.['id'];
    const before =
      request.method === 'PATCH' && id !== undefined
        ? await (await this.#service.answer(new Request(request.url, { headers: request.headers }))).json()
        : null;
    const answer = await this.#service.answer(request.clone());
    if (!answer.ok || request.method === 'GET') return answer;
    if (id !== undefined) this.#past.changed(id, this.#clock.now(), before);
    else if (listPath.test(pathname))
      this.#past.changed(madeSchema.parse(await answer.clone().json()), this.#clock.now(), null);
    return answer;
  }

  /** What a list shows that lags behind. */
  async #shown(request: Request, answer: Response): Promise<Response> {
    const { lagMs } = this.#weather;
    const listed = request.method === 'GET' && listPath.test(new URL(request.url).pathname);
    if (lagMs === 0 || !listed || !answer.ok) return answer;
    const page = pageSchema.parse(await answer.json());
    const nodes = page.nodes
      .map((node) => this.#past.asOf(node.id ?? '', this.#clock.now() - lagMs, node))
      .filter((node) => node !== null);
    return Response.json({
      ...page,
      nodes,
      total_count: page.total_count - page.nodes.length + nodes.length,
    });
  }

  async #put(upload: Upload): Promise<void> {
    this.left.uploads += 1;
    const asked = { method: 'PUT', path: `(document ${upload.document.file_name})` };
    const bytes = readFileSync(upload.file);
    if (createHash('sha256').update(bytes).digest('hex') !== upload.document.sha256)
      throw new Error(`${upload.file} is not the planned one`);
    const work = async (): Promise<void> => {
      const answer = await this.#service.answer(
        new Request(upload.url, {
          method: 'PUT',
          body: bytes,
          headers: {
            'content-type': upload.document.content_type,
            'content-length': String(upload.document.content_length),
          },
        }),
      );
      if (!answer.ok) throw new UploadRefusedError(asked, answer.status, await answer.text());
    };
    const trouble = nextTrouble(this.#weather, this.#chance(`PUT ${upload.document.file_name}`));
    switch (trouble.type) {
      case 'none':
      case 'malformed':
        return work();
      case 'slow':
        await this.#clock.sleep(trouble.ms);
        return work();
      case 'throttled':
        throw new AmbiguousError(asked, trouble.status, 'the document store is busy');
      case 'failing':
        if (trouble.worked) await work();
        throw new AmbiguousError(asked, trouble.status, 'the document store failed');
      case 'cut':
        if (trouble.worked) await work();
        throw new AmbiguousError(asked, null, 'the upload broke off');
      case 'cut-answer':
        await work();
        throw new AmbiguousError(asked, null, 'the upload broke off');
      case 'late':
        this.#past.later(
          this.#clock
            .sleep(trouble.ms)
            .then(work)
            .catch(() => undefined),
        );
        throw new AmbiguousError(asked, null, 'the upload broke off');
      case 'unreachable':
        throw new UnreachableError(asked, null, 'ECONNREFUSED');
      case 'credentials':
        throw new UploadRefusedError(asked, 403, 'the signed address has expired');
    }
  }

  /** A journal on a disk that may run full. Its file is left to other tests, so that time stays the simulated one. */
  #journal(): Journal {
    return {
      write: (line) => {
        const number = this.#seen.get('journal') ?? 0;
        this.#seen.set('journal', number + 1);
        this.#diskFull ||= chanceOf(...this.#subject, 'disk', number) < this.#weather.fullDisk;
        return this.#diskFull
          ? Promise.reject(new MrvError('journal', `no room for ${line.line}`, exitCodes.failures))
          : Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
  }
}

/** An answer whose connection breaks in its middle. */
async function cutInTwo(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (bytes.length > 0 && controller.desiredSize === 1)
        controller.enqueue(bytes.slice(0, bytes.length / 2));
      controller.error(broken('UND_ERR_SOCKET'));
    },
  });
  return new Response(body, { status: answer.status });
}
