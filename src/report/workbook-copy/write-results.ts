import { cellAddress } from '../../model/workbook.js';
import { areaAddress, areaOf, lastColumn, type Area } from './cell-places.js';
import { NotCopied } from './refused.js';
import {
  mergedAreas,
  outlineOf,
  rowsOf,
  type SheetCell,
  type SheetOutline,
  type SheetRow,
} from './sheet-outline.js';
import { resultHeaders, resultTexts, type SheetResults } from './sheet-results.js';
import type { Styles } from './styles.js';
import { attribute, attributesOf, childrenOf, escaped, Splices, withAttribute } from './xml.js';

/** Excel's own limit is 32,767 characters a cell. */
const longestText = 32_000;
const widths = [14, 34, 30, 70] as const;

/** A cell to be put into a row; one that stands there already is replaced or given another format. */
interface NewCell {
  readonly column: number;
  /** The whole element, where the sheet has no cell there. */
  readonly element: string;
  /** The format for a cell that is there and keeps its content; null: it is replaced by `element`. */
  readonly format: ((before: number) => number) | null;
}

/** The first of the four new columns: behind everything that is used, drawings included. */
function firstFreeColumn(text: string, outline: SheetOutline, results: SheetResults, drawn: number): number {
  let used = drawn;
  for (const row of rowsOf(text, outline)) {
    for (const cell of row.cells) if (cell.filled && cell.column > used) used = cell.column;
  }
  const rows = [...results.rows.keys(), ...results.headerRows];
  const hits = (area: Area): boolean => rows.some((row) => row >= area.firstRow && row <= area.lastRow);
  for (const { area } of mergedAreas(text, outline))
    if (area.lastColumn > used && hits(area)) used = area.lastColumn;
  for (const note of results.notes) used = Math.max(used, note.column);
  if (used + resultHeaders.length > lastColumn)
    throw new NotCopied(
      'a sheet of it is used up to its last columns, so that there is no room for the results',
    );
  return used + 1;
}

export interface WrittenSheet {
  readonly text: string;
  /** The first of the new columns. */
  readonly column: number;
}

/** The sheet's text with results and colours in; nothing else of it is changed. */
export function writeResults(
  text: string,
  results: SheetResults,
  styles: Styles,
  drawn: number,
): WrittenSheet {
  const outline = outlineOf(text);
  const first = firstFreeColumn(text, outline, results, drawn);
  const wanted = wantedCells(results, styles, first, outline.root.prefix);
  const splices = new Splices();
  const waiting = [...wanted.keys()].sort((a, b) => a - b);
  let next = 0;
  let lastRow = 0;
  const missing = (before: number): string => {
    let rows = '';
    for (; next < waiting.length && (waiting[next] ?? before) < before; next += 1)
      rows += newRow(waiting[next] ?? 0, wanted, outline.root.prefix);
    return rows;
  };
  for (const row of rowsOf(text, outline)) {
    splices.insert(row.open.start, missing(row.number));
    lastRow = row.number;
    if (waiting[next] !== row.number) continue;
    next += 1;
    putCells(text, row, wanted.get(row.number) ?? [], splices);
  }
  endRows(text, outline, missing(Number.POSITIVE_INFINITY), splices);
  widen(text, outline, first, splices);
  stretch(text, outline, first, Math.max(lastRow, waiting.at(-1) ?? 0), splices);
  return { text: splices.apply(text), column: first };
}

function wantedCells(
  results: SheetResults,
  styles: Styles,
  first: number,
  prefix: string,
): ReadonlyMap<number, readonly NewCell[]> {
  const wanted = new Map<number, NewCell[]>();
  const add = (row: number, cell: NewCell): void => {
    const cells = wanted.get(row);
    if (cells === undefined) wanted.set(row, [cell]);
    else cells.push(cell);
  };
  for (const note of results.notes) {
    const bare = `<${prefix}c r="${cellAddress(note.row, note.column)}" s="${styles.filled(0, note.tone)}"/>`;
    add(note.row, {
      column: note.column,
      element: bare,
      format: (before) => styles.filled(before, note.tone),
    });
  }
  const addTexts = (row: number, texts: readonly string[], format: number): void => {
    texts.forEach((each, index) => {
      add(row, {
        column: first + index,
        element: textCell(prefix, row, first + index, each, format),
        format: null,
      });
    });
  };
  for (const row of results.headerRows) addTexts(row, resultHeaders, styles.ofText('header'));
  for (const result of results.rows.values())
    if (!results.headerRows.has(result.row))
      addTexts(result.row, resultTexts(result), styles.ofText(result.tone));
  for (const cells of wanted.values()) cells.sort((a, b) => a.column - b.column);
  return wanted;
}

function textCell(p: string, row: number, column: number, text: string, format: number): string {
  const address = cellAddress(row, column);
  if (text === '') return `<${p}c r="${address}" s="${format}"/>`;
  const cut = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  // `_x0041_` in a cell is Excel's writing for a character: an underscore before such digits is written so itself.
  const plain = cut.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return `<${p}c r="${address}" s="${format}" t="inlineStr"><${p}is><${p}t xml:space="preserve">${escaped(plain)}</${p}t></${p}is></${p}c>`;
}

function newRow(number: number, wanted: ReadonlyMap<number, readonly NewCell[]>, p: string): string {
  const cells = (wanted.get(number) ?? []).map((cell) => cell.element).join('');
  return `<${p}row r="${number}">${cells}</${p}row>`;
}

function putCells(text: string, row: SheetRow, cells: readonly NewCell[], splices: Splices): void {
  const open = widerSpans(text, row, cells.at(-1)?.column ?? 0);
  if (row.open.kind === 'empty') {
    const { prefix } = row.open;
    const content = cells.map((cell) => cell.element).join('');
    splices.replace(row.open.start, row.open.end, `${open.replace(/\s*\/>$/, '>')}${content}</${prefix}row>`);
    return;
  }
  splices.replace(row.open.start, row.open.end, open);
  const present = new Map<number, SheetCell>(row.cells.map((cell) => [cell.column, cell]));
  for (const cell of cells) {
    const before = present.get(cell.column);
    if (before === undefined) {
      const behind = row.cells.find((each) => each.column > cell.column);
      splices.insert(behind === undefined ? row.contentEnd : behind.open.start, cell.element);
    } else if (cell.format === null) splices.replace(before.open.start, before.end, cell.element);
    else {
      const format = cell.format(Number(attribute(before.open, 's') ?? '0'));
      splices.replace(before.open.start, before.open.end, withAttribute(text, before.open, 's', `${format}`));
    }
  }
}

/** `spans` tells readers how far the row goes. */
function widerSpans(text: string, row: SheetRow, last: number): string {
  const spans = /^(\d+):(\d+)$/.exec(attribute(row.open, 'spans') ?? '');
  if (spans === null || Number(spans[2]) >= last) return text.slice(row.open.start, row.open.end);
  return withAttribute(text, row.open, 'spans', `${spans[1] ?? '1'}:${last}`);
}

function endRows(text: string, outline: SheetOutline, rows: string, splices: Splices): void {
  if (rows === '') return;
  const { open, close } = outline.data;
  if (open.kind === 'open') {
    splices.insert(close.start, rows);
    return;
  }
  const begin = text.slice(open.start, open.end).replace(/\s*\/>$/, '>');
  splices.replace(open.start, open.end, `${begin}${rows}</${open.prefix}sheetData>`);
}

/** Gives the new columns their widths; a range of columns that reaches over them is divided. */
function widen(text: string, outline: SheetOutline, first: number, splices: Splices): void {
  const last = first + widths.length - 1;
  const p = outline.root.prefix;
  const own = widths
    .map(
      (width, index) =>
        `<${p}col min="${first + index}" max="${first + index}" width="${width}" customWidth="1"/>`,
    )
    .join('');
  const { columns } = outline;
  if (columns === null) {
    splices.insert(outline.data.open.start, `<${p}cols>${own}</${p}cols>`);
    return;
  }
  let isPut = false;
  for (const { open, close } of childrenOf(text, columns.open)) {
    const [min, max] = [Number(attribute(open, 'min')), Number(attribute(open, 'max'))];
    if (max < first) continue;
    const before = min < first ? piece(text.slice(open.start, close.end), min, first - 1) : '';
    const behind = max > last ? piece(text.slice(open.start, close.end), Math.max(min, last + 1), max) : '';
    splices.replace(open.start, close.end, before + (isPut ? '' : own) + behind);
    isPut = true;
  }
  if (isPut) return;
  if (columns.open.kind === 'open') splices.insert(columns.close.start, own);
  else splices.replace(columns.open.start, columns.open.end, `<${p}cols>${own}</${p}cols>`);
}

function piece(element: string, min: number, max: number): string {
  return element
    .replace(/\smin\s*=\s*["']\d+["']/, ` min="${min}"`)
    .replace(/\smax\s*=\s*["']\d+["']/, ` max="${max}"`);
}

function stretch(
  text: string,
  outline: SheetOutline,
  first: number,
  lastRow: number,
  splices: Splices,
): void {
  const { dimension } = outline;
  if (dimension === null) return;
  const area = areaOf(attributesOf(dimension).get('ref') ?? '');
  if (area === null) return;
  const wider = areaAddress({
    ...area,
    lastColumn: Math.max(area.lastColumn, first + widths.length - 1),
    lastRow: Math.max(area.lastRow, lastRow),
  });
  splices.replace(dimension.start, dimension.end, withAttribute(text, dimension, 'ref', wider));
}
