import { z } from 'zod';
import { isWrite } from '../model/operation.js';
import type { Outcome } from '../model/outcome.js';
import type { DecidedPlan } from '../model/plan.js';
import { writableKinds } from '../model/record.js';

const base = { kind: z.enum(writableKinds), reference: z.string(), attempts: z.number() };
const outcomeSchema: z.ZodType<Outcome> = z.discriminatedUnion('state', [
  z.object({ ...base, state: z.literal('applied'), id: z.string(), message: z.string().nullable() }),
  z.object({ ...base, state: z.literal('failed'), message: z.string() }),
  z.object({ ...base, state: z.literal('in-doubt'), message: z.string() }),
  z.object({ ...base, state: z.literal('skipped'), message: z.string() }),
]);

const lineSchema = z.discriminatedUnion('line', [
  z.object({ line: z.literal('begin'), format: z.literal('mrv-ingest/journal@1'), operations: z.number() }),
  z.object({ line: z.literal('intent'), reference: z.string(), method: z.string(), path: z.string() }),
  z.object({ line: z.literal('outcome'), outcome: outcomeSchema }),
  z.object({ line: z.literal('end') }),
]);

/** What a journal says of a plan's operations, whole or cut. */
export interface JournalReading {
  /** One for each operation that had something to send; none where the execution never began. */
  readonly outcomes: readonly Outcome[];
  /** What the journal does not say, in words. */
  readonly remarks: readonly string[];
}

/**
 * Reads a journal, also one that was cut in mid-line. An operation whose request had left and whose outcome was not
 * written is in doubt; one that was never begun is skipped.
 */
export function readJournal(text: string, plan: DecidedPlan): JournalReading {
  const outcomes = new Map<string, Outcome>();
  const intents = new Map<string, string>();
  const remarks: string[] = [];
  let [began, ended] = [false, false];
  for (const [place, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const read = readLine(line);
    if (read === null) {
      remarks.push(`line ${place + 1} of the journal is cut or damaged, and was passed over`);
      continue;
    }
    switch (read.line) {
      case 'begin':
        began = true;
        break;
      case 'intent':
        intents.set(read.reference, `${read.method} ${read.path}`);
        break;
      case 'outcome':
        outcomes.set(read.outcome.reference, read.outcome);
        break;
      case 'end':
        ended = true;
    }
  }
  if (!began) return { outcomes: [], remarks };
  if (!ended) remarks.push('the journal has no end: the run was cut while it was sending');
  return {
    outcomes: plan.operations.filter(isWrite).map(({ kind, reference }): Outcome => {
      const known = outcomes.get(reference);
      if (known !== undefined) return known;
      const sent = intents.get(reference);
      return sent === undefined
        ? { kind, reference, attempts: 0, state: 'skipped', message: 'the run ended before it was begun' }
        : {
            kind,
            reference,
            attempts: 1,
            state: 'in-doubt',
            message: `${sent} was about to leave when the run was cut: look for the reference ${reference}, or run again, and it will be found`,
          };
    }),
    remarks,
  };
}

function readLine(line: string): z.infer<typeof lineSchema> | null {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
