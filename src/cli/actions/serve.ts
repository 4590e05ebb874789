import { readFile, writeFile } from 'node:fs/promises';
import {
  scheduleSchema,
  startEmulator,
  type EmulatorOptions,
  type RequestLine,
} from '../../emulator/index.js';
import { exitCodes } from '../../model/errors.js';
import { usageError } from '../environment.js';
import { defaultSeedData, readSeedData } from '../local-service.js';
import { say, type Terminal } from '../terminal.js';

/** Resolves when the process is asked to end. */
function ended(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

export interface ServeArguments {
  readonly port: number;
  readonly state: string | undefined;
  readonly seedData: string | undefined;
  readonly faults: string | undefined;
  readonly seed: number;
  readonly json: boolean;
  readonly reset: boolean;
  readonly restore: string | undefined;
  readonly snapshot: string | undefined;
}

/** A file's JSON. @throws a usage error where it cannot be read */
async function readJson(option: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw usageError('flag-invalid', `--${option} ${file} cannot be read (${String(error)})`);
  }
}

/** A profile's name, or a schedule's file, whose name ends in `.json`. */
async function faultsOf(given: string | undefined): Promise<Pick<EmulatorOptions, 'faults'>> {
  if (given === undefined) return {};
  return { faults: given.endsWith('.json') ? scheduleSchema.parse(await readJson('faults', given)) : given };
}

function lineOf({ method, path, status }: RequestLine): string {
  return `${method} ${path} ${status ?? 'not answered'}`;
}

/** Serves until the process is asked to end. */
export async function serve(flags: ServeArguments, terminal: Terminal): Promise<number> {
  const service = await startEmulator({
    port: flags.port,
    stateFile: flags.state ?? null,
    seed: flags.seed,
    seedData: await readSeedData(flags.seedData ?? defaultSeedData),
    ...(await faultsOf(flags.faults)),
    onRequest: (line) => {
      say(terminal, lineOf(line));
    },
  });
  if (flags.reset) service.reset();
  if (flags.restore !== undefined) service.load(await readJson('restore', flags.restore));
  const { baseUrl, clientSecret, accessToken, projectId } = service;
  if (flags.json) {
    const said = {
      base_url: baseUrl,
      client_secret: clientSecret,
      access_token: accessToken,
      project_id: projectId,
    };
    terminal.out.write(`${JSON.stringify(said)}\n`);
  } else {
    say(terminal, `The embedded service answers at ${baseUrl} until Ctrl-C. For another terminal:\n`);
    say(terminal, `  export MRV_BASE_URL=${baseUrl} MRV_PROJECT_ID=${projectId}`);
    say(terminal, `  export MRV_CLIENT_SECRET=${clientSecret}`);
    say(terminal, `  export MRV_ACCESS_TOKEN=${accessToken}\n`);
  }
  await ended();
  if (flags.snapshot !== undefined) await writeFile(flags.snapshot, JSON.stringify(service.save()));
  await service.close();
  return exitCodes.done;
}
