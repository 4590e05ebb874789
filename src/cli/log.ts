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

/** A log of the run, a JSON line an event, in its folder. */
export interface RunLog {
  readonly observe: Observer;
  close(): Promise<void>;
}

/**
 * Opens the log of a run. Redacted by name, one and two levels deep. Where the disk does not take it the run goes on
 * without: the journal is what says that nothing more may be sent.
 */
export function openLog(file: string): RunLog {
  const destination = pino.destination({ dest: file, sync: false, mkdir: true });
  const log = pino(
    {
      base: null,
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

/** Progress on a terminal: one line that is written over; nothing where nobody looks. */
export function progress(terminal: Terminal): Observer {
  if (!terminal.interactive) return () => undefined;
  let stage = '';
  let ended = 0;
  let rate = '';
  const write = () => {
    const count = ended === 0 ? '' : ` ${ended} done`;
    terminal.err.write(`\r\u001b[2K${`${stage}${count}${rate}`.slice(0, terminal.width - 1)}`);
  };
  return (event) => {
    switch (event.type) {
      case 'stage':
        stage = `${event.stage} …`;
        ended = 0;
        break;
      case 'operation-ended':
        ended += 1;
        break;
      case 'rate':
        rate = `, ${event.requests_per_second.toFixed(1)} requests/s`;
        break;
      case 'throttled':
        rate = `, waiting ${Math.ceil(event.hold_ms / 1000)} s as the service asks`;
        break;
      case 'waiting-for-run':
        stage = `waiting for the run ${event.run_id} …`;
        break;
      case 'lock-taken-over':
      case 'remote-read':
      case 'operation-started':
      case 'request':
        return;
    }
    write();
  };
}

/** A line for every operation that ended. */
export function everyOperation(terminal: Terminal): Observer {
  return (event) => {
    if (event.type !== 'operation-ended') return;
    const { kind, reference, state, message } = event.outcome;
    endProgress(terminal);
    const why = state === 'applied' ? '' : `: ${message}`;
    terminal.err.write(`${state.padEnd(9)} ${kind.replaceAll('_', ' ')} ${reference}${why}\n`);
  };
}

/** Clears the progress line before anything else is said. */
export function endProgress(terminal: Terminal): void {
  if (terminal.interactive) terminal.err.write('\r\u001b[2K');
}
