/** What an answer's headers say of the limits. Nothing of it need be there. */
export interface Announcement {
  /** Requests in a window. */
  readonly limit: number | null;
  /** The window's length. */
  readonly windowMs: number | null;
  /** What is left. */
  readonly remaining: number | null;
  /** Until there is more; services round it up to whole seconds. */
  readonly resetMs: number | null;
}

/** A reset beyond this many seconds is a moment since 1970, in seconds or in milliseconds, and no span. */
const longestSpan = 1e9;
const secondsOrMs = 1e12;

function numberIn(text: string | null | undefined): number | null {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) && value >= 0 ? value : null;
}

/** The first of several names that holds a number. */
function header(headers: Headers, name: string): number | null {
  return numberIn(headers.get(`ratelimit-${name}`)) ?? numberIn(headers.get(`x-ratelimit-${name}`));
}

/** A parameter of the IETF draft's lists, as `w` in `"burst";q=100;w=60`. */
function parameter(text: string | null, name: string): number | null {
  const found = new RegExp(`;\\s*${name}=(?<value>[\\d.]+)`).exec(text ?? '');
  return numberIn(found?.groups?.['value']);
}

function resetMs(reset: number | null, now: number): number | null {
  if (reset === null) return null;
  if (reset < longestSpan) return reset * 1000;
  return Math.max(0, (reset < secondsOrMs ? reset * 1000 : reset) - now);
}

/**
 * Reads the three families: `RateLimit-Limit/-Remaining/-Reset` with `RateLimit-Policy: 100;w=60`, the same names with
 * `X-`, whose reset may be a moment, and the later draft's `RateLimit: "name";r=50;t=30` with
 * `RateLimit-Policy: "name";q=100;w=60`. `now` in ms since the epoch.
 */
export function readAnnouncement(headers: Headers, now: number): Announcement {
  const [policy, later] = [headers.get('ratelimit-policy'), headers.get('ratelimit')];
  const window = parameter(policy, 'w');
  return {
    limit: parameter(policy, 'q') ?? header(headers, 'limit') ?? numberIn(policy),
    windowMs: window === null || window === 0 ? null : window * 1000,
    remaining: parameter(later, 'r') ?? header(headers, 'remaining'),
    resetMs: resetMs(parameter(later, 't') ?? header(headers, 'reset'), now),
  };
}
