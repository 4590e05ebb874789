import path from 'node:path';
import type { Argv } from 'yargs';
import { documentsFlag, inputFlags, outputFlags, sendFlags, serviceFlags } from '../flags.js';
import { packageRoot } from '../package-root.js';
import type { Terminal } from '../terminal.js';
import type { WalkArguments } from '../actions/walk.js';
import type { Stop } from '../../run/index.js';

type End = (code: number) => void;

/** Loads what the line is made of when a command needs it: `--help` and `inspect` do without. */
async function walkCommand(
  command: string,
  stop: Stop,
  flags: WalkArguments,
  terminal: Terminal,
): Promise<number> {
  const { walk } = await import('../actions/walk.js');
  return walk(command, stop, flags, terminal);
}

/** The flags of a command that reads workbooks and talks to a service. */
function lineFlags<T>(parser: Argv<T>) {
  return outputFlags(serviceFlags(inputFlags(parser))).positional('workbooks', {
    type: 'string',
    array: true,
    demandOption: true,
    describe: 'One or more workbooks: xlsx, xlsm or csv',
  });
}

function writeFlags<T>(parser: Argv<T>) {
  return parser
    .option('dry-run', {
      type: 'boolean',
      default: false,
      describe: 'Decide and report everything, send nothing',
    })
    .option('on-drift', {
      choices: ['fail', 'keep', 'overwrite'] as const,
      default: 'fail' as const,
      describe: 'Where somebody changed a record by hand since our last run',
    })
    .option('prune', {
      type: 'boolean',
      default: false,
      describe: 'Delete records of this mapping that the workbook no longer wants',
    })
    .option('override', {
      type: 'string',
      array: true,
      default: [],
      describe: 'Pass a limit of the mapping, as limit=why',
    });
}

function runCommand(yargs: Argv, terminal: Terminal, end: End): Argv {
  return yargs.command(
    'run <workbooks..>',
    'Read, map, plan, compare, send, read back and report',
    (parser) =>
      sendFlags(writeFlags(lineFlags(parser))).example(
        '$0 run month.xlsx --mapping mapping.yaml --dry-run',
        'Show what would be done',
      ),
    async (flags) => {
      const stop = flags.dryRun ? 'diff' : 'execute';
      end(await walkCommand('run', stop, { ...flags, planFile: undefined }, terminal));
    },
  );
}

function validateCommand(yargs: Argv, terminal: Terminal, end: End): Argv {
  return yargs.command(
    'validate <workbooks..>',
    'Read, map and plan offline, and tell every issue with its cell',
    (parser) =>
      lineFlags(parser).example(
        '$0 validate month.xlsx --mapping mapping.yaml',
        'Check a month without credentials',
      ),
    async (flags) => {
      end(
        await walkCommand(
          'validate',
          'plan',
          { ...flags, planFile: undefined, override: [], onDrift: 'fail', prune: false },
          terminal,
        ),
      );
    },
  );
}

function planCommand(yargs: Argv, terminal: Terminal, end: End): Argv {
  return yargs.command(
    'plan <workbooks..>',
    'Decide everything and save it for review; send nothing',
    (parser) =>
      writeFlags(lineFlags(parser))
        .option('out', { type: 'string', demandOption: true, describe: 'Where the plan is saved' })
        .example('$0 plan month.xlsx --mapping mapping.yaml --out plan.json', 'Save the plan for review'),
    async (flags) => {
      end(await walkCommand('plan', 'diff', { ...flags, planFile: flags.out }, terminal));
    },
  );
}

function verifyCommand(yargs: Argv, terminal: Terminal, end: End): Argv {
  return yargs.command(
    'verify <workbooks..>',
    'Say whether the registry equals the workbook; send nothing',
    (parser) =>
      documentsFlag(lineFlags(parser)).example(
        '$0 verify month.xlsx --mapping mapping.yaml',
        'Compare, and send nothing',
      ),
    async (flags) => {
      end(
        await walkCommand(
          'verify',
          'verify',
          { ...flags, planFile: undefined, override: [], onDrift: 'fail', prune: false },
          terminal,
        ),
      );
    },
  );
}

function demoCommand(yargs: Argv, terminal: Terminal, end: End): Argv {
  return yargs.command(
    'demo',
    'Run the sample month on the embedded service',
    (parser) =>
      sendFlags(writeFlags(outputFlags(serviceFlags(parser)))).example(
        '$0 demo --dry-run',
        'Show it and send nothing',
      ),
    async (flags) => {
      const sample = path.join(packageRoot, 'samples', 'biochar-2026-10');
      const inputs = {
        workbooks: [path.relative('.', path.join(sample, 'mrv-2026-10.xlsx'))],
        mapping: path.relative('.', path.join(packageRoot, 'mappings', 'biochar-monthly.yaml')),
        evidence: path.relative('.', path.join(sample, 'evidence')),
        set: [],
        partial: false,
      };
      const stop = flags.dryRun ? 'diff' : 'execute';
      end(await walkCommand('run', stop, { ...flags, ...inputs, planFile: undefined }, terminal));
    },
  );
}

/** The commands that walk the line: one function, stopped sooner or later. */
export function lineCommands(yargs: Argv, terminal: Terminal, end: End): Argv {
  const commands = [runCommand, validateCommand, planCommand, verifyCommand, demoCommand];
  return commands.reduce((parser, command) => command(parser, terminal, end), yargs);
}
