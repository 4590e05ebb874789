import type { Argv } from 'yargs';
import type { Terminal } from '../terminal.js';

/** The report of a run, made anew from its folder. */
export function reportCommand(yargs: Argv, terminal: Terminal, end: (code: number) => void): Argv {
  return yargs.command(
    'report <run>',
    "Make a run's report anew from its folder, also of one that was killed",
    (parser) =>
      parser
        .positional('run', {
          type: 'string',
          demandOption: true,
          describe: 'The id of a run, its folder, or latest',
        })
        .option('runs-dir', {
          type: 'string',
          default: '.mrv-ingest/runs',
          describe: 'Where runs left their folders',
        })
        .option('report', { type: 'string', describe: "Another place than the run's folder" })
        .option('pack', {
          type: 'string',
          describe:
            "Pack the run for its verifier into this new ZIP file, and leave the run's folder as it is",
        })
        .option('evidence', {
          type: 'string',
          describe: 'Where evidence files lie, for the pack; else where the run found them',
        })
        .option('json', { type: 'boolean', default: false, describe: 'Print the summary as JSON' })
        .option('quiet', { type: 'boolean', default: false, describe: 'Say nothing' })
        .example('$0 report latest', 'The report of the newest run')
        .example('$0 report latest --pack october.zip', 'All that a verifier needs, in one file'),
    async (flags) => {
      const { report } = await import('../actions/report.js');
      end(await report(flags, terminal));
    },
  );
}
