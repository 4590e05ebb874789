import { readFile, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { loadMapping, mapWorkbooks, type Mapping } from '../map/index.js';
import { exitCodes, messageOf, MrvError } from '../model/errors.js';
import type { InputFile, Mapped } from '../model/mapped.js';
import type { Workbook } from '../model/workbook.js';
import { buildPlan } from '../plan/build-plan.js';
import { openEvidence } from '../read/evidence.js';
import { openWorkbook } from '../read/index.js';
import type { World } from './connect.js';
import { hasErrors, issuesOf, type Gathered } from './gathered.js';

/** What is read, and by which mapping. */
export interface Inputs {
  readonly workbooks: readonly string[];
  readonly mapping: string;
  /** Where evidence lies; null: beside the first workbook. */
  readonly evidence: string | null;
  /** `--set name=value`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What `${NAME}` in the mapping is taken from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Rows with errors, and what depends on them, are left out and the rest is sent. */
  readonly partial: boolean;
}

export interface LoadedMapping {
  readonly mapping: Mapping;
  readonly file: InputFile;
  /** As it was read, without what the environment puts into it. */
  readonly text: string;
}

/** Reads and checks the mapping. @throws MappingError with every problem at its line and column. */
export async function readMapping(inputs: Pick<Inputs, 'mapping' | 'environment'>): Promise<LoadedMapping> {
  let text: string;
  try {
    text = await readFile(inputs.mapping, 'utf8');
  } catch (error) {
    const reason = messageOf(error);
    throw new MrvError(
      'mapping-missing',
      `the mapping ${inputs.mapping} cannot be read (${reason})`,
      exitCodes.usage,
      { cause: error },
    );
  }
  const sha256 = createHash('sha256').update(text).digest('hex');
  return {
    mapping: loadMapping(text, inputs.mapping, { environment: inputs.environment }),
    file: { path: inputs.mapping, sha256 },
    text,
  };
}

/** Where evidence comes from when nobody says: the folder `evidence` beside the first workbook, else the workbook's own. */
export async function evidenceFolder(inputs: Pick<Inputs, 'evidence' | 'workbooks'>): Promise<string> {
  if (inputs.evidence !== null) return inputs.evidence;
  const beside = path.dirname(inputs.workbooks[0] ?? '.');
  const own = path.join(beside, 'evidence');
  const found = await stat(own).catch(() => null);
  return found?.isDirectory() === true ? own : beside;
}

async function openAll(paths: readonly string[]): Promise<readonly Workbook[]> {
  const open: Workbook[] = [];
  try {
    for (const file of paths) open.push(await openWorkbook(file));
    return open;
  } catch (error) {
    await Promise.all(open.map((workbook) => workbook.close()));
    throw error;
  }
}

/** read → map → plan, offline: what `validate` does, and what every other command begins with. */
export async function readAndPlan(
  inputs: Inputs,
  loaded: LoadedMapping,
  projectId: string | null,
  gathered: Gathered,
  world: World,
): Promise<void> {
  gathered.mapping = loaded.file;
  world.observe({ type: 'stage', stage: 'read' });
  const workbooks = await openAll(inputs.workbooks);
  try {
    gathered.workbooks = workbooks.map(({ path: file, sha256 }) => ({ path: file, sha256 }));
    world.observe({ type: 'stage', stage: 'map' });
    gathered.evidence = await evidenceFolder(inputs);
    const evidence = await openEvidence(gathered.evidence);
    const mapped: Mapped = await mapWorkbooks(loaded.mapping, workbooks, {
      evidence,
      parameters: inputs.parameters,
      projectId,
    });
    gathered.mapped = mapped;
    world.observe({ type: 'stage', stage: 'plan' });
    gathered.plan = buildPlan(mapped);
  } finally {
    await Promise.all(workbooks.map((workbook) => workbook.close()));
  }
}

/** Whether the data's errors end the run here; they are all told, and nothing is sent. */
export function endsOnErrors(gathered: Gathered, inputs: Inputs): boolean {
  return hasErrors(issuesOf(gathered)) && !inputs.partial;
}

/** An error of the data, as the run's end: exit 3. */
export function invalidWorkbook(gathered: Gathered): MrvError {
  const errors = issuesOf(gathered).filter((issue) => issue.severity === 'error').length;
  return new MrvError(
    'workbook-invalid',
    `the workbook has ${errors} error${errors === 1 ? '' : 's'}; nothing was sent. Correct the cells and run again, or send the rest with --partial`,
    exitCodes.invalidWorkbook,
  );
}
