/** How far an answer's time may rise over the usual before fewer requests are kept under way. */
const tolerance = 2;
const atFirst = 8;
const least = 2;
/** Answers come unevenly: so many times the places that an announced rate takes on average. */
const spare = 1.25;

/**
 * How many requests may be under way. It begins with eight; grows while all places are taken and answers come as
 * quickly as they used to, and shrinks by how much slower they come: a service that is slow is not helped by more.
 */
export class UnderWay {
  readonly #ceiling: number;
  #limit: number;
  #count = 0;
  /** The usual time of an answer, ms: it falls at once and rises slowly. */
  #usual: number | null = null;
  /** The time of the last few answers, ms. */
  #recent = 0;
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
   * An answer came, or none will. `durationMs`: null where it says nothing of the service's speed. `known`: the
   * rate's limit is; where it is not, all that is under way when it is met is refused, and few should be. `perSecond`: the rate that
   * the service itself announces; null: none.
   */
  ended(durationMs: number | null, known: boolean, perSecond: number | null): void {
    if (durationMs !== null) this.#learn(Math.max(1, durationMs), known, perSecond);
    this.#count -= 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #learn(durationMs: number, known: boolean, perSecond: number | null): void {
    const usual = this.#usual ?? durationMs;
    this.#recent = this.#usual === null ? durationMs : 0.8 * this.#recent + 0.2 * durationMs;
    this.#usual = Math.min(durationMs, usual) * 0.1 + usual * 0.9 + Math.max(0, this.#recent - usual) * 0.002;
    const slower = this.#recent / (this.#usual * tolerance);
    // A rate that the service says it bears, at the speed it has shown, takes so many places; they fill one by one.
    if (perSecond !== null && !this.#slowed)
      this.#limit = Math.min(this.#ceiling, Math.max(this.#limit, (perSecond * this.#usual * spare) / 1000));
    if (slower > 1) {
      // Over as many answers as are under way it shrinks by how much slower they are, at most to a half.
      const share = Math.max(0.5, 1 / slower);
      this.#limit = Math.max(Math.min(least, this.#ceiling), this.#limit * share ** (1 / this.#limit));
      this.#slowed = true;
    } else if (this.#count >= this.limit) {
      // By one for each answer doubles it each round trip, until the first sign that it is too much.
      this.#limit = Math.min(
        this.#ceiling,
        this.#limit + (this.#slowed ? 1 / this.#limit : known ? 1 : 0.1 / this.#limit),
      );
    }
  }
}
