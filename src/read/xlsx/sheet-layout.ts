import type { Merge } from '../../model/workbook.js';
import { parseRange } from '../a1.js';
import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import { excerpt } from '../workbook-error.js';
import { isTrue } from './workbook-part.js';

/** What a worksheet part says around its rows: which columns are hidden, which ranges are merged. */
export class SheetLayout {
  readonly merges: Merge[] = [];
  readonly #sheet: string;
  readonly #limits: ReadLimits;
  readonly #refusal: Refusal;
  /** One byte a column; made where the first one is hidden. */
  #hiddenColumns: Uint8Array | null = null;
  #columnEntries = 0;
  #first = '';
  #last = '';
  #hidden = '';

  constructor(sheet: string, limits: ReadLimits, refusal: Refusal) {
    this.#sheet = sheet;
    this.#limits = limits;
    this.#refusal = refusal;
  }

  isHidden(column: number): boolean {
    return this.#hiddenColumns !== null && this.#hiddenColumns[column] === 1;
  }

  /** Whether the element's attributes are wanted. */
  open(name: string): boolean {
    if (name === 'col') this.#first = this.#last = this.#hidden = '';
    return name === 'col' || name === 'mergeCell';
  }

  attribute(element: string, name: string, value: string): void {
    if (element === 'mergeCell') {
      if (name === 'ref') this.#addMerge(value);
    } else if (name === 'min') this.#first = value;
    else if (name === 'max') this.#last = value;
    else if (name === 'hidden') this.#hidden = value;
  }

  close(name: string): void {
    if (name !== 'col' || !isTrue(this.#hidden)) return;
    const last = Math.min(Number(this.#last), this.#limits.columns);
    this.#columnEntries += 1;
    if (this.#columnEntries > this.#limits.columns) {
      this.#refusal.refuse(
        'too-large',
        `its sheet "${excerpt(this.#sheet)}" has more than the ${this.#limits.columns} columns that are read`,
      );
    }
    this.#hiddenColumns ??= new Uint8Array(this.#limits.columns + 1);
    this.#hiddenColumns.fill(1, Math.max(1, Number(this.#first)), last + 1);
  }

  #addMerge(reference: string): void {
    const range = parseRange(reference);
    if (range === null) {
      this.#refusal.refuse(
        'damaged',
        `its sheet "${excerpt(this.#sheet)}" has a merged range "${excerpt(reference)}": open it in Excel and save it anew`,
      );
    }
    if (this.merges.length >= this.#limits.merges) {
      this.#refusal.refuse(
        'too-large',
        `its sheet "${excerpt(this.#sheet)}" has more than the ${this.#limits.merges} merged ranges that are read`,
      );
    }
    this.merges.push({
      firstRow: range.firstRow ?? 1,
      firstColumn: range.firstColumn ?? 1,
      lastRow: range.lastRow ?? this.#limits.rows,
      lastColumn: range.lastColumn ?? this.#limits.columns,
    });
  }
}
