import type { Cell, Row } from '../../model/workbook.js';
import type { ReadLimits } from '../limits.js';
import type { Refusal } from '../workbook-error.js';
import { excerpt } from '../workbook-error.js';
import type { Skimmer, XmlHandler } from '../xml/xml-parser.js';
import { columnOfAddress } from './cell-address.js';
import { typedValue } from './cell-value.js';
import type { TypedValue } from './cell-value.js';
import { FormulaReader } from './formula-reader.js';
import { plainCellAt } from './plain-cell.js';
import { SheetLayout } from './sheet-layout.js';
import { generalFormat } from './number-format.js';
import type { NumberFormat } from './number-format.js';
import { StringText, decodeEscapes } from './shared-strings.js';
import type { SharedStrings } from './shared-strings.js';
import { isTrue } from './workbook-part.js';

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly sheet: string;
  readonly isHidden: boolean;
  readonly date1904: boolean;
  readonly formats: readonly NumberFormat[];
  readonly strings: SharedStrings;
  readonly limits: ReadLimits;
  readonly refusal: Refusal;
}

/**
 * Turns the events of a worksheet part into rows and merges. `takeRows` hands over what is complete so far.
 * Addresses may be missing: a cell then follows the one before it, a row likewise.
 */
export class SheetScanner implements XmlHandler {
  wantsAttributes = false;
  wantsText = false;
  readonly layout: SheetLayout;
  readonly #context: SheetContext;
  readonly #formula: FormulaReader;
  readonly #inline: StringText;
  #rows: Row[] = [];
  #inData = false;
  #element = '';
  #target: 'value' | 'formula' | 'inline' | 'none' = 'none';

  #lastRow = 0;
  #rowAddress = '';
  #rowNumber = 0;
  #rowHidden = false;
  #cells: Cell[] = [];
  #cellCount = 0;
  #inOrder = true;

  #lastColumn = 0;
  #address = '';
  #style = '';
  #type = '';
  #value = '';
  #hasValue = false;
  #hasInline = false;

  constructor(context: SheetContext) {
    this.#context = context;
    this.#formula = new FormulaReader(context.limits, context.refusal);
    this.layout = new SheetLayout(context.sheet, context.limits, context.refusal);
    this.#inline = new StringText(context.limits, context.refusal);
  }

  /** The rows that are complete and were not taken yet. */
  takeRows(): readonly Row[] {
    const rows = this.#rows;
    if (rows.length > 0) this.#rows = [];
    return rows;
  }

  /** The quicker way through cells of the form that all writers use; every other cell comes event by event. */
  skimmer(): Skimmer {
    return { parent: 'row', child: 'c', skim: (text, from) => this.#skim(text, from) };
  }

  #skim(text: string, from: number): number {
    if (!this.#inData) return from;
    let at = from;
    for (;;) {
      const match = plainCellAt(text, at);
      if (match === null) return at;
      const [cell, address = '', style = '', type = '', formula, value] = match;
      if (cell.length > this.#context.limits.formulaLength) return at;
      this.#openCell();
      this.#address = address;
      this.#style = style;
      this.#type = type;
      if (formula !== undefined) {
        this.#formula.open();
        this.#formula.text(formula);
      }
      if (value !== undefined) {
        this.#hasValue = true;
        this.#value = value;
      }
      this.#closeCell();
      at += cell.length;
    }
  }

  open(name: string): void {
    this.#element = name;
    if (!this.#inData) {
      if (name === 'sheetData') this.#inData = true;
      else this.wantsAttributes = this.layout.open(name);
      return;
    }
    switch (name) {
      case 'c':
        this.wantsAttributes = true;
        this.#openCell();
        return;
      case 'v':
        this.#hasValue = true;
        this.#expect('value');
        return;
      case 'f':
        this.wantsAttributes = true;
        this.#formula.open();
        this.#expect('formula');
        return;
      case 'row':
        this.wantsAttributes = true;
        this.#rowAddress = '';
        this.#rowNumber = 0;
        this.#rowHidden = false;
        return;
      case 'is':
        this.#hasInline = true;
        this.#inline.clear();
        return;
      default:
        if (this.#hasInline && this.#inline.open(name)) this.#expect('inline');
    }
  }

  attribute(name: string, value: string): void {
    switch (this.#element) {
      case 'c':
        if (name === 'r') this.#address = value;
        else if (name === 's') this.#style = value;
        else if (name === 't') this.#type = value;
        return;
      case 'f':
        this.#formula.attribute(name, value);
        return;
      case 'row':
        if (name === 'r') this.#rowAddress = value;
        else if (name === 'hidden') this.#rowHidden = isTrue(value);
        return;
      case 'col':
      case 'mergeCell':
        this.layout.attribute(this.#element, name, value);
        return;
    }
  }

  text(value: string): void {
    switch (this.#target) {
      case 'value':
        this.#value = this.#value === '' ? value : this.#value + value;
        return;
      case 'formula':
        this.#formula.text(value);
        return;
      case 'inline':
        this.#inline.add(value);
        return;
      case 'none':
        return;
    }
  }

  close(name: string): void {
    this.wantsText = false;
    this.#target = 'none';
    if (this.#inData) {
      if (name === 'c') this.#closeCell();
      else if (name === 'row') this.#closeRow();
      else if (name === 'sheetData') this.#inData = false;
      else if (this.#hasInline) this.#inline.close(name);
    } else {
      this.layout.close(name);
    }
  }

  #expect(target: 'value' | 'formula' | 'inline'): void {
    this.#target = target;
    this.wantsText = true;
  }

  #openCell(): void {
    if (this.#rowNumber === 0) this.#startRow();
    this.#address = this.#style = this.#type = this.#value = '';
    this.#hasValue = this.#hasInline = false;
    this.#formula.clear();
  }

  #startRow(): void {
    const { limits, sheet, refusal } = this.#context;
    const number = this.#rowAddress === '' ? this.#lastRow + 1 : Number(this.#rowAddress);
    if (!Number.isInteger(number) || number < 1)
      this.#damaged(`has a row of the number "${excerpt(this.#rowAddress)}"`);
    if (number <= this.#lastRow) this.#damaged(`has row ${number} twice, or after row ${this.#lastRow}`);
    if (number > limits.rows) {
      refusal.refuse(
        'too-large',
        `its sheet "${excerpt(sheet)}" has more than the ${limits.rows} rows that are read`,
      );
    }
    this.#rowNumber = this.#lastRow = number;
    this.#lastColumn = 0;
    this.#inOrder = true;
  }

  #closeRow(): void {
    if (this.#rowNumber === 0) this.#startRow();
    if (this.#cells.length === 0) return;
    if (!this.#inOrder) this.#sortCells();
    this.#rows.push({
      number: this.#rowNumber,
      hidden: this.#rowHidden,
      cells: this.#cells,
    });
    this.#cells = [];
  }

  #sortCells(): void {
    this.#cells.sort((a, b) => a.column - b.column);
    for (let index = 1; index < this.#cells.length; index += 1) {
      const cell = this.#cells[index];
      if (cell !== undefined && cell.column === this.#cells[index - 1]?.column) {
        this.#damaged(`has two cells in one place, in row ${this.#rowNumber}`);
      }
    }
  }

  #closeCell(): void {
    const column = this.#columnOfCell();
    if (column <= this.#lastColumn) this.#inOrder = false;
    this.#lastColumn = column;
    const formula = this.#formula.formula(this.#rowNumber, column);
    if (!this.#hasValue && !this.#hasInline && formula === null) return;
    // `Number('')` is 0: a cell without a style has the first one.
    const format = this.#context.formats[Number(this.#style)] ?? generalFormat;
    const stored = this.#storedText();
    const typed = this.#typed(stored, format);
    if (typed === null) {
      if (formula === null) return;
    } else if (typed.value === '' && formula === null) return;
    this.#cells.push({
      row: this.#rowNumber,
      column,
      type: typed === null ? 'empty-formula' : typed.type,
      value: typed === null ? null : typed.value,
      stored,
      numberFormat: format.code,
      formula,
      hidden: this.#rowHidden || this.#context.isHidden || this.layout.isHidden(column),
    });
    this.#countCell();
  }

  #countCell(): void {
    this.#cellCount += 1;
    const { limits, sheet, refusal } = this.#context;
    if (this.#cells.length > limits.columns)
      this.#damaged(`has two cells in one place, in row ${this.#rowNumber}`);
    if (this.#cellCount > limits.cells) {
      refusal.refuse(
        'too-large',
        `its sheet "${excerpt(sheet)}" has more than the ${limits.cells} cells that are read`,
      );
    }
  }

  #storedText(): string {
    switch (this.#type) {
      case 's':
        return this.#value === '' ? '' : this.#sharedString(this.#value);
      case 'inlineStr':
        return this.#hasInline ? this.#inline.value() : decodeEscapes(this.#value);
      case 'str':
        return decodeEscapes(this.#value);
      default:
        return this.#value.trim();
    }
  }

  #typed(stored: string, format: NumberFormat): TypedValue | null {
    const typed = typedValue(this.#type, stored, this.#hasValue, format, this.#context.date1904);
    return typed === 'unknown'
      ? this.#damaged(`has a cell of the unknown type "${excerpt(this.#type)}"`)
      : typed;
  }

  #sharedString(index: string): string {
    const number = Number(index);
    const text = Number.isInteger(number) ? this.#context.strings.at(number) : undefined;
    return text ?? this.#damaged(`refers to text number ${excerpt(index)}, which the file does not hold`);
  }

  /** The column by the cell's address, whose row must be the one it stands in; else the next column. */
  #columnOfCell(): number {
    const address = this.#address;
    if (address === '') return this.#checkColumn(this.#lastColumn + 1);
    const column = columnOfAddress(address, this.#rowNumber);
    if (column === 0) this.#damaged(`has the cell "${excerpt(address)}" in row ${this.#rowNumber}`);
    return this.#checkColumn(column);
  }

  #checkColumn(column: number): number {
    const { limits, sheet, refusal } = this.#context;
    if (column > limits.columns) {
      refusal.refuse(
        'too-large',
        `its sheet "${excerpt(sheet)}" has more than the ${limits.columns} columns that are read`,
      );
    }
    return column;
  }

  #damaged(what: string): never {
    return this.#context.refusal.refuse(
      'damaged',
      `its sheet "${excerpt(this.#context.sheet)}" ${what}: open it in Excel and save it anew`,
    );
  }
}
