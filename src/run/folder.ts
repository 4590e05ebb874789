import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock, Random } from '../model/clock.js';
import { exitCodes, messageOf, MrvError } from '../model/errors.js';

/** The files of one run, below `<runs-dir>/<run_id>/`. */
export interface RunFolder {
  readonly runId: string;
  readonly folder: string;
  readonly plan: string;
  /** The mapping as it was used. */
  readonly mapping: string;
  readonly journal: string;
  readonly summary: string;
  /** What was read back and proven, and what else the report needs to be made again. */
  readonly reconciliation: string;
  /** The steps of `undo`. */
  readonly undo: string;
  readonly report: string;
  readonly page: string;
  readonly log: string;
  /** What services were found to bear: one file beside all runs. */
  readonly rates: string;
}

/** Sortable by time, and different for two runs of one second: `2026-11-21T034501-7k2f`. */
export function makeRunId(clock: Clock, random: Random): string {
  const moment = new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '');
  const suffix = Math.floor(random() * 36 ** 4)
    .toString(36)
    .padStart(4, '0');
  return `${moment}-${suffix}`;
}

/** Where the files of a run lie. Makes nothing. */
export function runFolder(runsDir: string, runId: string): RunFolder {
  const folder = path.join(runsDir, runId);
  const file = (name: string) => path.join(folder, name);
  return {
    runId,
    folder,
    plan: file('plan.json'),
    mapping: file('mapping.yaml'),
    journal: file('journal.jsonl'),
    summary: file('summary.json'),
    reconciliation: file('reconciliation.json'),
    undo: file('undo.json'),
    report: file('report.xlsx'),
    page: file('report.html'),
    log: file('events.jsonl'),
    // A folder of runs that somebody named otherwise has nothing of ours around it.
    rates: path.join(path.basename(runsDir) === 'runs' ? path.dirname(runsDir) : runsDir, 'rates.json'),
  };
}

/** Makes a run's folder before anything else happens: a run that cannot be written down is not begun. */
export async function makeRunFolder(runsDir: string, runId: string): Promise<RunFolder> {
  const files = runFolder(runsDir, runId);
  try {
    await mkdir(files.folder, { recursive: true });
  } catch (error) {
    const reason = messageOf(error);
    throw new MrvError(
      'runs-dir',
      `the run's folder ${files.folder} cannot be made (${reason}); nothing was sent. Name another place with --runs-dir`,
      exitCodes.usage,
      { cause: error },
    );
  }
  return files;
}

/** A file of the run that the disk does not take. `stands` says what is true all the same. */
export function unwritable(what: string, error: unknown, stands: string): MrvError {
  const reason = messageOf(error);
  return new MrvError(
    'unwritable',
    `${what} cannot be written (${reason}); ${stands}. Make room, or name another place with --runs-dir, and run again`,
    exitCodes.failures,
    { cause: error },
  );
}

/** Writes a JSON file whole or not at all. @throws MrvError where it cannot be written; `stands` as for `unwritable`. */
export function writeJson(file: string, value: unknown, stands: string): Promise<void> {
  return writeText(file, `${JSON.stringify(value, null, 2)}\n`, stands);
}

/** Writes a text whole or not at all. @throws MrvError where it cannot be written; `stands` as for `unwritable`. */
export async function writeText(file: string, text: string, stands: string): Promise<void> {
  const draft = `${file}.draft`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    throw unwritable(file, error, stands);
  }
}
