import type exceljs from 'exceljs';
import type { ReportCell, Tone } from './report-data.js';

export const ink = 'FF1F2A37';
export const grey = 'FF6B7280';
export const rule = 'FFD5DAE1';
export const head = 'FF24425C';

/** Fill and ink of a tone: light enough to print, far enough apart to tell in grey. */
export const tones: Readonly<Record<Tone, { readonly fill: string; readonly ink: string }>> = {
  good: { fill: 'FFE8F3EA', ink: 'FF1E5631' },
  changed: { fill: 'FFE5EEF8', ink: 'FF1F4E79' },
  warning: { fill: 'FFFFF1CC', ink: 'FF7A5200' },
  bad: { fill: 'FFF9DAD7', ink: 'FF8E1B13' },
  quiet: { fill: 'FFFFFFFF', ink: grey },
};

export const linkInk = 'FF1F5FA8';
export const font = 'Calibri';

export function solid(colour: string): exceljs.Fill {
  return { type: 'pattern', pattern: 'solid', fgColor: { argb: colour } };
}

/** A link as a formula: Excel has no limit on these, and the streaming writer puts them in their right place. */
function linkFormula(text: string, link: string): exceljs.CellFormulaValue {
  const quote = (part: string) => `"${part.replaceAll('"', '""')}"`;
  return {
    formula: `HYPERLINK(${quote(link.slice(0, 250))},${quote(text.slice(0, 250))})`,
    result: text,
    date1904: false,
  };
}

/** Control characters cannot be in a sheet, and Excel takes 32,767 characters a cell. */
export function cellText(text: string): string {
  return text.replaceAll(/(?![\t\n])\p{Cc}/gu, ' ').slice(0, 32_000);
}

/**
 * The number format of a cell; a whole number has no decimals, since Excel would show their point. Text is marked as text, so that it
 * stays text when somebody opens and leaves the cell.
 */
export function formatOf(value: ReportCell, format: string | undefined): string | null {
  if (typeof value === 'number')
    return Number.isInteger(value) ? (format ?? 'General').replace(/\.#+$/, '') : (format ?? 'General');
  return typeof value === 'string' ? '@' : null;
}

export function fillCell(cell: exceljs.Cell, value: ReportCell): void {
  if (value === null) return;
  if (typeof value === 'number') cell.value = value;
  else if (typeof value === 'string') cell.value = cellText(value);
  else cell.value = linkFormula(value.text, value.link);
}
