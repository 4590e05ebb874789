import { createReadStream } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { exitCodes, messageOf, MrvError } from '../../model/errors.js';
import {
  readMe,
  repack,
  reportData,
  reportPage,
  summaryOfChanges,
  writeReportWorkbook,
  ZipWriter,
  type LeftOut,
  type WrittenPart,
} from '../../report/index.js';
import { reportInput } from '../leave-behind.js';
import type { RebuiltRun } from '../rebuild.js';
import { findInputs, type Copied, type PackInputs } from './inputs.js';

/** What came of packing. */
export interface Packed {
  readonly file: string;
  readonly parts: readonly WrittenPart[];
  /** What the run stands on and is not in the pack. */
  readonly leftOut: readonly LeftOut[];
}

/** The files that the run itself left, as they are. */
const ofRun = [
  ['run/plan.json', 'what was decided, sealed by its hash'],
  ['run/journal.jsonl', 'what was sent, line by line, and what came of it'],
  ['run/summary.json', 'the counts of the run'],
  ['run/reconciliation.json', 'what was read back'],
] as const;

function* encoded(pieces: Iterable<string>): Generator<Uint8Array, void, undefined> {
  for (const piece of pieces) yield Buffer.from(piece);
}

async function refuseExisting(file: string): Promise<void> {
  if ((await stat(file).catch(() => null)) !== null)
    throw new MrvError(
      'file-exists',
      `${file} is there already, and a pack that somebody may have is never replaced: name another file, or take it away`,
      exitCodes.usage,
    );
}

/** The moment that stands in the pack's report: when the run ended, or else when it began, by its id. */
function momentOf({ endedAt, files }: RebuiltRun): string {
  if (endedAt !== null) return endedAt;
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)/.exec(files.runId) ?? [];
  return day === undefined ? '1980-01-01T00:00:00.000Z' : `${day}T${hour}:${minute}:${second}.000Z`;
}

function contentsOf(
  own: readonly string[],
  copied: readonly Copied[],
): readonly (readonly [string, string])[] {
  const count = (folder: string) => copied.filter(({ name }) => name.startsWith(folder)).length;
  const folders = [
    ['workbooks/', 'the workbooks as the run read them'],
    ['results/', 'copies of the workbooks with the result of each row'],
    ['evidence/', 'the documents that the registry was given'],
  ] as const;
  return [
    ['README.txt', 'this text'],
    ['report.xlsx', 'the reconciliation report, sheet by sheet'],
    ['report.html', 'the same as a page for a browser; it needs no network'],
    ['summary-of-changes.txt', "what changed, for the statement's summary of changes"],
    ...ofRun.filter(([name]) => own.includes(name)),
    ...(copied.some(({ name }) => name === 'mapping.yaml')
      ? [['mapping.yaml', 'what the rows mean, as it was used'] as const]
      : []),
    ...folders
      .filter(([folder]) => count(folder) > 0)
      .map(([folder, what]) => [`${folder} (${count(folder)})`, what] as const),
    ['SHA256SUMS', 'the SHA-256 of every other file'],
  ];
}

async function ownFiles(run: RebuiltRun): Promise<readonly Copied[]> {
  const places = [run.files.plan, run.files.journal, run.files.summary, run.files.reconciliation];
  const found = await Promise.all(places.map((file) => stat(file).catch(() => null)));
  return ofRun.flatMap(([name], place) => {
    const from = places[place];
    return from === undefined || found[place]?.isFile() !== true ? [] : [{ name, from, sha256: null }];
  });
}

/** Writes the parts in their order: what is read first stands first. */
async function writeParts(
  run: RebuiltRun,
  inputs: PackInputs,
  zip: ZipWriter,
): Promise<readonly WrittenPart[]> {
  const parts: WrittenPart[] = [];
  const add = async (name: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) => {
    const part = await zip.add(`${run.files.runId}/${name}`, content);
    parts.push({ ...part, name });
  };
  const own = await ownFiles(run);
  const report = reportInput(run.gathered, run.summary, momentOf(run), inputs.addressOf);
  const text = readMe({
    report,
    endedAt: run.endedAt,
    contents: contentsOf(
      own.map(({ name }) => name),
      inputs.copied,
    ),
    leftOut: inputs.leftOut,
    unknown: run.missing,
  });
  await add('README.txt', encoded([text]));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mrv-ingest-pack-'));
  try {
    const workbook = path.join(folder, 'report.xlsx');
    const again = path.join(folder, 'again.xlsx');
    await writeReportWorkbook(reportData(report), workbook);
    await repack(workbook, again);
    await add('report.xlsx', createReadStream(again));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await add('report.html', encoded(reportPage(report)));
  await add('summary-of-changes.txt', encoded([summaryOfChanges(report)]));
  for (const { name, from, sha256 } of [...own, ...inputs.copied]) {
    await add(name, createReadStream(from));
    if (sha256 !== null && parts.at(-1)?.sha256 !== sha256)
      throw new MrvError(
        'pack-changed',
        `${from} changed while it was packed: pack again`,
        exitCodes.refused,
      );
  }
  await add('SHA256SUMS', encoded(parts.map(({ name, sha256 }) => `${sha256}  ${name}\n`)));
  return parts;
}

function unwritable(file: string, error: unknown): MrvError {
  if (error instanceof MrvError) return error;
  const reason = messageOf(error);
  return new MrvError(
    'out',
    `the pack ${file} cannot be written (${reason}): nothing was left there. Make room, or name another place`,
    exitCodes.usage,
    { cause: error },
  );
}

/**
 * Packs a run for its verifier: its report, its files, its inputs, what changed, and how to check all that. The same
 * run, packed from the same inputs, gives the same bytes. `evidence`: another folder than the run's, or null.
 * @throws a usage error where `file` is there already.
 */
export async function writePack(run: RebuiltRun, file: string, evidence: string | null): Promise<Packed> {
  await refuseExisting(file);
  const draft = `${file}.draft`;
  try {
    await rm(draft, { force: true });
    const inputs = await findInputs(run, evidence);
    const zip = await ZipWriter.create(draft);
    try {
      const parts = await writeParts(run, inputs, zip);
      await zip.end();
      await refuseExisting(file);
      await rename(draft, file);
      return { file, parts, leftOut: inputs.leftOut };
    } catch (error) {
      await zip.abandon();
      await rm(draft, { force: true });
      throw error;
    }
  } catch (error) {
    throw unwritable(file, error);
  }
}
