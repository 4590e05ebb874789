import type { Cell } from '../../model/workbook.js';
import { tidy } from '../normal-text.js';

/** What a cell shows, as text: digits as stored, dates as ISO 8601; '' for a blank one. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined || cell.value === null) return '';
  switch (cell.type) {
    case 'text':
    case 'error':
      return tidy(String(cell.value));
    case 'number':
      return numberText(cell);
    case 'boolean':
      return cell.value === true ? 'TRUE' : 'FALSE';
    case 'date': {
      const iso = String(cell.value);
      return iso.endsWith('T00:00:00') ? iso.slice(0, 10) : iso;
    }
    case 'empty-formula':
      return '';
  }
}

/** 4711 as `4711`; a number with a long binary tail as its shortest form. */
function numberText(cell: Cell): string {
  const value = cell.value;
  if (typeof value !== 'number' || (Number.isInteger(value) && Math.abs(value) >= Number.MAX_SAFE_INTEGER))
    return tidy(cell.stored);
  const text = String(value);
  return text.includes('e') ? tidy(cell.stored) : text;
}

/** Whether a number format shows the value times 100 with a percent sign. */
export function isPercentFormat(format: string): boolean {
  return format.includes('%') && format.replace(/"[^"]*"|\\./g, '').includes('%');
}
