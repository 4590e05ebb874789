import { appendFile } from 'node:fs/promises';
import { putDocument } from '../../src/api/upload.js';
import type { Emulator } from '../../src/emulator/index.js';
import { openJournal, type JournalLine } from '../../src/execute/journal.js';
import type { Ways } from '../../src/run/index.js';

/**
 * Where in a step the process dies: before it leaves; when the service has worked and the answer is not back, or half
 * a line is on the disk; when the answer is back, or the line is on the disk.
 */
export const killPoints = ['before', 'during', 'after'] as const;

export type KillPoint = (typeof killPoints)[number];

/** One death. `step` as `Killable.steps` names it. */
export interface Death {
  readonly step: string;
  readonly point: KillPoint;
}

/** The machine's own ways, but to the service without a socket. */
export function waysTo(service: Emulator): Ways {
  return {
    fetch: (input, init) => service.answer(new Request(input, init)),
    putDocument,
    openJournal,
  };
}

function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** What a step stands for, but for the ids, which differ from run to run. */
export function nameOf(request: Request, body: string): string {
  const { pathname, search } = new URL(request.url);
  const reference = /"supplier_reference_id":"(?<name>[^"]+)"/.exec(body)?.groups?.['name'];
  const named = `${request.method} ${pathname.replace('/mrv/v0', '')}${search}${reference === undefined ? '' : ` ${reference}`}`;
  return named.replaceAll(/\b(?<prefix>[a-z]{3})_1[0-9A-Z]+\b/g, '$<prefix>');
}

function lineName(line: Omit<JournalLine, 'at'> & { readonly reference?: string }): string {
  const text = JSON.stringify(line);
  const reference = /"reference":"(?<name>[^"]+)"/.exec(text)?.groups?.['name'] ?? '';
  return `journal ${line.line} ${reference}`.trimEnd();
}

/**
 * A process that can die at any step that leaves it: a request, an upload, a line of the journal. Once it is dead
 * nothing that it began comes back, and nothing new leaves.
 */
export class Killable {
  /** Every step that was begun, each under a name of its own. */
  readonly steps: string[] = [];
  /** Resolves at the death. */
  readonly died: Promise<void>;
  readonly ways: Ways;
  readonly #pointAt: (step: string) => KillPoint | null;
  readonly #seen = new Map<string, number>();
  readonly #underWay = new Set<Promise<unknown>>();
  #dead = false;
  #tell: () => void = () => undefined;

  /** `pointAt` says where in a step it dies, if it does. */
  constructor(ways: Ways, pointAt: (step: string) => KillPoint | null) {
    this.#pointAt = pointAt;
    this.died = new Promise((resolve) => {
      this.#tell = resolve;
    });
    this.ways = {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        const body = await request.clone().text();
        return this.#step(nameOf(request, body), () => ways.fetch(request));
      },
      putDocument: (upload) => this.#step(`PUT ${upload.document.file_name}`, () => ways.putDocument(upload)),
      openJournal: (file, now) => {
        const journal = ways.openJournal(file, now);
        void this.died.then(() => journal.close());
        return {
          write: (line) =>
            this.#step(
              lineName(line),
              () => journal.write(line),
              () => appendFile(file, JSON.stringify(line).slice(0, 40)),
            ),
          close: () => journal.close(),
        };
      },
    };
  }

  /** Resolves when the service has done what had left before the death. */
  async quiet(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #step<T>(what: string, work: () => Promise<T>, half: () => Promise<unknown> = work): Promise<T> {
    if (this.#gone()) return never();
    const number = (this.#seen.get(what) ?? 0) + 1;
    this.#seen.set(what, number);
    const step = number === 1 ? what : `${what} (${number})`;
    this.steps.push(step);
    const point = this.#pointAt(step);
    if (point === 'before') return this.#die();
    if (point === 'during') {
      await half().catch(() => undefined);
      return this.#die();
    }
    const working = work();
    this.#underWay.add(working);
    try {
      return await working;
    } finally {
      this.#underWay.delete(working);
      if (this.#gone()) await never();
      if (point === 'after') void this.#die();
    }
  }

  #gone(): boolean {
    return this.#dead;
  }

  #die<T>(): Promise<T> {
    this.#dead = true;
    this.#tell();
    return never();
  }
}
