import { findRun, undoRun, type RunResult } from '../../run/index.js';
import { say, style, type Terminal } from '../terminal.js';
import { session, type SessionArguments } from './session.js';

export interface UndoArguments extends SessionArguments {
  readonly run: string;
  readonly dryRun: boolean;
}

const most = 30;

/** Every step back with its fate: at most a page, all of them in `undo.json`. */
function sayRemovals({ gathered, summary }: RunResult, terminal: Terminal): void {
  const shown = gathered.removals;
  for (const { act, state, kind, reference, message } of shown.slice(0, most)) {
    const verb = state === 'left' ? 'left' : act;
    const colour = state === 'done' || state === 'planned' ? 'green' : 'yellow';
    const why = message === null ? '' : `: ${message}`;
    say(terminal, style(terminal, colour, `${verb} ${kind.replaceAll('_', ' ')} ${reference}${why}`));
  }
  if (shown.length > most)
    say(terminal, `… and ${shown.length - most} more, all in ${summary.files.run ?? ''}/undo.json`);
  const count = (wanted: string) =>
    gathered.removals.filter(({ act, state }) => (state === 'left' ? 'left' : act) === wanted).length;
  const done = summary.dry_run ? 'would be' : 'were';
  say(
    terminal,
    `\n${count('delete')} records ${done} deleted, ${count('restore')} restored; ${count('left')} cannot be undone${summary.dry_run ? '. Nothing was sent: this was a dry run' : ''}`,
  );
}

/** Takes a run back, as far as the registry allows. */
export async function undo(flags: UndoArguments, terminal: Terminal): Promise<number> {
  const run = await findRun(flags.runsDir, flags.run, 'sent');
  const stop = flags.dryRun ? 'diff' : 'execute';
  return session('undo', stop, flags, terminal, async ({ frame, askTarget, world, endProgress }) => {
    const result = await undoRun({ ...frame, planFile: null, run }, askTarget, world);
    endProgress();
    if (!flags.json && !flags.quiet) sayRemovals(result, terminal);
    return result;
  });
}
