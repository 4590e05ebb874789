import type { RunEvent } from '../model/event.js';
import type { WritableKind } from '../model/record.js';

type Stage = Extract<RunEvent, { type: 'stage' }>['stage'];

/** What each stage does, in words, and whether it talks to the service. */
const stages: Readonly<Record<Stage, { readonly words: string; readonly sends: boolean }>> = {
  read: { words: 'Reading the workbook', sends: false },
  map: { words: 'Mapping the rows', sends: false },
  plan: { words: 'Checking the plan', sends: false },
  snapshot: { words: 'Reading the registry', sends: true },
  diff: { words: 'Comparing', sends: false },
  execute: { words: 'Writing', sends: true },
  reconcile: { words: 'Reading back', sends: true },
  report: { words: 'Writing the report', sends: false },
};

/** Throughput is measured over so long, and before half of it is over the gate's own rate stands in. */
const measuredMs = 10_000;

interface KindCount {
  readonly total: number;
  done: number;
  failed: number;
}

/** What is known of a run's progress, from its events alone. Times in ms, handed in. */
export class Progress {
  #stage: Stage | null = null;
  /** The run that is waited for. */
  #waitsFor: string | null = null;
  #stageSince = 0;
  #kinds = new Map<WritableKind, KindCount>();
  #requests = 0;
  /** Records that were read in this stage. */
  #read = 0;
  #throttled = 0;
  #perSecond: number | null = null;
  #heldUntil = 0;
  /** Lists are waited for until then, as they lack so many records. */
  #lag = { until: 0, records: 0 };
  /** The answers of the last seconds. */
  #answers: number[] = [];

  hear(event: RunEvent, now: number): void {
    switch (event.type) {
      case 'stage':
        this.#stage = event.stage;
        this.#waitsFor = null;
        this.#stageSince = now;
        this.#requests = 0;
        this.#read = 0;
        this.#answers = [];
        return;
      case 'remote-read':
        this.#read += event.records;
        return;
      case 'planned':
        this.#plan(event.kinds);
        return;
      case 'operation-ended': {
        const count = this.#kinds.get(event.outcome.kind);
        if (count === undefined) return;
        count.done += 1;
        if (event.outcome.state !== 'applied') count.failed += 1;
        return;
      }
      case 'request':
        this.#requests += 1;
        if (event.status === 429) this.#throttled += 1;
        this.#answers.push(now);
        return;
      case 'rate':
        this.#perSecond = event.requests_per_second;
        return;
      case 'throttled':
        this.#heldUntil = Math.max(this.#heldUntil, now + event.hold_ms);
        return;
      case 'lists-lag':
        this.#lag = { until: now + event.wait_ms, records: event.records };
        return;
      case 'waiting-for-run':
        this.#waitsFor = event.run_id;
        return;
      case 'lock-taken-over':
      case 'run-began':
      case 'run-ended':
      case 'note':
      case 'operation-started':
        return;
    }
  }

  #plan(kinds: Extract<RunEvent, { type: 'planned' }>['kinds']): void {
    this.#kinds = new Map();
    for (const kind of kindsOf(kinds)) {
      const total = kinds[kind] ?? 0;
      if (total > 0) this.#kinds.set(kind, { total, done: 0, failed: 0 });
    }
  }

  /**
   * One line: what is done, of how many, how fast, how often it was refused, and how long it will take. Where it has
   * more than `width` columns what matters least is left out, and the end is never cut off.
   */
  line(now: number, width: number): string | null {
    if (this.#stage === null) return null;
    if (this.#waitsFor !== null) return `waiting for the end of the run ${this.#waitsFor} …`;
    const { words, sends } = stages[this.#stage];
    if (!sends) return `${words} …`;
    const { done, total } = this.#sum();
    const head = this.#writing
      ? `${words} ${thousands(done)} of ${counted(total, 'record')}`
      : this.#read === 0
        ? words
        : `${words}, ${counted(this.#read, 'record')}`;
    const requests = this.#requests === 0 ? [] : [counted(this.#requests, 'request')];
    const refused = this.#throttled === 0 ? [] : [`${thousands(this.#throttled)} × 429`];
    const left = this.#writing ? this.#left(total - done, done, now) : [];
    const speed = this.#speed(now);
    const wanted = [
      [head, ...requests, ...speed, ...refused, ...left],
      [head, ...speed, ...refused, ...left],
      [head, ...speed, ...left],
      [head, ...left],
    ].map((parts) => parts.join(' · '));
    return (wanted.find((text) => text.length <= width) ?? head).slice(0, width);
  }

  /** The line and the kinds in one, for a log. */
  sentence(now: number): string | null {
    const line = this.line(now, Number.POSITIVE_INFINITY);
    if (line === null || !this.#writing) return line;
    const kinds = [...this.#kinds].map(
      ([kind, { done, total }]) => `${named(kind)} ${thousands(done)} of ${thousands(total)}`,
    );
    return `${line} (${kinds.join(', ')})`;
  }

  get #writing(): boolean {
    return this.#stage === 'execute' && this.#kinds.size > 0;
  }

  /** The same by kind, where records are written. */
  kindLines(width: number): readonly string[] {
    if (this.#stage !== 'execute') return [];
    const bar = Math.max(10, Math.min(40, width - 48));
    return [...this.#kinds].map(([kind, { done, total, failed }]) => {
      const filled = Math.floor((bar * done) / total);
      const counts = `${thousands(done)} of ${thousands(total)}`;
      const why = failed === 0 ? '' : `  ${thousands(failed)} not applied`;
      const line = `  ${named(kind).padEnd(12)}${'█'.repeat(filled)}${'░'.repeat(bar - filled)}  ${counts}${why}`;
      return line.slice(0, width);
    });
  }

  #sum(): { readonly done: number; readonly total: number } {
    const counts = [...this.#kinds.values()];
    return {
      done: counts.reduce((sum, { done }) => sum + done, 0),
      total: counts.reduce((sum, { total }) => sum + total, 0),
    };
  }

  #speed(now: number): readonly string[] {
    const held = Math.ceil((this.#heldUntil - now) / 1000);
    const lag = Math.ceil((this.#lag.until - now) / 1000);
    if (lag > 0)
      return [`waiting ${duration(lag)} for the lists to show ${counted(this.#lag.records, 'record')}`];
    if (held > 0) return [`waiting ${duration(held)} as the service asks`];
    const rate = this.#rate(now);
    return this.#requests === 0 || rate === null ? [] : [`${rate.toFixed(1)} requests/s`];
  }

  /** Requests a second: as measured, or as the gate allows while there is little to measure. */
  #rate(now: number): number | null {
    this.#answers = this.#answers.filter((at) => at > now - measuredMs);
    const span = Math.min(measuredMs, now - this.#stageSince);
    if (span < measuredMs / 2) return this.#perSecond;
    const measured = (this.#answers.length * 1000) / span;
    return this.#perSecond === null ? measured : Math.min(this.#perSecond, measured);
  }

  /** How long the rest takes at this rate, with as many requests a record as so far. */
  #left(records: number, done: number, now: number): readonly string[] {
    const rate = this.#rate(now);
    if (records === 0 || rate === null || rate <= 0) return [];
    const each = done < 5 ? 1 : this.#requests / done;
    const held = Math.max(0, (this.#heldUntil - now) / 1000);
    return [`about ${duration(Math.ceil(held + (records * each) / rate))} left`];
  }
}

const kindOrder = [
  'source',
  'datapoint',
  'component',
  'ghg_entry',
] as const satisfies readonly WritableKind[];

function kindsOf(kinds: Readonly<Partial<Record<WritableKind, number>>>): readonly WritableKind[] {
  return kindOrder.filter((kind) => kinds[kind] !== undefined);
}

function named(kind: WritableKind): string {
  return kind.replaceAll('_', ' ');
}

function counted(count: number, noun: string): string {
  return `${thousands(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function thousands(count: number): string {
  return count.toLocaleString('en');
}

/** Whole seconds as people say them. */
function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
