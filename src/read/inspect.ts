import { cellAddress } from '../model/workbook.js';
import type { Cell, SheetReader, Workbook } from '../model/workbook.js';
import { contains, parseSheetRange } from './a1.js';

/** A cell as `inspect --cells --json` shows it: `contract.md`, "Two more JSON forms". */
export interface InspectedCell {
  readonly sheet: string;
  readonly cell: string;
  readonly type: Cell['type'];
  readonly value: Cell['value'];
  readonly number_format: string;
  readonly formula: string | null;
  readonly hidden: boolean;
}

/** What is asked for is not in the workbook: a sheet that it has not, or a range that is none. */
export interface UnknownRange {
  readonly range: string;
  /** One line that says what the workbook has instead. */
  readonly message: string;
}

/** Finds the sheet and the cells that a range names, or says why there are none. */
export function resolveRange(
  workbook: Workbook,
  range: string,
): { readonly sheet: SheetReader; readonly contains: (cell: Cell) => boolean } | UnknownRange {
  const names = workbook.sheets.map((sheet) => sheet.info.name);
  const parsed = parseSheetRange(range, names);
  if (parsed === null) {
    return { range, message: `"${range}" is no range: write it as 'Sheet name'!A1:D9, or name a sheet` };
  }
  const name = parsed.sheet ?? names[0];
  const sheet =
    workbook.sheets.find((each) => each.info.name === name) ??
    workbook.sheets.find((each) => each.info.name.toLowerCase() === name?.toLowerCase());
  if (sheet === undefined) {
    const listed = names.map((each) => `"${each}"`).join(', ');
    return { range, message: `there is no sheet "${name ?? ''}": the workbook has ${listed}` };
  }
  const { cells } = parsed;
  return { sheet, contains: (cell) => cells === null || contains(cells, cell.row, cell.column) };
}

/** The cells of a range that are not empty, in row order. */
export async function* inspectCells(
  sheet: SheetReader,
  within: (cell: Cell) => boolean = () => true,
): AsyncGenerator<InspectedCell> {
  for await (const row of sheet.rows()) {
    for (const cell of row.cells) if (within(cell)) yield inspectedCell(sheet.info.name, cell);
  }
}

function inspectedCell(sheet: string, cell: Cell): InspectedCell {
  return {
    sheet,
    cell: cellAddress(cell.row, cell.column),
    type: cell.type,
    value: cell.value,
    number_format: cell.numberFormat,
    formula: cell.formula,
    hidden: cell.hidden,
  };
}
