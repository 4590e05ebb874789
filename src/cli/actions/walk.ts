import type { OnDrift, Stop } from '../../run/index.js';
import { runLine } from '../../run/line.js';
import { readPairs } from '../pairs.js';
import type { Terminal } from '../terminal.js';
import { session, type SessionArguments } from './session.js';

/** The flags of a command that walks the line, whichever of them it has. */
export interface WalkArguments extends SessionArguments {
  readonly workbooks: readonly string[];
  readonly mapping: string;
  readonly evidence: string | undefined;
  readonly set: readonly string[];
  readonly partial: boolean;
  readonly planFile: string | undefined;
  readonly override: readonly string[];
  readonly onDrift: OnDrift;
  readonly prune: boolean;
}

/** Walks the line as far as `stop`, tells the result, and gives the exit code. */
export async function walk(
  command: string,
  stop: Stop,
  flags: WalkArguments,
  terminal: Terminal,
): Promise<number> {
  return session(command, stop, flags, terminal, ({ frame, variables, opened, askTarget, world }) =>
    runLine(
      {
        ...frame,
        planFile: flags.planFile ?? null,
        workbooks: flags.workbooks,
        mapping: flags.mapping,
        evidence: flags.evidence ?? null,
        parameters: readPairs('set', flags.set),
        environment: {
          ...variables,
          MRV_PROJECT_ID: opened?.projectId ?? flags.project ?? variables['MRV_PROJECT_ID'],
        },
        partial: flags.partial,
        overrides: readPairs('override', flags.override),
        onDrift: flags.onDrift,
        prune: flags.prune,
      },
      askTarget,
      world,
    ),
  );
}
