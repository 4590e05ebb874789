import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLog, type RunLog } from '../../src/cli/log.js';
import { temporaryFolder } from '../support/line.js';

const places = async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'a-file'), '');
  return { good: path.join(folder, 'run.log'), bad: path.join(folder, 'a-file', 'run.log') };
};

function tell(log: RunLog): void {
  for (const stage of ['read', 'map', 'plan'] as const) log.observe({ type: 'stage', stage });
}

describe('the log of a run', () => {
  it('has a line for every event when it is closed', async () => {
    const { good } = await places();
    const log = openLog(good);
    tell(log);
    await log.close();
    expect((await readFile(good, 'utf8')).trim().split('\n')).toHaveLength(3);
  });

  it('does not end the run where its place cannot be opened', async () => {
    const log = openLog((await places()).bad);
    tell(log);
    await log.close();
    tell(log);
  });

  it.runIf(existsSync('/dev/full'))('does not end the run where the disk is full', async () => {
    const log = openLog('/dev/full');
    tell(log);
    await log.close();
  });
});
