import { expect, it } from 'vitest';
import { snapshotSchema, stage, type Kept, type Scene } from '../support/scene.js';
import { writeSmallMonth } from '../support/small-month.js';

const locked = 'NRM-1-haul';

/** The month with another distance of the first delivery. */
function changedMonth(scene: Scene) {
  const deliveries = [1, 2, 3].map((ticket) => ({
    ticket,
    day: ticket,
    mass: 9 + ticket,
    distance: ticket === 1 ? 41 : 40,
    carbon: 75,
    evidence: 'a.txt',
  }));
  return writeSmallMonth(scene.folder, deliveries, { 'a.txt': 'tickets\n' });
}

function recordsOf(scene: Scene): readonly Kept[] {
  return snapshotSchema.parse(scene.service.snapshot()).flatMap(({ put }) => put);
}

function named(records: readonly Kept[], reference: string): Kept {
  const found = records.filter(({ value }) => value['supplier_reference_id'] === reference);
  const [one] = found;
  if (found.length !== 1 || one === undefined) throw new Error(`${found.length} records are ${reference}`);
  return one;
}

function lock({ name, value }: Kept): Kept {
  return value['supplier_reference_id'] === locked
    ? { name, value: { ...value, locked_status: 'locked_used_in_verified_removal' } }
    : { name, value };
}

/** So many records of other months, before and behind the one that nobody uses. */
function history(like: Kept, from: number, count: number): readonly Kept[] {
  return Array.from({ length: count }, (_, place) => {
    const number = String(from + place).padStart(6, '0');
    const value = { ...like.value, id: `dtp_1HISTORY00${number}`, supplier_reference_id: `old-${number}` };
    return { name: 'datapoint', value };
  });
}

it('a replacement that nobody uses is found among 50,000 records, and everything is pointed to it', async () => {
  const scene = await stage();
  expect((await scene.walk()).summary.exit_code).toBe(0);
  const before = recordsOf(scene).map(lock);
  scene.service.restore([{ put: before, drop: [] }]);
  const request = await changedMonth(scene);
  expect((await scene.walk(request)).summary.operations).toMatchObject({ replace: 1 });
  const replacement = named(recordsOf(scene), `${locked}~2`);
  // A run that was cut as soon as it had made the replacement: nothing points to it, and much was made before and since.
  const put = [
    ...history(replacement, 0, 25_000),
    replacement,
    ...history(replacement, 25_000, 25_000),
    ...before,
  ];
  scene.service.restore([{ put, drop: [] }]);
  const requests = scene.service.requests().length;

  const run = await scene.walk(request);
  expect(run.summary).toMatchObject({ exit_code: 0, operations: { create: 0, replace: 0 } });
  expect(scene.service.requests().length - requests).toBeLessThan(80);
  const after = recordsOf(scene);
  expect(after.length).toBe(put.length);
  const { inputs } = named(after, 'NRM-1-transport').value;
  expect(JSON.stringify(inputs)).toContain(replacement.value.id);
  expect((await scene.walk(request)).summary.requests.writes).toBe(0);
});
