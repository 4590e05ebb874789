import type { Argv } from 'yargs';
import { outputFlags, serviceFlags, waitFlag } from '../flags.js';
import type { Terminal } from '../terminal.js';

/** Taking a run back. */
export function undoCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'undo <run>',
    'Take a run back as far as the registry allows, and say what cannot be',
    (parser) =>
      waitFlag(outputFlags(serviceFlags(parser)))
        .positional('run', {
          type: 'string',
          demandOption: true,
          describe: 'The id of a run, its folder, or latest',
        })
        .option('dry-run', { type: 'boolean', default: false, describe: 'Show it and send nothing' })
        .example('$0 undo latest --dry-run', 'What would be taken back'),
    async (flags) => {
      const { undo } = await import('../actions/undo.js');
      end(await undo(flags, terminal));
    },
  );
}
