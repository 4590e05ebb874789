import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Emulator } from '../../src/emulator/index.js';
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

/** Walks the line once against a service, in a runs folder of its own and, unless it is given, a world of its own. */
export async function walkLine(
  target: Target | null,
  given: Pick<RunRequest, 'workbooks' | 'mapping'> & Partial<RunRequest>,
  world: Partial<World> = {},
): Promise<Walked> {
  runs += 1;
  const files = given.files ?? (await makeRunFolder(await temporaryFolder(), `run-${runs}`));
  const events: RunEvent[] = [];
  // Short waits are the pace's and are kept; long ones (holds, backoffs) are leapt over.
  let leapt = 0;
  const clock = {
    now: () => Date.now() + leapt,
    sleep: (ms: number) => {
      const kept = Math.min(ms, 50);
      leapt += ms - kept;
      return new Promise<void>((resolve) => setTimeout(resolve, kept));
    },
  };
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
      detailedExitCode: false,
      manner: plainManner,
      ...given,
    },
    () => Promise.resolve(target),
    {
      clock,
      random: () => 0.5,
      observe: (event) => events.push(event),
      signal: new AbortController().signal,
      ...world,
    },
  );
  return { ...result, folder: files.folder, events };
}
