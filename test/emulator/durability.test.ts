import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Store } from '../../src/emulator/store.js';
import { Box } from '../support/box.js';

it('killed at any moment, has every write that was answered, and none by half', async () => {
  const stateFile = path.join(await mkdtemp(path.join(os.tmpdir(), 'mrv-ingest-')), 'state');
  const box = await Box.open({ stateFile });
  /** What the running service held after each answer, by the length of its log. */
  const answered: { readonly length: number; readonly records: string }[] = [];
  const note = async () => {
    const { length } = await readFile(stateFile);
    answered.push({ length, records: JSON.stringify(box.service.snapshot()) });
  };
  try {
    await note();
    const entry = await box.entry();
    await note();
    const statement = await box.statement();
    await note();
    const report = { ghg_statement_report_url: 'https://report.example' };
    await box.call('POST', `/ghg_statements/${statement}/submit`, report);
    await note();
    box.service.verify(statement);
    await note();
    box.service.issueCredits(statement);
    await note();
    await box.made('/components', await box.fixedComponent('ä€'));
    await note();
    expect(entry).not.toBe('');
  } finally {
    await box.close();
  }
  const whole = await readFile(stateFile);
  const torn = `${stateFile}.torn`;
  const wrong: number[] = [];
  // Every byte of the last two lines; of those before, one in eleven.
  const close = answered.at(-3)?.length ?? 0;
  const start = answered[0]?.length ?? 0;
  for (let length = start; length <= whole.length; length += length < close ? 11 : 1) {
    await writeFile(torn, whole.subarray(0, length));
    const store = new Store(torn);
    const found = JSON.stringify(store.snapshot());
    store.close();
    if (found !== answered.filter((one) => one.length <= length).at(-1)?.records) wrong.push(length);
  }
  expect(answered).toHaveLength(7);
  expect(wrong).toEqual([]);
}, 60_000);

it('killed while it is seeded, is seeded anew', async () => {
  const stateFile = path.join(await mkdtemp(path.join(os.tmpdir(), 'mrv-ingest-')), 'state');
  const first = await Box.open({ stateFile });
  const seeded = JSON.stringify(first.service.snapshot());
  await first.close();
  const whole = await readFile(stateFile);
  for (const share of [0, 0.1, 0.5, 0.99]) {
    await writeFile(stateFile, whole.subarray(0, Math.floor(whole.length * share)));
    const again = await Box.open({ stateFile });
    expect(JSON.stringify(again.service.snapshot())).toBe(seeded);
    await again.close();
  }
});
