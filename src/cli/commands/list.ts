import type { Argv } from 'yargs';
import { componentScopes, listedNames } from '../../model/listed.js';
import { readingFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';

function filterFlags<T>(parser: Argv<T>) {
  return parser
    .option('reference', { type: 'string', describe: 'The one with this reference' })
    .option('name-contains', { type: 'string', describe: 'Datapoints whose name holds this' })
    .option('quantity-kind', { type: 'string', describe: 'Datapoints of a kind of quantity, as mass' })
    .option('used-in-entry', { type: 'string', describe: 'What an entry uses: its reference or id' })
    .option('used-in-statement', { type: 'string', describe: 'What a statement uses, as ggs_…' })
    .option('used-in-template', { type: 'string', describe: 'Datapoints of a template, as rvt_…' })
    .option('used-in-scope', { choices: componentScopes, describe: 'What components of a scope use' })
    .option('sample', { type: 'string', describe: 'Datapoints of a measurement sample, as mts_…' });
}

/** What the project holds, for a person who writes a mapping or answers a verifier. */
export function listCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'list <kind>',
    'List what the project holds, as a table, JSON or a workbook',
    (parser) =>
      filterFlags(readingFlags(parser))
        .positional('kind', { choices: listedNames, demandOption: true, describe: 'What to list' })
        .option('first', { type: 'number', describe: 'The first so many only' })
        .option('all-projects', {
          type: 'boolean',
          default: false,
          describe: 'Those of other projects, and of none, too',
        })
        .example('$0 list templates', "A template's components, inputs and units, for a mapping")
        .example('$0 list datapoints --used-in-entry NRM-2026-10', 'What an entry stands on')
        .example('$0 list sources --out sources.xlsx', 'All evidence, as a workbook'),
    async (flags) => {
      const { list } = await import('../actions/list.js');
      const given = {
        reference: flags.reference,
        'name-contains': flags.nameContains,
        'quantity-kind': flags.quantityKind,
        'used-in-entry': flags.usedInEntry,
        'used-in-statement': flags.usedInStatement,
        'used-in-template': flags.usedInTemplate,
        'used-in-scope': flags.usedInScope,
        sample: flags.sample,
      };
      end(await list({ ...flags, given }, terminal));
    },
  );
}
