import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives all tests of a run one folder for what they write, and takes it away when they are through. */
export default async function temporaryRoot(): Promise<() => Promise<void>> {
  const root = await mkdtemp(path.join(tmpdir(), 'mrv-ingest-tests-'));
  process.env['TMPDIR'] = root;
  return () => rm(root, { recursive: true, force: true, maxRetries: 3 });
}
