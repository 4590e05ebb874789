import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunEvent, World } from '../../src/index.js';
import { givenMonth, startGiven } from '../support/given-month.js';
import { targetOf, temporaryFolder } from '../support/line.js';
import { simulatedClock } from '../support/simulated-clock.js';
import { sendMonth } from './as-a-library.js';

const here = import.meta.dirname;

describe('the example of src/README.md', () => {
  it('is the one that is compiled and run here', async () => {
    const readme = await readFile(path.join(here, '..', '..', 'src', 'README.md'), 'utf8');
    const shown = /## As a library[\s\S]*?```ts\n(?<code>[\s\S]*?)```/.exec(readme)?.groups?.['code'];
    const own = await readFile(path.join(here, 'as-a-library.ts'), 'utf8');
    expect(shown).toBe(own.replace("'../../src/index.js'", "'mrv-ingest'"));
  });

  it('sends a month stage by stage, tells of it, and finds nothing to do the second time', async () => {
    const service = await startGiven({
      settings: { rateLimit: null },
      now: () => Date.parse('2026-11-21T00:00:00Z'),
    });
    const folder = await temporaryFolder();
    await cp(givenMonth, folder, { recursive: true });
    const events: RunEvent[] = [];
    const world: World = {
      clock: simulatedClock(Date.parse('2026-11-21T00:00:00Z')),
      random: () => 0.5,
      observe: (event) => events.push(event),
      signal: new AbortController().signal,
    };
    try {
      const first = await sendMonth(targetOf(service), folder, world);
      expect(first.outcomes.map(({ state }) => state)).toEqual(first.outcomes.map(() => 'applied'));
      expect(first.verdicts.map(({ state }) => state)).toEqual(first.verdicts.map(() => 'verified'));
      expect([first.outcomes.length, first.verdicts.length]).toEqual([16, 16]);
      expect(first.net).toHaveLength(1);
      expect(events.filter(({ type }) => type === 'operation-ended')).toHaveLength(16);

      const second = await sendMonth(targetOf(service), folder, world);
      expect(second.net).toEqual(first.net);
      expect(events.filter(({ type }) => type === 'operation-ended')).toHaveLength(16);
    } finally {
      await service.close();
    }
  });
});
