import type { Argv } from 'yargs';
import type { Terminal } from '../terminal.js';

/** The embedded service as a server on loopback. */
export function serveCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'serve',
    'Run the embedded service on loopback until Ctrl-C',
    (parser) =>
      parser
        .option('port', { type: 'number', default: 0, describe: 'The port (default: a free one)' })
        .option('state', {
          type: 'string',
          describe: 'The file that keeps its state (default: none is kept)',
        })
        .option('seed-data', { type: 'string', describe: 'What it starts with' })
        .option('faults', {
          type: 'string',
          describe: 'A fault profile or a limit by name, or a schedule in a .json file',
        })
        .option('seed', { type: 'number', default: 1, describe: 'Ids and faults follow from it' })
        .option('reset', { type: 'boolean', default: false, describe: 'Begin anew from the seed data' })
        .option('restore', { type: 'string', describe: 'Begin with what a snapshot file holds' })
        .option('snapshot', { type: 'string', describe: 'Write a snapshot file at the end' })
        .option('json', {
          type: 'boolean',
          default: false,
          describe: 'Print address and credentials as JSON',
        })
        .example(
          '$0 serve --port 8090 --state service.state',
          'Rehearse against a service that keeps its state',
        ),
    async (flags) => {
      const { serve } = await import('../actions/serve.js');
      end(await serve(flags, terminal));
    },
  );
}
