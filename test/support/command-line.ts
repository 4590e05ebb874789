import { PassThrough } from 'node:stream';
import { program } from '../../src/cli/program.js';
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

/** Runs the program as a person without a terminal would, in a folder of its own. */
export async function commandLine(
  argv: readonly string[],
  given: {
    readonly variables?: Readonly<Record<string, string>>;
    readonly folder?: string;
    readonly width?: number;
  } = {},
): Promise<Ended> {
  const folder = given.folder ?? (await temporaryFolder());
  const [out, err] = [collected(), collected()];
  const code = await program([...argv], {
    out: out.stream,
    err: err.stream,
    in: new PassThrough(),
    interactive: false,
    width: given.width ?? 80,
    colour: false,
    variables: given.variables ?? {},
    folder,
  });
  return { code, out: out.text(), err: err.text(), folder };
}

/** The flags that keep a run's files and the embedded service's state in a folder. */
export function keptIn(folder: string): readonly string[] {
  return ['--runs-dir', `${folder}/runs`, '--state-dir', `${folder}/local`];
}
