import type { Argv } from 'yargs';
import { inputFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';

/** From a cell to what it became, and from a record to what made it. Offline. */
export function explainCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'explain <workbook> [cell]',
    'Say what a cell becomes, or which cells made a record',
    (parser) =>
      inputFlags(parser)
        .positional('workbook', { type: 'string', demandOption: true })
        .positional('cell', { type: 'string', describe: "A cell with its sheet, as 'Deliveries!F17'" })
        .option('reference', { type: 'string', describe: 'A record, for the other way' })
        .option('json', { type: 'boolean', default: false, describe: 'As JSON' })
        .example("$0 explain month.xlsx 'Feedstock deliveries!F9' --mapping mapping.yaml", 'What F9 became'),
    async (flags) => {
      const { explain } = await import('../actions/explain.js');
      end(await explain(flags, terminal));
    },
  );
}
