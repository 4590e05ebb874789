import type { Clock } from '../model/clock.js';
import type { Observer } from '../model/event.js';

/** What a service says of its limits in an answer's headers. */
interface Announced {
  readonly perSecond: number | null;
  /** Nothing is left until then: ms from now. */
  readonly emptyForMs: number | null;
}

/** Advised where nothing is said: 120 requests a minute (`api-facts.md` §2, Still unknown). */
const advisedPerSecond = 2;
/** Left to others who share the account. */
const ownShare = 0.95;
/** How it probes where nothing is announced: quickly until the first refusal, then patiently. */
const finding = { everyMs: 2_000, by: 1.5 } as const;
const found = { everyMs: 20_000, by: 1.1 } as const;
const cutTo = 0.6;
const leastPerSecond = 0.2;

function number(headers: Headers, ...names: readonly string[]): number | null {
  for (const name of names) {
    const value = Number.parseFloat(headers.get(name) ?? '');
    if (Number.isFinite(value)) return value;
  }
  return null;
}

/** `RateLimit-*` as in the IETF draft, and the `X-` forms in the wild. A window is in seconds. */
export function readAnnouncement(headers: Headers): Announced {
  const limit = number(headers, 'ratelimit-limit', 'x-ratelimit-limit');
  const remaining = number(headers, 'ratelimit-remaining', 'x-ratelimit-remaining');
  const reset = number(headers, 'ratelimit-reset', 'x-ratelimit-reset');
  const window = Number.parseFloat(
    /;\s*w=(?<seconds>[\d.]+)/.exec(headers.get('ratelimit-policy') ?? '')?.groups?.['seconds'] ?? '',
  );
  // A reset far away is a moment and not a span: the draft allows spans only, some services send epochs.
  const seconds = reset === null || reset > 86_400 ? null : reset;
  const perSecond =
    limit !== null && window > 0
      ? limit / window
      : remaining !== null && seconds !== null && seconds > 0
        ? remaining / seconds
        : null;
  return {
    perSecond: perSecond === null || perSecond <= 0 ? null : perSecond,
    emptyForMs: remaining === 0 && seconds !== null ? seconds * 1000 : null,
  };
}

/**
 * The account's pace: requests leave one by one, evenly, never in a burst. It follows what the service announces.
 * Where nothing is announced it begins at the advised rate and tries more every few seconds; the first refusal shows
 * the limit, which is what went through since the last one over the time until more is allowed, and from then on it
 * probes patiently. A hold stops everybody.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #ceiling: number;
  readonly #observe: Observer;
  #perSecond: number;
  #announced = false;
  #nextAt = 0;
  #heldUntil = 0;
  #probe: typeof finding | typeof found = finding;
  #probeAt: number;
  /** Since when, and how many requests left: what a refusal is measured by. */
  #since: number;
  #left = 0;

  constructor(clock: Clock, ceiling: number | null, observe: Observer) {
    this.#clock = clock;
    this.#ceiling = ceiling ?? Number.POSITIVE_INFINITY;
    this.#observe = observe;
    this.#perSecond = Math.min(advisedPerSecond, this.#ceiling);
    this.#since = clock.now();
    this.#probeAt = this.#since + finding.everyMs;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** Resolves when the next request may leave. */
  async turn(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const now = this.#clock.now();
      const at = Math.max(this.#nextAt, this.#heldUntil, now);
      this.#nextAt = at + 1000 / this.#perSecond;
      if (at > now) await this.#clock.sleep(at - now, signal);
      // A hold that came meanwhile is for this request too.
      if (this.#clock.now() >= this.#heldUntil) {
        this.#left += 1;
        return;
      }
    }
  }

  /** Nobody sends for so long. */
  hold(delayMs: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + delayMs);
    this.#nextAt = Math.max(this.#nextAt, this.#heldUntil);
    this.#observe({ type: 'throttled', hold_ms: delayMs });
  }

  /** An answer came: follow what it says, or try a little more. */
  answered(headers: Headers): void {
    const { perSecond, emptyForMs } = readAnnouncement(headers);
    if (perSecond !== null) {
      this.#announced = true;
      this.#set(perSecond * ownShare);
    } else if (!this.#announced && this.#clock.now() >= this.#probeAt) {
      this.#probeAt = this.#clock.now() + this.#probe.everyMs;
      this.#set(this.#perSecond * this.#probe.by);
    }
    if (emptyForMs !== null) this.hold(emptyForMs);
  }

  /** The service told us to slow down. Requests that were under way together are told together, and count once. */
  throttled(delayMs: number): void {
    const now = this.#clock.now();
    if (now >= this.#heldUntil) {
      const went = (this.#left * 1000) / Math.max(1, now - this.#since + delayMs);
      this.#announced = false;
      this.#probe = found;
      this.#set(Math.min(this.#perSecond * cutTo, Math.max(went, leastPerSecond) * ownShare));
      this.#since = now + delayMs;
      this.#left = 0;
      this.#probeAt = this.#since + found.everyMs;
    }
    this.hold(delayMs);
  }

  #set(perSecond: number): void {
    const next = Math.max(leastPerSecond, Math.min(perSecond, this.#ceiling));
    if (Math.abs(next - this.#perSecond) < 0.05 * this.#perSecond) return;
    this.#perSecond = next;
    this.#nextAt = Math.min(this.#nextAt, Math.max(this.#heldUntil, this.#clock.now() + 1000 / next));
    this.#observe({ type: 'rate', requests_per_second: next });
  }
}
