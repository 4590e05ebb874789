import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Emulator } from '../../src/emulator/index.js';
import type { Clock } from '../../src/model/clock.js';
import type { RunEvent } from '../../src/model/event.js';
import {
  makeRunFolder,
  plainManner,
  runLine,
  Secret,
  type RunRequest,
  type RunResult,
  type Target,
  type World,
} from '../../src/run/index.js';

/** A folder of a test's own. */
export function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(os.tmpdir(), 'mrv-ingest-'));
}

/** The way to an embedded service, as to any other. */
export function targetOf(service: Emulator): Target {
  return {
    environment: 'local',
    baseUrl: service.baseUrl,
    projectId: service.projectId,
    credentials: {
      clientSecret: new Secret(service.clientSecret),
      accessToken: new Secret(service.accessToken),
    },
    rate: null,
    concurrency: 8,
  };
}

export interface Walked extends RunResult {
  readonly folder: string;
  readonly events: readonly RunEvent[];
}

let runs = 0;

/**
 * Short waits are the pace's and are kept; long ones (holds, backoffs) are leapt over. A service that limits requests
 * in time, or sends later, must have the same clock: it would not know of the leaps.
 */
export function leapingClock(): Clock {
  let leapt = 0;
  return {
    now: () => Date.now() + leapt,
    sleep: (ms) => {
      const kept = Math.min(ms, 50);
      leapt += ms - kept;
      return new Promise((resolve) => setTimeout(resolve, kept));
    },
  };
}

/**
 * Walks the line once against a service, in a runs folder of its own, or below the one that is named, and, unless it is
 * given, in a world of its own.
 */
export async function walkLine(
  target: Target | null,
  given: Pick<RunRequest, 'workbooks' | 'mapping'> & Partial<RunRequest> & { readonly runs?: string },
  world: Partial<World> = {},
): Promise<Walked> {
  runs += 1;
  const below = path.join(given.runs ?? (await temporaryFolder()), 'runs');
  const files = given.files ?? (await makeRunFolder(below, `run-${runs}`));
  const events: RunEvent[] = [];
  const result = await runLine(
    {
      command: 'run',
      stop: 'execute',
      files,
      evidence: null,
      parameters: {},
      environment: { MRV_PROJECT_ID: target?.projectId ?? undefined },
      partial: false,
      report: null,
      planFile: null,
      overrides: {},
      onDrift: 'fail',
      prune: false,
      program: null,
      detailedExitCode: false,
      manner: plainManner,
      ...given,
    },
    () => Promise.resolve(target),
    {
      clock: leapingClock(),
      random: () => 0.5,
      observe: (event) => events.push(event),
      signal: new AbortController().signal,
      ...world,
    },
  );
  return { ...result, folder: files.folder, events };
}
