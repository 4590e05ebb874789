import { AmbiguousError, CredentialsError, MalformedError } from '../api/api-error.js';
import { messageOf, MrvError } from '../model/errors.js';
import type { Observer } from '../model/event.js';
import { isWrite, type WriteOperation } from '../model/operation.js';
import type { Outcome } from '../model/outcome.js';
import type { DecidedPlan } from '../model/plan.js';
import type { WritableKind } from '../model/record.js';
import { Identities } from './identities.js';
import { InDoubtError, RecordWriter, type WriteTools } from './write-record.js';

/** What executing needs: how records are written, and what may not be. */
export interface ExecuteTools extends WriteTools {
  /** Operations that may not be carried out, by reference, each with its reason. */
  readonly refused: ReadonlyMap<string, string>;
  readonly observe: Observer;
  /** Nothing new is begun after so many failures; null or absent: however many. */
  readonly mostFailures?: number | null;
}

/**
 * What goes first: the operation on which the longest chain of others waits, and of two with equal ones the one that
 * itself stands at the end of the longer chain. So what all wait for begins at once, and what waited for all, the
 * month's entry, does not queue behind those that nothing waits for.
 */
function prioritiesOf(operations: readonly WriteOperation[]): ReadonlyMap<string, number> {
  const [behind, before] = [new Map<string, number>(), new Map<string, number>()];
  for (const operation of operations) {
    const depths = operation.dependsOn.map((needed) => (before.get(needed) ?? -1) + 1);
    before.set(operation.reference, Math.max(0, ...depths));
  }
  for (const operation of operations.toReversed()) {
    const own = behind.get(operation.reference) ?? 0;
    behind.set(operation.reference, own);
    for (const needed of operation.dependsOn) behind.set(needed, Math.max(behind.get(needed) ?? 0, own + 1));
  }
  const step = operations.length + 1;
  return new Map(
    operations.map(({ reference }) => [
      reference,
      (behind.get(reference) ?? 0) * step + (before.get(reference) ?? 0),
    ]),
  );
}

/** Why nothing new is begun: the run was interrupted, or no request will do any better. */
interface Halt {
  reason: string | null;
}

function outcomeOf(operation: WriteOperation, attempts: number, error: unknown): Outcome {
  const { kind, reference } = operation;
  const message = messageOf(error);
  const doubtful =
    error instanceof InDoubtError || error instanceof AmbiguousError || error instanceof MalformedError;
  return { kind, reference, attempts, state: doubtful ? 'in-doubt' : 'failed', message };
}

const leftWaiting =
  'it was sent once without success, and the run was interrupted while it waited to be sent again: run again, and what was done of it is found';

/** Faults after which no other operation can fare better. */
function haltsAll(error: unknown): boolean {
  return error instanceof CredentialsError || (error instanceof MrvError && error.code === 'journal');
}

/** One execution of a plan: every operation that has something to send runs when those it needs are applied. */
class Execution {
  readonly #tools: ExecuteTools;
  readonly #projectId: string;
  readonly #identities: Identities;
  readonly #outcomes = new Map<string, Promise<Outcome>>();
  readonly #halt: Halt = { reason: null };
  readonly #writing = new Set<RecordWriter>();
  #failures = 0;

  constructor(plan: DecidedPlan, tools: ExecuteTools) {
    this.#tools = tools;
    this.#projectId = plan.environment.project_id;
    this.#identities = new Identities(plan);
  }

  async run(operations: readonly WriteOperation[]): Promise<readonly Outcome[]> {
    const priorities = prioritiesOf(operations);
    // The plan's order has every operation after those it needs, so that their promises are there to wait on.
    for (const operation of operations) {
      const needed = operation.dependsOn
        .map((reference) => this.#outcomes.get(reference))
        .filter((outcome) => outcome !== undefined);
      this.#outcomes.set(
        operation.reference,
        this.#after(needed, operation, priorities.get(operation.reference) ?? 0),
      );
    }
    return Promise.all(this.#outcomes.values());
  }

  async #after(
    needed: readonly Promise<Outcome>[],
    operation: WriteOperation,
    priority: number,
  ): Promise<Outcome> {
    const before = await Promise.all(needed);
    const missing = before.find((outcome) => outcome.state !== 'applied');
    const outcome =
      missing === undefined
        ? await this.#perform(operation, priority)
        : skipped(operation, `it needs ${missing.reference}, which is ${missing.state.replace('-', ' ')}`);
    this.#count(outcome);
    await this.#record(outcome);
    return outcome;
  }

  async #perform(operation: WriteOperation, priority: number): Promise<Outcome> {
    const { kind, reference } = operation;
    const halted = this.#halted();
    if (halted !== null) return skipped(operation, halted);
    const refused = this.#tools.refused.get(reference);
    if (refused !== undefined) return { kind, reference, attempts: 0, state: 'failed', message: refused };
    const writer = new RecordWriter(operation, this.#projectId, this.#identities, this.#tools, priority);
    this.#tools.observe({ type: 'operation-started', kind, reference });
    this.#writing.add(writer);
    try {
      const { id, message } = await writer.write();
      this.#identities.made(operation, id);
      return { kind, reference, attempts: writer.attempts, state: 'applied', id, message };
    } catch (error) {
      // Nothing left the machine for it: an interruption is not its failure.
      const interrupted = this.#halted();
      if (interrupted !== null && writer.attempts === 0) return skipped(operation, interrupted);
      if (this.#tools.signal.aborted && !(error instanceof MrvError) && !(error instanceof InDoubtError))
        return outcomeOf(operation, writer.attempts, new InDoubtError(leftWaiting));
      if (haltsAll(error)) this.#stop(`nothing new was begun after: ${messageOf(error)}`);
      return outcomeOf(operation, writer.attempts, error);
    } finally {
      this.#writing.delete(writer);
    }
  }

  /** What was begun is finished; what waits for its first request to leave is given up. */
  #stop(reason: string): void {
    this.#halt.reason ??= reason;
    for (const writer of this.#writing) writer.giveUp();
  }

  #count({ state }: Outcome): void {
    if (state !== 'failed' && state !== 'in-doubt') return;
    this.#failures += 1;
    const most = this.#tools.mostFailures ?? null;
    if (most !== null && this.#failures >= most)
      this.#stop(
        `it was not begun: nothing new is after ${most === 1 ? 'the first failure' : `${most} failures`}, as --${most === 1 ? 'fail-fast' : 'max-failures'} asks`,
      );
  }

  #halted(): string | null {
    return (
      this.#halt.reason ?? (this.#tools.signal.aborted ? 'the run was interrupted before it was begun' : null)
    );
  }

  /** The outcome is in the journal before anything that depends on it is begun. */
  async #record(outcome: Outcome): Promise<void> {
    this.#tools.observe({ type: 'operation-ended', outcome });
    try {
      await this.#tools.journal.write({ line: 'outcome', outcome });
    } catch (error) {
      this.#stop(messageOf(error));
    }
  }
}

function skipped(operation: WriteOperation, message: string): Outcome {
  return { kind: operation.kind, reference: operation.reference, attempts: 0, state: 'skipped', message };
}

function countsOf(operations: readonly WriteOperation[]): Readonly<Partial<Record<WritableKind, number>>> {
  const counts: Partial<Record<WritableKind, number>> = {};
  for (const { kind } of operations) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/**
 * Carries out a decided plan: the only writer. Every operation with something to send gets exactly one outcome; a
 * record that is refused takes only what depends on it along. Faults of single operations are outcomes and are never
 * thrown.
 */
export async function execute(plan: DecidedPlan, tools: ExecuteTools): Promise<readonly Outcome[]> {
  const operations = plan.operations.filter(isWrite);
  await tools.journal.write({ line: 'begin', format: 'mrv-ingest/journal@1', operations: operations.length });
  tools.observe({ type: 'planned', kinds: countsOf(operations) });
  const outcomes = await new Execution(plan, tools).run(operations);
  await tools.journal.write({ line: 'end' }).catch(() => undefined);
  return outcomes;
}
