import { limits } from './rate-cases.js';
import { simulate } from './rate-simulation.js';
import { root } from './processes.js';

const goals = { used: 0.95, refused: 0.01, overBound: 1.05 };
const latencies = [20, 100, 500];
const sizes = [600, 5_000];

async function builtProgram() {
  const { createGate } = await import(`${root}dist/execute/gate.js`);
  const { RateLimiter } = await import(`${root}dist/emulator/rate-limiter.js`);
  const { rate } = await import(`${root}dist/emulator/app.js`);
  const { retryAfterMs } = await import(`${root}dist/api/retry-after.js`);
  const { ThrottledError } = await import(`${root}dist/api/api-error.js`);
  return { createGate, RateLimiter, rate, retryAfterMs, ThrottledError };
}

const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`;

function missed({ used, refused, overBound }) {
  return [
    used < goals.used ? 'quota' : null,
    refused > goals.refused ? '429s' : null,
    overBound > goals.overBound ? 'time' : null,
  ].filter((name) => name !== null);
}

const leftToOthers = 0.03;

/** Why a row misses a goal: what it cannot go below, or what finding out costs. */
function why(row, { limit, latencyMs, requests }, start) {
  const latency = latencyMs / 1000;
  const cold = start === 'cold';
  // The bound ends with the last request and not with its answer; and before the first answer nothing is announced.
  const floor = row.seconds / row.overBound / (1 - leftToOthers) + latency * (cold ? 2 : 1);
  if (limit.halvedBetween !== undefined)
    return limit.headers
      ? 'what was under way when it fell is refused; each refusal holds for a second, a window of 20'
      : 'nothing says when it falls or rises: it is found again in steps';
  if (limit.headers && row.seconds <= floor * 1.01)
    return `at best about ${((floor * row.overBound) / row.seconds).toFixed(2)}: the last answer, ${leftToOthers * 100} % left to others${cold ? ', the first answer' : ''}`;
  if (limit.headers) return 'places under way grow with the first answers';
  const refusals = Math.round((requests * row.refused) / (1 - row.refused));
  return cold
    ? `the limit is found, and later probed, by ${refusals} refusals: nothing else shows it`
    : `${refusals} refusals: a probe now and then, and each end of a hold that nobody named is one more`;
}

export async function run() {
  const program = await builtProgram();
  process.stdout.write(
    `\nHidden limits, in simulated time: quota used (goal ${percent(goals.used)}), 429s (goal ${percent(goals.refused)}), time over the bound (goal ${goals.overBound})\n`,
  );
  let [met, all] = [0, 0];
  for (const requests of sizes) {
    for (const { name, limit } of limits) {
      for (const latencyMs of latencies) {
        const given = { limit, latencyMs, requests, seed: 7 };
        // What is remembered is what a run of a usual size ended with.
        const earlier = await simulate(program, { ...given, requests: 600, seed: 3 });
        const rows = [
          ['cold', await simulate(program, given)],
          ['remembered', await simulate(program, { ...given, remembered: earlier.learnt })],
        ];
        for (const [start, row] of rows) {
          const misses = missed(row);
          all += 1;
          if (misses.length === 0) met += 1;
          process.stdout.write(
            `  ${String(requests).padStart(5)}  ${name.padEnd(33)}${`${latencyMs} ms`.padStart(7)}  ${start.padEnd(11)}` +
              `${percent(row.used).padStart(9)}${percent(row.refused).padStart(9)}${row.overBound.toFixed(3).padStart(8)}` +
              `   ${misses.length === 0 ? '' : `misses ${misses.join(', ')}: ${why(row, given, start)}`}\n`,
          );
        }
      }
    }
  }
  process.stdout.write(`  ${met} of ${all} rows meet all three goals\n`);
}
