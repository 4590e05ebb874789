import type { Argv } from 'yargs';
import { serviceFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';

/** Everything that a first run would trip over. Changes nothing. */
export function doctorCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'doctor [workbooks..]',
    'Check credentials, service, clock, project, folders and files before a first run',
    (parser) =>
      serviceFlags(parser)
        .positional('workbooks', { type: 'string', array: true, default: [], describe: 'Workbooks to open' })
        .option('mapping', { type: 'string', describe: 'A mapping to read' })
        .option('runs-dir', {
          type: 'string',
          default: '.mrv-ingest/runs',
          describe: 'Where runs leave their folders',
        })
        .option('json', { type: 'boolean', default: false, describe: 'Print JSON and nothing else' })
        .option('quiet', { type: 'boolean', default: false, describe: 'Say failures only' })
        .example('$0 doctor --environment sandbox', 'Before the first run against the sandbox')
        .example('$0 doctor month.xlsx --mapping mapping.yaml', 'With the files of the month'),
    async (flags) => {
      const { doctor } = await import('../actions/doctor.js');
      end(await doctor(flags, terminal));
    },
  );
}
