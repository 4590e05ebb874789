/**
 * Runs the gate against a limiter of the embedded service in simulated time: nothing sleeps, and a seed decides all
 * chance. What it needs of the program is handed in, so that the bench takes what was built and the tests the source.
 */

/** A clock that leaps from event to event once everything that was woken has settled. */
export function eventClock(start) {
  let now = start;
  const heap = [];
  const before = (a, b) => heap[a].at < heap[b].at || (heap[a].at === heap[b].at && heap[a].id < heap[b].id);
  const swap = (a, b) => ([heap[a], heap[b]] = [heap[b], heap[a]]);
  let id = 0;
  const push = (at, wake) => {
    heap.push({ at, wake, id: (id += 1) });
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!before(child, parent)) break;
      swap(child, parent);
      child = parent;
    }
  };
  const pop = () => {
    swap(0, heap.length - 1);
    const top = heap.pop();
    for (let parent = 0; ;) {
      let least = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2])
        if (child < heap.length && before(child, least)) least = child;
      if (least === parent) return top;
      swap(parent, least);
      parent = least;
    }
  };
  return {
    now: () => now,
    sleep: (ms) => new Promise((wake) => push(now + Math.max(0, ms), wake)),
    /** Runs until `work` is done. */
    async until(work) {
      let open = true;
      const ended = work.finally(() => {
        open = false;
      });
      ended.catch(() => undefined);
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        if (!open) return ended;
        if (heap.length === 0) throw new Error('nothing will ever happen again');
        const { at, wake } = pop();
        now = Math.max(now, at);
        wake();
      }
    },
  };
}

/** Chance from a seed (mulberry32). */
export function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A service behind a hidden limit. Its latency, in ms, spreads by a tenth, half of it on the way there. */
export function hiddenService({ program, limiter, clock, chance, latencyMs, log }) {
  const half = () => (latencyMs / 2) * (0.9 + 0.2 * chance());
  return async (request) => {
    await clock.sleep(half());
    const { headers: said, refusal } = program.rate(limiter, clock.now());
    log.push({ at: clock.now(), refused: refusal !== null });
    const headers = new Headers(said);
    await clock.sleep(half());
    if (refusal !== null) {
      const wait = program.retryAfterMs(headers.get('retry-after'), clock.now());
      throw new program.ThrottledError(request, 429, wait, headers);
    }
    return { status: 200, headers, body: null };
  };
}

export const chainLength = 5;

/** So many requests in chains, each waiting for the one before it; the longest goes first, as in a run. */
export async function sendInChains(gate, requests) {
  const chains = Array.from({ length: Math.ceil(requests / chainLength) }, (_, chain) =>
    Math.min(chainLength, requests - chain * chainLength),
  );
  await Promise.all(
    chains.map(async (length) => {
      for (let left = length; left > 0; left -= 1)
        await gate.send({ method: 'POST', path: '/x', repeatable: false }, { priority: left });
    }),
  );
}

/** How many requests a limit allows in the first `seconds`, at its long-run rate. */
function allowedIn(limit, seconds) {
  const perSecond = limit.requests / limit.windowSeconds;
  const { fromSecond = 0, toSecond = 0 } = limit.halvedBetween ?? {};
  const halved = Math.max(0, Math.min(seconds, toSecond) - fromSecond);
  return perSecond * (seconds - halved / 2);
}

/** The soonest, in seconds, that a limit lets so many through at its long-run rate. */
function soonest(limit, requests) {
  let [low, high] = [0, (requests * limit.windowSeconds * 2) / limit.requests];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (allowedIn(limit, middle) < requests) low = middle;
    else high = middle;
  }
  return high;
}

/** Sends so many requests against one limit and measures how well it was used. */
export async function simulate(program, given) {
  const { limit, latencyMs, requests, seed, remembered = null, concurrency = 128, programs = 1 } = given;
  const chance = chanceFrom(seed);
  // The run begins somewhere within a window.
  const clock = eventClock(1_700_000_000_000 + Math.floor(chance() * 60_000));
  const limiter = new program.RateLimiter(limit);
  const logs = [];
  const gates = Array.from({ length: programs }, () => {
    const log = [];
    logs.push(log);
    const transport = hiddenService({ program, limiter, clock, chance, latencyMs, log });
    const gate = program.createGate({
      transport,
      concurrency,
      rate: given.rate ?? null,
      clock,
      random: chance,
      observe: () => undefined,
    });
    if (remembered !== null) gate.recall(remembered);
    return gate;
  });
  const started = clock.now();
  await clock.until(Promise.all(gates.map((gate) => sendInChains(gate, requests / programs))));
  const seconds = (clock.now() - started) / 1000;
  const all = logs.flat();
  const bound = Math.max(soonest(limit, requests), (chainLength * latencyMs) / 1000);
  const last = Math.max(...all.map(({ at }) => at));
  return {
    seconds,
    /** Of what the limit allows at its long-run rate while there was something to send. */
    used: requests / allowedIn(limit, (last - started) / 1000),
    refused: all.filter(({ refused }) => refused).length / all.length,
    overBound: seconds / bound,
    learnt: gates[0].learnt(),
    logs,
  };
}
