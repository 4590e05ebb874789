import type { Cell, Row } from '../../model/workbook.js';
import { cellText } from '../cells/cell-text.js';
import type { RowRule } from './compiled-table.js';
import type { Layout } from './layout.js';
import type { MergedCells } from './merges.js';

const totalWords = /^(?:(?:sub|grand)[ -]?)?(?:total|totals|sum|summe|gesamt|suma|somme|jumlah)\s*:?$/i;

/** Whether a cell shows anything. A formula without a result shows nothing. */
export function isFilled(cell: Cell | undefined): boolean {
  if (cell === undefined || cell.value === null) return false;
  return typeof cell.value !== 'string' || cellText(cell) !== '';
}

/** The first cell of a row that shows anything. */
export function firstFilled(row: Row): Cell | undefined {
  return row.cells.find(isFilled);
}

/**
 * Whether a rule of `until` or `skip` fits a row. Every part that is given must fit. A cell that is merged over rows
 * stands in each of them.
 */
export function ruleFits(rule: RowRule, row: Row, layout: Layout, merged: MergedCells): boolean {
  const { firstCell, anyCell, column, filledAtMost } = rule;
  if (firstCell === null && anyCell === null && column === null && filledAtMost === null) return false;
  if (firstCell !== null && !firstCell(cellText(firstFilled(row)))) return false;
  if (anyCell !== null && !row.cells.some((cell) => isFilled(cell) && anyCell(cellText(cell)))) return false;
  if (filledAtMost !== null && row.cells.filter(isFilled).length > filledAtMost) return false;
  if (column === null) return true;
  const position = layout.columns.get(column.key)?.positions[0];
  if (position === undefined) return column.is('');
  const own = row.cells.find((cell) => cell.column === position);
  return column.is(cellText(merged.pick(row.number, position, own).cell));
}

/** Whether the first text of a row is nothing but a word for a total. */
export function looksLikeTotal(first: Cell | undefined): boolean {
  return first?.type === 'text' && totalWords.test(cellText(first));
}
