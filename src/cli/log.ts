import pino from 'pino';
import type { Observer, RunEvent } from '../model/event.js';
import type { Terminal } from './terminal.js';

/** What no log line may hold, whatever it is called: both credentials and signed addresses. */
const hidden = [
  'authorization',
  'x-client-secret',
  'clientSecret',
  'accessToken',
  'client_secret',
  'access_token',
  'signed_upload_url',
  'url',
];

/** The events of the run, a JSON line each, in its folder. */
export interface RunLog {
  readonly observe: Observer;
  close(): Promise<void>;
}

/** Where the lines go; null where the disk does not take them. */
function open(file: string): ReturnType<typeof pino.destination> | null {
  try {
    return pino.destination({ dest: file, sync: true, mkdir: true });
  } catch {
    return null;
  }
}

/**
 * Opens the events of a run. Redacted by name, one and two levels deep. Each line is written before the run goes on, so
 * that a run which is killed leaves all that it told. Where the disk does not take it the run goes on without: the
 * journal is what says that nothing more may be sent.
 */
export function openLog(file: string): RunLog {
  const destination = open(file);
  if (destination === null) return { observe: () => undefined, close: () => Promise.resolve() };
  const log = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // In the place of a level, which events do not have: the version of the line.
      formatters: { level: () => ({ v: 1 }) },
      redact: {
        paths: hidden.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        censor: '(hidden)',
      },
    },
    destination,
  );
  let broken = false;
  destination.on('error', () => {
    broken = true;
  });
  return {
    observe: (event: RunEvent) => {
      if (!broken) log.info(event);
    },
    close: () =>
      new Promise((resolve) => {
        if (broken) {
          resolve();
          return;
        }
        destination.once('close', resolve);
        destination.once('error', () => {
          resolve();
        });
        destination.end();
      }),
  };
}

/** Passes each event on to all. */
export function together(observers: readonly Observer[]): Observer {
  return (event) => {
    for (const observe of observers) observe(event);
  };
}

/** A line for every operation that ended. */
export function everyOperation(terminal: Terminal, clear: () => void): Observer {
  return (event) => {
    if (event.type !== 'operation-ended') return;
    const { kind, reference, state, message } = event.outcome;
    clear();
    const why = state === 'applied' ? '' : `: ${message}`;
    terminal.err.write(`${state.padEnd(9)} ${kind.replaceAll('_', ' ')} ${reference}${why}\n`);
  };
}
