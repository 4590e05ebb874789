import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import { formulaAt, parseSharedFormula } from './shared-formula.js';
import type { SharedFormula } from './shared-formula.js';

/** Reads the `f` element of a cell: plain, array, data table, or shared with cells that name it by number. */
export class FormulaReader {
  readonly #limits: ReadLimits;
  readonly #refusal: Refusal;
  readonly #shared = new Map<string, SharedFormula>();
  #isPresent = false;
  #text = '';
  #type = '';
  #sharedIndex = '';
  #inputs: string[] = [];

  constructor(limits: ReadLimits, refusal: Refusal) {
    this.#limits = limits;
    this.#refusal = refusal;
  }

  /** Before every cell. */
  clear(): void {
    this.#isPresent = false;
  }

  open(): void {
    this.#isPresent = true;
    this.#text = this.#type = this.#sharedIndex = '';
    this.#inputs = [];
  }

  attribute(name: string, value: string): void {
    if (name === 't') this.#type = value;
    else if (name === 'si') this.#sharedIndex = value;
    else if (name === 'r1' || name === 'r2') this.#inputs.push(value);
  }

  text(value: string): void {
    this.#text = this.#text === '' ? value : this.#text + value;
    if (this.#text.length > this.#limits.formulaLength) {
      this.#refusal.refuse(
        'too-long',
        `it has a formula of more than the ${this.#limits.formulaLength} characters that Excel allows: shorten it`,
      );
    }
  }

  /** The formula of the cell at that place with its leading `=`; null where it has none. */
  formula(row: number, column: number): string | null {
    if (!this.#isPresent) return null;
    switch (this.#type) {
      case 'shared':
        return this.#sharedFormula(row, column);
      case 'dataTable':
        return `=TABLE(${this.#inputs.join(',')})`;
      default:
        return withEquals(this.#text);
    }
  }

  #sharedFormula(row: number, column: number): string {
    if (this.#text !== '') {
      if (this.#shared.size >= this.#limits.tableEntries) {
        this.#refusal.refuse(
          'too-large',
          `it has more than the ${this.#limits.tableEntries} formulas that are read`,
        );
      }
      this.#shared.set(this.#sharedIndex, parseSharedFormula(this.#text, row, column));
      return withEquals(this.#text);
    }
    const shared = this.#shared.get(this.#sharedIndex);
    // A cell that shares a formula nobody wrote still is a formula, of unknown text.
    return shared === undefined ? '=' : withEquals(formulaAt(shared, row, column));
  }
}

function withEquals(text: string): string {
  return text.startsWith('=') ? text : `=${text}`;
}
