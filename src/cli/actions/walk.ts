import { exitCodes, InternalError, MrvError } from '../../model/errors.js';
import {
  issuesOf,
  makeRunFolder,
  makeRunId,
  runLine,
  systemClock,
  systemRandom,
  type RunResult,
  type Stop,
  type Target,
} from '../../run/index.js';
import { readVariables, type Variables } from '../environment.js';
import { readPairs } from '../pairs.js';
import { endProgress, everyOperation, openLog, progress, together } from '../log.js';
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
  readonly verbose: boolean;
  readonly yes: boolean;
}

/** Production is written only by a person who types its project's name, or a script that says --yes. */
async function consent(target: Target, stop: Stop, flags: WalkArguments, terminal: Terminal): Promise<void> {
  if (target.environment !== 'production' || stop !== 'execute' || flags.yes) return;
  const refusal = new MrvError(
    'production-consent',
    'writing to production needs consent: give --yes, or run this in a terminal and type the project',
    exitCodes.refused,
  );
  if (!terminal.interactive) throw refusal;
  const project = target.projectId ?? '';
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

/** Opens the service early and tells why it could not be opened later, where the run can write it down. */
class ServiceOpener {
  readonly #flags: ServiceArguments;
  readonly #variables: Variables;
  #open: OpenTarget | null = null;
  #failure: unknown = new InternalError('the service was never opened');

  constructor(flags: ServiceArguments, variables: Variables) {
    this.#flags = flags;
    this.#variables = variables;
  }

  async tryOpen(): Promise<Target | null> {
    try {
      this.#open = await openTarget(this.#flags, this.#variables);
      return this.#open.target;
    } catch (error) {
      this.#failure = error;
      return null;
    }
  }

  opened(): Target {
    if (this.#open === null) throw this.#failure;
    return this.#open.target;
  }

  async close(): Promise<void> {
    await this.#open?.close();
  }
}

/** Walks the line as far as `stop`, tells the result, and gives the exit code. */
export async function walk(
  command: string,
  stop: Stop,
  flags: WalkArguments,
  terminal: Terminal,
): Promise<number> {
  const own = await readVariables(terminal.folder, terminal.variables);
  const files = await makeRunFolder(flags.runsDir, makeRunId(systemClock, systemRandom));
  const log = openLog(files.log);
  const interrupt = interruption(terminal);
  const service = new ServiceOpener(flags, own);
  try {
    // Started before the mapping is read, which may name the project by a variable.
    const opened = stop === 'plan' ? null : await service.tryOpen();
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
        environment: { ...own, MRV_PROJECT_ID: opened?.projectId ?? flags.project ?? own['MRV_PROJECT_ID'] },
        partial: flags.partial,
        report: flags.report ?? null,
        planFile: flags.planFile ?? null,
        overrides: readPairs('override', flags.override),
        detailedExitCode: flags.detailedExitcode,
      },
      async () => {
        if (stop === 'plan') return null;
        const target = service.opened();
        await consent(target, stop, flags, terminal);
        return target;
      },
      {
        clock: systemClock,
        random: systemRandom,
        observe: together([
          log.observe,
          ...(quiet ? [] : [progress(terminal)]),
          ...(flags.verbose && !quiet ? [everyOperation(terminal)] : []),
        ]),
        signal: interrupt.signal,
      },
    );
    tell(result, flags, terminal);
    return result.summary.exit_code;
  } finally {
    interrupt.stop();
    await service.close();
    await log.close();
  }
}
