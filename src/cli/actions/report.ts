import path from 'node:path';
import { findRun, issuesOf, rebuildReport, rebuildRun, systemClock } from '../../run/index.js';
import { sayResult } from '../result.js';
import { say, style, type Terminal } from '../terminal.js';

export interface ReportArguments {
  readonly run: string;
  readonly runsDir: string;
  readonly report: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Makes the report of a run anew, also of one that was killed, and says what is not known. */
export async function report(flags: ReportArguments, terminal: Terminal): Promise<number> {
  const run = await rebuildRun(await findRun(flags.runsDir, flags.run));
  const place = flags.report ?? null;
  await rebuildReport(run, place, systemClock.now());
  const summary = { ...run.summary, files: { ...run.summary.files, report: place ?? run.files.report } };
  if (flags.json) terminal.out.write(`${JSON.stringify(summary)}\n`);
  else if (!flags.quiet) {
    sayResult(terminal, {
      summary,
      issues: issuesOf(run.gathered),
      operations: run.gathered.decided?.operations ?? [],
    });
    for (const line of run.missing) say(terminal, style(terminal, 'yellow', `Not known   ${line}`));
    say(terminal, `Rebuilt     from ${path.resolve(run.files.folder)}`);
  }
  return summary.exit_code;
}
