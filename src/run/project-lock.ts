import { createHash } from 'node:crypto';
import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { exitCodes, MrvError } from '../model/errors.js';
import type { EnvironmentBinding } from '../model/plan.js';
import type { World } from './connect.js';
import { unwritable, type RunFolder } from './folder.js';
import { systemProcesses } from './system.js';

const holderSchema = z.object({
  run_id: z.string(),
  pid: z.int(),
  host: z.string(),
  /** ISO 8601. */
  since: z.string(),
});
/** Who writes to a project. */
export type Holder = z.infer<typeof holderSchema>;

/** The right of one run to write to a project; others that share its runs folder wait or leave. */
export interface ProjectLock {
  readonly release: () => Promise<void>;
}

const lookAgainMs = 1_000;

/** One file for each environment, organisation and project. The embedded service moves from port to port. */
function lockFile(
  runsDir: string,
  { name, base_url, organisation_id, project_id }: EnvironmentBinding,
): string {
  const place = JSON.stringify([name, name === 'local' ? null : base_url, organisation_id, project_id]);
  return path.join(runsDir, `.${createHash('sha256').update(place).digest('hex').slice(0, 16)}.lock`);
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** What a lock's file says; null where there is none, and 'unreadable' where it says nothing. */
async function readHolder(file: string): Promise<Holder | 'unreadable' | null> {
  try {
    return holderSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : 'unreadable';
  }
}

/** Puts the whole file there at once, or not where there is one. */
async function place(file: string, holder: Holder): Promise<boolean> {
  const draft = `${file}.${holder.run_id}`;
  try {
    await writeFile(draft, `${JSON.stringify(holder)}\n`);
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw unwritable(`the lock ${file}`, error, 'nothing was sent');
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}

/** Takes a dead holder's file away. Moved aside first: where another was quicker, its file is put back. */
async function clear(file: string, dead: Holder, self: Holder): Promise<boolean> {
  const aside = `${file}.${self.run_id}.dead`;
  try {
    await rename(file, aside);
  } catch {
    return false;
  }
  const moved = await readHolder(aside);
  const same = moved !== null && moved !== 'unreadable' && moved.run_id === dead.run_id;
  if (!same) await link(aside, file).catch(() => undefined);
  await unlink(aside).catch(() => undefined);
  return same;
}

function held(file: string, holder: Holder | 'unreadable'): MrvError {
  const who =
    holder === 'unreadable'
      ? 'another run'
      : `the run ${holder.run_id} (process ${holder.pid} on ${holder.host}, since ${holder.since})`;
  return new MrvError(
    'run-under-way',
    `${who} is writing to this project; nothing was sent. Wait for it with --wait. If no such run exists any more, remove ${file}`,
    exitCodes.refused,
  );
}

/**
 * Takes the right to write to a project. The lock that a process of this machine left behind when it died is taken
 * over.
 * @throws MrvError (exit 5) where another run has it, or, with `wait`, where the wait is interrupted.
 */
export async function lockProject(
  files: RunFolder,
  binding: EnvironmentBinding,
  wait: boolean,
  world: World,
): Promise<ProjectLock> {
  const processes = world.processes ?? systemProcesses;
  const file = lockFile(path.dirname(files.folder), binding);
  const { pid, host } = processes;
  const self: Holder = { run_id: files.runId, pid, host, since: new Date(world.clock.now()).toISOString() };
  let told = false;
  while (!(await place(file, self))) {
    const holder = await readHolder(file);
    if (holder === null) continue;
    if (holder !== 'unreadable' && holder.host === host && !processes.alive(holder.pid)) {
      if (await clear(file, holder, self)) world.observe({ type: 'lock-taken-over', run_id: holder.run_id });
      continue;
    }
    if (!wait || world.signal.aborted) throw held(file, holder);
    if (!told)
      world.observe({
        type: 'waiting-for-run',
        run_id: holder === 'unreadable' ? '(unknown)' : holder.run_id,
      });
    told = true;
    await world.clock.sleep(lookAgainMs, world.signal).catch(() => undefined);
  }
  return {
    release: async () => {
      const holder = await readHolder(file);
      if (holder !== null && holder !== 'unreadable' && holder.run_id === self.run_id)
        await unlink(file).catch(() => undefined);
    },
  };
}
