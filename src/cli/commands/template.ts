import type { Argv } from 'yargs';
import type { Terminal } from '../terminal.js';

/** The blank workbook of a mapping. */
export function templateCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'template',
    'Write the blank workbook of a mapping',
    (parser) =>
      parser
        .option('mapping', { type: 'string', demandOption: true, describe: 'The mapping' })
        .option('out', { type: 'string', demandOption: true, describe: 'Where the workbook is written' })
        .example('$0 template --mapping mapping.yaml --out blank.xlsx', 'Make a workbook to fill in'),
    async (flags) => {
      const { template } = await import('../actions/template.js');
      end(await template(flags, terminal));
    },
  );
}
