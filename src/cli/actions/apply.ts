import { applyPlan } from '../../run/index.js';
import { readPairs } from '../pairs.js';
import type { Terminal } from '../terminal.js';
import { session, type SessionArguments } from './session.js';

export interface ApplyArguments extends SessionArguments {
  readonly plan: string;
  readonly evidence: string | undefined;
  readonly override: readonly string[];
}

/** Executes a saved plan. */
export async function apply(flags: ApplyArguments, terminal: Terminal): Promise<number> {
  return session('apply', 'execute', flags, terminal, ({ frame, askTarget, world }) =>
    applyPlan(
      {
        ...frame,
        planFile: null,
        plan: flags.plan,
        evidence: flags.evidence ?? null,
        overrides: readPairs('override', flags.override),
      },
      askTarget,
      world,
    ),
  );
}
