import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { program } from '../../src/cli/program.js';
import type { Emulator } from '../../src/emulator/index.js';
import { temporaryFolder } from './line.js';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly folder: string;
}

function collected(): { readonly stream: PassThrough; readonly text: () => string } {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString('utf8')));
  return { stream, text: () => chunks.join('') };
}

/** What says in the environment where a service is and how to be let in. */
export function variablesOf(service: Emulator): Readonly<Record<string, string>> {
  return {
    MRV_BASE_URL: service.baseUrl,
    MRV_CLIENT_SECRET: service.clientSecret,
    MRV_ACCESS_TOKEN: service.accessToken,
    MRV_PROJECT_ID: service.projectId,
  };
}

interface Surroundings {
  readonly variables?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly width?: number;
}

/** The program as a person without a terminal would start it, in a folder of its own. */
async function begin(argv: readonly string[], { variables = {}, width = 80, ...given }: Surroundings) {
  const folder = given.folder ?? (await temporaryFolder());
  const [out, err] = [collected(), collected()];
  const code = program([...argv], {
    out: out.stream,
    err: err.stream,
    in: new PassThrough(),
    interactive: false,
    width,
    colour: false,
    variables,
    folder,
  });
  return { code, out, err, folder };
}

/** Runs the program as a person without a terminal would, in a folder of its own. */
export async function commandLine(argv: readonly string[], given: Surroundings = {}): Promise<Ended> {
  const { code, out, err, folder } = await begin(argv, given);
  return { code: await code, out: out.text(), err: err.text(), folder };
}

/** Runs `serve` until it says that it serves, or ends by itself. */
export async function serving(argv: readonly string[], given: Surroundings = {}) {
  const { code, out, err } = await begin(argv, given);
  await Promise.race([once(out.stream, 'data'), once(err.stream, 'data'), code]);
  return {
    out: out.text,
    err: err.text,
    /** Tells it to end, as the system would. Gives its exit code. */
    end: (): Promise<number> => {
      process.emit('SIGTERM', 'SIGTERM');
      return code;
    },
  };
}

/** The flags that keep a run's files and the embedded service's state in a folder. */
export function keptIn(folder: string): readonly string[] {
  return ['--runs-dir', `${folder}/runs`, '--state-dir', `${folder}/local`];
}
