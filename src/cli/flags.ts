import type { Argv } from 'yargs';
import { environmentNames } from './environment.js';

/** Flags of every command that reads a workbook. */
export function inputFlags<T>(parser: Argv<T>) {
  return parser
    .option('mapping', {
      type: 'string',
      demandOption: true,
      describe: 'The mapping that says what the rows mean',
    })
    .option('evidence', {
      type: 'string',
      describe:
        'Where evidence files lie (default: evidence/ beside the workbook, else the workbook’s folder)',
    })
    .option('set', {
      type: 'string',
      array: true,
      default: [],
      describe: 'A mapping parameter, as name=value',
    })
    .option('partial', {
      type: 'boolean',
      default: false,
      describe: 'Leave out rows with errors and send the rest',
    });
}

/** Flags of every command that talks to a service. */
export function serviceFlags<T>(parser: Argv<T>) {
  return parser
    .option('environment', {
      choices: environmentNames,
      describe: 'Where to write (default: local, the embedded service)',
    })
    .option('base-url', { type: 'string', describe: "Another service root than the environment's own" })
    .option('project', { type: 'string', describe: 'The project, as prj_…' })
    .option('state-dir', {
      type: 'string',
      default: '.mrv-ingest/local',
      describe: "Where the embedded service's state lies",
    })
    .option('seed-data', { type: 'string', describe: 'What a fresh embedded service starts with' })
    .option('rate', { type: 'number', describe: 'Requests a second at most' })
    .option('concurrency', { type: 'number', default: 128, describe: 'Requests under way at most' })
    .option('yes', {
      type: 'boolean',
      default: false,
      describe: 'Ask nothing; production needs it without a terminal',
    });
}

/** Flags of every command that only reads from a service. */
export function readingFlags<T>(parser: Argv<T>) {
  return serviceFlags(parser)
    .option('json', { type: 'boolean', default: false, describe: 'Print JSON and nothing else' })
    .option('out', { type: 'string', describe: 'Write a workbook: FILE.xlsx' })
    .option('quiet', { type: 'boolean', default: false, describe: 'Say only what was asked for' });
}

/** Waiting for another run that writes to the same project. */
export function waitFlag<T>(parser: Argv<T>) {
  return parser.option('wait', {
    type: 'boolean',
    default: false,
    describe: 'Wait where another run is writing to the project, instead of leaving',
  });
}

/** Flags of every command that sends records. */
export function sendFlags<T>(parser: Argv<T>) {
  return documentsFlag(waitFlag(parser))
    .option('fail-fast', {
      type: 'boolean',
      default: false,
      describe: 'Begin nothing new after the first failure',
    })
    .option('max-failures', { type: 'number', describe: 'Begin nothing new after so many failures' });
}

export function documentsFlag<T>(parser: Argv<T>) {
  return parser.option('verify-documents', {
    type: 'boolean',
    default: false,
    describe: 'Read the documents back and compare their bytes',
  });
}

/** Flags of what a run leaves behind and says. */
export function outputFlags<T>(parser: Argv<T>) {
  return parser
    .option('runs-dir', {
      type: 'string',
      default: '.mrv-ingest/runs',
      describe: 'Where runs leave their folders',
    })
    .option('report', { type: 'string', describe: 'Another place for the report workbook' })
    .option('json', {
      type: 'boolean',
      default: false,
      describe: 'Print the summary as JSON and nothing else',
    })
    .option('detailed-exitcode', {
      type: 'boolean',
      default: false,
      describe: 'Exit 4 where changes are pending',
    })
    .option('quiet', { type: 'boolean', default: false, describe: 'Say only what went wrong' })
    .option('verbose', { type: 'boolean', default: false, describe: 'Say every operation' });
}
