import { open, type FileHandle } from 'node:fs/promises';
import { exitCodes, messageOf, MrvError } from '../model/errors.js';
import type { Outcome } from '../model/outcome.js';

/** One line of `journal.jsonl`. It is evidence of what was meant and what came of it; no later run depends on it. */
export type JournalLine =
  | {
      readonly line: 'begin';
      readonly format: 'mrv-ingest/journal@1';
      readonly at: string;
      readonly operations: number;
    }
  | {
      readonly line: 'intent';
      readonly at: string;
      readonly kind: string;
      readonly reference: string;
      readonly method: string;
      readonly path: string;
      readonly attempt: number;
    }
  | { readonly line: 'outcome'; readonly at: string; readonly outcome: Outcome }
  | { readonly line: 'end'; readonly at: string };

type Unstamped<L> = L extends JournalLine ? Omit<L, 'at'> : never;

/** The record of what was about to be sent and what became of it, on disk before anything leaves. */
export interface Journal {
  /** Resolves when the line is on the disk. Lines that come together are brought there together. */
  write(line: Unstamped<JournalLine>): Promise<void>;
  close(): Promise<void>;
}

function unwritable(file: string, error: unknown): MrvError {
  const reason = messageOf(error);
  return new MrvError(
    'journal',
    `the journal ${file} cannot be written (${reason}); nothing more is sent. Make room, or name another place with --runs-dir, and run again: what was done is found and not repeated`,
    exitCodes.failures,
    { cause: error },
  );
}

/** Opens the journal of a run. `now` in ms since the epoch. @throws MrvError where it cannot be written. */
export function openJournal(file: string, now: () => number): Journal {
  const handle: Promise<FileHandle> = open(file, 'a');
  handle.catch(() => undefined);
  let waiting: string[] = [];
  let flush: Promise<void> | null = null;

  const bring = async (): Promise<void> => {
    try {
      const opened = await handle;
      while (waiting.length > 0) {
        const lines = waiting.join('');
        waiting = [];
        await opened.appendFile(lines);
        await opened.datasync();
      }
    } catch (error) {
      throw unwritable(file, error);
    }
  };

  return {
    write: async (line) => {
      waiting.push(`${JSON.stringify({ at: new Date(now()).toISOString(), ...line })}\n`);
      // A flush under way may have taken its lines already; the next one takes this line for certain.
      const last = flush ?? Promise.resolve();
      flush = last.then(bring);
      await flush;
    },
    close: async () => {
      await flush?.catch(() => undefined);
      await (await handle.catch(() => null))?.close();
    },
  };
}
