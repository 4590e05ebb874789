import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives all tests of a run one folder for what they write, and takes it away when they are through. */
export default async function temporaryRoot(): Promise<(() => Promise<void>) | undefined> {
  // It is asked for the whole run and again for each project.
  if (process.env['MRV_TEST_ROOT'] !== undefined) return undefined;
  const root = await mkdtemp(path.join(tmpdir(), 'mrv-'));
  process.env['MRV_TEST_ROOT'] = root;
  process.env['TMPDIR'] = root;
  return () => rm(root, { recursive: true, force: true, maxRetries: 3 });
}
