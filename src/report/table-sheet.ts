import { EventEmitter, once } from 'node:events';
import type exceljs from 'exceljs';
import type { ReportCell, ReportRow, TableSheet } from './report-data.js';
import { fillCell, font, formatOf, grey, ink, linkInk, rule, solid, tones } from './sheet-look.js';

/** The row of a table's titles. */
export const headerRow = 4;
/** Columns from this width on wrap their text. */
const wrapFrom = 44;
const lineHeight = 13;
const mostLines = 12;
/** After so many rows the writing waits until the disk has caught up. */
const rowsAtOnce = 200;
/** So many bytes may wait to be packed. */
const mostWaiting = 1 << 18;

/** Titles of the columns that carry the tone: the whole row would drown the page. */
const tinted = new Set(['Action', 'Outcome', 'Verdict', 'Severity', 'Agrees']);

/**
 * The looks of a table's cells, each made once: the writer knows a look that it has seen before by its identity, and
 * compares all others part by part, which is most of the time that a large report would take.
 */
class Looks {
  readonly #table: TableSheet;
  readonly #made = new Map<string, Partial<exceljs.Style>>();

  constructor(table: TableSheet) {
    this.#table = table;
  }

  of(value: ReportCell, place: number, tone: ReportRow['tone']): Partial<exceljs.Style> {
    const kind = value === null ? 'none' : typeof value;
    const key = `${place} ${kind} ${Number.isInteger(value)} ${tone ?? ''}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = this.#make(value, place, tone);
    this.#made.set(key, made);
    return made;
  }

  #make(value: ReportCell, place: number, tone: ReportRow['tone']): Partial<exceljs.Style> {
    const column = this.#table.columns[place];
    const isNumber = column?.format !== undefined;
    const isLink = typeof value === 'object' && value !== null;
    const isQuiet = tone === 'quiet';
    const isTinted = tone !== undefined && value !== null && tinted.has(column?.title ?? '');
    const numFmt = formatOf(value, column?.format);
    const plain = { color: { argb: isLink ? linkInk : isQuiet ? grey : ink }, underline: isLink };
    const look = isTinted ? { bold: !isQuiet, color: { argb: tones[tone].ink } } : plain;
    return {
      ...(numFmt === null ? {} : { numFmt }),
      font: { name: font, size: 10, ...look },
      alignment: {
        vertical: 'top',
        wrapText: (column?.width ?? 0) >= wrapFrom,
        horizontal: isNumber ? 'right' : 'left',
        indent: isNumber ? 0 : 1,
      },
      border: { bottom: { style: 'hair', color: { argb: rule } } },
      ...(isTinted ? { fill: solid(tones[tone].fill) } : {}),
    };
  }
}

/** Rows are as high as their longest wrapped text asks for, up to a limit: not every program finds it by itself. */
function rowHeight(given: ReportRow, table: TableSheet): number {
  let lines = 1;
  given.cells.forEach((value, place) => {
    const width = table.columns[place]?.width ?? 10;
    if (typeof value === 'string' && width >= wrapFrom)
      lines = Math.max(lines, Math.ceil(value.length / width));
  });
  return lineHeight * Math.min(mostLines, lines) + 2;
}

/** Whatever the sheet's text goes into, and how much of it waits there. */
function outletsOf(sheet: exceljs.Worksheet): readonly EventEmitter[] {
  if (!('stream' in sheet) || typeof sheet.stream !== 'object' || sheet.stream === null) return [];
  const pipes = 'pipes' in sheet.stream ? sheet.stream.pipes : [];
  return Array.isArray(pipes) ? pipes.filter((pipe: unknown) => pipe instanceof EventEmitter) : [];
}

/** Streams of older libraries tell how much waits in them in their state alone. */
function waitingIn(outlet: EventEmitter): number {
  if ('writableLength' in outlet && typeof outlet.writableLength === 'number') return outlet.writableLength;
  const state = '_writableState' in outlet ? outlet._writableState : null;
  const isTold = typeof state === 'object' && state !== null && 'length' in state;
  return isTold && typeof state.length === 'number' ? state.length : 0;
}

/**
 * Waits until what was written is packed, but for a little: the writer itself never says that it is ahead of the disk,
 * and would hold the whole sheet. `failed` rejects where the disk fails.
 */
async function catchUp(sheet: exceljs.Worksheet, failed: Promise<never>): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  for (const outlet of outletsOf(sheet))
    if (waitingIn(outlet) > mostWaiting) await Promise.race([once(outlet, 'drain'), failed]);
}

/** The writer keeps every formula that it wrote, for others that share it; ours share none. */
function forgetFormulas(sheet: exceljs.Worksheet): void {
  Object.assign(sheet, { _formulae: {} });
}

/** Writes the rows of a table below its header, and gives the number of the last one. */
export async function writeRows(
  sheet: exceljs.Worksheet,
  table: TableSheet,
  failed: Promise<never>,
): Promise<number> {
  const looks = new Looks(table);
  let last = headerRow;
  for (const given of table.rows) {
    last += 1;
    const row = sheet.getRow(last);
    given.cells.forEach((value, place) => {
      const cell = row.getCell(place + 1);
      fillCell(cell, value);
      cell.style = looks.of(value, place, given.tone);
    });
    row.height = rowHeight(given, table);
    row.commit();
    if (last % rowsAtOnce !== 0) continue;
    forgetFormulas(sheet);
    await catchUp(sheet, failed);
  }
  return last;
}
