import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJournal } from '../../../src/execute/journal.js';
import { temporaryFolder } from '../../support/line.js';

const intent = {
  line: 'intent',
  kind: 'datapoint',
  reference: 'R',
  method: 'POST',
  path: '/datapoints',
  attempt: 1,
} as const;

describe('the journal', () => {
  it('has a line on the disk when its write resolves', async () => {
    const file = path.join(await temporaryFolder(), 'journal.jsonl');
    const journal = openJournal(file, () => 0);
    await journal.write(intent);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      ...intent,
      at: '1970-01-01T00:00:00.000Z',
    });
    await journal.close();
  });

  it('keeps every line of many that come at once, in their order', async () => {
    const file = path.join(await temporaryFolder(), 'journal.jsonl');
    const journal = openJournal(file, () => 0);
    await Promise.all(Array.from({ length: 200 }, (_, attempt) => journal.write({ ...intent, attempt })));
    await journal.close();
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => /"attempt":(\d+)/.exec(line)?.[1])).toEqual(
      Array.from({ length: 200 }, (_, attempt) => String(attempt)),
    );
  });

  it('says where and what to do when it cannot be written', async () => {
    const journal = openJournal('/no/such/folder/journal.jsonl', () => 0);
    await expect(journal.write(intent)).rejects.toThrow(/cannot be written.*--runs-dir/);
    await journal.close();
  });
});
