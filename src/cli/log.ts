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

/**
 * Opens the events of a run. Redacted by name, one and two levels deep. Each line is written before the run goes on, so
 * that a run which is killed leaves all that it told.
 */
export function openLog(file: string): RunLog {
  const destination = pino.destination({ dest: file, sync: true, mkdir: true });
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
  return {
    observe: (event: RunEvent) => {
      log.info(event);
    },
    close: () =>
      new Promise((resolve) => {
        destination.once('close', resolve);
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
