import type { Argv } from 'yargs';
import type { Terminal } from '../terminal.js';

/** What the reader sees, without a mapping. */
export function inspectCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'inspect <workbook>',
    'Show what the reader sees: sheets, or the cells of a range',
    (parser) =>
      parser
        .positional('workbook', { type: 'string', demandOption: true })
        .option('cells', { type: 'string', describe: "A range, as 'Sheet!A1:D9', or a sheet" })
        .option('json', { type: 'boolean', default: false, describe: 'JSON, an object a line' })
        .example("$0 inspect month.xlsx --cells 'Lab results!A1:D9'", 'Show some cells'),
    async (flags) => {
      const { inspect } = await import('../actions/inspect.js');
      end(await inspect(flags, terminal));
    },
  );
}
