import { createHash } from 'node:crypto';
import type { EvidenceFolder } from '../../../src/model/evidence.js';
import type { Cell, Merge, Row, SheetInfo, Workbook, SheetReader } from '../../../src/model/workbook.js';

/** A date cell: ISO local date and time. */
export interface MadeDate {
  readonly date: string;
  readonly format?: string;
}
/** Any cell, where the short forms do not do. */
export interface MadeCell {
  readonly cell: Partial<Omit<Cell, 'row' | 'column'>>;
}
export type Made = string | number | boolean | null | MadeDate | MadeCell;

export interface MadeSheet {
  readonly rows: Readonly<Record<number, readonly Made[]>> | readonly (readonly Made[])[];
  readonly merges?: readonly Merge[];
  readonly state?: SheetInfo['state'];
  readonly hiddenRows?: readonly number[];
}

function toCell(made: Made, row: number, column: number): Cell | null {
  const base = { row, column, numberFormat: 'General', formula: null, hidden: false };
  if (made === null) return null;
  if (typeof made === 'string') return { ...base, type: 'text', value: made, stored: made };
  if (typeof made === 'number') return { ...base, type: 'number', value: made, stored: String(made) };
  if (typeof made === 'boolean') return { ...base, type: 'boolean', value: made, stored: made ? '1' : '0' };
  if ('date' in made)
    return {
      ...base,
      type: 'date',
      value: made.date,
      stored: '45000',
      numberFormat: made.format ?? 'dd/mm/yyyy',
    };
  return { ...base, type: 'text', value: null, stored: '', ...made.cell };
}

/** A workbook in memory, as the reader would deliver it. Arrays of rows start in row 1. */
export function madeWorkbook(sheets: Readonly<Record<string, MadeSheet>>, path = 'month.xlsx'): Workbook {
  return {
    path,
    format: 'xlsx',
    sha256: createHash('sha256').update(JSON.stringify(sheets)).digest('hex'),
    date1904: false,
    close: () => Promise.resolve(),
    sheets: Object.entries(sheets).map(([name, sheet]): SheetReader => {
      const rows = async function* (): AsyncGenerator<Row> {
        await Promise.resolve();
        const entries: [number, readonly Made[]][] = Array.isArray(sheet.rows)
          ? sheet.rows.map((cells: readonly Made[], index): [number, readonly Made[]] => [index + 1, cells])
          : Object.entries(sheet.rows).map(([number, cells]): [number, readonly Made[]] => [
              Number(number),
              cells,
            ]);
        for (const [number, cells] of entries) {
          const made = cells.flatMap((cell, index) => toCell(cell, number, index + 1) ?? []);
          const row: Row = { number, hidden: sheet.hiddenRows?.includes(number) ?? false, cells: made };
          if (made.length > 0) yield row;
        }
      };
      return {
        info: { name, state: sheet.state ?? 'visible' },
        merges: () => Promise.resolve(sheet.merges ?? []),
        rows,
        batches: async function* () {
          for await (const row of rows()) yield [row];
        },
      };
    }),
  };
}

/** An evidence folder in memory: a name to its content. */
export function madeEvidence(files: Readonly<Record<string, string>> = {}): EvidenceFolder {
  return {
    folder: 'evidence',
    find: (name) => {
      const content = files[name];
      if (content === undefined) {
        return Promise.resolve({
          ok: false,
          code: 'evidence-missing',
          message: `${name} is not in the evidence folder`,
        });
      }
      const sha256 = createHash('sha256').update(content).digest('hex');
      const document = {
        file_name: name,
        content_type: 'application/pdf',
        content_length: content.length,
        sha256,
        path: name,
      };
      return Promise.resolve({ ok: true, document, warnings: [] });
    },
  };
}
