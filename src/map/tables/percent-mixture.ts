import { Decimal } from 'decimal.js';
import type { CellQuantity } from '../cells/quantity-cell.js';
import type { Layout } from './layout.js';

/** A bare number among percentages: its row in the table, where it lies, and both readings. */
export interface MixedCell {
  readonly index: number;
  readonly layout: Layout;
  readonly row: number;
  readonly column: number;
  readonly message: string;
}

/** Watches for a column in which some cells are percentages and others bare numbers. */
export class PercentMixture {
  #last: 'percent' | 'plain' | null = null;
  #percents = 0;
  readonly #bare: { index: number; layout: Layout; row: number; column: number; value: number }[] = [];

  note(index: number, layout: Layout, row: number, column: number, result: CellQuantity): void {
    this.#last = null;
    if (result.notation === 'percent') {
      this.#percents += 1;
      this.#last = 'percent';
    } else if (result.notation === 'plain' && result.magnitude !== 0) {
      this.#bare.push({ index, layout, row, column, value: result.magnitude });
      this.#last = 'plain';
    }
  }

  /** Takes the last cell back. */
  pop(): void {
    if (this.#last === 'percent') this.#percents -= 1;
    else if (this.#last === 'plain') this.#bare.pop();
    this.#last = null;
  }

  /** The cells that may be meant either way. Empty where the column is all of one sort. */
  finish(): readonly MixedCell[] {
    const found =
      this.#percents === 0
        ? []
        : this.#bare.map(({ value, ...cell }): MixedCell => ({ ...cell, message: bothReadings(value) }));
    this.#percents = 0;
    this.#bare.length = 0;
    return found;
  }
}

function bothReadings(value: number): string {
  const asShare = new Decimal(value).times(100).toString();
  return `${value} may be ${value} % or ${asShare} %, since other cells of this column have a percent format: format all alike, or say plain: percent or plain: fraction`;
}
