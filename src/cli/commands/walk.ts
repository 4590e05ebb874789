import { exitCodes, MrvError } from '../../model/errors.js';
import {
  issuesOf,
  makeRunFolder,
  makeRunId,
  runLine,
  systemClock,
  systemRandom,
  type RunResult,
  type Stop,
} from '../../run/index.js';
import { readVariables, usageError } from '../environment.js';
import { readPairs } from '../flags.js';
import { endProgress, openLog, progress, together } from '../log.js';
import { sayIssues, sayResult } from '../result.js';
import { openTarget, type OpenTarget, type ServiceArguments } from '../target.js';
import { ask, say, style, type Terminal } from '../terminal.js';

/** The flags of a command that walks the line, whichever of them it has. */
export interface WalkArguments extends ServiceArguments {
  readonly workbooks: readonly string[];
  readonly mapping: string;
  readonly evidence: string | undefined;
  readonly set: readonly string[];
  readonly partial: boolean;
  readonly runsDir: string;
  readonly report: string | undefined;
  readonly planFile: string | undefined;
  readonly override: readonly string[];
  readonly json: boolean;
  readonly detailedExitcode: boolean;
  readonly quiet: boolean;
  readonly yes: boolean;
}

/** Production is written only by a person who types its project's name, or a script that says --yes. */
async function consent(
  open: OpenTarget,
  stop: Stop,
  flags: WalkArguments,
  terminal: Terminal,
): Promise<void> {
  if (open.target.environment !== 'production' || stop !== 'execute' || flags.yes) return;
  const refusal = new MrvError(
    'production-consent',
    'writing to production needs consent: give --yes, or run this in a terminal and type the project',
    exitCodes.refused,
  );
  if (!terminal.interactive) throw refusal;
  const project = open.target.projectId ?? '';
  const typed = await ask(terminal, `This writes to PRODUCTION. Type the project (${project}) to go on: `);
  if (typed !== project || project === '') throw refusal;
}

/** The first Ctrl-C stops what has not begun; the second ends the process at once. */
function interruption(terminal: Terminal): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new Error('interrupted'));
    say(
      terminal,
      '\nStopping: what is under way is finished and recorded. Press Ctrl-C again to stop at once.',
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

function tell(result: RunResult, flags: WalkArguments, terminal: Terminal): void {
  endProgress(terminal);
  const issues = issuesOf(result.gathered);
  if (flags.json) terminal.out.write(`${JSON.stringify(result.summary)}\n`);
  if (flags.quiet) {
    sayIssues(
      terminal,
      issues.filter((issue) => issue.severity === 'error'),
      20,
    );
    if (result.summary.error !== null) say(terminal, style(terminal, 'red', result.summary.error.message));
  } else if (!flags.json) {
    sayResult(terminal, {
      summary: result.summary,
      issues,
      operations: result.gathered.decided?.operations ?? [],
    });
  }
}

/** Walks the line as far as `stop`, tells the result, and gives the exit code. */
export async function walkCommand(
  command: string,
  stop: Stop,
  flags: WalkArguments,
  terminal: Terminal,
): Promise<number> {
  const own = await readVariables(process.cwd(), process.env);
  const files = await makeRunFolder(flags.runsDir, makeRunId(systemClock, systemRandom));
  const log = openLog(files.log);
  const interrupt = interruption(terminal);
  const open = stop === 'plan' ? null : await openTarget(flags, own);
  try {
    if (open !== null) await consent(open, stop, flags, terminal);
    const projectId = open?.target.projectId ?? flags.project ?? own['MRV_PROJECT_ID'];
    const quiet = flags.quiet || flags.json;
    const result = await runLine(
      {
        command,
        stop,
        files,
        workbooks: flags.workbooks,
        mapping: flags.mapping,
        evidence: flags.evidence ?? null,
        parameters: readPairs('set', flags.set),
        environment: { ...own, MRV_PROJECT_ID: projectId },
        partial: flags.partial,
        report: flags.report ?? null,
        planFile: flags.planFile ?? null,
        overrides: readPairs('override', flags.override),
        detailedExitCode: flags.detailedExitcode,
      },
      open?.target ?? null,
      {
        clock: systemClock,
        random: systemRandom,
        observe: together([log.observe, ...(quiet ? [] : [progress(terminal)])]),
        signal: interrupt.signal,
      },
    );
    tell(result, flags, terminal);
    return result.summary.exit_code;
  } finally {
    interrupt.stop();
    await open?.close();
    await log.close();
  }
}

/** A workbook must be named before anything else is worth saying. */
export function requireWorkbooks(workbooks: readonly string[]): readonly string[] {
  if (workbooks.length === 0) throw usageError('workbook-missing', 'name at least one workbook');
  return workbooks;
}
