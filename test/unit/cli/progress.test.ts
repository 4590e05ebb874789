import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Progress } from '../../../src/cli/progress.js';
import { showProgress } from '../../../src/cli/progress-writer.js';
import type { Terminal } from '../../../src/cli/terminal.js';
import type { RunEvent } from '../../../src/model/event.js';

const request = (status = 200): RunEvent => ({
  type: 'request',
  method: 'POST',
  path: '/datapoints',
  status,
  duration_ms: 90,
});
const applied = (reference: string, state: 'applied' | 'failed' = 'applied'): RunEvent => ({
  type: 'operation-ended',
  outcome: {
    kind: 'datapoint',
    reference,
    attempts: 1,
    ...(state === 'applied' ? { state, id: 'dtp_1', message: null } : { state, message: 'refused' }),
  },
});

/** A run that writes two requests a second, thirty of its two hundred records being done. */
function writing(): Progress {
  const progress = new Progress();
  progress.hear({ type: 'stage', stage: 'execute' }, 0);
  progress.hear({ type: 'rate', requests_per_second: 2 }, 0);
  progress.hear({ type: 'planned', kinds: { source: 20, datapoint: 180 } }, 0);
  for (let done = 1; done <= 30; done += 1) {
    progress.hear(request(), done * 500);
    progress.hear(applied(`D${done}`, done === 7 ? 'failed' : 'applied'), done * 500);
  }
  progress.hear(request(429), 15_000);
  return progress;
}

describe('the progress', () => {
  it('says what is done, how fast, how often it was refused and how long the rest takes', () => {
    expect(writing().line(15_000, 160)).toBe(
      'Writing 30 of 200 records · 31 requests · 2.0 requests/s · 1 × 429 · about 88 s left',
    );
    expect(writing().kindLines(60)).toEqual([
      `  source      ${'░'.repeat(12)}  0 of 20`,
      `  datapoint   ██${'░'.repeat(10)}  30 of 180  1 not applied`,
    ]);
  });

  it.each([48, 60, 79, 159])('never ends in the middle of a word: %i columns', (width) => {
    const progress = writing();
    const line = progress.line(15_000, width) ?? '';
    expect(line.length).toBeLessThanOrEqual(width);
    expect(line).toMatch(/left$/);
    for (const kind of progress.kindLines(width)) expect(kind.length).toBeLessThanOrEqual(width);
  });

  it('says nothing of a rate in stages that send nothing', () => {
    const progress = writing();
    for (const stage of ['read', 'map', 'plan', 'diff', 'report'] as const) {
      progress.hear({ type: 'stage', stage }, 16_000);
      expect(progress.line(16_000, 160)).not.toMatch(/request|\d/);
      expect(progress.kindLines(160)).toEqual([]);
    }
  });

  it('counts down while the service asks to wait, or lists lag', () => {
    const progress = writing();
    progress.hear({ type: 'throttled', hold_ms: 30_000 }, 15_000);
    expect(progress.line(20_000, 160)).toContain('waiting 25 s as the service asks');
    expect(progress.line(46_000, 160)).not.toContain('waiting');
    progress.hear({ type: 'stage', stage: 'reconcile' }, 50_000);
    progress.hear({ type: 'lists-lag', records: 3, wait_ms: 4_000 }, 50_000);
    expect(progress.line(51_000, 160)).toContain('waiting 3 s for the lists to show 3 records');
  });

  it('says what it reads', () => {
    const progress = new Progress();
    progress.hear({ type: 'stage', stage: 'snapshot' }, 0);
    progress.hear(request(), 10);
    progress.hear({ type: 'remote-read', kind: 'datapoints', records: 1_234 }, 10);
    progress.hear({ type: 'rate', requests_per_second: 2 }, 10);
    expect(progress.line(20, 160)).toBe('Reading the registry, 1,234 records · 1 request · 2.0 requests/s');
  });
});

function shownOn(interactive: boolean, width: number) {
  const err = new PassThrough();
  const chunks: string[] = [];
  err.on('data', (chunk: Buffer) => chunks.push(chunk.toString('utf8')));
  const terminal: Terminal = {
    out: new PassThrough(),
    err,
    in: new PassThrough(),
    interactive,
    width,
    colour: false,
    variables: {},
    folder: '.',
  };
  let now = 0;
  const shown = showProgress(terminal, { now: () => now });
  const run = (seconds: number) => {
    shown.observe({ type: 'stage', stage: 'execute' });
    shown.observe({ type: 'planned', kinds: { datapoint: 100 } });
    for (let tenth = 1; tenth <= seconds * 10; tenth += 1) {
      now = tenth * 100;
      if (tenth % 5 !== 0) continue;
      shown.observe(request());
      shown.observe(applied(`D${tenth}`));
    }
    shown.close();
    return chunks.join('');
  };
  return { run };
}

const escape = '\u001b';

/** What stays on a terminal, by the two movements that are used: up so many lines, and clear below. */
function screen(written: string): readonly string[] {
  const lines: string[] = [''];
  for (const [place, part] of written.split(`${escape}[`).entries()) {
    const [, up = '0', text = part] =
      /^(\d+)A\r$/.exec(part) ?? (place > 0 ? [part, '0', part.slice(1)] : []);
    if (up !== '0') lines.splice(lines.length - 1 - Number(up), Number(up) + 1, '');
    if (up !== '0') continue;
    const [own = '', ...more] = text.split('\n');
    lines[lines.length - 1] = `${lines.at(-1) ?? ''}${own}`;
    lines.push(...more);
  }
  return lines;
}

describe('where progress is shown', () => {
  it.each([80, 160])('a terminal of %i columns is drawn over, and nothing stays when it ends', (width) => {
    const written = shownOn(true, width).run(20);
    expect(written.split('\n').every((line) => line.length < width + 12)).toBe(true);
    expect(written).toContain('39 of 100');
    expect(screen(written)).toEqual(['']);
  });

  it('without a terminal it is a line every ten seconds, with the kinds', () => {
    const lines = shownOn(false, 80).run(35).trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^Writing \d+ of 100 records .* left \(datapoint \d+ of 100\)$/);
  });
});
