import type { RateLimit } from './settings.js';

/** What a limiter says of one request. */
export interface Ruling {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until more is allowed. */
  readonly resetMs: number;
}

/** Counts requests in one of three shapes. Time in ms. */
export class RateLimiter {
  readonly limit: RateLimit;
  #windowStart = 0;
  #count = 0;
  #times: number[] = [];
  #tokens: number;
  #filledAt: number | null = null;
  #startedAt: number | null = null;

  constructor(limit: RateLimit) {
    this.limit = limit;
    this.#tokens = limit.requests;
  }

  /** What the limit is at a moment: half of it while it is halved. */
  requestsAt(now: number): number {
    const { requests, halvedBetween } = this.limit;
    const second = (now - (this.#startedAt ?? now)) / 1000;
    const halved =
      halvedBetween !== undefined && second >= halvedBetween.fromSecond && second < halvedBetween.toSecond;
    return halved ? Math.max(1, Math.floor(requests / 2)) : requests;
  }

  rule(now: number): Ruling {
    this.#startedAt ??= now;
    switch (this.limit.shape) {
      case 'fixed-window':
        return this.#fixed(now);
      case 'sliding-window':
        return this.#sliding(now);
      case 'token-bucket':
        return this.#bucket(now);
    }
  }

  #fixed(now: number): Ruling {
    const requests = this.requestsAt(now);
    const windowMs = this.limit.windowSeconds * 1000;
    if (now - this.#windowStart >= windowMs) {
      this.#windowStart = now - (now % windowMs);
      this.#count = 0;
    }
    const resetMs = this.#windowStart + windowMs - now;
    if (this.#count >= requests) return { allowed: false, remaining: 0, resetMs };
    this.#count += 1;
    return { allowed: true, remaining: requests - this.#count, resetMs };
  }

  #sliding(now: number): Ruling {
    const requests = this.requestsAt(now);
    const windowMs = this.limit.windowSeconds * 1000;
    this.#times = this.#times.filter((time) => time > now - windowMs);
    const oldest = this.#times[0] ?? now;
    const resetMs = oldest + windowMs - now;
    if (this.#times.length >= requests) return { allowed: false, remaining: 0, resetMs };
    this.#times.push(now);
    return { allowed: true, remaining: requests - this.#times.length, resetMs };
  }

  #bucket(now: number): Ruling {
    const requests = this.requestsAt(now);
    const perMs = requests / (this.limit.windowSeconds * 1000);
    this.#tokens = Math.min(requests, this.#tokens + (now - (this.#filledAt ?? now)) * perMs);
    this.#filledAt = now;
    const resetMs = Math.ceil(Math.max(0, 1 - this.#tokens) / perMs);
    if (this.#tokens < 1) return { allowed: false, remaining: 0, resetMs };
    this.#tokens -= 1;
    return { allowed: true, remaining: Math.floor(this.#tokens), resetMs };
  }
}
