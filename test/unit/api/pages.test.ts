import { describe, expect, it } from 'vitest';
import { readAll, readFirst, SnapshotError } from '../../../src/api/pages.js';
import { fakeLists, wireDatapoint } from '../../support/fake-service.js';

const listing = { path: '/datapoints', query: { project_id: 'prj_0000000000000000' } };
const nodes = (count: number) =>
  Array.from({ length: count }, (_, place) => wireDatapoint(`R${place}`, place));

describe('reading a list to its end', () => {
  it.each([0, 1, 50, 51, 137])('gives all of %i records', async (count) => {
    const { send, asked } = fakeLists({ '/datapoints': nodes(count) });
    expect(await readAll(send, listing)).toHaveLength(count);
    expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 50)));
  });

  it('reads again when the count moved while reading', async () => {
    let moved = false;
    const { send, asked } = fakeLists({ '/datapoints': nodes(60) }, (page, call) => {
      if (call !== 2 || moved) return page;
      moved = true;
      return { ...page, total_count: 61 };
    });
    expect(await readAll(send, listing)).toHaveLength(60);
    expect(asked).toHaveLength(4);
  });

  const spoiled: readonly [string, (page: Record<string, unknown>) => Record<string, unknown>][] = [
    ['is short', (page) => ({ ...page, nodes: [] })],
    [
      'gives a record twice',
      (page) => ({
        ...page,
        nodes: [wireDatapoint('R', 1), wireDatapoint('R', 1)],
        total_count: 2,
        page_info: { has_next_page: false, end_cursor: null },
      }),
    ],
    [
      'promises more and gives no cursor',
      (page) => ({ ...page, page_info: { has_next_page: true, end_cursor: null } }),
    ],
    ['leads in a circle', (page) => ({ ...page, page_info: { has_next_page: true, end_cursor: 'here' } })],
    ['is not a page', () => ({ hello: 'world' })],
  ];

  it.each(spoiled)('makes no record absent when the list %s', async (_what, spoil) => {
    const { send } = fakeLists({ '/datapoints': nodes(60) }, spoil);
    await expect(readAll(send, listing)).rejects.toThrow(SnapshotError);
  });
});

describe('reading the beginning of a list', () => {
  it.each([
    [1, 1],
    [50, 1],
    [51, 2],
    [60, 2],
    [99, 2],
  ])('gives %i records of 60 at most, and the count of all', async (count, pages) => {
    const { send, asked } = fakeLists({ '/datapoints': nodes(60) });
    const beginning = await readFirst(send, listing, count);
    expect(beginning.nodes).toHaveLength(Math.min(count, 60));
    expect(beginning.total).toBe(60);
    expect(asked).toHaveLength(pages);
  });

  it('refuses a list that promises more and gives nothing', async () => {
    const { send } = fakeLists({ '/datapoints': nodes(60) }, (page) => ({ ...page, nodes: [] }));
    await expect(readFirst(send, listing, 5)).rejects.toThrow(SnapshotError);
  });
});
