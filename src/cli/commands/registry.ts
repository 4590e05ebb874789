import type { Argv } from 'yargs';
import { readingFlags } from '../flags.js';
import type { Terminal } from '../terminal.js';

type End = (code: number) => void;

/** The reads that want no id. */
function ownReads(yargs: Argv, terminal: Terminal, end: End): Argv {
  const reads = [
    ['supplier', 'The supplier of these credentials'],
    ['issuances', 'All issuances of the supplier, with their periods'],
  ] as const;
  return reads.reduce(
    (parser, [what, about]) =>
      parser.command(
        what,
        about,
        (own) => readingFlags(own).example(`$0 registry ${what}`, about),
        async (flags) => {
          const { registry } = await import('../actions/registry.js');
          end(await registry({ what }, flags, terminal));
        },
      ),
    yargs,
  );
}

/** The reads of one thing by its id. */
function readsById(yargs: Argv, terminal: Terminal, end: End): Argv {
  const reads = [
    ['organisation', 'An organisation', 'org_…'],
    ['issuance', 'The credit batches of an issuance, with totals and serial numbers', 'iss_…'],
    ['refund', 'A refund from the buffer pool', 'bpr_…'],
  ] as const;
  return reads.reduce(
    (parser, [what, about, form]) =>
      parser.command(
        `${what} <id>`,
        about,
        (own) =>
          readingFlags(own)
            .positional('id', { type: 'string', demandOption: true, describe: `Its id, as ${form}` })
            .example(`$0 registry ${what} ${form} --json`, about),
        async (flags) => {
          const { registry } = await import('../actions/registry.js');
          end(await registry({ what, id: flags.id }, flags, terminal));
        },
      ),
    yargs,
  );
}

function closeOutCommand(yargs: Argv, terminal: Terminal, end: End): Argv {
  return yargs.command(
    'close-out',
    "An entry's issued credits against what it expected, down to the workbook's cells",
    (parser) =>
      readingFlags(parser)
        .option('entry', { type: 'string', demandOption: true, describe: "The entry's reference or id" })
        .option('issuance', { type: 'string', describe: 'The issuance (default: it is looked for)' })
        .option('runs-dir', {
          type: 'string',
          default: '.mrv-ingest/runs',
          describe: 'Where runs left their folders, which know the cells',
        })
        .example(
          '$0 registry close-out --entry NRM-2026-10 --out close-out.xlsx',
          'Close a month, with a workbook to keep',
        ),
    async (flags) => {
      const { closeOut } = await import('../actions/registry.js');
      const { entry, issuance, runsDir } = flags;
      end(await closeOut({ entry, issuance: issuance ?? null, runsDir }, flags, terminal));
    },
  );
}

/** What the registry shows of issued credits. Nothing is written. */
export function registryCommand(yargs: Argv, terminal: Terminal, end: End): Argv {
  return yargs.command('registry', 'Read supplier, issuances, credit batches and refunds', (parser) =>
    closeOutCommand(readsById(ownReads(parser, terminal, end), terminal, end), terminal, end)
      .demandCommand(1, 'Say what to read: mrv-ingest registry --help lists it.')
      .example('$0 registry issuances', 'Which issuances there are')
      .example('$0 registry close-out --entry NRM-2026-10', "A month's credits against its entry"),
  );
}
