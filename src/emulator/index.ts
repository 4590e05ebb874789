import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { buildApp, type RequestLine } from './app.js';
import { commit, makeId, supplierId, type Context } from './context.js';
import { makeCredentials } from './credentials.js';
import { Documents } from './documents.js';
import { boxControl, type BoxControl } from './control.js';
import { faultProfiles, rateLimits } from './fault-profiles.js';
import { Faults, scheduledFaults, type FaultProfile, type Schedule } from './faults.js';
import { Ids } from './ids.js';
import { loadState, saveState, type SavedState } from './saved-state.js';
import { seedStore } from './seed.js';
import { seedDataSchema, type SeedData, type SeedDataInput } from './seed-data.js';
import { defaultSettings, type RateLimit, type ServiceSettings } from './settings.js';
import { storageServer, takeDocument } from './storage-server.js';
import { Store } from './store.js';

export type { BoxControl } from './control.js';
export type { SavedState } from './saved-state.js';
export { faultProfiles, rateLimits } from './fault-profiles.js';
export {
  scheduledFaults,
  scheduleSchema,
  type Fault,
  type FaultProfile,
  type FaultRequest,
  type Schedule,
} from './faults.js';
export { seedDataSchema, type SeedData, type SeedDataInput } from './seed-data.js';
export { defaultSettings, type RateLimit, type ServiceSettings } from './settings.js';
export type { RequestLine } from './app.js';

/** How an embedded service is started. */
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
  /** A profile, the name of one or of a limit, or a schedule by the number of the request. */
  readonly faults?: FaultProfile | string | Schedule;
  /** Waits; handed in by tests, which never do. */
  readonly sleep?: (ms: number) => Promise<void>;
  readonly onRequest?: (line: RequestLine) => void;
}

/** A service in the box, running. */
export interface Emulator extends BoxControl {
  /** The origin; the services lie at `/mrv/v0` and `/registry/v0` below it. */
  readonly baseUrl: string;
  readonly clientSecret: string;
  readonly accessToken: string;
  /** The verifier's token: sees what was submitted, and changes nothing through the interface. */
  readonly verifierToken: string;
  /** Another organisation's token: sees what is public once credits are issued. */
  readonly otherToken: string;
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
  /** All records, without the bytes of documents. */
  snapshot(): unknown;
  /** Makes the records those of a snapshot. */
  restore(snapshot: unknown): void;
  /** Records and documents, as JSON that a file can hold. */
  save(): SavedState;
  /** Makes records and documents those that were saved. @throws where it is no such object */
  load(saved: unknown): void;
  /** Begins anew from the seed data. */
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

/** Waits; tests hand in another, which never does. */
function sleepMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

function answerer(context: Context, serve: ReturnType<typeof buildApp>['fetch']): Emulator['answer'] {
  return async (request) =>
    request.url.startsWith(context.documents.origin) ? takeDocument(context, request) : serve(request);
}

interface Conditions {
  readonly profile: FaultProfile | null;
  readonly rateLimit?: RateLimit;
}

/** @throws RangeError for a name that there is not */
function conditionsOf(faults: EmulatorOptions['faults']): Conditions {
  if (faults === undefined) return { profile: null };
  if (typeof faults === 'function') return { profile: faults };
  if (typeof faults !== 'string') return { profile: scheduledFaults(faults) };
  const [profile, rateLimit] = [faultProfiles[faults], rateLimits[faults]];
  if (profile !== undefined) return { profile };
  if (rateLimit !== undefined) return { profile: null, rateLimit };
  const names = [...Object.keys(faultProfiles), ...Object.keys(rateLimits)].join(', ');
  throw new RangeError(`there is no fault profile "${faults}": there are ${names}`);
}

/** Fills an empty store in one write, so that one that is killed meanwhile is empty still. */
function fill(context: Context, data: SeedData): void {
  const aside = new Store(null);
  seedStore({ ...context, store: aside }, data);
  context.store.restore(aside.snapshot());
}

/** A state from before suppliers were kept has none yet. */
function ensureSupplier(context: Context): void {
  const [organisation] = context.store.records.organisation.all();
  if (organisation === undefined || supplierId(context) !== '') return;
  commit(context, (changes) =>
    changes.set('supplier', { id: makeId(context, 'supplier'), organisation_id: organisation.id }),
  );
}

const smallest: SeedDataInput = {
  organisation: { name: 'Example supplier' },
  projects: [{ name: 'Example project', country_code: 'KEN' }],
};

/** Starts the service and its document store on loopback, each on an origin of its own. */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { seed = 1, now = () => Date.now(), stateFile = null } = options;
  const conditions = conditionsOf(options.faults);
  const faultsOf = (from: number) =>
    conditions.profile === null ? null : new Faults(conditions.profile, from);
  const store = new Store(stateFile);
  const context: Context = {
    store,
    now,
    ids: new Ids(seed, store.ids()),
    documents: new Documents(stateFile === null ? null : `${stateFile}.documents`, seed),
    settings: {
      ...defaultSettings,
      ...options.settings,
      ...(conditions.rateLimit === undefined ? {} : { rateLimit: conditions.rateLimit }),
    },
  };
  const seedData = seedDataSchema.parse(options.seedData ?? smallest);
  const fresh = store.empty;
  if (fresh) fill(context, seedData);
  ensureSupplier(context);
  const asSeeded = fresh ? store.snapshot() : null;
  const lines: RequestLine[] = [];
  const credentials = makeCredentials(seed, store.records.organisation.all()[0]?.id ?? '', now());
  const app = buildApp({
    context,
    credentials,
    seed,
    faults: faultsOf(seed),
    sleep: options.sleep ?? sleepMs,
    log: (line) => {
      lines.push(line);
      options.onRequest?.(line);
    },
  });
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => {
    void listener(request, response);
  });
  const storage = storageServer(context, faultsOf(seed + 1));
  context.documents.origin = await listen(storage, 0);
  const baseUrl = await listen(server, options.port ?? 0);
  return {
    baseUrl,
    ...credentials,
    ...boxControl(context),
    projectId: store.records.project.all()[0]?.id ?? '',
    requests: () => [...lines],
    answer: answerer(context, app.fetch),
    document: (sourceId) => context.documents.read(sourceId),
    snapshot: () => store.snapshot(),
    restore: (snapshot) => {
      store.restore(snapshot);
      context.ids.goOnAfter(store.ids());
    },
    save: () => saveState(context),
    load: (saved) => {
      loadState(context, saved);
    },
    reset: () => {
      if (asSeeded === null) fill(context, seedData);
      else store.restore(asSeeded);
    },
    close: async () => {
      await Promise.all([stop(server), stop(storage)]);
      store.close();
    },
  };
}
