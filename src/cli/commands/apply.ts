import type { Argv } from 'yargs';
import { outputFlags, sendFlags, serviceFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';

/** Executing a plan that was saved and reviewed. */
export function applyCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'apply <plan>',
    'Execute a saved plan, as far as what it was decided on still holds',
    (parser) =>
      sendFlags(outputFlags(serviceFlags(parser)))
        .positional('plan', { type: 'string', demandOption: true, describe: 'What `plan` saved' })
        .option('evidence', {
          type: 'string',
          describe: 'Where evidence files lie (default: as when the plan was made)',
        })
        .option('override', {
          type: 'string',
          array: true,
          default: [],
          describe: 'Pass a limit of the mapping, as limit=why',
        })
        .example('$0 apply plan.json', 'Carry out what was reviewed'),
    async (flags) => {
      const { apply } = await import('../actions/apply.js');
      end(await apply(flags, terminal));
    },
  );
}
