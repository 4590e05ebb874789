import type { Table, TableColumn, TableValue } from '../model/table.js';

const gap = 2;
/** Narrower than this a text says nothing. */
const least = 16;
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Letters and pictures that take two columns of a terminal. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of segments.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** The text in exactly `width` columns, cut with … where it is longer. */
function fitted(text: string, width: number, right: boolean): string {
  const own = widthOf(text);
  if (own <= width) return right ? ' '.repeat(width - own) + text : text + ' '.repeat(width - own);
  let [cut, used] = ['', 0];
  for (const { segment } of segments.segment(text)) {
    const next = used + (wide.test(segment) ? 2 : 1);
    if (next > width - 1) break;
    cut += segment;
    used = next;
  }
  return `${cut}…${' '.repeat(width - 1 - used)}`;
}

/** Longer numbers are computed ones: more digits say nothing to a reader, and … says that there are more. */
const mostDigits = 12;

/** A figure with its thousands apart; its decimals are cut to what the column's format shows. */
function figure(value: number, format: string): string {
  if (format === 'General' && String(value).length > mostDigits) return `${value.toPrecision(8)}…`;
  const decimals = /\.(0+)$/.exec(format)?.[1]?.length;
  const text = decimals === undefined ? String(value) : value.toFixed(decimals);
  const [whole = '', ...rest] = text.split('.');
  const apart = format.includes(',') ? whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ' ') : whole;
  return [apart, ...rest].join('.');
}

/** What a service said must not move the cursor or colour the screen. */
function cellText(value: TableValue | undefined, column: TableColumn): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return figure(value, column.format ?? 'General');
  return value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
}

/** How wide each column is where all are cut to the same most; whole ones are never cut. */
function cutWidths(
  natural: readonly number[],
  columns: readonly TableColumn[],
  most: number,
): readonly number[] {
  return natural.map((width, place) => (columns[place]?.whole === true ? width : Math.min(width, most)));
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap * Math.max(0, widths.length - 1);
}

/** What a terminal shows of a table. */
export interface Drawn {
  readonly lines: readonly string[];
  /** The titles of the columns that have no room. */
  readonly leftOut: readonly string[];
}

/**
 * Draws a table in `width` columns: long texts are cut with …, and where even that is not enough the last columns
 * are left out.
 */
export function drawTable(table: Table, width: number): Drawn {
  const texts = table.rows.map((row) => table.columns.map((column, place) => cellText(row[place], column)));
  const all = table.columns.map((column, place) =>
    Math.max(widthOf(column.title), ...texts.map((row) => widthOf(row[place] ?? ''))),
  );
  let shown = table.columns.length;
  const natural = () => all.slice(0, shown);
  while (shown > 1 && total(cutWidths(natural(), table.columns, least)) > width) shown -= 1;
  const columns = table.columns.slice(0, shown);
  let most = Math.max(least, ...natural());
  while (most > least && total(cutWidths(natural(), columns, most)) > width) most -= 1;
  // What is left over goes to the columns that are still cut, from the left.
  const widths = [...cutWidths(natural(), columns, most)];
  for (const [place, own] of natural().entries()) {
    const now = widths[place] ?? 0;
    widths[place] = now + Math.max(0, Math.min(own - now, width - total(widths)));
  }
  if (shown === 1) widths[0] = Math.min(widths[0] ?? 0, width);
  const line = (cells: readonly string[]) =>
    columns
      .map((column, place) => fitted(cells[place] ?? '', widths[place] ?? 0, column.format !== undefined))
      .join(' '.repeat(gap))
      .trimEnd();
  return {
    lines: [
      line(columns.map(({ title }) => title)),
      widths.map((own) => '─'.repeat(own)).join(' '.repeat(gap)),
      ...texts.map(line),
    ],
    leftOut: table.columns.slice(shown).map(({ title }) => title),
  };
}

/** A table's parts, each under its heading; a table that is not parted is one, under its own title. */
export function partsOf(table: Table): readonly Table[] {
  const place = table.columns.findIndex(({ title }) => title === table.partedBy);
  if (place < 0) return [table];
  const without = <T>(list: readonly T[]) => list.toSpliced(place, 1);
  const titles = [...new Set(table.rows.map((row) => String(row[place] ?? '')))];
  return titles.map((title) => ({
    ...table,
    title,
    columns: without(table.columns),
    rows: table.rows.filter((row) => String(row[place] ?? '') === title).map(without),
  }));
}
