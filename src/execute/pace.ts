import type { Clock, Random } from '../model/clock.js';
import type { Observer } from '../model/event.js';
import { readAnnouncement, type Announcement } from './announced.js';
import { leastPerSecond, LimitSearch, type FoundLimit } from './limit-search.js';

/** The share of an announced limit that is used: the rest is for clocks that differ, and for others. */
const share = { most: 0.97, least: 0.2, afterRefusals: [0.985, 0.95, 0.8], back: 0.0005 } as const;
/** Refusals within so many answers of each other are not chance: somebody else sends too. */
const together = 50;
/** Up to here an announced reset, in whole seconds, is too coarse to divide by. */
const shortWindowMs = 5_000;
/** A reset in whole seconds is rounded up. */
const roundingMs = 1_000;
/** What is left over may be used so much faster. */
const hurry = 1.25;
/** And where little is left it goes no slower than this: where nothing is, it waits. */
const linger = 0.5;
/** How late a turn may be taken and the next still come in time, ms: timers wake late, and evenness is not lost by it. */
const slackMs = 25;
/** Where the service does not say how long to wait: twice as long each time, ms. */
const unnamed = { first: 2_000, most: 60_000 } as const;
/** A share of a hold by which its end is spread, ms at most: programs that were refused together come back apart. */
const spread = { share: 0.1, mostMs: 1_000 } as const;

/** Nothing new may leave until this: what was refused, and whether one request must go ahead alone. */
type Hold =
  { readonly type: 'none' } | { readonly type: 'until'; readonly at: number; readonly trial: boolean };

/**
 * The account's pace: requests leave one by one, evenly. Where the service announces a limit it is followed, and where
 * it says what is left that is spread over the time until there is more; where it says nothing the limit is searched.
 * A refusal holds everybody for all of the time that was asked for. Where no time was named, one request goes ahead
 * alone when the hold is over, and only its answer lets the others go.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ceiling: number;
  readonly #observe: Observer;
  readonly #search: LimitSearch;
  #announced: Announcement | null = null;
  #share: number = share.most;
  /** How much of the share comes back with each answer: less after every refusal. */
  #back: number = share.back;
  #answersSinceRefusal: number = together;
  #refusalsTogether = 0;
  #told: number;
  #nextAt = 0;
  #hold: Hold = { type: 'none' };
  #unnamedMs: number = unnamed.first;
  /** The one that went ahead alone has not been answered. */
  #trying = false;
  #wake: (() => void)[] = [];
  /** Ends the sleep of the request whose turn is next. */
  #sleeper: AbortController | null = null;
  /** The last departures, as many as may leave in a second. */
  readonly #left: number[] = [];

  constructor(clock: Clock, random: Random, ceiling: number | null, observe: Observer) {
    this.#clock = clock;
    this.#random = random;
    this.#ceiling = ceiling ?? Number.POSITIVE_INFINITY;
    this.#observe = observe;
    this.#search = new LimitSearch(clock.now());
    this.#told = this.perSecond;
    observe({ type: 'rate', requests_per_second: this.#told });
  }

  /** Requests a second, as things are. */
  get perSecond(): number {
    return Math.max(Math.min(this.#followed() ?? this.#search.perSecond, this.#ceiling), leastPerSecond);
  }

  /** The rate that the service announces, less what is left to others; null where it announces none. */
  get announcedPerSecond(): number | null {
    const steady = this.#steady();
    return steady === null ? null : Math.min(steady, this.#ceiling);
  }

  get learnt(): FoundLimit {
    const followed = this.#steady();
    return followed === null ? this.#search.learnt : { per_second: followed, refused_at: null };
  }

  /** Whether the service has shown its limit, by words or by a refusal. */
  get known(): boolean {
    return this.#announced !== null || this.#search.found;
  }

  recall(learnt: FoundLimit): void {
    this.#search.recall(learnt, this.#clock.now());
    this.#tell();
  }

  /** Resolves when the next request may leave. One caller at a time. */
  async turn(signal?: AbortSignal): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      if (this.#trying) {
        await this.#answer(signal);
        continue;
      }
      const now = this.#clock.now();
      const at = this.#mayLeaveAt(now);
      if (at <= now) {
        this.#leave(now);
        return;
      }
      await this.#sleep(Math.ceil(at - now), signal);
    }
  }

  /** Sleeps so long, or until the rate rises. */
  async #sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const waking = new AbortController();
    const woken = new Promise<void>((resolve) => {
      waking.signal.addEventListener('abort', () => {
        resolve();
      });
    });
    this.#sleeper = waking;
    const both = signal === undefined ? waking.signal : AbortSignal.any([signal, waking.signal]);
    const slept = this.#clock.sleep(ms, both).catch((error: unknown) => {
      if (!waking.signal.aborted) throw error;
    });
    await Promise.race([slept, woken]);
    this.#sleeper = null;
  }

  #mayLeaveAt(now: number): number {
    const held = this.#hold.type === 'until' ? this.#hold.at : now;
    const perSecond = Math.floor(this.#ceiling);
    // Of a ceiling, any second may hold only so many, however late the turns before were taken.
    const oldest =
      Number.isFinite(perSecond) && perSecond >= 1 ? this.#left[this.#left.length - perSecond] : undefined;
    return Math.max(this.#nextAt, held, oldest === undefined ? now : oldest + 1000);
  }

  #leave(now: number): void {
    if (this.#hold.type === 'until') {
      this.#trying = this.#hold.trial;
      if (!this.#trying) this.#search.resumed(now);
      this.#hold = { type: 'none' };
    }
    const spacing = 1000 / this.perSecond;
    const due = this.#ceiling >= 1 && now - this.#nextAt <= slackMs ? this.#nextAt : now;
    this.#nextAt = due + spacing;
    if (Number.isFinite(this.#ceiling)) {
      this.#left.push(now);
      if (this.#left.length > this.#ceiling + 1) this.#left.shift();
    }
  }

  async #answer(signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake.push(resolve);
      signal?.addEventListener('abort', () => {
        resolve();
      });
    });
  }

  /** Whatever became of the one that went ahead, the others need not wait for it any more. */
  #tried(): void {
    this.#trying = false;
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** A request went through. `underWay`: others that are not answered yet. */
  answered(headers: Headers, underWay = 0): void {
    const now = this.#clock.now();
    if (this.#trying) {
      this.#search.resumed(now);
      this.#tried();
    }
    this.#unnamedMs = unnamed.first;
    this.#answersSinceRefusal += 1;
    this.#share = Math.min(share.most, this.#share + this.#back);
    this.#search.answered(now, underWay);
    this.#hear(headers, now, underWay);
  }

  #hear(headers: Headers, now: number, underWay: number): void {
    const said = readAnnouncement(headers, now);
    this.#announced =
      said.remaining === null
        ? said.limit === null || said.windowMs === null
          ? null
          : said
        : { ...said, remaining: Math.max(0, said.remaining - underWay) };
    const { remaining, resetMs, windowMs } = said;
    const coarse = windowMs !== null && windowMs < shortWindowMs;
    if (remaining === 0 && resetMs !== null && resetMs > 0 && !coarse) this.#holdFor(resetMs, false);
    this.#tell();
  }

  /** An attempt failed in a way that says nothing of the rate. */
  failed(): void {
    if (this.#trying) {
      this.#search.resumed(this.#clock.now());
      this.#tried();
    }
  }

  /**
   * The service told us to slow down. `delayMs`: as long as it asked for; null where it named no time. Requests that
   * left before the hold began are told together with the first, and count once.
   */
  throttled(delayMs: number | null, headers: Headers = new Headers(), underWay = 0): void {
    const now = this.#clock.now();
    const known = this.#hold.type === 'until' && this.#hold.trial === (delayMs === null);
    if (delayMs === null) {
      // Further refusals of the same episode do not lengthen its hold; that of the one that went ahead does.
      if (!known || this.#trying) {
        this.#holdFor(this.#unnamedMs, true);
        this.#unnamedMs = Math.min(unnamed.most, this.#unnamedMs * 2);
      }
    } else this.#holdFor(delayMs, false);
    if (!known && !this.#trying) {
      this.#cutShare();
      this.#search.refused(now);
    }
    if (this.#trying) this.#tried();
    this.#hear(headers, now, underWay);
  }

  #cutShare(): void {
    this.#refusalsTogether = this.#answersSinceRefusal < together ? this.#refusalsTogether + 1 : 0;
    const cut = share.afterRefusals[Math.min(this.#refusalsTogether, share.afterRefusals.length - 1)] ?? 1;
    this.#share = Math.max(share.least, this.#share * cut);
    this.#back *= 0.7;
    this.#answersSinceRefusal = 0;
  }

  /** Nobody sends for so long, and a little longer by chance. */
  #holdFor(delayMs: number, trial: boolean): void {
    const jitter = Math.min(spread.mostMs, delayMs * spread.share) * this.#random();
    const at = this.#clock.now() + delayMs + jitter;
    if (this.#hold.type === 'until' && this.#hold.at >= at) return;
    this.#hold = { type: 'until', at, trial };
    this.#observe({ type: 'throttled', hold_ms: Math.ceil(delayMs) });
  }

  /** The announced rate, less what is left to others; null where none is announced. */
  #steady(): number | null {
    const limit = this.#announced?.limit ?? null;
    const windowMs = this.#announced?.windowMs ?? null;
    return limit === null || windowMs === null ? null : ((limit * 1000) / windowMs) * this.#share;
  }

  /** The rate by what the service says: what is left, over the time until there is more, near the announced rate. */
  #followed(): number | null {
    if (this.#announced === null) return null;
    const { windowMs, remaining, resetMs } = this.#announced;
    const left =
      remaining === null || resetMs === null || resetMs <= 0
        ? null
        : (remaining * 1000 * this.#share) / Math.max(roundingMs, resetMs - roundingMs);
    const steady = this.#steady();
    // Without the window's length nobody knows whether what is left is there every time: it only bounds the search.
    if (steady === null) return left === null ? null : Math.min(left, this.#search.perSecond);
    if (left === null || windowMs === null || windowMs < shortWindowMs) return steady;
    return Math.max(steady * linger, Math.min(left, steady * hurry));
  }

  #tell(): void {
    const next = this.perSecond;
    if (Math.abs(next - this.#told) < 0.05 * this.#told) return;
    // What waits already waits no longer than at the new rate.
    this.#nextAt = Math.min(this.#nextAt, this.#clock.now() + 1000 / next);
    if (next > this.#told) this.#sleeper?.abort();
    this.#told = next;
    this.#observe({ type: 'rate', requests_per_second: next });
  }
}
