import type { Row } from '../../model/workbook.js';
import { cellText } from '../cells/cell-text.js';
import type { RowRule } from './compiled-table.js';
import type { Layout } from './layout.js';

const totalWords = /^(?:(?:sub|grand)[ -]?)?(?:total|totals|sum|summe|gesamt|suma|somme|jumlah)\s*:?$/i;

/** The texts of a row that are not blank, from the left. */
export function filledTexts(row: Row): readonly string[] {
  return row.cells.map((cell) => cellText(cell)).filter((text) => text !== '');
}

/** Whether a rule of `until` or `skip` fits a row. Every part that is given must fit. */
export function ruleFits(rule: RowRule, row: Row, texts: readonly string[], layout: Layout): boolean {
  const [first] = texts;
  if (rule.firstCell === null && rule.anyCell === null && rule.column === null && rule.filledAtMost === null)
    return false;
  if (rule.firstCell !== null && (first === undefined || !rule.firstCell(first))) return false;
  if (rule.anyCell !== null && !texts.some(rule.anyCell)) return false;
  if (rule.filledAtMost !== null && texts.length > rule.filledAtMost) return false;
  if (rule.column === null) return true;
  const position = layout.columns.get(rule.column.key)?.positions[0];
  const cell =
    position === undefined ? undefined : row.cells.find((candidate) => candidate.column === position);
  return rule.column.is(cellText(cell));
}

/** Whether the first text of a row is nothing but a word for a total. */
export function looksLikeTotal(texts: readonly string[]): boolean {
  const [first] = texts;
  return first !== undefined && totalWords.test(first);
}
