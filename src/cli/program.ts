import yargs from 'yargs';
import { exitCodes, MrvError } from '../model/errors.js';
import { lineCommands } from './commands/run.js';
import { explainCommand } from './commands/explain.js';
import { applyCommand } from './commands/apply.js';
import { initCommand } from './commands/init.js';
import { listCommand } from './commands/list.js';
import { doctorCommand } from './commands/doctor.js';
import { inspectCommand } from './commands/inspect.js';
import { registryCommand } from './commands/registry.js';
import { reportCommand } from './commands/report.js';
import { serveCommand } from './commands/serve.js';
import { undoCommand } from './commands/undo.js';
import { templateCommand } from './commands/template.js';
import { packageVersion } from './package-root.js';
import { say, style, type Terminal } from './terminal.js';

/** The one catch of the program: what went wrong, and the code that says so. */
function failed(error: unknown, terminal: Terminal): number {
  const known = error instanceof MrvError ? error : null;
  if (known !== null && known.exitCode !== exitCodes.bug) {
    say(terminal, style(terminal, 'red', known.message));
    return known.exitCode;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say(
    terminal,
    style(terminal, 'red', 'This is a bug of mrv-ingest, not of your data. Nothing more was sent.'),
  );
  say(terminal, detail);
  return exitCodes.bug;
}

/** A flag without its value, as `--mapping ""` or `--out` at the end, means no file and no name that there could be. */
function nothingEmpty(given: Readonly<Record<string, unknown>>): true {
  const empty = Object.entries(given).find(([name, value]) => name !== '_' && value === '');
  if (empty === undefined) return true;
  throw new MrvError(
    'usage',
    `${empty[0].length > 1 ? '--' : '-'}${empty[0]} wants a value`,
    exitCodes.usage,
  );
}

/** Runs the program on its arguments and gives the exit code. Never throws and never exits. */
export async function program(argv: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = exitCodes.done;
  const end = (ended: number) => {
    code = ended;
  };
  const parser = yargs([...argv])
    .scriptName('mrv-ingest')
    .usage('$0 <command>\n\nTurns a monthly MRV workbook into reconciled registry records.')
    .wrap(Math.min(terminal.width, 120))
    .strict()
    .demandCommand(1, 'Name a command: mrv-ingest --help lists them.')
    .recommendCommands()
    .version(packageVersion())
    .alias('help', 'h')
    .exitProcess(false)
    .check(nothingEmpty, true)
    .fail((message: string, error: unknown) => {
      if (error instanceof Error) throw error;
      throw new MrvError('usage', `${message} (mrv-ingest --help says more)`, exitCodes.usage);
    });
  try {
    const commands = [
      lineCommands,
      applyCommand,
      undoCommand,
      reportCommand,
      initCommand,
      inspectCommand,
      explainCommand,
      templateCommand,
      serveCommand,
      listCommand,
      registryCommand,
      doctorCommand,
    ];
    await commands.reduce((all, command) => command(all, terminal, end), parser).parseAsync();
    return code;
  } catch (error) {
    return failed(error, terminal);
  }
}
