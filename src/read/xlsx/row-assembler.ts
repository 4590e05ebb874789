import type { Cell, Row } from '../../model/workbook.js';
import { excerpt } from '../workbook-error.js';
import { columnOfAddress } from './cell-address.js';
import type { SheetContext } from './sheet-context.js';

/**
 * Puts the cells of a sheet together into rows: where each lies, in what order, how many there may be. Addresses may
 * be missing: a cell then follows the one before it, a row likewise.
 */
export class RowAssembler {
  /** The row at hand; 0 before its first cell. */
  number = 0;
  isHidden = false;
  readonly #context: SheetContext;
  #rows: Row[] = [];
  #cells: Cell[] = [];
  #address = '';
  #lastRow = 0;
  #lastColumn = 0;
  #cellCount = 0;
  #inOrder = true;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** The rows that are complete and were not taken yet. */
  take(): readonly Row[] {
    const rows = this.#rows;
    if (rows.length > 0) this.#rows = [];
    return rows;
  }

  /** A row's tag was read; its number is '' where the file leaves it out. */
  open(address: string, isHidden: boolean): void {
    this.#address = address;
    this.number = 0;
    this.isHidden = isHidden;
  }

  setAddress(address: string): void {
    this.#address = address;
  }

  /** Establishes the row's number, before its first cell. */
  start(): void {
    if (this.number !== 0) return;
    const { limits, sheet, refusal } = this.#context;
    const number = this.#address === '' ? this.#lastRow + 1 : Number(this.#address);
    if (!Number.isInteger(number) || number < 1)
      this.damaged(`has a row of the number "${excerpt(this.#address)}"`);
    if (number <= this.#lastRow) this.damaged(`has row ${number} twice, or after row ${this.#lastRow}`);
    if (number > limits.rows) {
      refusal.refuse(
        'too-large',
        `its sheet "${excerpt(sheet)}" has more than the ${limits.rows} rows that are read`,
      );
    }
    this.number = this.#lastRow = number;
    this.#lastColumn = 0;
    this.#inOrder = true;
  }

  close(): void {
    this.start();
    if (this.#cells.length === 0) return;
    if (!this.#inOrder) this.#sort();
    this.#rows.push({ number: this.number, hidden: this.isHidden, cells: this.#cells });
    this.#cells = [];
  }

  #sort(): void {
    this.#cells.sort((a, b) => a.column - b.column);
    for (let index = 1; index < this.#cells.length; index += 1) {
      const cell = this.#cells[index];
      if (cell !== undefined && cell.column === this.#cells[index - 1]?.column) this.#twice();
    }
  }

  /** The column by the cell's address, whose row must be the one it stands in; else the next column. */
  columnOf(address: string): number {
    if (address === '') return this.moveTo(this.#lastColumn + 1);
    const column = columnOfAddress(address, this.number);
    if (column === 0) this.damaged(`has the cell "${excerpt(address)}" in row ${this.number}`);
    return this.moveTo(column);
  }

  /** Takes note of where the next cell lies. */
  moveTo(column: number): number {
    const { limits, sheet, refusal } = this.#context;
    if (column > limits.columns) {
      refusal.refuse(
        'too-large',
        `its sheet "${excerpt(sheet)}" has more than the ${limits.columns} columns that are read`,
      );
    }
    if (column <= this.#lastColumn) this.#inOrder = false;
    this.#lastColumn = column;
    return column;
  }

  push(cell: Cell): void {
    this.#cells.push(cell);
    this.#cellCount += 1;
    const { limits, sheet, refusal } = this.#context;
    if (this.#cells.length > limits.columns) this.#twice();
    if (this.#cellCount > limits.cells) {
      refusal.refuse(
        'too-large',
        `its sheet "${excerpt(sheet)}" has more than the ${limits.cells} cells that are read`,
      );
    }
  }

  #twice(): never {
    return this.damaged(`has two cells in one place, in row ${this.number}`);
  }

  damaged(what: string): never {
    return this.#context.refusal.refuse(
      'damaged',
      `its sheet "${excerpt(this.#context.sheet)}" ${what}: open it in Excel and save it anew`,
    );
  }
}
