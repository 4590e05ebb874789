import { exitCodes } from '../../model/errors.js';
import { describeOrigin, type Origin } from '../../model/origin.js';
import type { Mapped } from '../../model/mapped.js';
import { explainCell, explainReference, mapOffline, openWorkbook, resolveRange } from '../../run/index.js';
import { readVariables, usageError } from '../environment.js';
import { readPairs } from '../pairs.js';
import type { Terminal } from '../terminal.js';

function places(origins: readonly Origin[]): string {
  const shown = origins.slice(0, 12).map(describeOrigin).join(', ');
  return origins.length > 12 ? `${shown} and ${origins.length - 12} more` : shown;
}

function cellLines(mapped: Mapped, file: string, cell: string): readonly string[] {
  const found = explainCell(mapped, file, cell);
  if (found === null)
    throw usageError('cell-unknown', `"${cell}" is no cell: write it with its sheet, as 'Deliveries!F17'`);
  const records = found.records.map(
    ({ kind, reference, definition, fields }) =>
      `${kind.replaceAll('_', ' ')} ${reference} (${definition}): ${fields.join(', ') || 'the record itself'}`,
  );
  return [
    `${cell} of ${file}`,
    ...(found.tables.length === 0
      ? ['lies in no table of the mapping']
      : [`lies in ${found.tables.join(', ')}`]),
    ...(found.skipped === null ? [] : [`its row is left out: ${found.skipped}`]),
    ...(records.length === 0 ? ['became part of no record'] : records.map((record) => `→ ${record}`)),
    ...found.issues.map((issue) => `${issue.severity}: ${issue.message}`),
  ];
}

function referenceLines(mapped: Mapped, reference: string): readonly string[] {
  const found = explainReference(mapped, reference);
  if (found === null) throw usageError('reference-unknown', `the workbook makes no record "${reference}"`);
  return [
    `${found.kind.replaceAll('_', ' ')} ${found.reference} (${found.definition})`,
    `made of ${places(found.rows)}`,
    ...found.fields.map(
      ({ name, value, origins }) => `${name}: ${JSON.stringify(value.value)}  ← ${places(origins)}`,
    ),
    ...found.evidence.map((file) => `evidence: ${file}`),
    ...found.issues.map((issue) => `${issue.severity}: ${issue.message}`),
  ];
}

export interface ExplainArguments {
  readonly workbook: string;
  readonly cell: string | undefined;
  readonly reference: string | undefined;
  readonly mapping: string;
  readonly evidence: string | undefined;
  readonly set: readonly string[];
  readonly json: boolean;
}

/**
 * The address of a cell with its sheet's name as the workbook has it. A sheet that is not there would pass for one that
 * became nothing.
 */
async function addressOf(mapped: Mapped, file: string, cell: string): Promise<string> {
  const asked = explainCell(mapped, file, cell);
  if (asked === null) return cell;
  const workbook = await openWorkbook(file);
  try {
    const found = resolveRange(workbook, cell);
    if ('message' in found) throw usageError('cell-unknown', found.message);
    return describeOrigin({ at: 'cell', file, sheet: found.sheet.info.name, cell: asked.cell });
  } finally {
    await workbook.close();
  }
}

/** Says what a cell became, or which cells made a record. */
export async function explain(flags: ExplainArguments, terminal: Terminal): Promise<number> {
  if ((flags.cell === undefined) === (flags.reference === undefined)) {
    throw usageError('explain-what', "name a cell, as 'Deliveries!F17', or a record with --reference");
  }
  const mapped = await mapOffline({
    workbooks: [flags.workbook],
    mapping: flags.mapping,
    evidence: flags.evidence ?? null,
    parameters: readPairs('set', flags.set),
    environment: await readVariables(terminal.folder, terminal.variables),
    partial: true,
  });
  const { workbook, reference } = flags;
  const cell = flags.cell === undefined ? undefined : await addressOf(mapped, workbook, flags.cell);
  const found =
    cell === undefined ? explainReference(mapped, reference ?? '') : explainCell(mapped, workbook, cell);
  const lines =
    cell === undefined ? referenceLines(mapped, reference ?? '') : cellLines(mapped, workbook, cell);
  terminal.out.write(flags.json ? `${JSON.stringify(found)}\n` : `${lines.join('\n')}\n`);
  return exitCodes.done;
}
