import { expect, it } from 'vitest';
import { z } from 'zod';
import type { SeedDataInput } from '../../src/emulator/index.js';
import { Box, boxSeed } from '../support/box.js';

function seedOf(count: number): SeedDataInput {
  return {
    ...boxSeed,
    templates: [],
    datapoints: Array.from({ length: count }, (_one, number) => ({
      reference: `datapoint-${number}`,
      display_name: `Datapoint ${number}`,
      quantity: { magnitude: number, unit: 'kg' },
      type: 'REPORTED',
    })),
  };
}

const pageSchema = z.looseObject({
  nodes: z.array(z.looseObject({ id: z.string() })),
  total_count: z.number(),
  page_info: z.looseObject({ has_next_page: z.boolean(), end_cursor: z.string() }),
});

it('20,000 datapoints are listed whole, page by page, each once', async () => {
  const box = await Box.open({ seedData: seedOf(20_000) });
  try {
    const started = performance.now();
    const seen = new Set<string>();
    let query = '';
    for (let pages = 0; pages < 400; pages += 1) {
      const { body } = await box.call('GET', `/datapoints?first=50${query}`);
      const { nodes, page_info } = pageSchema.parse(body);
      for (const { id } of nodes) seen.add(id);
      expect(page_info.has_next_page).toBe(pages < 399);
      query = `&after=${page_info.end_cursor}`;
    }
    const seconds = (performance.now() - started) / 1000;
    process.stdout.write(`20,000 datapoints in 400 pages: ${seconds.toFixed(2)} s\n`);
    expect(seen.size).toBe(20_000);
  } finally {
    await box.close();
  }
}, 60_000);

it('200,000 datapoints fit, and are found by their reference', async () => {
  const started = performance.now();
  const box = await Box.open({ seedData: seedOf(200_000) });
  try {
    const seeded = performance.now();
    const first = pageSchema.parse((await box.call('GET', '/datapoints?first=50')).body);
    const last = pageSchema.parse((await box.call('GET', '/datapoints?last=50')).body);
    expect([first.total_count, last.nodes.at(-1)?.['display_name']]).toEqual([200_000, 'Datapoint 199999']);
    expect(await box.byReference('datapoints', 'datapoint-123456')).toMatch(/^dtp_/);
    const { rss } = process.memoryUsage();
    process.stdout.write(
      `200,000 datapoints: made in ${((seeded - started) / 1000).toFixed(1)} s, three reads in ` +
        `${((performance.now() - seeded) / 1000).toFixed(2)} s, ${Math.round(rss / 1e6)} MB in all\n`,
    );
  } finally {
    await box.close();
  }
}, 120_000);
