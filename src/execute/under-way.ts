/** How far an answer's time may rise over the usual before fewer requests are kept under way. */
const tolerance = 2;
/** An answer that comes within so many ms is not slow, however quick others are. */
const quickMs = 50;
/** So many times the usual and over is counted as so much. */
const outlier = 3;
const atFirst = 8;
const least = 2;
/** Answers come unevenly: so many times the places that an announced rate takes on average. */
const spare = 1.25;

/** An answer that took so long, ms, to a request of this sort. */
export interface TimedAnswer {
  readonly sort: string;
  readonly durationMs: number;
}

/** The times of answers to one sort of request, ms. */
interface Times {
  /** The usual one: it falls at once and rises slowly. */
  readonly usual: number;
  /** That of the last few. */
  readonly recent: number;
}

/**
 * How many requests may be under way. It begins with eight; grows while all places are taken and answers come as
 * quickly as they used to, and shrinks by how much slower they come: a service that is slow is not helped by more.
 */
export class UnderWay {
  readonly #ceiling: number;
  #limit: number;
  #count = 0;
  /** A list takes other times than a create: each sort of request is compared with its own. */
  readonly #times = new Map<string, Times>();
  #slowed = false;
  readonly #waiting: (() => void)[] = [];

  constructor(ceiling: number) {
    this.#ceiling = Math.max(1, Math.floor(ceiling));
    this.#limit = Math.min(atFirst, this.#ceiling);
  }

  get limit(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** Begins with as many as an earlier run came to. */
  recall(limit: number): void {
    this.#limit = Math.max(least, Math.min(this.#ceiling, limit));
  }

  get count(): number {
    return this.#count;
  }

  /** Resolves when there is a place. The caller takes it with `began` before anything else can. */
  async place(): Promise<void> {
    while (this.#count >= this.limit) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  began(): void {
    this.#count += 1;
  }

  /**
   * An answer came, or none will. `answer`: null where it says nothing of the service's speed. `known`: the rate's limit
   * is; where it is not, all that is under way when it is met is refused, and few should be. `perSecond`: the rate that
   * the service itself announces; null: none.
   */
  ended(answer: TimedAnswer | null, known: boolean, perSecond: number | null): void {
    if (answer !== null) this.#learn(answer, known, perSecond);
    this.#count -= 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #timesOf({ sort, durationMs }: TimedAnswer): Times {
    const before = this.#times.get(sort) ?? { usual: durationMs, recent: durationMs };
    const { usual } = before;
    // One that takes very long says nothing of the others: only several in a row do.
    const counted = Math.min(durationMs, outlier * Math.max(quickMs, usual));
    const recent = 0.8 * before.recent + 0.2 * counted;
    const times = {
      recent,
      usual: Math.min(durationMs, usual) * 0.1 + usual * 0.9 + Math.max(0, recent - usual) * 0.002,
    };
    this.#times.set(sort, times);
    return times;
  }

  #learn(answer: TimedAnswer, known: boolean, perSecond: number | null): void {
    const { usual, recent } = this.#timesOf(answer);
    const slower = recent / (Math.max(quickMs, usual) * tolerance);
    // A rate that the service says it bears, at the speed it has shown, takes so many places; they fill one by one.
    if (perSecond !== null && !this.#slowed)
      this.#limit = Math.min(this.#ceiling, Math.max(this.#limit, (perSecond * usual * spare) / 1000));
    if (slower > 1) {
      // Over as many answers as are under way it shrinks by how much slower they are, at most to a half.
      const share = Math.max(0.5, 1 / slower);
      this.#limit = Math.max(Math.min(least, this.#ceiling), this.#limit * share ** (1 / this.#limit));
      this.#slowed = true;
    } else if (this.#count >= this.limit) {
      // By one for each answer doubles it each round trip, until the first sign that it is too much.
      const more = this.#slowed ? 1 / this.#limit : known ? 1 : 0.1 / this.#limit;
      this.#limit = Math.min(this.#ceiling, this.#limit + more);
    }
  }
}
