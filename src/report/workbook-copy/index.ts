import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../model/errors.js';
import type { InputFile, Mapped } from '../../model/mapped.js';
import { csvCopy, type CsvShape } from './csv-copy.js';
import { editWorkbook, type CopyKind } from './edit-workbook.js';

import { NotCopied } from './refused.js';
import { sheetResults } from './results.js';
import type { CopyData } from './row-results.js';
import type { SheetResults } from './sheet-results.js';
import { openArchive } from './zip.js';

/** How a workbook is written, as its reader established it. */
export type WorkbookFormat = { readonly format: 'xlsx' } | ({ readonly format: 'csv' } & CsvShape);

export interface CopyInput extends CopyData {
  /** The run's folder. */
  readonly folder: string;
  readonly formatOf: (file: string) => Promise<WorkbookFormat>;
}

/** What was written beside the report, and what was not. */
export interface ResultCopies {
  readonly files: readonly string[];
  /** Workbooks without a copy, with the reason in words. */
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
  /** What a reader of a copy must know. */
  readonly remarks: readonly { readonly file: string; readonly remark: string }[];
}

type Sheets = ReadonlyMap<string, SheetResults>;

const suffixes: Readonly<Record<CopyKind, string>> = {
  results: 'with results',
  corrections: 'rows to correct',
};

/**
 * Writes a copy of each workbook with its results, and one of the rows to correct where there are such. A workbook
 * that cannot be edited safely, or cannot be read any more, has none, and the reason is told.
 */
export async function writeResultCopies(input: CopyInput): Promise<ResultCopies> {
  const files: string[] = [];
  const refused: { file: string; reason: string }[] = [];
  const remarks: { file: string; remark: string }[] = [];
  const results = sheetResults(input);
  for (const workbook of input.mapped?.workbooks ?? []) {
    const file = workbook.path;
    const sheets: Sheets = results.get(file) ?? new Map<string, SheetResults>();
    for (const kind of kindsOf(sheets)) {
      try {
        const copy = await copyOf(input, workbook, sheets, kind);
        files.push(await write(input.folder, file, kind, copy.bytes, files));
        for (const remark of copy.remarks) remarks.push({ file, remark });
      } catch (error) {
        const reason = messageOf(error);
        refused.push({ file, reason: `no copy ${suffixes[kind]}: ${reason}` });
      }
    }
  }
  return { files, refused, remarks };
}

function kindsOf(sheets: Sheets): readonly CopyKind[] {
  const isWrong = [...sheets.values()].some((sheet) =>
    [...sheet.rows.values()].some((row) => row.inCorrections === 'correct'),
  );
  return isWrong ? ['results', 'corrections'] : ['results'];
}

interface Copy {
  readonly bytes: Buffer;
  readonly remarks: readonly string[];
}

async function copyOf(
  input: CopyInput,
  { path: file, sha256 }: InputFile,
  sheets: Sheets,
  kind: CopyKind,
): Promise<Copy> {
  const bytes = await readFile(file);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new NotCopied(
      'the file was changed while the run went on, so that results might stand in wrong rows',
    );
  const format = await input.formatOf(file);
  const caution = kind === 'corrections' ? cautionOf(input.mapped) : null;
  const cautions = caution === null ? [] : [caution];
  switch (format.format) {
    case 'xlsx': {
      const archive = await openArchive(bytes);
      const edited = editWorkbook(archive, concerned(sheets, kind), kind, caution);
      return { bytes: archive.with(edited.changed), remarks: [...edited.remarks, ...cautions] };
    }
    case 'csv': {
      const [results] = sheets.values();
      if (results === undefined) return { bytes, remarks: [] };
      return { bytes: csvCopy(bytes, format, results, kind), remarks: cautions };
    }
  }
}

/** In the rows to correct, sheets without such a row stay whole: other rows may look things up in them. */
function concerned(sheets: Sheets, kind: CopyKind): Sheets {
  if (kind === 'results') return sheets;
  return new Map(
    [...sheets].filter(([, sheet]) =>
      [...sheet.rows.values()].some((row) => row.inCorrections === 'correct'),
    ),
  );
}

/** Records of several rows would be made of the corrected rows alone: whoever runs these must know. */
function cautionOf(mapped: Mapped | null): string | null {
  const rows = new Map<string, number>();
  for (const row of [...(mapped?.mappedRows ?? []), ...(mapped?.rowsWithErrors ?? [])])
    for (const reference of row.references) rows.set(reference, (rows.get(reference) ?? 0) + 1);
  // A document is the same record however many rows cite it.
  const shared = (mapped?.records ?? [])
    .filter((record) => !Object.values(record.fields).some((field) => field.type === 'document'))
    .map((record) => record.reference)
    .filter((reference) => rows.get(reference) !== 1);
  if (shared.length === 0) return null;
  const more = shared.length > 3 ? ` and ${shared.length - 3} more` : '';
  return `These are the rows to correct alone. Records that are made of several rows (${shared.slice(0, 3).join(', ')}${more}) would be made of these rows only if this file were run by itself: look at the plan first (--dry-run), or put the corrected rows back into the whole workbook and run that.`;
}

async function write(
  folder: string,
  file: string,
  kind: CopyKind,
  bytes: Buffer,
  taken: readonly string[],
): Promise<string> {
  const { name, ext } = path.parse(file);
  let target = path.join(folder, `${name} ${suffixes[kind]}${ext}`);
  for (let number = 2; taken.includes(target); number += 1)
    target = path.join(folder, `${name} ${suffixes[kind]} (${number})${ext}`);
  await writeFile(`${target}.draft`, bytes);
  await rename(`${target}.draft`, target);
  return target;
}
