import type { Chance } from './chance.js';

/** What befalls one request or upload. Times in ms. */
export type Trouble =
  | { readonly type: 'none' }
  /** The answer takes long. */
  | { readonly type: 'slow'; readonly ms: number }
  | {
      readonly type: 'throttled';
      readonly status: 429 | 503;
      readonly retryAfter: 'seconds' | 'date' | 'none';
    }
  | { readonly type: 'failing'; readonly status: 500 | 502 | 503 | 504; readonly worked: boolean }
  | { readonly type: 'cut'; readonly worked: boolean }
  /** The answer breaks off in its middle. */
  | { readonly type: 'cut-answer' }
  /** The client hears nothing, at once or after its patience is over; the service works on it later. */
  | { readonly type: 'late'; readonly ms: number; readonly patient: boolean }
  /** The connection never stood. */
  | { readonly type: 'unreachable' }
  | { readonly type: 'malformed'; readonly body: string }
  /** The credentials are refused this once. */
  | { readonly type: 'credentials' };

const troubles = [
  'slow',
  'throttled',
  'failing',
  'cut',
  'cut-answer',
  'late',
  'unreachable',
  'malformed',
] as const;

/** How bad one run is. */
export interface Weather {
  /** Share of the requests that something befalls. */
  readonly share: number;
  readonly types: readonly (typeof troubles)[number][];
  /** Lists show records as they were so long ago; 0: as they are. */
  readonly lagMs: number;
  /** Share of the steps at which the process dies. */
  readonly deaths: number;
  /** Share of the requests after which the run is interrupted. */
  readonly interruptions: number;
  /** Share of the requests at which the credentials are refused. */
  readonly refusals: number;
  /** Share of the journal's lines from which on the disk is full. */
  readonly fullDisk: number;
}

export const fair: Weather = {
  share: 0,
  types: [],
  lagMs: 0,
  deaths: 0,
  interruptions: 0,
  refusals: 0,
  fullDisk: 0,
};

export function makeWeather(chance: Chance): Weather {
  const rare = (share: number, often: number) => (chance.happens(often) ? share : 0);
  return {
    share: chance.pick([0, 0.03, 0.1, 0.3]),
    types: troubles.filter(() => chance.happens(0.5)),
    lagMs: chance.pick([0, 0, 400, 3_000, 60_000]),
    deaths: rare(0.02, 0.4),
    interruptions: rare(0.01, 0.15),
    refusals: rare(0.01, 0.1),
    fullDisk: rare(0.02, 0.1),
  };
}

/** Successes that are none: cut, empty, of another shape. */
const nonsense = [
  '<html>gateway</html>',
  '{"id":',
  '{}',
  'null',
  '[]',
  '""',
  '{"nodes":[{}],"page_info":{"has_next_page":false,"end_cursor":null},"total_count":1}',
] as const;

function troubleOf(type: (typeof troubles)[number], chance: Chance): Trouble {
  switch (type) {
    case 'slow':
      return { type, ms: chance.integer(100, 59_000) };
    case 'throttled':
      return chance.happens(0.7)
        ? { type, status: 429, retryAfter: chance.pick(['seconds', 'date', 'none']) }
        : { type, status: 503, retryAfter: chance.pick(['seconds', 'date']) };
    case 'failing':
      return { type, status: chance.pick([500, 502, 503, 504]), worked: chance.happens(0.5) };
    case 'cut':
      return { type, worked: chance.happens(0.5) };
    case 'late':
      return { type, ms: chance.integer(1, 90_000), patient: chance.happens(0.5) };
    case 'malformed':
      return { type, body: chance.pick(nonsense) };
    case 'cut-answer':
    case 'unreachable':
      return { type };
  }
}

/** What befalls a step, by its own chance. */
export function nextTrouble(weather: Weather, chance: Chance): Trouble {
  if (chance.happens(weather.refusals)) return { type: 'credentials' };
  const [first, ...rest] = weather.types;
  if (first === undefined || !chance.happens(weather.share)) return { type: 'none' };
  return troubleOf(chance.pick([first, ...rest]), chance);
}
