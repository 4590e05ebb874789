import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { buildApp, type RequestLine } from './app.js';
import type { Context } from './context.js';
import { makeCredentials } from './credentials.js';
import { Documents } from './documents.js';
import { faultProfiles, Faults, type FaultProfile } from './faults.js';
import { Ids } from './ids.js';
import { seedStore } from './seed.js';
import { seedDataSchema, type SeedDataInput } from './seed-data.js';
import { defaultSettings, type ServiceSettings } from './settings.js';
import { storageServer, takeDocument } from './storage-server.js';
import { Store } from './store.js';

export { faultProfiles, type Fault, type FaultProfile } from './faults.js';
export { seedDataSchema, type SeedData, type SeedDataInput } from './seed-data.js';
export { defaultSettings, type RateLimit, type ServiceSettings } from './settings.js';
export type { RequestLine } from './app.js';

export interface EmulatorOptions {
  /** 0, the default: a free one. */
  readonly port?: number;
  /** Where the state is kept, and the documents beside it; null, the default: in memory. */
  readonly stateFile?: string | null;
  /** Ids, credentials and faults follow from it. */
  readonly seed?: number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** What an empty service starts with. */
  readonly seedData?: SeedDataInput;
  readonly settings?: Partial<ServiceSettings>;
  /** A profile, or the name of one. */
  readonly faults?: FaultProfile | string;
  readonly onRequest?: (line: RequestLine) => void;
}

export interface Emulator {
  /** The origin; the services lie at `/mrv/v0` and `/registry/v0` below it. */
  readonly baseUrl: string;
  readonly clientSecret: string;
  readonly accessToken: string;
  /** The first project. */
  readonly projectId: string;
  /** The requests that came so far, but for those to the document store. */
  requests(): readonly RequestLine[];
  /**
   * Answers a request to the service, or an upload to its document store, without a socket. Faults that cut a
   * connection need one.
   */
  answer(request: Request): Promise<Response>;
  /** The bytes of a source's document; null where there are none. */
  document(sourceId: string): Buffer | null;
  snapshot(): unknown;
  restore(snapshot: unknown): void;
  /** As it was when it was seeded. */
  reset(): void;
  close(): Promise<void>;
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address: string | AddressInfo | null = server.address();
      resolve(`http://127.0.0.1:${address === null || typeof address === 'string' ? port : address.port}`);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

function profileOf(faults: FaultProfile | string): FaultProfile {
  if (typeof faults !== 'string') return faults;
  const profile = faultProfiles[faults];
  if (profile === undefined)
    throw new RangeError(
      `there is no fault profile "${faults}": there are ${Object.keys(faultProfiles).join(', ')}`,
    );
  return profile;
}

const smallest: SeedDataInput = {
  organisation: { name: 'Example supplier' },
  projects: [{ name: 'Example project', country_code: 'KEN' }],
};

/** Starts the service and its document store on loopback, each on an origin of its own. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const seed = options.seed ?? 1;
  const now = options.now ?? (() => Date.now());
  const stateFile = options.stateFile ?? null;
  const store = new Store(stateFile);
  const existing = Object.values(store.records).flatMap((collection) => collection.all().map(({ id }) => id));
  const context: Context = {
    store,
    now,
    ids: new Ids(seed, existing),
    documents: new Documents(stateFile === null ? null : `${stateFile}.documents`, seed),
    settings: { ...defaultSettings, ...options.settings },
  };
  if (store.empty) seedStore(context, seedDataSchema.parse(options.seedData ?? smallest));
  const atStart = store.snapshot();
  const lines: RequestLine[] = [];
  const credentials = makeCredentials(seed, store.records.organisation.all()[0]?.id ?? '', now());
  const app = buildApp({
    context,
    credentials,
    seed,
    faults: options.faults === undefined ? null : new Faults(profileOf(options.faults), seed),
    log: (line) => {
      lines.push(line);
      options.onRequest?.(line);
    },
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    void listener(request, response);
  });
  const storage = storageServer(context);
  context.documents.origin = await listen(storage, 0);
  const baseUrl = await listen(server, options.port ?? 0);
  return {
    baseUrl,
    ...credentials,
    projectId: store.records.project.all()[0]?.id ?? '',
    requests: () => [...lines],
    answer: async (request) =>
      request.url.startsWith(context.documents.origin) ? takeDocument(context, request) : app.fetch(request),
    document: (sourceId) => context.documents.read(sourceId),
    snapshot: () => store.snapshot(),
    restore: (snapshot) => {
      store.restore(snapshot);
    },
    reset: () => {
      store.restore(atStart);
    },
    close: async () => {
      await Promise.all([stop(server), stop(storage)]);
      store.close();
    },
  };
}
