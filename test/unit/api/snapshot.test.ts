import { describe, expect, it } from 'vitest';
import { findByReference, readSnapshot } from '../../../src/api/snapshot.js';
import { desiredComponent, desiredDatapoint } from '../../support/builders.js';
import { fakeLists, wireDatapoint } from '../../support/fake-service.js';

const projectId = 'prj_0000000000000000';
const quiet = () => undefined;
const history = (count: number) =>
  Array.from({ length: count }, (_, place) => wireDatapoint(`old-${place}`, place));

describe('the snapshot', () => {
  it('reads pages where they are fewer than the references', async () => {
    const wanted = Array.from({ length: 60 }, (_, place) => desiredDatapoint(`R${place}`));
    const there = wanted.map((record, place) => wireDatapoint(record.reference, place));
    const { send, asked } = fakeLists({ '/datapoints': there });
    const remote = await readSnapshot(send, { projectId, records: wanted }, quiet);
    expect(remote.all('datapoint')).toHaveLength(60);
    expect(asked).toHaveLength(2);
  });

  it('looks up by reference where the history is long', async () => {
    const wanted = ['R1', 'R2', 'R3'].map((reference) => desiredDatapoint(reference));
    const { send, asked } = fakeLists({ '/datapoints': [...history(500), wireDatapoint('R2', 900)] });
    const remote = await readSnapshot(send, { projectId, records: wanted }, quiet);
    expect(remote.all('datapoint').map(({ reference }) => reference)).toEqual(['R2']);
    expect(asked.length).toBeLessThanOrEqual(6);
  });

  it('costs a page for fifty records of a month that is there, however long the history is', async () => {
    const wanted = Array.from({ length: 600 }, (_, place) => desiredDatapoint(`M${place}`));
    const month = wanted.map((record, place) => wireDatapoint(record.reference, 60_000 + place));
    for (const lists of [
      [...history(50_000), ...month],
      [...month, ...history(50_000)],
    ]) {
      const { send, asked } = fakeLists({ '/datapoints': lists });
      const remote = await readSnapshot(send, { projectId, records: wanted }, quiet);
      expect(wanted.every((record) => remote.chain('datapoint', record.reference).length === 1)).toBe(true);
      expect(asked.length).toBeLessThanOrEqual(600 / 50 + 10);
    }
  });

  it('looks up each record that the pages did not show: only that makes it absent', async () => {
    const wanted = Array.from({ length: 120 }, (_, place) => desiredDatapoint(`M${place}`));
    const there = wanted
      .slice(0, 100)
      .map((record, place) => wireDatapoint(record.reference, 60_000 + place));
    const { send, asked } = fakeLists({ '/datapoints': [...history(50_000), ...there] });
    const remote = await readSnapshot(send, { projectId, records: wanted }, quiet);
    expect(remote.all('datapoint')).toHaveLength(100);
    for (const { reference } of wanted.slice(100)) {
      expect(asked.some((line) => line.includes(`supplier_reference_id=${reference}&`))).toBe(true);
    }
  });

  it('knows the whole chain of a replaced record, either way', async () => {
    const chain = ['R', 'R~2', 'R~3'].map((reference, place) => wireDatapoint(reference, 900 + place));
    for (const older of [0, 500]) {
      const { send } = fakeLists({ '/datapoints': [...history(older), ...chain] });
      const remote = await readSnapshot(send, { projectId, records: [desiredDatapoint('R')] }, quiet);
      expect(remote.chain('datapoint', 'R').map(({ reference }) => reference)).toEqual(['R', 'R~2', 'R~3']);
    }
  });

  it('finds what the plan only points to, though it belongs to no project', async () => {
    const { send } = fakeLists({ '/datapoints': [wireDatapoint('factor', 7)] });
    const remote = await readSnapshot(send, { projectId, records: [desiredComponent('C', 'factor')] }, quiet);
    expect(remote.find({ kind: 'datapoint', by: 'reference', value: 'factor' })).not.toBeNull();
  });

  it('asks for no successor of a library’s record: it is nobody’s to replace', async () => {
    const factor = { ...wireDatapoint('factor', 7), locked_status: 'locked_library_datapoint' };
    const { send, asked } = fakeLists({ '/datapoints': [factor] });
    const remote = await readSnapshot(send, { projectId, records: [desiredComponent('C', 'factor')] }, quiet);
    expect(remote.find({ kind: 'datapoint', by: 'reference', value: 'factor' })).not.toBeNull();
    expect(asked.filter((line) => line.includes('/datapoints'))).toEqual([
      'GET /datapoints?supplier_reference_id=factor&first=50',
    ]);
  });

  it('asks for the successor of another record that it only points to', async () => {
    const chain = ['factor', 'factor~2'].map((reference, place) => wireDatapoint(reference, 7 + place));
    const { send } = fakeLists({ '/datapoints': chain });
    const remote = await readSnapshot(send, { projectId, records: [desiredComponent('C', 'factor')] }, quiet);
    expect(remote.chain('datapoint', 'factor')).toHaveLength(2);
  });

  it('reads a list from its end, and no further than all that is wanted was shown', async () => {
    const wanted = Array.from({ length: 60 }, (_, place) => desiredDatapoint(`R${place}`));
    const there = wanted.map((record, place) => wireDatapoint(record.reference, 500 + place));
    const { send, asked } = fakeLists({ '/datapoints': [...history(60), ...there] });
    await readSnapshot(send, { projectId, records: wanted }, quiet);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('last=50');
  });

  it('reads the list from its beginning where its way from the end leads nowhere', async () => {
    const wanted = Array.from({ length: 60 }, (_, place) => desiredDatapoint(`R${place}`));
    const there = wanted.map((record, place) => wireDatapoint(record.reference, place));
    const { send, asked } = fakeLists({ '/datapoints': there }, (page, call) =>
      call === 1 ? { ...page, page_info: { has_previous_page: true, has_next_page: false } } : page,
    );
    const remote = await readSnapshot(send, { projectId, records: wanted }, quiet);
    expect(remote.all('datapoint')).toHaveLength(60);
    expect(asked.slice(1).every((line) => line.includes('first=50'))).toBe(true);
  });

  it('stops on a shape that it does not know', async () => {
    const { send } = fakeLists({ '/datapoints': [{ ...wireDatapoint('R', 1), quantity: 'a lot' }] });
    const read = readSnapshot(send, { projectId, records: [desiredDatapoint('R')] }, quiet);
    await expect(read).rejects.toThrow(/shape that this program does not know/);
  });

  it('finds one record by its exact reference, and nothing where there is none', async () => {
    const { send } = fakeLists({ '/datapoints': [wireDatapoint('R', 1)] });
    expect(await findByReference(send, projectId, 'datapoint', 'R')).toMatchObject({ reference: 'R' });
    expect(await findByReference(send, projectId, 'datapoint', 'R~2')).toBeNull();
  });
});
