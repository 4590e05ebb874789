/** Measures whole processes side by side: in turns, each in a process of its own, medians, ratios. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A program to measure: a module's text, and what it is given. */
export function measure(body, args) {
  const script = `let cells = 0; ${body}
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const cpu = (userCPUTime + systemCPUTime) / 1000;
    process.stdout.write('\\n' + JSON.stringify({ cells, memory: maxRSS / 1024, cpu }));`;
  const started = performance.now();
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const time = performance.now() - started;
  if (run.status !== 0) throw new Error(run.stderr.slice(-2000));
  return { ...JSON.parse(run.stdout.split('\n').at(-1)), time };
}

/** The program itself, as a user starts it. */
export function measureProgram(args) {
  const body = `
    const { program } = await import(${JSON.stringify(`${root}dist/cli/program.js`)});
    const { processTerminal } = await import(${JSON.stringify(`${root}dist/cli/terminal.js`)});
    const code = await program(process.argv.slice(1), processTerminal());
    if (code !== 0) throw new Error('exit ' + code);`;
  return measure(body, args);
}

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Runs every candidate in turns and gives the medians of time and of the processors' time (ms), and peak memory (MB). */
export function inTurns(candidates, times) {
  const runs = new Map(candidates.map(({ name }) => [name, []]));
  for (let turn = 0; turn < times; turn += 1) {
    for (const { name, run } of candidates) runs.get(name).push(run());
  }
  return candidates.map(({ name }) => ({
    name,
    time: median(runs.get(name).map((run) => run.time)),
    memory: median(runs.get(name).map((run) => run.memory)),
    cpu: median(runs.get(name).map((run) => run.cpu)),
  }));
}

/** Prints rows with their ratio to the one named: of the time that passed, and of what the processors spent. */
export function printTable(title, rows, peer) {
  const base = rows.find((row) => row.name === peer);
  process.stdout.write(`\n${title}\n`);
  for (const { name, time, memory, cpu } of rows) {
    const ratio =
      base === undefined
        ? ''
        : `${(time / base.time).toFixed(2)} of ${peer}${cpu === undefined ? '' : `, ${(cpu / base.cpu).toFixed(2)} by processor time`}`;
    process.stdout.write(
      `  ${name.padEnd(34)}${`${(time / 1000).toFixed(2)} s`.padStart(9)}${(Number.isNaN(memory) ? '' : `${memory.toFixed(0)} MB`).padStart(9)}   ${ratio}\n`,
    );
  }
}
