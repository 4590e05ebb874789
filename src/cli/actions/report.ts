import path from 'node:path';
import {
  findRun,
  issuesOf,
  rebuildReport,
  rebuildRun,
  systemClock,
  writePack,
  type Packed,
} from '../../run/index.js';
import { sayResult } from '../result.js';
import { say, style, type Terminal } from '../terminal.js';
import { plural } from '../text.js';

export interface ReportArguments {
  readonly run: string;
  readonly runsDir: string;
  readonly report: string | undefined;
  /** The verifier's pack, to be made. */
  readonly pack: string | undefined;
  readonly evidence: string | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

function sayPacked(terminal: Terminal, { file, parts, leftOut }: Packed): void {
  say(terminal, `Packed      ${plural(parts.length, 'file')} into ${file}`);
  for (const { path: missing, why } of leftOut.slice(0, 10))
    say(terminal, style(terminal, 'yellow', `Not packed  ${missing}: ${why}`));
  if (leftOut.length > 10) say(terminal, `            and ${leftOut.length - 10} more; see its README.txt`);
}

/**
 * Makes the report of a run anew, also of one that was killed, and says what is not known. With a pack, the run's
 * folder stays as it is, unless the report is asked for too.
 */
export async function report(flags: ReportArguments, terminal: Terminal): Promise<number> {
  const run = await rebuildRun(await findRun(flags.runsDir, flags.run));
  const packed = flags.pack === undefined ? null : await writePack(run, flags.pack, flags.evidence ?? null);
  const place = flags.report ?? run.files.report;
  const isRebuilt = packed === null || flags.report !== undefined;
  if (isRebuilt) await rebuildReport(run, place, systemClock.now());
  const files = { ...run.summary.files, report: place, ...(packed === null ? {} : { pack: packed.file }) };
  const summary = { ...run.summary, files };
  if (flags.json) terminal.out.write(`${JSON.stringify(summary)}\n`);
  else if (!flags.quiet) {
    sayResult(terminal, {
      summary,
      issues: issuesOf(run.gathered),
      operations: run.gathered.decided?.operations ?? [],
    });
    for (const line of run.missing) say(terminal, style(terminal, 'yellow', `Not known   ${line}`));
    if (isRebuilt) say(terminal, `Rebuilt     from ${path.resolve(run.files.folder)}`);
    if (packed !== null) sayPacked(terminal, packed);
  }
  return summary.exit_code;
}
