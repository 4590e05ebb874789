/** Advised where nothing is said: 120 requests a minute (`api-facts.md` §2, Still unknown). */
const advisedPerSecond = 2;
export const leastPerSecond = 0.2;
/** Before any refusal: so much more each time, after so long and so many answers. */
const finding = { by: 1.5, afterMs: 1_000, answers: 4 } as const;
/** How far below the place of the last refusal it stays. */
const below = 0.985;
/** Answers on each rung of a probe, and how much the first rung adds; each that holds is followed by twice as much. */
const rung = { answers: 25, by: 0.02, most: 0.15 } as const;
/** Answers before a probe: twice as many after each refusal at the place that is known. */
const patience = { first: 30, remembered: 400, most: 4_000 } as const;
/** Fewer went through since the last refusal than this: it belongs to the same measurement. */
const enough = 20;
/** What a measurement of a few may be wrong by, requests. */
const uncertain = 2;
const shortHoldMs = 3_000;
/** Answers after the first refusal by whose average what is remembered is checked. */
const enoughToAverage = 100;
/** Less than this share of what was settled, or so much more: the limit itself has changed. */
const moved = 0.7;
const grown = 1.5;

/** Where a limit was met, in requests a second. */
export interface FoundLimit {
  /** The rate that the service bore. */
  readonly per_second: number;
  /** The rate at which it refused; null: it never did. */
  readonly refused_at: number | null;
}

/**
 * Looks for a limit that nobody announces. It rises quickly until it is refused for the first time. What went through
 * between two refusals, over the time between the ends of their holds, is the limit, whatever its shape: a bucket is
 * empty both times, a window full both times. It then stays a little below, and probes in small steps, ever more
 * rarely where the limit stands still and ever more boldly where it has gone.
 */
export class LimitSearch {
  #rate: number;
  #refusedAt: number | null = null;
  #patience: number = patience.first;
  #step: number = rung.by;
  /** Since the rate was last changed. */
  #changedAt: number;
  #answers = 0;
  #underWay = 0;
  /** Requests that left before the rate was last changed, and are not answered yet. */
  #earlier = 0;
  /** The rate before the last step of a probe. */
  #held = 0;
  /** The rate from which the last probe began. */
  #settled = 0;
  /** Since the last hold ended. */
  #since: number;
  #went = 0;
  /** When the first hold ended, and what went through since. */
  #firstEnd: number | null = null;
  #wentSince = 0;
  #lastAnswer = 0;
  #blocked = false;
  #refusedSince = 0;

  constructor(now: number) {
    this.#rate = advisedPerSecond;
    this.#changedAt = now;
    this.#since = now;
  }

  get perSecond(): number {
    return this.#rate;
  }

  /** Whether a refusal has shown where the limit is. */
  get found(): boolean {
    return this.#refusedAt !== null;
  }

  get learnt(): FoundLimit {
    if (this.#refusedAt === null || this.#firstEnd === null || this.#wentSince < enoughToAverage)
      return { per_second: this.#rate, refused_at: this.#refusedAt };
    // The last probe may have gone too far, or the last refusal been too near: the average of the run is neither.
    const average = (this.#wentSince * 1000) / Math.max(1, this.#lastAnswer - this.#firstEnd);
    const limit = Math.min(this.#refusedAt, average / below);
    return { per_second: limit * below, refused_at: limit };
  }

  /** Begins where an earlier run ended. */
  recall(learnt: FoundLimit, now: number): void {
    this.#refusedAt = learnt.refused_at;
    this.#patience = patience.remembered;
    this.#step = rung.by;
    // Where a refusal is known, what lies over it was a probe.
    this.#settled = Math.min(learnt.per_second, (learnt.refused_at ?? Infinity) * below);
    this.#change(this.#settled, now);
  }

  /** A request went through. `underWay`: others that are not answered yet. */
  answered(now: number, underWay: number): void {
    this.#underWay = underWay;
    this.#went += 1;
    this.#wentSince += 1;
    this.#lastAnswer = now;
    // What left at an earlier rate says nothing of this one, nor does what was under way when another was refused.
    if (this.#blocked || this.#earlier > 0) {
      this.#earlier -= 1;
      this.#changedAt = now;
      return;
    }
    this.#answers += 1;
    const elapsed = now - this.#changedAt;
    // A rate that nobody used proves nothing.
    if (this.#answers < 0.7 * this.#rate * (elapsed / 1000) - 1) {
      this.#answers = 0;
      this.#changedAt = now;
      return;
    }
    if (this.#refusedAt === null) {
      if (this.#answers >= finding.answers && elapsed >= finding.afterMs)
        this.#change(this.#rate * finding.by, now);
      return;
    }
    const top = this.#refusedAt * below;
    const probing = this.#rate > top * 1.001;
    const needed = this.#rate < top * 0.999 ? 10 : probing ? rung.answers : this.#patience;
    if (this.#answers < needed) return;
    if (this.#rate < top * 0.999) {
      this.#change(Math.min(top, this.#rate + 0.05 * top), now);
      return;
    }
    if (!probing) this.#settled = this.#rate;
    else if (this.#rate > this.#settled * grown) this.#patience = patience.first;
    this.#held = this.#rate;
    this.#change(this.#rate * (1 + this.#step), now);
    this.#step = Math.min(rung.most, this.#step * 2);
  }

  /** The first refusal of an episode; `resumed` follows when the hold is over. */
  refused(now: number): void {
    this.#blocked = true;
    this.#refusedSince = now;
  }

  /** The hold is over at `now`: what went through since the last one is measured. */
  resumed(now: number): void {
    if (!this.#blocked) return;
    this.#blocked = false;
    const known = this.#refusedAt;
    const measured = known === null ? this.#firstMeasured(now) : this.#cautious(now);
    // While it stayed below the limit some of it went unused, and the measurement is too low: the last step that held
    // is nearer. Where that is too high the next refusal comes soon, and nothing was unused in between.
    const probing = known !== null && this.#rate > known * below * 1.001;
    const least = Math.max(leastPerSecond, known === null ? 0 : this.#rate * 0.2, probing ? this.#held : 0);
    const limit = Math.min(Math.max(measured, least), this.#rate * 0.98);
    if (probing) this.#patience = Math.min(patience.most, this.#patience * 2);
    // It has gone from where it was: where it is now is not yet known well.
    else if (limit < this.#settled * moved) this.#patience = patience.first;
    // The average is that of one limit: of where it was before it moved it says nothing.
    const stays = known !== null && limit > known * moved && limit < known / moved;
    this.#refusedAt = limit;
    if (this.#firstEnd === null || !stays) {
      this.#firstEnd = now;
      this.#wentSince = 0;
    }
    this.#step = rung.by;
    if (this.#went >= enough) {
      this.#since = now;
      this.#went = 0;
    }
    this.#change(limit * below, now);
  }

  /**
   * At the first refusal the rate had been rising. After a long hold a window is over and what it took is known. After
   * a short one it may be a window as short, which took the last rate nearly, or a bucket that is empty now.
   */
  #firstMeasured(now: number): number {
    const throughput = (this.#went * 1000) / Math.max(1, now - this.#since);
    const long = now - this.#refusedSince > shortHoldMs;
    return long ? throughput : Math.sqrt(throughput * this.#rate);
  }

  /**
   * Between two refusals a bucket fills in the hold as well, and a window stays empty in it: the middle of both, and a
   * little for the few that were counted.
   */
  #cautious(now: number): number {
    const seconds = Math.max(1, now - this.#since) / 1000;
    const sending = Math.max(0.001, seconds - (now - this.#refusedSince) / 1000);
    return (this.#went + uncertain) / Math.sqrt(seconds * sending);
  }

  #change(rate: number, now: number): void {
    this.#rate = Math.max(leastPerSecond, rate);
    this.#changedAt = now;
    this.#answers = 0;
    this.#earlier = this.#underWay;
  }
}
