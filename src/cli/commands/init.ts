import type { Argv } from 'yargs';
import type { Terminal } from '../terminal.js';

/** A draft of a mapping from a workbook. */
export function initCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'init <workbook>',
    'Draft a mapping from a workbook, with what is unsure as comments',
    (parser) =>
      parser
        .positional('workbook', {
          type: 'string',
          demandOption: true,
          describe: 'A workbook: xlsx, xlsm or csv',
        })
        .option('out', { type: 'string', demandOption: true, describe: 'Where the mapping is written' })
        .option('force', { type: 'boolean', default: false, describe: 'Write over a file that exists' })
        .example('$0 init month.xlsx --out mapping.yaml', 'Begin a mapping'),
    async (flags) => {
      const { init } = await import('../actions/init.js');
      end(await init(flags, terminal));
    },
  );
}
