import { Decimal } from 'decimal.js';
import type { Layout } from './layout.js';
import { NumberList } from './number-list.js';

/** A bare number among percentages: its row in the table, where it lies, and both readings. */
export interface MixedCell {
  readonly index: number;
  readonly layout: Layout;
  readonly row: number;
  readonly column: number;
  readonly message: string;
}

/** The bare numbers of one column under one header. */
interface BareCells {
  readonly layout: Layout;
  readonly column: number;
  readonly indices: NumberList;
  readonly rows: NumberList;
  readonly values: NumberList;
}

/** Watches for a column in which some cells are percentages and others bare numbers. */
export class PercentMixture {
  #last: 'percent' | 'plain' | null = null;
  #percents = 0;
  readonly #bare: BareCells[] = [];

  note(
    index: number,
    layout: Layout,
    row: number,
    column: number,
    notation: 'percent' | 'plain' | 'unit',
    magnitude: number,
  ): void {
    this.#last = null;
    if (notation === 'percent') {
      this.#percents += 1;
      this.#last = 'percent';
    } else if (notation === 'plain' && magnitude !== 0) {
      const cells = this.#cellsOf(layout, column);
      cells.indices.push(index);
      cells.rows.push(row);
      cells.values.push(magnitude);
      this.#last = 'plain';
    }
  }

  /** Takes the last cell back. */
  pop(): void {
    if (this.#last === 'percent') this.#percents -= 1;
    else if (this.#last === 'plain') {
      const cells = this.#bare.at(-1);
      cells?.indices.pop();
      cells?.rows.pop();
      cells?.values.pop();
    }
    this.#last = null;
  }

  /** The cells that may be meant either way. Empty where the column is all of one sort. */
  finish(): readonly MixedCell[] {
    const found: MixedCell[] = [];
    if (this.#percents > 0) {
      for (const { layout, column, indices, rows, values } of this.#bare) {
        for (let nth = 0; nth < indices.length; nth += 1) {
          const message = bothReadings(values.at(nth));
          found.push({ index: indices.at(nth), layout, row: rows.at(nth), column, message });
        }
      }
    }
    this.#percents = 0;
    this.#bare.length = 0;
    return found;
  }

  #cellsOf(layout: Layout, column: number): BareCells {
    const last = this.#bare.at(-1);
    if (last?.layout === layout && last.column === column) return last;
    const made = {
      layout,
      column,
      indices: new NumberList(),
      rows: new NumberList(),
      values: new NumberList(),
    };
    this.#bare.push(made);
    return made;
  }
}

function bothReadings(value: number): string {
  const asShare = new Decimal(value).times(100).toString();
  return `${value} may be ${value} % or ${asShare} %, since other cells of this column have a percent format: format all alike, or say plain: percent or plain: fraction`;
}
