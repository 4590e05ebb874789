import { linkKey, recordKey, type WriteOperation } from '../model/operation.js';
import type { DecidedPlan } from '../model/plan.js';
import { InternalError } from '../model/errors.js';
import type { Link } from '../model/record.js';

/** The registry's ids: those known before the run, and those made in it. */
export class Identities {
  readonly #known: Readonly<Record<string, string>>;
  readonly #made = new Map<string, string>();

  constructor(plan: DecidedPlan) {
    this.#known = plan.known;
  }

  /** The operation's record has that id from now on: links to its base reference lead to it. */
  made(operation: WriteOperation, id: string): void {
    this.#made.set(recordKey(operation.desired), id);
  }

  /** @throws InternalError where no id is known: an operation ran before one that it depends on. */
  readonly idOf = (link: Link): string => {
    const key = linkKey(link);
    const id = this.#made.get(key) ?? (link.by === 'id' ? link.value : this.#known[key]);
    if (id === undefined) throw new InternalError(`the ${key} has no id yet`);
    return id;
  };
}
