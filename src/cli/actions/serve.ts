import { startEmulator } from '../../emulator/index.js';
import { exitCodes } from '../../model/errors.js';
import { defaultSeedData, readSeedData } from '../local-service.js';
import { say, type Terminal } from '../terminal.js';

/** Resolves when the process is asked to end. */
function ended(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

interface ServeArguments {
  readonly port: number;
  readonly state: string | undefined;
  readonly seedData: string | undefined;
  readonly faults: string | undefined;
  readonly seed: number;
  readonly json: boolean;
  readonly reset: boolean;
}

/** Serves until the process is asked to end. */
export async function serve(flags: ServeArguments, terminal: Terminal): Promise<number> {
  const service = await startEmulator({
    port: flags.port,
    stateFile: flags.state ?? null,
    seed: flags.seed,
    seedData: await readSeedData(flags.seedData ?? defaultSeedData),
    ...(flags.faults === undefined ? {} : { faults: flags.faults }),
    ...(flags.json
      ? {}
      : {
          onRequest: (line) => {
            say(terminal, `${line.method} ${line.path} ${line.status}`);
          },
        }),
  });
  if (flags.reset) service.reset();
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
  await service.close();
  return exitCodes.done;
}
