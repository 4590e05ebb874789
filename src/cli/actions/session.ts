import { exitCodes, InternalError, messageOf, MrvError } from '../../model/errors.js';
import type { RunEvent } from '../../model/event.js';
import type {
  Manner,
  OpenTarget as AskTarget,
  RunFrame,
  RunResult,
  Stop,
  Target,
  World,
} from '../../run/index.js';
import { makeRunFolder, makeRunId, type RunFolder } from '../../run/folder.js';
import { issuesOf } from '../../run/gathered.js';
import { systemClock, systemRandom } from '../../run/system.js';
import { thisProgram } from '../package-root.js';
import { readVariables, type Variables } from '../environment.js';
import { everyOperation, openLog, type RunLog, together } from '../log.js';
import { showProgress } from '../progress-writer.js';
import { sayIssues, sayResult } from '../result.js';
import type { OpenTarget, ServiceArguments } from '../target.js';
import { ask, say, style, type Terminal } from '../terminal.js';

/** The flags of a command that makes a run, whichever of them it has. */
export interface SessionArguments extends ServiceArguments {
  readonly runsDir: string;
  readonly report: string | undefined;
  readonly json: boolean;
  readonly detailedExitcode: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly yes: boolean;
  readonly wait?: boolean;
  readonly failFast?: boolean;
  readonly maxFailures?: number | undefined;
  readonly verifyDocuments?: boolean;
}

/** @throws a usage error for a number of failures that is none. */
function mannerOf({ wait, failFast, maxFailures, verifyDocuments }: SessionArguments): Manner {
  if (maxFailures !== undefined && !(Number.isInteger(maxFailures) && maxFailures >= 1)) {
    throw new MrvError(
      'flag-invalid',
      `--max-failures ${maxFailures}: give a whole number of failures, 1 or more`,
      exitCodes.usage,
    );
  }
  return {
    wait: wait ?? false,
    mostFailures: failFast === true ? 1 : (maxFailures ?? null),
    verifyDocuments: verifyDocuments ?? false,
  };
}

/** Production is written only by a person who types its project's name, or a script that says --yes. */
async function consent(
  target: Target,
  stop: Stop,
  flags: SessionArguments,
  terminal: Terminal,
): Promise<void> {
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
function interruption(terminal: Terminal, clear: () => void): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    controller.abort(new Error('interrupted'));
    clear();
    say(
      terminal,
      'Stopping: what is under way is finished and recorded. Press Ctrl-C again to stop at once.',
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

function tell(result: RunResult, flags: SessionArguments, terminal: Terminal): void {
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
  readonly #warn: (line: string) => void;
  #open: OpenTarget | null = null;
  #failure: unknown = new InternalError('the service was never opened');

  constructor(flags: ServiceArguments, variables: Variables, warn: (line: string) => void) {
    this.#flags = flags;
    this.#variables = variables;
    this.#warn = warn;
  }

  async tryOpen(): Promise<Target | null> {
    try {
      const { openTarget } = await import('../target.js');
      this.#open = await openTarget(this.#flags, this.#variables, this.#warn);
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

/** What a command gets to make its run with. */
export interface Session {
  readonly frame: Omit<RunFrame, 'planFile'>;
  /** The process's variables over those of `.env`. */
  readonly variables: Variables;
  /** The service as far as it could be opened early: the mapping may name the project by a variable. */
  readonly opened: Target | null;
  readonly askTarget: AskTarget;
  readonly world: World;
  /** Ends the progress that is shown: before a command says anything itself. */
  readonly endProgress: () => void;
}

/** Opens the run's log with the line that says what the run is. */
function beginLog({ log: file, runId }: RunFolder, command: string): RunLog {
  const log = openLog(file);
  log.observe({
    type: 'run-began',
    format: 'mrv-ingest/events@1',
    run_id: runId,
    program: thisProgram(),
    command,
  });
  return log;
}

/** Sets up a run's folder, log, progress and service, makes the run, tells its result, and gives the exit code. */
export async function session(
  command: string,
  stop: Stop,
  flags: SessionArguments,
  terminal: Terminal,
  make: (session: Session) => Promise<RunResult>,
): Promise<number> {
  const manner = mannerOf(flags);
  const variables = await readVariables(terminal.folder, terminal.variables);
  const files = await makeRunFolder(flags.runsDir, makeRunId(systemClock, systemRandom));
  const log = beginLog(files, command);
  const quiet = flags.quiet || flags.json;
  const shown = quiet ? null : showProgress(terminal, systemClock);
  const clear = () => shown?.clear();
  const interrupt = interruption(terminal, clear);
  const service = new ServiceOpener(flags, variables, (line) => {
    if (flags.quiet) return;
    clear();
    say(terminal, style(terminal, 'yellow', line));
  });
  let ended: Extract<RunEvent, { type: 'run-ended' }> = { type: 'run-ended', exit_code: null, error: null };
  try {
    const opened = stop === 'plan' ? null : await service.tryOpen();
    const result = await make({
      frame: {
        program: thisProgram(),
        command,
        stop,
        files,
        manner,
        report: flags.report ?? null,
        detailedExitCode: flags.detailedExitcode,
      },
      variables,
      opened,
      askTarget: async () => {
        if (stop === 'plan') return null;
        const target = service.opened();
        await consent(target, stop, flags, terminal);
        return target;
      },
      world: {
        clock: systemClock,
        random: systemRandom,
        observe: together([
          log.observe,
          ...(shown === null ? [] : [shown.observe]),
          ...(flags.verbose && !quiet ? [everyOperation(terminal, clear)] : []),
        ]),
        signal: interrupt.signal,
      },
      endProgress: () => shown?.close(),
    });
    shown?.close();
    const { exit_code, error } = result.summary;
    ended = { type: 'run-ended', exit_code, error: error?.message ?? null };
    tell(result, flags, terminal);
    return exit_code;
  } catch (error) {
    ended = { ...ended, error: messageOf(error) };
    throw error;
  } finally {
    shown?.close();
    log.observe(ended);
    interrupt.stop();
    await service.close();
    await log.close();
  }
}
