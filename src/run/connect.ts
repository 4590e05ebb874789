import { z } from 'zod';
import { CredentialsError, RejectedError } from '../api/api-error.js';
import type { Credentials } from '../api/credentials.js';
import { readAll, unread } from '../api/pages.js';
import type { Send } from '../api/request.js';
import { readToken } from '../api/token.js';
import { createTransport } from '../api/transport.js';
import type { putDocument } from '../api/upload.js';
import { createGate, type Gate } from '../execute/gate.js';
import type { openJournal } from '../execute/journal.js';
import type { Clock, Random } from '../model/clock.js';
import { exitCodes, MrvError } from '../model/errors.js';
import type { Observer } from '../model/event.js';
import type { EnvironmentBinding } from '../model/plan.js';
import { readRates, recalled } from './rates-file.js';
import type { Processes } from './system.js';

/** Where a run reads and writes, and as whom. */
export interface Target {
  readonly environment: EnvironmentBinding['name'];
  /** The origin: `https://api.sandbox.isometric.com`. */
  readonly baseUrl: string;
  readonly projectId: string | null;
  readonly credentials: Credentials;
  /** Requests a second at most; null: what the service bears. */
  readonly rate: number | null;
  readonly concurrency: number;
}

/** The ways out of the process: what a run does to the service, to the document store and to its journal. */
export interface Ways {
  readonly fetch: typeof globalThis.fetch;
  readonly putDocument: typeof putDocument;
  readonly openJournal: typeof openJournal;
}

/** What the world hands to a run. */
export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly observe: Observer;
  readonly signal: AbortSignal;
  /** Other ways out than the machine's own, each for itself. */
  readonly ways?: Partial<Ways>;
  /** Other processes than the machine's own. */
  readonly processes?: Processes;
}

/** An open, checked way to one project of one environment. */
export interface Connection {
  readonly binding: EnvironmentBinding;
  readonly send: Send;
  readonly gate: Gate;
}

const projectSchema = z.looseObject({ id: z.string(), name: z.string() });

/** Both credentials are refused or accepted by the first request, and the project is seen or not. */
export async function checkProject(send: Send, projectId: string | null): Promise<string> {
  const projects = await readAll(send, { path: '/projects', query: {} })
    .then((nodes) => nodes.map((node) => projectSchema.parse(node)))
    .catch((error: unknown) => {
      throw unread(error);
    });
  const found = projects.find((project) => project.id === projectId);
  if (found !== undefined) return found.id;
  const choices = projects.map((project) => `${project.id} (${project.name})`).join(', ') || 'none';
  throw new MrvError(
    'project-unknown',
    projectId === null
      ? `no project is named: give --project or MRV_PROJECT_ID. These credentials see ${choices}`
      : `these credentials do not see the project ${projectId}; they see ${choices}. Check --project, MRV_PROJECT_ID and the mapping's project, and that they belong to this environment`,
    exitCodes.usage,
  );
}

const organisationSchema = z.looseObject({ id: z.string() });

/** `api-facts.md` §1.2, GET /organisation; null where the service has no such answer. */
async function readOrganisation(send: Send): Promise<string | null> {
  try {
    const answer = await send({ method: 'GET', path: '/organisation', repeatable: true });
    const parsed = organisationSchema.safeParse(answer.body);
    return parsed.success ? parsed.data.id : null;
  } catch (error) {
    if (error instanceof RejectedError && !(error instanceof CredentialsError)) return null;
    throw unread(error);
  }
}

/** An organisation's id (`interface.md`, Identifiers). */
const organisationId = /^org_\w{16,33}$/;

/** Whose token this is: as it says itself, else as the service says; null where neither does. */
async function organisationOf(send: Send, { credentials }: Target, world: World): Promise<string | null> {
  const token = readToken(credentials.accessToken, world.clock.now());
  const said = token.state === 'unreadable' ? null : token.organisation;
  return said !== null && organisationId.test(said) ? said : readOrganisation(send);
}

/** The way to the service, not looked at yet: the first request will show whether it leads there. */
export function openGate(target: Target, world: World): Gate {
  const transport = createTransport({
    baseUrl: target.baseUrl,
    credentials: target.credentials,
    clock: world.clock,
    observe: world.observe,
    fetch: world.ways?.fetch ?? globalThis.fetch,
  });
  return createGate({
    transport,
    concurrency: target.concurrency,
    rate: target.rate,
    clock: world.clock,
    random: world.random,
    observe: world.observe,
  });
}

/**
 * Opens the way to the service and checks it with one read, before any workbook is opened. `ratesFile`: what earlier
 * runs learnt, which is used once it is known whose account this is; null: nothing is remembered.
 * @throws CredentialsError, UnreachableError, or a usage error where the project is not seen.
 */
export async function connect(
  target: Target,
  world: World,
  ratesFile: string | null = null,
): Promise<Connection> {
  const gate = openGate(target, world);
  const projectId = await checkProject(gate.send, target.projectId);
  const binding: EnvironmentBinding = {
    name: target.environment,
    base_url: target.baseUrl,
    project_id: projectId,
    organisation_id: await organisationOf(gate.send, target, world),
  };
  const rates = ratesFile === null ? [] : await readRates(ratesFile, world.observe);
  const learnt = recalled(rates, binding);
  if (learnt !== null) gate.recall(learnt);
  return { binding, send: gate.send, gate };
}
