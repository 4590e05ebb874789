import { exitCodes } from '../../model/errors.js';
import { draft } from '../../run/index.js';
import { usageError } from '../environment.js';
import { say, type Terminal } from '../terminal.js';

export interface InitArguments {
  readonly workbook: string;
  readonly out: string;
  readonly force: boolean;
}

/** Writes a draft of a mapping, never over a file that somebody may have worked on. */
export async function init(flags: InitArguments, terminal: Terminal): Promise<number> {
  const drafted = await draft(flags.workbook, flags.out, flags.force);
  if (drafted === 'exists')
    throw usageError(
      'file-exists',
      `${flags.out} exists: choose another name, or write over it with --force`,
    );
  say(
    terminal,
    `Written: ${flags.out}, with ${drafted.tables} tables and ${drafted.doubts} guesses marked "# ?".`,
  );
  say(terminal, `Settle them, then: mrv-ingest validate ${flags.workbook} --mapping ${flags.out}`);
  return exitCodes.done;
}
