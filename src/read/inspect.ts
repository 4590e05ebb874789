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
  /** The characters in the file, `value`'s source. */
  readonly stored: string;
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
    stored: cell.stored,
  };
}

/**
 * The cell as one line of JSON. A number that a double does not hold to its last digit (a ticket number of 17
 * digits) is written with the digits of the file.
 */
export function inspectedJson(cell: InspectedCell): string {
  const json = JSON.stringify(cell);
  if (typeof cell.value !== 'number' || isHeld(cell.value, cell.stored)) return json;
  return json.replace(`"value":${JSON.stringify(cell.value)}`, `"value":${cell.stored}`);
}

const plainDecimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Whether the double is the stored number: the same digits, or those that a double's own 17 digits round to. */
function isHeld(value: number, stored: string): boolean {
  if (!plainDecimal.test(stored)) return true;
  const digits = stored.replace('-', '').replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
  if (digits <= 15) return true;
  if (digits > 17) return false;
  return Number(value.toPrecision(digits)) === value && sameDigits(value.toPrecision(digits), stored);
}

function sameDigits(written: string, stored: string): boolean {
  const significant = (text: string): string =>
    text.replace(/e.*$/, '').replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return significant(written) === significant(stored);
}
