import type { Clock } from '../model/clock.js';
import type { Observer } from '../model/event.js';
import { Progress } from './progress.js';
import { style, type Terminal } from './terminal.js';

/** Progress as it is shown while a run goes on. */
export interface ShownProgress {
  readonly observe: Observer;
  /** Takes what is drawn off the terminal before anything else is said. */
  readonly clear: () => void;
  /** Ends it: nothing is drawn any more. */
  readonly close: () => void;
}

/** A terminal is drawn anew at most so often, ms. */
const drawEveryMs = 100;
/** Without a terminal a line is written so often, ms. */
const sayEveryMs = 10_000;

/** A block of lines that is drawn over itself. */
function drawn(terminal: Terminal, progress: Progress, clock: Pick<Clock, 'now'>) {
  let lines = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (lines > 0) terminal.err.write(`\u001b[${lines}A\r\u001b[J`);
    lines = 0;
  };
  const draw = (now: number) => {
    const width = terminal.width - 1;
    const line = progress.line(now, width);
    if (line === null) return;
    const block = [line, ...progress.kindLines(width)].map((text) => text.slice(0, width));
    const up = lines === 0 ? '' : `\u001b[${lines}A\r\u001b[J`;
    const [head = '', ...rest] = block;
    terminal.err.write(
      `${up}${[style(terminal, 'bold', head), ...rest].map((text) => `${text}\n`).join('')}`,
    );
    lines = block.length;
    drawnAt = now;
  };
  return {
    clear,
    heard: (stage: boolean) => {
      const now = clock.now();
      if (stage || now - drawnAt >= drawEveryMs) draw(now);
    },
    tick: () => {
      draw(clock.now());
    },
  };
}

/** A line every ten seconds, for a log that somebody reads later. */
function said(terminal: Terminal, progress: Progress, clock: Pick<Clock, 'now'>) {
  let saidAt = clock.now();
  const tick = () => {
    const now = clock.now();
    const line = progress.sentence(now);
    if (line === null || now - saidAt < sayEveryMs) return;
    saidAt = now;
    terminal.err.write(`${line}\n`);
  };
  return { clear: () => undefined, heard: tick, tick };
}

/** Shows progress: drawn over itself on a terminal, else a line every ten seconds. */
export function showProgress(terminal: Terminal, clock: Pick<Clock, 'now'>): ShownProgress {
  const progress = new Progress();
  const shown = terminal.interactive ? drawn(terminal, progress, clock) : said(terminal, progress, clock);
  // A hold is a time without events, and its end is counted down.
  const timer = setInterval(shown.tick, 1_000);
  timer.unref();
  let open = true;
  return {
    observe: (event) => {
      if (!open) return;
      progress.hear(event, clock.now());
      shown.heard(event.type === 'stage' || event.type === 'planned');
    },
    clear: shown.clear,
    close: () => {
      open = false;
      clearInterval(timer);
      shown.clear();
    },
  };
}
