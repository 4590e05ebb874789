import { mkdtemp, readFile, rmdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { loadMapping } from '../../map/index.js';
import { failure, ok, type Check } from '../../model/check.js';
import { messageOf, MrvError } from '../../model/errors.js';
import { openWorkbook } from '../../read/index.js';
import { idsIn, judgeDisk } from './judge.js';

/** The folder, or the nearest above it that is there: a run makes what is missing. */
async function nearest(folder: string): Promise<string> {
  const whole = path.resolve(folder);
  const found = await stat(whole).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return found === null && path.dirname(whole) !== whole ? nearest(path.dirname(whole)) : whole;
}

/** Whether files can be made in a folder, shown by making one there and taking it away. */
export async function folderCheck(name: string, folder: string, flag: string): Promise<Check> {
  try {
    const place = await nearest(folder);
    await rmdir(await mkdtemp(path.join(place, '.mrv-ingest-')));
    const there = place === path.resolve(folder);
    return ok(name, there ? `${folder} can be written` : `${folder} is made when it is needed`);
  } catch (error) {
    return failure(
      name,
      `${folder} cannot be written (${messageOf(error)})`,
      `give the right to write there, or name another place with ${flag}`,
    );
  }
}

/** Free space where runs leave their folders. */
export async function diskCheck(folder: string): Promise<Check> {
  try {
    const { bavail, bsize } = await statfs(await nearest(folder));
    return judgeDisk(bavail * bsize);
  } catch (error) {
    return failure('Free disk', `it cannot be asked for (${messageOf(error)})`, 'check --runs-dir');
  }
}

/** What a mapping says of where it belongs. */
export interface MappingFacts {
  readonly check: Check;
  readonly projectId: string | null;
  readonly ids: readonly string[];
}

/** Reads a mapping as a run would. `environment`: what its `${NAME}` are taken from. */
export async function mappingFacts(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<MappingFacts> {
  const name = 'Mapping';
  try {
    const text = await readFile(file, 'utf8');
    const { projectId } = loadMapping(text, file, { environment });
    return { check: ok(name, `${file} is read without a mistake`), projectId, ids: idsIn(text) };
  } catch (error) {
    const mend =
      error instanceof MrvError
        ? 'correct the lines that are named'
        : 'check the name, and that it may be read';
    return { check: failure(name, `${file}: ${messageOf(error)}`, mend), projectId: null, ids: [] };
  }
}

/** Whether a workbook can be opened. */
export async function workbookCheck(file: string): Promise<Check> {
  const name = 'Workbook';
  try {
    const workbook = await openWorkbook(file);
    const { length } = workbook.sheets;
    await workbook.close();
    return ok(name, `${file} is read: ${length} sheet${length === 1 ? '' : 's'}`);
  } catch (error) {
    return failure(
      name,
      messageOf(error),
      'check the name, and that it is a workbook which no other program has locked',
    );
  }
}
