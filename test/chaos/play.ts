import { rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { startEmulator, type Emulator } from '../../src/emulator/index.js';
import type { Clock } from '../../src/model/clock.js';
import { exitCodes } from '../../src/model/errors.js';
import { makeRunFolder, type Processes, type Stop } from '../../src/run/index.js';
import { Killable, killPoints } from '../support/killing.js';
import { targetOf, temporaryFolder, walkLine, type Walked } from '../support/line.js';
import { simulatedClock } from '../support/simulated-clock.js';
import { givenSeed } from '../support/given-month.js';
import { stateOf } from '../support/state.js';
import { Chance, chanceOf } from './chance.js';
import { fair, makeWeather, type Weather } from './faults.js';
import { aged, makeMonth, type MadeMonth } from './month.js';
import { Past, Storm, type Left } from './storm.js';

/** What a seed showed that must not be. */
export class LawBroken extends Error {
  override readonly name = 'LawBroken';
}

function hold(law: boolean, words: string): asserts law {
  if (!law) throw new LawBroken(words);
}

/** How a run ended: by itself, or by its death. */
type End =
  { readonly type: 'ended'; readonly walked: Walked; readonly left: Left } | { readonly type: 'died' };

export interface Played {
  /** What became of each run, in short: an exit code, or `died`. */
  readonly runs: readonly string[];
}

/** More than any run takes; a run that is not back by then hangs. In ms of the machine's own time. */
const hangsAfterMs = 30_000;

function inTime<T>(work: Promise<T>, what: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const watch = setTimeout(() => {
      reject(new LawBroken(`${what} never ended`));
    }, hangsAfterMs);
    work.then(resolve, reject).finally(() => {
      clearTimeout(watch);
    });
  });
}

/** Whoever ran before is dead: each death leaves its lock behind, and the next run takes it over. */
const oneAtATime: Processes = { pid: 1, host: 'here', alive: () => false };

/** One seed's world: a service, a month, a clock, and the runs on them. */
class Play {
  readonly #seed: number;
  readonly #folder: string;
  readonly #service: Emulator;
  readonly #clock: Clock;
  readonly #made: MadeMonth;
  readonly #past = new Past();
  #runs = 0;

  constructor(seed: number, folder: string, service: Emulator, clock: Clock, made: MadeMonth) {
    this.#seed = seed;
    this.#folder = folder;
    this.#service = service;
    this.#clock = clock;
    this.#made = made;
  }

  async play(chance: Chance): Promise<Played> {
    if (this.#made.earlier !== null) {
      hold(
        (await this.#undisturbed(this.#made.earlier)).summary.exit_code === 0,
        'the earlier upload failed',
      );
      this.#service.restore(aged(chance, this.#service.snapshot()));
    }
    const before = this.#service.snapshot();
    const plain = await this.#undisturbed(this.#made.month);
    hold(plain.summary.exit_code === 0, `undisturbed, it ends with ${plain.summary.exit_code}`);
    const wanted = stateOf(this.#service).join('\n');
    this.#service.restore(before);

    const from = this.#service.requests().length;
    const runs: string[] = [];
    for (let run = chance.integer(1, 4); run > 0; run -= 1) {
      const end = await this.#run(this.#made.month, makeWeather(chance));
      runs.push(end.type === 'died' ? 'died' : String(end.walked.summary.exit_code));
      if (end.type === 'ended') {
        this.#checkEnded(end);
        const now = stateOf(this.#service).join('\n');
        hold(
          end.walked.summary.exit_code !== exitCodes.done || now === wanted,
          `run ${this.#runs} said done, and the registry differs:\n${difference(wanted, now)}`,
        );
      }
      // The next run comes at once, or when all is quiet.
      if (chance.happens(0.5)) await this.#past.quiet();
    }
    await this.#past.quiet();
    await this.#checkLast(wanted, from);
    return { runs };
  }

  /** A run in fair weather. */
  async #undisturbed(month: MadeMonth['month'], stop: Stop = 'execute'): Promise<Walked> {
    const end = await this.#run(month, fair, stop);
    hold(end.type === 'ended', 'a run died in fair weather');
    this.#checkEnded(end);
    return end.walked;
  }

  async #run(month: MadeMonth['month'], weather: Weather, stop: Stop = 'execute'): Promise<End> {
    this.#runs += 1;
    const subject = [this.#seed, `run ${this.#runs}`] as const;
    const interruption = new AbortController();
    const storm = new Storm(
      {
        service: this.#service,
        clock: this.#clock,
        past: this.#past,
        interrupt: () => {
          interruption.abort();
        },
      },
      weather,
      ...subject,
    );
    const process = new Killable(storm.ways, (step) =>
      chanceOf(...subject, 'death', step) < weather.deaths
        ? new Chance(...subject, 'point', step).pick(killPoints)
        : null,
    );
    const random = new Chance(...subject, 'jitter');
    const target = { ...targetOf(this.#service), concurrency: new Chance(...subject).integer(1, 8) };
    const files = await makeRunFolder(this.#folder, `run-${this.#runs}`);
    const walk = walkLine(
      target,
      { ...month, stop, files },
      {
        clock: this.#clock,
        random: () => random.next(),
        signal: interruption.signal,
        ways: process.ways,
        processes: oneAtATime,
      },
    ).then((walked): End => ({ type: 'ended', walked, left: storm.left }));
    const died = process.died.then((): End => ({ type: 'died' }));
    const end = await inTime(Promise.race([died, walk]), `run ${this.#runs}`);
    walk.catch(() => undefined);
    await process.quiet();
    return end;
  }

  /** What a run says of itself agrees with what left it and with what the service holds. */
  #checkEnded({ walked, left }: Extract<End, { type: 'ended' }>): void {
    const { summary, gathered } = walked;
    const { requests } = summary;
    const counted = { reads: requests.reads, writes: requests.writes, uploads: requests.uploads };
    if (summary.environment.project_id !== null && summary.error?.code !== 'project-unknown')
      this.#checkCounts(counted, left, summary.requests.total);
    const ids = new Set(idsOf(this.#service));
    const verified = new Set(
      (gathered.reconciliation?.verdicts ?? [])
        .filter(({ state }) => state === 'verified')
        .map(({ reference }) => reference),
    );
    for (const outcome of gathered.outcomes) {
      if (outcome.state === 'applied')
        hold(
          ids.has(outcome.id),
          `${outcome.reference} is said to be applied, and ${outcome.id} is not there`,
        );
      if (outcome.state === 'in-doubt')
        hold(!verified.has(outcome.reference), `${outcome.reference} is verified and still in doubt`);
    }
  }

  #checkCounts(counted: Left, left: Left, total: number): void {
    // A run that never got as far as a connection has no gate that counts.
    if (total === 0) return;
    hold(
      JSON.stringify(counted) === JSON.stringify(left),
      `the summary counts ${JSON.stringify(counted)}, and ${JSON.stringify(left)} left`,
    );
  }

  async #checkLast(wanted: string, from: number): Promise<void> {
    const log = this.#service.requests().length;
    const last = await this.#undisturbed(this.#made.month);
    const { summary, gathered } = last;
    hold(
      summary.exit_code === exitCodes.done,
      `the last run ends with ${summary.exit_code}: ${summary.error?.message ?? JSON.stringify(gathered.outcomes.filter(({ state }) => state !== 'applied'))}`,
    );
    const writes = this.#service
      .requests()
      .slice(log)
      .filter(({ method }) => method !== 'GET');
    hold(
      writes.length === summary.requests.writes && writes.every(({ status }) => status === 200),
      `the last run says that it wrote ${summary.requests.writes} times, the service ${writes.length} times`,
    );
    hold(
      summary.verdicts.verified ===
        summary.operations.create +
          summary.operations.update +
          summary.operations.replace +
          summary.operations.unchanged,
      'not every record was verified',
    );
    const references = referencesOf(this.#service);
    hold(
      new Set(references).size === references.length,
      `a reference is there twice: ${references.join(', ')}`,
    );
    const now = stateOf(this.#service).join('\n');
    hold(now === wanted, `the registry differs:\n${difference(wanted, now)}`);
    const created = this.#service
      .requests()
      .slice(from)
      .filter(({ method, path: to, status }) => method === 'POST' && !to.includes('/', 1) && status === 200);
    hold(created.length <= references.length, 'more was created than is there');
    const { operations } = (await this.#undisturbed(this.#made.month, 'diff')).summary;
    hold(
      operations.create + operations.update + operations.replace + operations.blocked === 0,
      `the second plan is not empty: ${JSON.stringify(operations)}`,
    );
  }
}

const linesSchema = z.array(
  z.object({ put: z.array(z.object({ value: z.looseObject({ id: z.string() }) })) }),
);

function idsOf(service: Emulator): readonly string[] {
  return linesSchema.parse(service.snapshot()).flatMap(({ put }) => put.map(({ value }) => value.id));
}

function referencesOf(service: Emulator): readonly string[] {
  return linesSchema
    .parse(service.snapshot())
    .flatMap(({ put }) => put.map(({ value }) => value['supplier_reference_id']))
    .filter((reference) => typeof reference === 'string');
}

function difference(wanted: string, now: string): string {
  const [a, b] = [wanted.split('\n'), now.split('\n')];
  return [
    ...a.filter((line) => !b.includes(line)).map((line) => `- ${line}`),
    ...b.filter((line) => !a.includes(line)).map((line) => `+ ${line}`),
  ].join('\n');
}

/** Plays one seed to its end. @throws LawBroken, or whatever a run threw. */
export async function play(seed: number): Promise<Played> {
  const chance = new Chance(seed);
  const folder = await temporaryFolder();
  const clock = simulatedClock(Date.UTC(2026, 10, 21));
  const service = await startEmulator({
    seedData: await givenSeed(),
    seed,
    now: () => clock.now(),
    settings: { rateLimit: null },
  });
  try {
    const made = await makeMonth(chance, path.join(folder, 'input'));
    return await new Play(seed, folder, service, clock, made).play(chance);
  } finally {
    await service.close();
    // A run that died may still be writing a file: what comes up meanwhile is removed as well.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  }
}
