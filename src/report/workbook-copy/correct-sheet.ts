import { cellAddress } from '../../model/workbook.js';
import { areaAddress, type Area } from './cell-places.js';
import {
  mergedAreas,
  outlineOf,
  rowsOf,
  type SheetCell,
  type SheetOutline,
  type SheetRow,
} from './sheet-outline.js';
import type { SheetResults } from './sheet-results.js';
import { attribute, childrenOf, decoded, Splices, withAttribute, type Tag } from './xml.js';

/** A merged range that loses rows: what it held stands in the first row that is kept. */
interface Narrowed {
  readonly area: Area;
  /** The first and the last row of it that are kept; null where none is. */
  readonly kept: readonly [first: number, last: number] | null;
}

/** A formula that cells share, as its first cell has it. */
interface Shared {
  readonly text: string;
  readonly column: number;
  readonly row: number;
}

/**
 * A sheet without the rows that need no correction. Rows keep their numbers, so that an address means the same in
 * both files. A formula that looks at another row is replaced by its last result, since that row may be gone; one
 * of its own row alone stays, so that it follows the correction. What a kept row took from a row above it (merged
 * cells, columns that are filled down) is put into it.
 */
export function correctSheet(text: string, results: SheetResults, keptTotals: ReadonlySet<number>): string {
  const outline = outlineOf(text);
  const dropped = new Set<number>();
  for (const result of results.rows.values())
    if (result.inCorrections === 'leave-out' && !keptTotals.has(result.row)) dropped.add(result.row);
  const narrowed = narrowMerges(text, outline, dropped);
  const splices = new Splices();
  const context = { text, splices, shared: new Map<string, Shared>() };
  const moved = new Set(narrowed.map(({ area }) => `${area.firstRow} ${area.firstColumn}`));
  const starting = movedTo(narrowed);
  const masters = new Map<string, SheetCell>();
  const above = new Map<number, { readonly cell: SheetCell; readonly row: number }>();
  for (const row of rowsOf(text, outline)) {
    for (const cell of row.cells) {
      rememberShared(context, cell, row.number);
      const place = `${row.number} ${cell.column}`;
      if (moved.has(place)) masters.set(place, cell);
      if (results.filledDown.includes(cell.column) && cell.filled)
        above.set(cell.column, { cell, row: row.number });
    }
    if (dropped.has(row.number)) {
      splices.replace(row.open.start, row.end, '');
      continue;
    }
    if (keptTotals.has(row.number)) continue;
    const taken = takenFromAbove(row, starting.get(row.number) ?? [], masters, results, above, dropped);
    keepRow(context, row, taken);
  }
  writeMerges(text, outline, narrowed, dropped, splices);
  return splices.apply(text);
}

interface Context {
  readonly text: string;
  readonly splices: Splices;
  readonly shared: Map<string, Shared>;
}

function keyOf(area: Area): string {
  return areaAddress(area);
}

/** Merged ranges that lose rows. */
function narrowMerges(
  text: string,
  outline: SheetOutline,
  dropped: ReadonlySet<number>,
): readonly Narrowed[] {
  return mergedAreas(text, outline).flatMap(({ area }) => {
    if (!anyWithin(dropped, area)) return [];
    let [first, last] = [area.firstRow, area.lastRow];
    while (first <= last && dropped.has(first)) first += 1;
    while (last >= first && dropped.has(last)) last -= 1;
    return [{ area, kept: first > last ? null : ([first, last] as const) }];
  });
}

/** Those that begin at another row now, by that row. */
function movedTo(narrowed: readonly Narrowed[]): ReadonlyMap<number, readonly Narrowed[]> {
  const moved = new Map<number, Narrowed[]>();
  for (const each of narrowed) {
    if (each.kept === null || each.kept[0] === each.area.firstRow) continue;
    const known = moved.get(each.kept[0]);
    if (known === undefined) moved.set(each.kept[0], [each]);
    else known.push(each);
  }
  return moved;
}

/** Looks at the fewer of the two: a range may go down to the last row of the grid. */
function anyWithin(rows: ReadonlySet<number>, area: Area): boolean {
  if (area.lastRow - area.firstRow > rows.size)
    return [...rows].some((row) => row >= area.firstRow && row <= area.lastRow);
  for (let row = area.firstRow; row <= area.lastRow; row += 1) if (rows.has(row)) return true;
  return false;
}

function takenFromAbove(
  row: SheetRow,
  moved: readonly Narrowed[],
  masters: ReadonlyMap<string, SheetCell>,
  results: SheetResults,
  above: ReadonlyMap<number, { readonly cell: SheetCell; readonly row: number }>,
  dropped: ReadonlySet<number>,
): ReadonlyMap<number, SheetCell> {
  const taken = new Map<number, SheetCell>();
  for (const { area } of moved) {
    const master = masters.get(`${area.firstRow} ${area.firstColumn}`);
    if (master !== undefined) taken.set(area.firstColumn, master);
  }
  if (results.rows.get(row.number)?.inCorrections !== 'correct') return taken;
  for (const column of results.filledDown) {
    const own = row.cells.find((cell) => cell.column === column);
    const found = above.get(column);
    if (own?.filled !== true && found !== undefined && dropped.has(found.row) && !taken.has(column))
      taken.set(column, found.cell);
  }
  return taken;
}

function keepRow(context: Context, row: SheetRow, taken: ReadonlyMap<number, SheetCell>): void {
  const { text, splices } = context;
  for (const cell of row.cells) {
    if (taken.has(cell.column)) continue;
    const formula = formulaOf(text, cell);
    if (formula === null) continue;
    const own = ownRowFormula(context, formula, cell, row.number);
    const body = text.slice(cell.open.end, formula.start) + own + text.slice(formula.end, cell.end);
    splices.replace(cell.open.start, cell.end, withAttribute(text, cell.open, 'cm', null) + body);
  }
  let atEnd = '';
  for (const [column, cell] of [...taken].sort(([a], [b]) => a - b)) {
    const element = withoutFormula(text, cell, cellAddress(row.number, column));
    const present = row.cells.find((each) => each.column === column);
    const behind = row.cells.find((each) => each.column > column);
    if (present !== undefined) splices.replace(present.open.start, present.end, element);
    else if (behind !== undefined) splices.insert(behind.open.start, element);
    else atEnd += element;
  }
  // A row without a number of its own counts from the row before it, which may be gone.
  const open = withAttribute(text, row.open, 'r', `${row.number}`);
  if (row.open.kind === 'open' || atEnd === '') {
    splices.replace(row.open.start, row.open.end, open);
    splices.insert(row.contentEnd, atEnd);
  } else
    splices.replace(
      row.open.start,
      row.open.end,
      `${open.replace(/\s*\/>$/, '>')}${atEnd}</${row.open.prefix}row>`,
    );
}

interface Formula {
  readonly open: Tag;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function formulaOf(text: string, cell: SheetCell): Formula | null {
  if (!cell.filled || !text.slice(cell.open.end, cell.end).includes(`<${cell.open.prefix}f`)) return null;
  for (const { open, close } of childrenOf(text, cell.open)) {
    if (open.name !== 'f') continue;
    const inner = open.kind === 'empty' ? '' : text.slice(open.end, close.start);
    return { open, start: open.start, end: close.end, text: decoded(inner) };
  }
  return null;
}

function rememberShared({ text, shared }: Context, cell: SheetCell, row: number): void {
  const formula = formulaOf(text, cell);
  if (formula === null || formula.text === '' || attribute(formula.open, 't') !== 'shared') return;
  shared.set(attribute(formula.open, 'si') ?? '', { text: formula.text, column: cell.column, row });
}

/** The formula's element where it looks at its own row alone, else nothing. */
function ownRowFormula({ text, shared }: Context, formula: Formula, cell: SheetCell, row: number): string {
  const type = attribute(formula.open, 't') ?? 'normal';
  const p = formula.open.prefix;
  if (type === 'normal') return looksAtRow(formula.text, row) ? text.slice(formula.start, formula.end) : '';
  const first = type === 'shared' ? shared.get(attribute(formula.open, 'si') ?? '') : undefined;
  // Across columns a shared formula's references move; down a column those of the own row only change their number.
  if (first === undefined || first.column !== cell.column || !looksAtRow(first.text, first.row)) return '';
  const moved = first.text.replaceAll(relativePlace, (_, letters: string) => `${letters}${row}`);
  const written = Buffer.from(
    moved.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ).toString('latin1');
  return `<${p}f>${written}</${p}f>`;
}

const relativePlace = /(?<![\w.$!])(\$?[A-Z]{1,3})\d{1,7}(?![\w.(!])/g;

/** Whether a formula holds nothing but numbers, operators, functions and cells of that row. */
function looksAtRow(formula: string, row: number): boolean {
  if (/["'![\]{}#@:$]/.test(formula)) return false;
  const rest = formula.replaceAll(relativePlace, (place) =>
    place.endsWith(`${row}`) && /^[A-Z]+/.exec(place)?.[0].length === place.length - `${row}`.length
      ? ''
      : '?',
  );
  if (rest.includes('?')) return false;
  // Names of functions stand before a bracket; any other word is a defined name and may lead anywhere.
  return !/[\p{L}_\\][\p{L}\p{N}_.\\]*(?!\s*\(|[\p{L}\p{N}_.\\])/u.test(
    rest.replaceAll(/\b(?:TRUE|FALSE)\b/g, ''),
  );
}

function withoutFormula(text: string, cell: SheetCell, address: string): string {
  const formula = formulaOf(text, cell);
  const open = withAttribute(text, cell.open, 'r', address);
  const body =
    formula === null
      ? text.slice(cell.open.end, cell.end)
      : text.slice(cell.open.end, formula.start) + text.slice(formula.end, cell.end);
  return open + body;
}

/** Merged ranges over dropped rows go, or begin at the first row that is kept. */
function writeMerges(
  text: string,
  outline: SheetOutline,
  narrowed: readonly Narrowed[],
  dropped: ReadonlySet<number>,
  splices: Splices,
): void {
  const { merges } = outline;
  if (merges === null || dropped.size === 0) return;
  const changed = new Map(narrowed.map(({ area, kept }) => [keyOf(area), kept]));
  const kept: string[] = [];
  for (const { area, tag } of mergedAreas(text, outline)) {
    const rows = changed.get(keyOf(area));
    if (rows === null) continue;
    const [firstRow, lastRow] = rows ?? [area.firstRow, area.lastRow];
    const left = { ...area, firstRow, lastRow };
    if (firstRow !== lastRow || left.firstColumn !== left.lastColumn)
      kept.push(
        withAttribute(text, tag.open, 'ref', areaAddress(left)) + text.slice(tag.open.end, tag.close.end),
      );
  }
  const p = outline.root.prefix;
  const element = `<${p}mergeCells count="${kept.length}">${kept.join('')}</${p}mergeCells>`;
  splices.replace(merges.open.start, merges.close.end, kept.length === 0 ? '' : element);
}
